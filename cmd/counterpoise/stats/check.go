package stats

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/wording"
	"counterpoise/results/document"
	"counterpoise/stats/check"
	"counterpoise/stats/evals"
)

const checkAbout = `
check looks at results before they are compared, and says where to look and what to do. It finds copies, starts and
units that a method lacks, outcomes that go with the place in a batch, and settings that differ.

  starts       rows that are copies, starts that a method repeats or lacks, methods that share few starts
  outcomes     rows without one
  trainings    units that a method lacks, checkpoints that look like seeds, two trainings with the same outcomes
  copies       methods or trainings whose outcomes are the same to the digit, in more rows than chance makes so
  batches      outcomes that go with the place in a batch: a column such as env_id, else rounds of the usual sizes
  settings     temperature, chunk_size, checkpoint and the like, where they differ between methods or within one

For batches, starts are shuffled; of results without a fault at most 1 % are reported. RESULTS are read as stats compare
reads them, which warns of the same settings and checkpoints. What is found may be meant.

Fields in JSON: taken, rows, methods, findings (kind, what, lines, do), looked.`

// checked is a check in JSON, with what was taken for what.
type checked struct {
	Taken []string `json:"taken"`
	check.Report
}

// maxFindings is the number of findings that text shows: a screen.
const maxFindings = 6

// statsCheck is the command of check.New.
func (p program) statsCheck() *cobra.Command {
	r := &resultFlags{testCommand: testCommand{p: p}}
	c := &cobra.Command{
		Use: "check RESULTS...", Short: "What a comparison of these results should not rest on", Long: checkAbout,
		Annotations: cli.FirstFlags("method", "columns", "value", "trial", "start", "path", "format"),
		Example:     p.Named("  NAME stats check results.csv\n  NAME stats check act=act.csv dp=dp.csv"),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Misused("check needs results: files of comma-separated values, evaluations by programs, " +
					"folders of them, or - for standard input")
			}
			if c, is := evals.CountOf(args[0]); is {
				return cli.Misused("%d/%d has no rows to check: give a file with a row a rollout", c.K, c.N)
			}
			return r.check()
		},
	}
	r.sources(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		r.choice.Copies = true
		t, taken, err := r.results(c, args)
		if err != nil {
			return err
		}
		report := check.New(t)
		if r.format != "text" {
			return r.document(checked{taken, report}, document.Document{
				Sections: []document.Section{checkSection(report, taken)}}, nil)
		}
		for _, line := range checkLines(report, taken) {
			p.Say(line)
		}
		return nil
	}
	return c
}

// verdict is the first line of a check.
func verdict(r check.Report) string {
	of := fmt.Sprintf("%s of %s", wording.Plural(r.Rows, "row"), wording.Plural(len(r.Methods), "method"))
	if len(r.Findings) == 0 {
		return "Nothing found in " + of + "."
	}
	var kinds []string
	for _, f := range r.Findings {
		kinds = append(kinds, f.Kind)
	}
	return fmt.Sprintf("%s in %s: %s.", wording.Plural(len(r.Findings), "finding"), of, wording.Distinct(kinds))
}

// checkLines are the answer: the verdict, the findings, what was looked at, and what was taken for what.
func checkLines(r check.Report, taken []string) []string {
	lines := []string{verdict(r)}
	for i, f := range r.Findings {
		if i == maxFindings {
			lines = append(lines, fmt.Sprintf("%d more: --format markdown has all.", len(r.Findings)-i))
			break
		}
		lines = append(lines, fmt.Sprintf("- %s: %s%s. %s.", wording.Capitalize(f.Kind), f.What, r.Place(f),
			wording.Capitalize(f.Do)))
	}
	lines = append(lines, "Looked at: "+strings.Join(r.Looked, "; ")+".")
	if len(taken) > 2 {
		taken = append(taken[:2:2], fmt.Sprintf("%d more files.", len(taken)-2))
	}
	return append(lines, taken...)
}

// checkSection is the answer with a table of the findings.
func checkSection(r check.Report, taken []string) document.Section {
	t := document.Table{Name: "findings", Title: "Findings", Columns: []document.Head{
		document.WordColumn("finding", "kind"), document.WordColumn("what", "what"),
		document.WordColumn("lines", "lines"), document.WordColumn("do", "do")}}
	for _, f := range r.Findings {
		lines := strings.Trim(fmt.Sprint(f.Lines), "[]")
		t.Rows = append(t.Rows, []document.Cell{document.Word(f.Kind), document.Word(f.What), document.Word(lines),
			document.Word(f.Do)})
	}
	return document.Section{Title: "Check of results", Tables: []document.Table{t},
		Lines: append([]string{verdict(r), "Looked at: " + strings.Join(r.Looked, "; ") + "."}, taken...)}
}
