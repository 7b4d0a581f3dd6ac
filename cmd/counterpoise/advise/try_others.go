package advise

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/environment"
	"counterpoise/internal/budget"
	"counterpoise/internal/durable"
	"counterpoise/internal/printable"
	"counterpoise/internal/shell"
	"counterpoise/internal/wording"
	"counterpoise/policies/weigh/datasets"
	"counterpoise/policies/weigh/forms"
	"counterpoise/results/decide"
	"counterpoise/scenes/demos"
	"counterpoise/stats/evals"
	"counterpoise/stats/table"
)

// The files of a folder in which a dataset of another robot is tried.
const (
	askedFile     = "try.json"
	commandsFile  = "commands.sh"
	weightsFolder = "weights"
)

// askedOf is what is to be trained and tested elsewhere, as askedFile has it.
type askedOf struct {
	Dataset string     `json:"dataset"` // path
	Digest  string     `json:"actions_sha256"`
	Seeds   int        `json:"seeds"`
	Flags   []string   `json:"flags"` // of the command that asked, as words of a command line
	Arms    []askedArm `json:"arms"`
}

// extends reports whether a is about the same data and arms as what a folder has of before. Seeds may be others: those
// that have results keep them.
func (a askedOf) extends(before askedOf) bool {
	same := func(x, y askedArm) bool {
		return x.Name == y.Name && x.About == y.About && slices.Equal(x.Named, y.Named)
	}
	return a.Digest == before.Digest && slices.EqualFunc(a.Arms, before.Arms, same)
}

// askedArm is an arm, with the sentence that says how it is carried out.
type askedArm struct {
	decide.Arm
	Next string `json:"next"`
}

// prepareTrial writes what trains and tests the arms of a dataset of another robot into a folder: the weights of each
// arm, the commands, and what is asked, by which collectTrial reads the results. A folder of other data or arms is an
// error.
func (p program) prepareTrial(d *datasets.Set, t trial) error {
	if err := cli.CheckOutside(t.path, t.out); err != nil {
		return err
	}
	dir, err := filepath.Abs(t.out)
	if err != nil {
		return err
	}
	source := sourceOf(d, t)
	asked := askedOf{Dataset: d.Paths[0], Digest: demos.ActionsDigest(d.Opened()[0]), Seeds: t.seeds,
		Flags: t.again}
	for _, a := range t.arms {
		asked.Arms = append(asked.Arms, askedArm{a, source.next(a, dir)})
	}
	var before askedOf
	err = budget.New(0).ReadJSON(filepath.Join(t.out, askedFile), &before)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err == nil && !asked.extends(before) {
		return cli.Misused("%s is of other data or arms: give another --out, or the same options again", t.out)
	}
	if err := cli.CheckFolder(t.out); err != nil {
		return err
	}
	write := func(into string) error { return writeTrial(into, d, t, source.script(t), asked) }
	if err := cli.FillFolder(t.out, write); err != nil {
		return err
	}
	p.Say(fmt.Sprintf("%s: %s of another robot (%s); %s", t.path, wording.Plural(len(t.data.Episodes), "demonstration"),
		d.Formats[0], wording.Plural(t.seeds, "seed")))
	w := p.NewTable(0)
	fmt.Fprintln(w, "arm\t")
	for _, a := range t.arms {
		fmt.Fprintf(w, "%s\t%s\n", printable.Line(a.Name), printable.Line(a.About))
	}
	w.Flush()
	fmt.Fprintf(p.Out, "weights  %s\ncommands %s: fill in the policy and the environment or, on a robot, write each "+
		"rollout's success\n", filepath.Join(t.out, weightsFolder), filepath.Join(t.out, commandsFile))
	fmt.Fprintf(p.Out, "next: sh %s, then %s try --collect %s\n", shell.Quote(filepath.Join(t.out, commandsFile)),
		p.Name, shell.Quote(t.out))
	return nil
}

