package machine

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/bounded"
	"counterpoise/internal/durable"
	"counterpoise/internal/soak"
	"counterpoise/internal/wording"
	"counterpoise/scenes/demos"
)

// selftestJob is a list of command lines that are run one after the other.
type selftestJob struct {
	name     string
	commands func() [][]string // DIR stands for the folder of the round
	printed  bool              // whether what is printed must be the same in every round
	same     []string          // patterns of files and folders below DIR that must be the same in every round
}

// selftestJobs are the jobs in their order; later ones read what earlier ones made. A record has durations and a report
// shows them, so neither is compared; the tables of both are.
var selftestJobs = []selftestJob{
	{name: "demos", printed: true, same: []string{"demos", "demos-*"}, commands: func() [][]string {
		lines := [][]string{
			{"demos", "generate", "picking", "left=1,right:noisy=1", "--seed", "1", "--pictures", "--out",
				"DIR/demos"},
			{"demos", "inspect", "DIR/demos"},
		}
		for _, format := range demos.Formats.Names() {
			lines = append(lines, []string{"demos", "convert", "DIR/demos", "DIR/demos-" + format, "--format", format},
				[]string{"demos", "inspect", "DIR/demos-" + format})
		}
		return lines
	}},
	{name: "train", same: []string{"policy"}, commands: func() [][]string {
		return [][]string{
			{"demos", "generate", "opening", "slider=1,drawer=1", "--seed", "2", "--out", "DIR/opening"},
			{"train", "DIR/opening", "--method", "natural", "--steps", "30", "--device", "go", "--out", "DIR/policy"},
			// Without --records the chance level comes from the program or from out here; it is not compared.
			{"eval", "DIR/policy", "--task", "opening", "--rollouts", "1"},
		}
	}},
	{name: "weigh", same: []string{"weights/sampling-*", "weights/weights.json"}, commands: func() [][]string {
		return [][]string{
			{"demos", "generate", "picking", "left=2,right=1", "--seed", "3", "--out", "DIR/picking"},
			{"weigh", "DIR/picking", "--method", "natural,ours", "--seeds", "2", "--steps", "40", "--out",
				"DIR/weights"},
		}
	}},
	{name: "pictures", commands: func() [][]string {
		return [][]string{{"dev", "cell", "task=picking", "recipe=left=1,middle=1,right=1", "groups=behaviour",
			"method=natural", "policy=vision", "trial=0", "rollouts=1", "steps=20", "seed=1", "--device", "go",
			"--out", "DIR/cell"}}
	}},
	{name: "report", printed: true, same: []string{"run/" + cli.ExampleRun + ".md", "run/tables"},
		commands: func() [][]string {
			return append([][]string{
				{"run", cli.ExampleRun, "--trials", "2", "--rollouts", "1", "--steps", "10", "--policy", "state",
					"--films=false", "--chance=false", "--device", "go", "--out", "DIR/run"},
				{"report", "DIR/run", "--films=false"},
			}, cli.StudyCommands("DIR/run")...)
		}},
	{name: "stats", printed: true, commands: func() [][]string {
		lines := [][]string{{"stats", "power", "--dz", "0.8", "--power", "0.9"}}
		for _, test := range []string{"ttest", "wilcoxon", "bootstrap", "bayes"} {
			lines = append(lines, []string{"stats", test, "DIR/numbers.csv", "--columns", "a,b"})
		}
		return append(lines, []string{"stats", "anova", "DIR/numbers.csv"},
			[]string{"stats", "pairwise", "DIR/numbers.csv", "--format", "json"})
	}},
}

// selftestWork is the state of a selftest.
type selftestWork struct {
	program
	dir     string // all work is below it
	results map[string]*jobResult
	samples []soak.Sample
}

// jobResult is what became of a job over the rounds.
type jobResult struct {
	rounds           int
	fastest, slowest time.Duration
	digest           [sha256.Size]byte // of the first round
	problem          string            // of the first round that was not as it should be
}

// round does jobs once, in a new folder, and removes it.
func (w *selftestWork) round(ctx context.Context, names []string) (err error) {
	dir := filepath.Join(w.dir, "round")
	if err := durable.MkdirAll(dir); err != nil {
		return writeTo(dir, err)
	}
	defer func() { err = errors.Join(err, durable.RemoveAll(dir)) }()
	if err := durable.WriteBelow(dir, "numbers.csv", numbers()); err != nil {
		return writeTo(dir, err)
	}
	for _, j := range selftestJobs {
		if !slices.Contains(names, j.name) {
			continue
		}
		if err := w.do(ctx, j, dir); err != nil {
			return err
		}
	}
	return nil
}

