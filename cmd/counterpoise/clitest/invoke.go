package clitest

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"counterpoise/bench/record"
	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/golden"
	"counterpoise/internal/recordtest"
	"counterpoise/internal/seed"
	"counterpoise/policies/train"
	"counterpoise/scenes/demos"
)

// FakeCellRunner makes records out of nothing but the cell: a policy succeeds about as often as its behaviour has
// demonstrations. It lets the tests run the whole program but physics and training, in milliseconds.
type FakeCellRunner struct {
	Pause time.Duration
	Made  *atomic.Int32
}

func (l FakeCellRunner) Run(ctx context.Context, c record.Cell) (record.Record, error) {
	select {
	case <-time.After(l.Pause):
	case <-ctx.Done():
		return record.Record{}, context.Cause(ctx)
	}
	l.Made.Add(1)
	r := record.Record{
		Cell:     c,
		Data:     record.Data{Hash: "feed", Version: "0"},
		Training: record.Training{Backend: "a fake", Config: record.Config(train.DefaultConfig())},
	}
	draw := seed.Of(c.Name()).Rand()
	r.Duration.Training = draw.Float64()
	recipe := c.Recipe
	if c.OfDataset() {
		recipe = map[string]string{"picking": "left=9,middle=9,right=9", "opening": "slider=9,drawer=9"}[c.TaskName()]
	}
	for part := range strings.SplitSeq(recipe, ",") {
		var n int
		name, number, _ := strings.Cut(part, "=")
		if fmt.Sscan(number, &n); strings.Contains(name, ":") {
			continue // suboptimal demonstrations beside the optimal ones of the same behaviour
		}
		r.Data.Groups = append(r.Data.Groups, demos.GroupCount{Behaviour: name, Demos: n, Frames: 100 * n})
		o := record.Outcomes{Behaviour: name, Horizon: 360, Steps: make([]int, c.Rollouts)}
		rate := float64(n) / 30
		if c.Untrained() {
			rate = 0.001
		}
		for i := range o.Steps {
			if draw.Float64() < rate {
				o.Steps[i] = 1 + draw.IntN(360)
			}
		}
		r.Rollouts = append(r.Rollouts, o)
	}
	return recordtest.WithVerdicts(r, 0, 1), nil
}

// Invoke runs a command line with a fake cell runner and returns the exit code, what was printed, and how many
// records were made.
func Invoke(args ...string) (code int, stdout, stderr string, made int) {
	var out, errs bytes.Buffer
	fake := FakeCellRunner{Made: new(atomic.Int32)}
	p := cli.Program{Name: "counterpoise", Out: &out, Err: &errs,
		CellRunner: func(int) runner.CellRunner { return fake }}
	code = p.Main(args)
	return code, out.String(), errs.String(), int(fake.Made.Load())
}

// CheckOutput holds what a command line prints against the file that is named.
func CheckOutput(t *testing.T, name, args string, wanted int) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		code, stdout, stderr, _ := Invoke(strings.Fields(args)...)
		if code != wanted || stderr != "" {
			t.Errorf("exit code %d, want %d; stderr %q", code, wanted, stderr)
		}
		golden.Check(t, name+".txt", Machineless(stdout))
	})
}

// Machineless cuts out the one default that is the machine's.
func Machineless(s string) string {
	return regexp.MustCompile(`(at a time; changes no result \(default) \d+`).ReplaceAllString(s, "$1 all cores")
}

// Piped runs the program with a text on standard input.
func Piped(text string, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	p := cli.Program{Name: "counterpoise", In: strings.NewReader(text), Out: &out, Err: &errs}
	return p.Main(args), out.String(), errs.String()
}
