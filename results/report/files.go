package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"

	"counterpoise/results/analysis"
	"counterpoise/results/bypolicy"
	"counterpoise/results/document"
	"counterpoise/results/figures"
	"counterpoise/results/frame"
)

// File is a file of a report: its path below the folder, and its contents. Path has slashes on every system.
type File struct {
	Path string
	Data []byte
}

// Tables returns the tables of frames as files below tables/: each table as CSV with every digit and as LaTeX, and for
// each behaviour, bench.Worst too where it is compared, the successes that the tests are computed from, in the layout
// that counterpoise stats reads (a row for each trial, a column for each arm). Names are EXPERIMENT-TASK-TABLE.csv and
// .tex, and EXPERIMENT-TASK-BEHAVIOUR.csv. EXPERIMENT-TASK-policies.csv and .tex have the comparisons of a design that
// several policies answer.
//
// The order of the files is that of frames, designs and tables, so two calls give the same list. An error can
// only be a form that does not exist or a table that does not fit it.
func Tables(frames []frame.Frame) (files []File, err error) {
	// add writes one table in one form.
	add := func(stem, form string, t document.Table) error {
		f, err := document.Forms.Get(form)
		if err != nil {
			return err
		}
		var out bytes.Buffer
		if err := f.Write(&out, document.OfTable(t)); err != nil {
			return err
		}
		files = append(files, File{stem + "." + f.Extension, out.Bytes()})
		return nil
	}
	policies := bypolicy.Of(frames)
	for i, p := range policies {
		for _, form := range []string{"csv", "latex"} {
			if err := add("tables/"+bypolicy.Stem(policies, i), form, p.Table()); err != nil {
				return nil, err
			}
		}
	}
	for i, in := range frames {
		for _, f := range in.Findings() {
			stem := "tables/" + fileStem(f.Design, frames, i) + "-"
			e := describe(f)
			for _, t := range slices.Concat(e.tables, e.appendix) {
				for _, form := range []string{"csv", "latex"} {
					if err := add(stem+t.Name, form, t); err != nil {
						return nil, err
					}
				}
			}
			for _, b := range testedBehaviours(f) {
				// These files hold counts, so that anybody can repeat the tests with another program.
				if err := add(stem+wordOfFile(b), "csv", trialTable(f, b)); err != nil {
					return nil, err
				}
			}
		}
	}
	return files, nil
}

// Format is a form that figures are drawn in; SVG is the one that is committed.
type Format struct {
	name string
	draw func(figures.Figure) []byte
}

// The formats of figures.
var (
	SVG = Format{"svg", figures.Figure.SVG}
	PNG = Format{"png", figures.Figure.PNG}
	PDF = Format{"pdf", figures.Figure.PDF}
)

// Figures returns the figures of frames as files below figures/ in some formats. SVG is for pages, PNG for
// slides, PDF for LaTeX; all have the same drawing, and the commands that make the records again, as the notes of
// tables have them.
//
// A figure for each design that several policies answer follows: EXPERIMENT-TASK-policies.
//
// The figures that analyses draw of a whole plan are among them, named by what they show: figures/imbalance.
func Figures(frames []frame.Frame, formats ...Format) (files []File) {
	add := func(name string, figure figures.Figure) {
		stem := "figures/" + name
		for _, f := range formats {
			files = append(files, File{stem + "." + f.name, f.draw(figure)})
		}
	}
	for i, in := range frames {
		for _, f := range in.Findings() {
			for _, figure := range drawAll(f) {
				// The figure's name begins with the design's; the longer stem replaces it.
				figure.Title, figure.Again = titleOf(f), "Again: "+f.Again()
				add(fileStem(f.Design, frames, i)+strings.TrimPrefix(figure.Name, f.Name()), figure)
			}
		}
		// ofSize ends the name of a figure that is about the whole plan, as fileStem does.
		ofSize := func() string {
			return strings.TrimPrefix(fileStem(in.Designs[0], frames, i), in.Designs[0].Name())
		}
		for _, a := range analysis.InOrder() {
			if a.Figures == nil {
				continue
			}
			for _, figure := range a.Figures(in) {
				add(figure.Name+ofSize(), figure)
			}
		}
	}
	policies := bypolicy.Of(frames)
	for i, p := range policies {
		figure := p.Figure()
		figure.Title = p.Title() + ". " + p.Summary()
		figure.Again = "Again: " + strings.Join(p.Commands(), "; ")
		add(bypolicy.Stem(policies, i), figure)
	}
	return files
}

// titleOf is the name of a design, its question, and what its comparisons show together.
func titleOf(f frame.Findings) string {
	title := f.Experiment.Name + ", " + f.Task + ". " + f.Experiment.Question
	if len(f.Pairwise) > 0 {
		title += " " + summary(f.Pairwise)
	}
	return title
}

// fileStem begins the names of files about a design of the i-th frame: "e1-picking". Where another plan has the same
// experiment at another size, the policy, seed and sizes follow, so that no two files share a name. The stem
// depends on all frames of the folder, so adding a second size renames the files of the first.
func fileStem(d frame.Design, frames []frame.Frame, i int) string {
	for j, f := range frames {
		if s := d.Plan.Size; j != i && f.Plan.Name == frames[i].Plan.Name {
			return fmt.Sprintf("%s-%s-seed%d-steps%d-rollouts%d", d.Name(), s.Policy, s.Seed, s.Steps, s.Rollouts)
		}
	}
	return d.Name()
}

// testedBehaviours are the behaviours of a design, and what its comparisons take in place of one.
func testedBehaviours(f frame.Findings) []string {
	behaviours := f.Behaviours()
	if len(behaviours) == 0 { // there are no records
		return nil
	}
	for _, c := range f.Comparisons {
		if !slices.Contains(behaviours, c.Behaviour) {
			behaviours = append(behaviours, c.Behaviour)
		}
	}
	return behaviours
}

// wordOfFile is what a behaviour is called in names of files: bench.AllBehaviours has a blank.
func wordOfFile(behaviour string) string { return strings.ReplaceAll(behaviour, " ", "-") }

// testCommands are the commands that test a design's comparisons again, from its files in a folder. The path
// and the names of arms are quoted for the shell, because arms have spaces, and names with commas for the flag.
func testCommands(d frame.Design, stem, dir string) (commands []string) {
	quoted := func(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }
	for _, c := range d.Comparisons {
		file := fmt.Sprintf("%s/tables/%s-%s.csv", strings.TrimSuffix(dir, "/"), stem,
			wordOfFile(c.Behaviour))
		var columns strings.Builder
		list := csv.NewWriter(&columns) // --columns takes a line of comma-separated values
		list.Write([]string{c.Arm, c.Against})
		list.Flush()
		commands = append(commands, fmt.Sprintf("counterpoise stats ttest %s --columns %s", quoted(file),
			quoted(strings.TrimSuffix(columns.String(), "\n"))))
	}
	return commands
}