// numbers is a table of three columns and 200 rows, without ties.
func numbers() []byte {
	var b bytes.Buffer
	b.WriteString("a,b,c\n")
	for i := range 200 {
		fmt.Fprintf(&b, "%d.5,%d.25,%d.125\n", i*7%200, i*11%201+i%3, i*13%199+i%7)
	}
	return b.Bytes()
}

// do does a job once and compares what it printed and wrote with the first time. Only the end of the context is an
// error.
func (w *selftestWork) do(ctx context.Context, j selftestJob, dir string) error {
	r := w.results[j.name]
	if r == nil {
		r = &jobResult{}
		w.results[j.name] = r
	}
	start := time.Now()
	h := sha256.New()
	for _, line := range j.commands() {
		args := make([]string, len(line))
		for i, a := range line {
			args[i] = strings.ReplaceAll(a, "DIR", dir)
		}
		var out, messages bytes.Buffer
		sub := of(cli.Program{Name: w.Name, In: strings.NewReader(""), Out: &out, Err: &messages,
			CellRunner: w.CellRunner})
		root := sub.Root()
		root.SetArgs(cli.WithTest(root, args))
		err := root.ExecuteContext(ctx)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil && r.problem == "" {
			r.problem = fmt.Sprintf("%s: %v", strings.Join(line, " "), err)
		}
		if j.printed {
			h.Write(out.Bytes())
		}
	}
	for _, pattern := range j.same {
		found := bounded.Glob(dir, pattern)
		if len(found) == 0 && r.problem == "" {
			r.problem = "wrote no " + pattern
		}
		for _, path := range found {
			if err := hashTree(h, dir, path); err != nil && r.problem == "" {
				r.problem = err.Error()
			}
		}
	}
	r.add(time.Since(start), [sha256.Size]byte(h.Sum(nil)))
	return nil
}

// add counts a round of a job.
func (r *jobResult) add(took time.Duration, digest [sha256.Size]byte) {
	if r.rounds++; r.rounds == 1 {
		r.fastest, r.digest = took, digest
	}
	r.fastest, r.slowest = min(r.fastest, took), max(r.slowest, took)
	if digest != r.digest && r.problem == "" {
		r.problem = fmt.Sprintf("other bytes in round %d than in the first", r.rounds)
	}
}

// hashTree adds the names, relative to dir, and the contents of a file, or of all files below a folder, to a hash.
func hashTree(h interface{ Write([]byte) (int, error) }, dir, root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := bounded.ReadRegular(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		fmt.Fprintf(h, "%q %d\n", name, len(text))
		h.Write(text)
		return err
	})
}

// printJobs prints a line for each job and returns the names of those that failed.
func (w *selftestWork) printJobs(names []string) (failed []string) {
	t := w.NewTable(0)
	fmt.Fprintln(t, "job\trounds\tfastest\tslowest\tresult")
	for _, j := range selftestJobs {
		r := w.results[j.name]
		if !slices.Contains(names, j.name) || r == nil {
			continue
		}
		result := "the same every time"
		if r.problem != "" {
			result, failed = r.problem, append(failed, j.name)
		}
		fmt.Fprintf(t, "%s\t%d\t%.1f s\t%.1f s\t%s\n", j.name, r.rounds, r.fastest.Seconds(), r.slowest.Seconds(),
			result)
	}
	t.Flush()
	return failed
}

// printSamples prints a line for each quantity and returns the names of those that grew.
func (w *selftestWork) printSamples() (grown []string) {
	fmt.Fprintf(w.Out, "\nafter the first round, over %s: medians of the first and of the last third\n",
		wording.Plural(len(w.samples), "round"))
	t := w.NewTable(0)
	fmt.Fprintln(t, "held\tfirst\tlast\tgreatest\ta round adds\tallowed\tresult")
	for _, r := range soak.Judge(w.samples) {
		text := func(n int64) string {
			if r.Bytes {
				return cli.Size(n)
			}
			return fmt.Sprint(n)
		}
		switch {
		case !r.Known:
			fmt.Fprintf(t, "%s\t-\t-\t-\t-\t-\tthis system does not say\n", r.Name)
			continue
		case r.Grows:
			grown = append(grown, r.Name+" grows")
		}
		adds, unit := r.Slope, ""
		if r.Bytes {
			adds, unit = r.Slope/1e3, " kB"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%+.2f%s\t%s\t%s\n", r.Name, text(r.First), text(r.Last), text(r.Most),
			adds, unit, text(r.Slack), map[bool]string{false: "flat", true: "grows"}[r.Grows])
	}
	t.Flush()
	return grown
}