// writeTrial writes the files of prepareTrial.
func writeTrial(dir string, d *datasets.Set, t trial, script string, asked askedOf) error {
	frames := make([]int, len(t.data.Episodes))
	for e := range frames {
		frames[e] = t.data.Episodes[e].Frames
	}
	if err := durable.MkdirAll(filepath.Join(dir, weightsFolder)); err != nil {
		return err
	}
	f := forms.In(filepath.Join(dir, weightsFolder))
	for _, a := range t.arms {
		if a.Weights == nil {
			continue
		}
		of := make([]float64, len(frames))
		for e, w := range a.Weights {
			for _, v := range w {
				of[e] += v / float64(len(w))
			}
		}
		if err := f.AddArm(d, a.Name, of, frames); err != nil {
			return err
		}
	}
	if err := f.Write("arms.json", t.arms); err != nil {
		return err
	}
	top := forms.In(dir)
	top.Add(commandsFile, []byte(script))
	return top.Write(askedFile, asked)
}

// collectTrial reads the results of policies that were trained elsewhere, and compares the arms.
func (p program) collectTrial(_ context.Context, dir string) error {
	var asked askedOf
	err := budget.New(0).ReadJSON(filepath.Join(dir, askedFile), &asked)
	if errors.Is(err, fs.ErrNotExist) {
		return cli.Misused("%s has no %s: --collect takes a folder that try DATASET --out DIR has made", dir, askedFile)
	}
	if err != nil {
		return err
	}
	results := filepath.Join(dir, environment.Results)
	if !cli.IsFolder(results) {
		return fmt.Errorf("%s has no results yet: %s writes them into %s/ARM/seed-N", dir,
			filepath.Join(dir, commandsFile), results)
	}
	sheet, said, err := evals.Read([]string{results}, evals.Options{Path: "{method}/seed-{seed}", Room: budget.New(0)})
	if err != nil {
		return err
	}
	taken, err := sheet.Detect(table.Choice{LongColumns: seedIs})
	if err != nil {
		return err
	}
	var arms []decide.Arm
	for _, a := range asked.Arms {
		arms = append(arms, a.Arm)
	}
	answer, err := decide.Judge(taken, arms)
	if err != nil {
		return fmt.Errorf("%s: %w", results, err)
	}
	p.Say(fmt.Sprintf("%s: %s", asked.Dataset, strings.Join(p.resultsRead(said), " ")))
	p.showTrial(answer)
	var lacks []string
	for _, r := range answer.Rows {
		if r.Seeds < asked.Seeds {
			lacks = append(lacks, fmt.Sprintf("%d of %s", asked.Seeds-r.Seeds, r.Name))
		}
	}
	for _, name := range answer.Missing {
		lacks = append(lacks, fmt.Sprintf("%d of %s", asked.Seeds, name))
	}
	if lacks != nil {
		p.Say(fmt.Sprintf("Of %s an arm, results are missing: %s.", wording.Plural(asked.Seeds, "seed"),
			strings.Join(lacks, ", ")))
	}
	best := answer.Best()
	switch {
	case lacks != nil && answer.Open():
		fmt.Fprintf(p.Out, "next: sh %s for what is missing\n", shell.Quote(filepath.Join(dir, commandsFile)))
	case answer.Open():
		fmt.Fprintf(p.Out, "next: %s try %s %s --seeds %d, and sh %s again, which trains the further seeds\n", p.Name,
			shell.Quote(asked.Dataset), strings.Join(asked.Flags, " "), 2*asked.Seeds,
			shell.Quote(filepath.Join(dir, commandsFile)))
	case best != nil:
		i := slices.IndexFunc(asked.Arms, func(a askedArm) bool { return a.Name == best.Name })
		p.Say("next: " + asked.Arms[i].Next)
	default:
		p.Say("next: train on the dataset as it is")
	}
	return nil
}

// resultsRead returns what was read, of the sentences that say what was taken for what. Copies are told on p.err.
func (p program) resultsRead(said []string) (what []string) {
	for _, s := range said {
		switch {
		case strings.Contains(s, " is a copy of "):
			fmt.Fprintf(p.Err, "warning: %s\n", s)
		case !strings.HasPrefix(s, "Paths are read"):
			what = append(what, s)
		}
	}
	return what
}
