package mixture

import (
	"errors"
	"fmt"
	"slices"
	"testing"
)

// weighed is a mixture with a name for messages.
type weighed struct{ name string }

func (weighed) Alpha() []float64  { return nil }
func (weighed) Observe([]float64) {}

// referring needs two reference runs and keeps their losses.
type referring struct {
	weighed
	told [][]float64
}

func (r *referring) Reference() Mixture {
	if len(r.told) == 2 {
		return nil
	}
	return weighed{fmt.Sprint("reference ", len(r.told))}
}

func (r *referring) Refer(loss []float64) { r.told = append(r.told, loss) }

// twofold is the second of two stages.
type twofold struct {
	weighed
	first Mixture
	found *Log
}

func (s *twofold) First() Mixture { return s.first }
func (s *twofold) Weigh(l *Log)   { s.found = l }

// Reference runs come in order, numbered from 0, then the first stage with the next number, and each result goes to the
// mixture that asked for it, as a copy. An error ends the runs.
func TestRunBefore(t *testing.T) {
	first := &referring{weighed: weighed{"first"}}
	mix := &twofold{first: first}
	var made []string
	run := func(n int, m Mixture, stage bool) (*Log, error) {
		name := "first stage"
		if w, ok := m.(weighed); ok {
			name = w.name
		}
		made = append(made, fmt.Sprint(n, " ", name, " ", stage))
		return &Log{Reached: []float64{float64(n)}}, nil
	}
	references, log, err := RunBefore(mix, run)
	if want := []string{"0 reference 0 false", "1 reference 1 false", "2 first stage true"}; !slices.Equal(made, want) {
		t.Errorf("runs %q, want %q", made, want)
	}
	if err != nil || len(references) != 2 || log == nil || mix.found != log {
		t.Errorf("%d references, first stage %v, weighed %v, error %v", len(references), log, mix.found, err)
	}
	first.told[0][0] = 9
	if first.told[1][0] != 1 || references[0].Reached[0] != 0 {
		t.Errorf("told %v, in the log %v", first.told, references[0].Reached)
	}
	if references, log, err := RunBefore(weighed{}, run); references != nil || log != nil || err != nil {
		t.Errorf("a mixture by itself: %v, %v, %v", references, log, err)
	}
	broken := errors.New("broken")
	for stop := range 3 {
		_, _, err := RunBefore(&twofold{first: &referring{}}, func(n int, _ Mixture, _ bool) (*Log, error) {
			if n == stop {
				return nil, broken
			}
			return &Log{}, nil
		})
		if !errors.Is(err, broken) {
			t.Errorf("run %d fails: error %v", stop, err)
		}
	}
}

// The last losses are a mean over the last steps alone, or over all where there are fewer; the run that weighs is the
// first stage, where there is one.
func TestLogOfLastSteps(t *testing.T) {
	l := &Log{Groups: []string{"a", "b"}, Loss: [][]float64{{8, 1}, {2, 3}, {4, 7}}}
	for n, want := range map[int][]float64{1: {4, 7}, 2: {3, 5}, 3: {14. / 3, 11. / 3}, 9: {14. / 3, 11. / 3}} {
		for g, v := range l.Last(n) {
			if d := v - want[g]; d > 1e-12 || d < -1e-12 {
				t.Errorf("last %d: %v, want %v", n, l.Last(n), want)
			}
		}
	}
	if l.Weighing() != l || (&Log{First: l}).Weighing() != l {
		t.Error("another log of the run that weighs")
	}
}
