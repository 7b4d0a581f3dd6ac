package run

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/results/bypolicy"
	"counterpoise/results/document"
	"counterpoise/results/evaluations"
	"counterpoise/results/report"
	"counterpoise/results/store"
	"counterpoise/scenes"
)

const compareAbout = `
compare sets two folders of records side by side: for every arm and behaviour that both have, how success changed from
A to B, by how much, and whether that is more than noise. Of one folder it sets the policies side by side, such as
networks and heads that run --policy has added to it one by one: each comparison of an experiment under each policy, and
whether the difference depends on the policy. Or it sets two policies side by side, of this program or of others: two
files that eval --out has kept.

Runs of the same sizes and seed are compared with each other; where there are none, each folder must hold one run.
With the same seed, trial t of A is paired with trial t of B, as both drew the same demonstrations and initial
states; otherwise the trials are independent. All tests of a comparison are one family, corrected by Holm.

Two evaluations must have the same task, seed and trial, so that rollout n of both starts from the same state. The
rollouts are then pairs: McNemar's exact test and Newcombe's interval say whether the policies differ, for each
behaviour, corrected by Holm, and for all together. With --margin the answer is also whether they are shown to be equal
within so many points: whether the 90 % interval of the difference lies inside (two one-sided tests at .05). With --json
the answer is numbers for programs.`

func init() { register(program.compare) }

// compare is the command that tests the differences between two folders of records.
func (p program) compare() *cobra.Command {
	var format, oracle string
	var margin float64
	var asJSON bool
	known := cli.Documents()
	c := &cobra.Command{
		Use:   "compare A [B]",
		Short: "Set two folders of records side by side, or the policies of one",
		Long:  compareAbout,
		Example: p.Named("  NAME compare before after\n  NAME compare out/seed1 out/seed2 --format markdown\n" +
			"  NAME compare networks       the policies of one folder\n" +
			"  NAME compare ours.json theirs.json\n  NAME compare here.json there.json --oracle calvin --margin 5"),
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 2 && (len(args) != 1 || cli.IsFile(args[0])) {
				return cli.Misused("compare needs two folders of records, one with several policies, or two files " +
					"that eval --out has kept")
			}
			if !(margin >= 0 && margin < 100) {
				return cli.Misused("--margin is 0 to 100 points, not %v", margin)
			}
			if asJSON && c.Flags().Changed("format") {
				return cli.Misused("--json and --format are two forms of the answer; give one")
			}
			if err := cli.CheckChoice("format", format, known); err != nil {
				return err
			}
			return cli.CheckChoice("oracle", oracle, scenes.Oracles())
		},
	}
	c.Flags().StringVar(&format, "format", "text", "`FORMAT` of the answer: "+strings.Join(known, ", "))
	c.Flags().Float64Var(&margin, "margin", 0, "`POINTS` of success that would not matter, of two evaluations")
	c.Flags().BoolVar(&asJSON, "json", false, "print the comparison of two evaluations as JSON")
	shared.OracleFlag(c.Flags(), &oracle)
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) == 2 && (cli.IsFile(args[0]) || cli.IsFile(args[1])) {
			return p.compareEvaluations(args[0], args[1], format, asJSON, evaluations.Question{
				Oracle: scenes.Oracle(oracle), Margin: margin,
			})
		}
		if asJSON {
			return cli.Misused("--json is about two evaluations; tables of records are read from --format csv")
		}
		if c.Flags().Changed("margin") {
			return cli.Misused("--margin is about two evaluations; --margin of stats compare takes the results of a " +
				"run")
		}
		return p.compareRecords(args, format, scenes.Oracle(oracle))
	}
	return c
}

// compareRecords compares two runs by their folders of records, or the policies of one folder.
func (p program) compareRecords(dirs []string, format string, oracle scenes.Oracle) error {
	stores := make([]*store.Store, len(dirs))
	for i, dir := range dirs {
		s, err := p.Read(dir, bench.Quick.Name)
		if err != nil {
			return err
		}
		for _, d := range s.Damage {
			fmt.Fprintf(p.Err, "counterpoise: %s\n", d)
		}
		stores[i] = s
	}
	var d document.Document
	var err error
	if len(dirs) == 1 {
		with, failed := p.WithKept(dirs[0])
		if failed != nil {
			return failed
		}
		defer with.Outside.Release()
		frames, _ := with.Frames(stores[0], oracle)
		d, err = bypolicy.Compare(frames, filepath.Base(dirs[0]))
	} else {
		a, b := shortened(dirs[0], dirs[1])
		d, err = report.CompareRuns(stores[0].Records(), stores[1].Records(), a, b, oracle)
	}
	if err != nil {
		return err
	}
	if format != "text" || len(dirs) > 1 { // of two runs there is no command
		return p.WriteDocument(p.Out, format, d)
	}
	var text bytes.Buffer
	if err := p.WriteDocument(&text, format, d); err != nil {
		return err
	}
	_, err = io.WriteString(p.Out, p.RunCommandsIn(text.String(), dirs[0], nil))
	return err
}

// compareEvaluations compares two policies by the files of their evaluations.
func (p program) compareEvaluations(pathA, pathB, format string, asJSON bool, q evaluations.Question) error {
	var both [2]record.Evaluation
	for i, path := range []string{pathA, pathB} {
		var err error
		if both[i], err = bench.LoadEvaluation(path); err != nil {
			return err
		}
	}
	a, b := shortened(pathA, pathB)
	if asJSON {
		r, err := evaluations.Numbers(both[0], both[1], a, b, q)
		if err != nil {
			return err
		}
		return cli.WriteJSON(p.Out, r)
	}
	d, err := evaluations.Compare(both[0], both[1], a, b, q)
	if err != nil {
		return err
	}
	return p.WriteDocument(p.Out, format, d)
}

// shortened returns the last parts of two paths if they differ, else both paths.
func shortened(a, b string) (string, string) {
	if x, y := filepath.Base(a), filepath.Base(b); x != y {
		return x, y
	}
	return a, b
}
