package runner

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

// tiny are real cells, small enough for a test: two recipes of one pool, two methods, two trials.
func tiny() []record.Cell {
	var cells []record.Cell
	for trial := range 2 {
		for _, recipe := range []string{"left=2,middle=2,right=2", "left=1,middle=2,right=2"} {
			for _, method := range []string{"natural", "upsample"} {
				cells = append(cells, record.Cell{
					Task: "picking", Recipe: recipe, Groups: "behaviour", Method: method, Policy: bench.StatePolicy,
					Trial:    trial,
					Rollouts: 2, Steps: 3, Seed: 1, Version: bench.Version,
				})
			}
		}
	}
	return cells
}

// Any number of workers gives the same records, down to the last bit of each loss.
func TestCellRunnerIsDeterministic(t *testing.T) {
	var want map[string]record.Record
	for _, workers := range []int{1, 3} {
		store := &memoryStore{}
		if err := Run(context.Background(), tiny(), store, NewCellRunner(workers, nil, ""), workers,
			&countingWatcher{}); err != nil {
			t.Fatal(err)
		}
		for h, r := range store.records {
			r.Duration = record.Duration{}
			store.records[h] = r
		}
		if want == nil {
			want = store.records
		}
		if !reflect.DeepEqual(store.records, want) {
			t.Errorf("%d workers made other records than 1", workers)
		}
	}
	plausible(t, want)
}

// plausible checks what the tiny cells must have in common and where they must differ.
func plausible(t *testing.T, records map[string]record.Record) {
	cells := tiny()
	of := func(i int) record.Record { return records[cells[i].Hash()] }
	for i := range cells {
		r := of(i)
		if len(r.Rollouts) != 3 || len(r.Rollouts[0].Steps) != 2 || len(r.Training.Loss) != 3 ||
			len(r.Training.Alpha) != 3 {
			t.Errorf("record %d lacks rollouts or training: %+v", i, r)
		}
		if r.Data.Groups[0].Demos != 2-i/2%2 || r.Data.Groups[0].Frames == 0 {
			t.Errorf("record %d was trained on %+v", i, r.Data.Groups)
		}
	}
	if of(0).Data.Hash != of(1).Data.Hash || of(0).Data.Hash == of(2).Data.Hash || of(0).Data.Hash == of(4).Data.Hash {
		t.Error("methods must share their dataset; recipes and trials must not")
	}
	if a, b := of(2).Training.Alpha[0].Group, of(3).Training.Alpha[0].Group; reflect.DeepEqual(a, b) {
		t.Errorf("natural and upsample weigh 1/2/2 demonstrations alike: %v", a)
	}
}

// Errors name the cell and what is wrong with it.
func TestCellRunnerErrors(t *testing.T) {
	for want, change := range map[string]func(*record.Cell){
		`unknown task "juggling"`:       func(c *record.Cell) { c.Task = "juggling" },
		`no behaviour "up"`:             func(c *record.Cell) { c.Recipe = "up=3" },
		`unknown method "wishing"`:      func(c *record.Cell) { c.Method = "wishing" },
		`unknown policy "clairvoyance"`: func(c *record.Cell) { c.Policy.Observer = "clairvoyance" },
	} {
		c := tiny()[0]
		change(&c)
		err := Run(context.Background(), []record.Cell{c}, &memoryStore{}, NewCellRunner(1, nil, ""), 1,
			&countingWatcher{})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), c.String()) {
			t.Errorf("error %v, want %s of %v", err, want, c)
		}
	}
}

func TestCellRunnerStops(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := NewCellRunner(1, nil, "").Run(ctx, tiny()[0]); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that it was stopped", err)
	}
}

// A cell takes methods with settings and given weights, and the record has the reference runs of a method: "ours"
// searches the least loss of each behaviour in turn, with weights on the simplex.
func TestMethodsWithSettings(t *testing.T) {
	for _, method := range []string{"fixed:0.2,0.6,0.2", "remix-paper:EtaT=100", "ours:MetaSteps=3",
		"ours:MetaSteps=3,Stages=2"} {
		c := record.Cell{
			Task: "picking", Recipe: "left=2,middle=1,right=2", Groups: "behaviour", Method: method,
			Policy:   bench.StatePolicy,
			Rollouts: 1, Steps: 4, Seed: 1, Version: bench.Version,
		}
		r, err := NewCellRunner(1, nil, "").Run(context.Background(), c)
		if err != nil {
			t.Errorf("%s: %v", method, err)
			continue
		}
		refs := r.Training.References
		if strings.HasPrefix(method, "ours") && len(refs) != 3 {
			t.Errorf("%s: %d reference runs in the record, want one a behaviour", method, len(refs))
		}
		if first := r.Training.First; (first != nil) != strings.Contains(method, "Stages=2") {
			t.Errorf("%s: the first stage is %+v", method, first)
		} else if first != nil {
			refs = append(refs, *first)
		}
		if err := r.Check(); err != nil {
			t.Errorf("%s: %v", method, err)
		}
		for i, ref := range refs {
			if len(ref.Alpha) == 0 || len(ref.Reached) != 3 {
				t.Errorf("%s: reference run %d is %+v", method, i, ref)
			}
		}
	}
}

// A cell without rollouts has the training of the same cell with rollouts, no outcomes, and a record that passes the
// checks.
func TestCellWithoutRollouts(t *testing.T) {
	c := record.Cell{
		Task: "picking", Recipe: "left=2,middle=1,right=2", Groups: "behaviour", Method: "zero:EtaT=100",
		Policy: bench.StatePolicy, Rollouts: 1, Steps: 4, Seed: 1, Version: bench.Version,
	}
	with, err := NewCellRunner(1, nil, "").Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	c.Rollouts = 0
	without, err := NewCellRunner(1, nil, "").Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	if without.Rollouts != nil || without.Check() != nil || len(with.Rollouts) != 3 {
		t.Errorf("outcomes %v, check %v", without.Rollouts, without.Check())
	}
	if !reflect.DeepEqual(with.Training, without.Training) {
		t.Error("another training")
	}
}

// BenchmarkCell measures one cell, from demonstrations to rollouts, at a tenth of the study's size: from the state, and
// from pictures, which it draws and encodes too.
func BenchmarkCell(b *testing.B) {
	newRenderer := func() (Renderer, error) { return render.Pictures{Renderer: soft.New()}, nil }
	for _, policy := range []record.Policy{bench.StatePolicy, bench.VisionPolicy} {
		b.Run(policy.String(), func(b *testing.B) {
			b.ReportAllocs()
			for i := range b.N {
				c := record.Cell{
					Task: "picking", Recipe: "left=21,middle=21,right=21", Groups: "behaviour", Method: "natural",
					Policy: policy, Trial: i,
					Rollouts: bench.DefaultSize.Rollouts / 10, Steps: 40, Seed: 1, Version: bench.Version,
				}
				r, err := NewCellRunner(1, newRenderer, "").Run(context.Background(), c)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(r.Duration.Data, "s-data")
				b.ReportMetric(r.Duration.Training, "s-training")
				b.ReportMetric(r.Duration.Rollouts, "s-rollouts")
			}
		})
	}
}

func TestThinned(t *testing.T) {
	for _, c := range []struct{ n, keep, want int }{{0, 5, 0}, {5, 5, 5}, {6, 5, 5}, {1000, 50, 50}} {
		p := make([]record.Point, c.n)
		for i := range p {
			p[i].Step = i
		}
		got := thinned(p, c.keep)
		if len(got) != c.want {
			t.Errorf("%d of %d points are kept, want %d", len(got), c.n, c.want)
		}
		if c.n > 0 && (got[0].Step != 0 || got[len(got)-1].Step != c.n-1) {
			t.Errorf("of %d points the first and last kept are %d and %d", c.n, got[0].Step, got[len(got)-1].Step)
		}
	}
}
