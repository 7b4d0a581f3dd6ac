package runner

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/scenes"
)

// still is a policy that does not move. It records the positions of the red block that it observes; they differ between
// the starts of rollouts.
type still struct {
	mu     sync.Mutex
	blocks map[[2]float32]bool
}

func (s *still) Act(dst [][]scenes.Action, obs []scenes.Observation) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range dst {
		clear(dst[i])
		s.blocks[[2]float32(obs[i].Scene[scenes.SceneBlocks:])] = true
	}
	return nil
}

// Rollouts start from the states of the same trial of a run, whatever the number of workers, and all are played.
func TestEvaluate(t *testing.T) {
	task, _ := scenes.Tasks.Get("picking")
	want := map[[2]float32]bool{}
	table := scenes.NewTabletop()
	for b, name := range task.Behaviours() {
		for r := range evaluationBatch + 1 {
			key := seed.Of("counterpoise", uint64(7), "picking", "start", 3).With(name).With(r)
			if err := task.Reset(table, b, key.Rand()); err != nil {
				t.Fatal(err)
			}
			var o scenes.Observation
			table.Observe(&o)
			want[[2]float32(o.Scene[scenes.SceneBlocks:])] = true
		}
	}
	for _, workers := range []int{1, 5} {
		s := &still{blocks: map[[2]float32]bool{}}
		last, calls := 0, 0
		out, err := evaluate(context.Background(), s, 360, Evaluation{
			Task: "picking", Rollouts: evaluationBatch + 1, Seed: 7, Trial: 3, Workers: workers,
			Progress: func(done, total int) {
				if last, calls = done, calls+1; total != 3*(evaluationBatch+1) {
					t.Errorf("%d rollouts in all", total)
				}
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, o := range out {
			if o.Behaviour != task.Behaviours()[i] || len(o.Steps) != evaluationBatch+1 || slices.Max(o.Steps) != 0 {
				t.Errorf("%d workers: outcomes %+v of a policy that does nothing", workers, o)
			}
		}
		if last != 3*(evaluationBatch+1) || calls != 6 {
			t.Errorf("%d workers: told of %d rollouts in %d calls", workers, last, calls)
		}
		if len(s.blocks) != len(want) {
			t.Errorf("%d workers: %d starts, want %d", workers, len(s.blocks), len(want))
		}
		for at := range want {
			if !s.blocks[at] {
				t.Errorf("%d workers: no rollout starts with the block at %v", workers, at)
			}
		}
	}
}

// The first observation is that of rollout 0 of the first behaviour, with pictures where they are asked for.
func TestFirst(t *testing.T) {
	task, _ := scenes.Tasks.Get("picking")
	table := scenes.NewTabletop()
	key := seed.Of("counterpoise", uint64(7), "picking", "start", 3).With(task.Behaviours()[0]).With(0)
	if err := task.Reset(table, 0, key.Rand()); err != nil {
		t.Fatal(err)
	}
	var want scenes.Observation
	table.Observe(&want)
	drawn := new(atomic.Int32)
	e := Evaluation{Task: "picking", Seed: 7, Trial: 3,
		NewRenderer: func() (Renderer, error) { return squareRenderer{drawn}, nil }}
	for i, pictures := range []bool{false, true} {
		o, err := e.FirstObservation(pictures)
		if err != nil || o.Robot != want.Robot || o.Scene != want.Scene || (len(o.Static) > 0) != pictures ||
			(len(o.Gripper) > 0) != pictures || drawn.Load() != int32(i) {
			t.Errorf("pictures %v: %d and %d bytes, %v", pictures, len(o.Static), len(o.Gripper), err)
		}
	}
}

type broken struct{}

func (broken) Act([][]scenes.Action, []scenes.Observation) error { return errors.New("out of order") }

func TestEvaluateStops(t *testing.T) {
	e := Evaluation{Task: "picking", Rollouts: 2, Workers: 2, Progress: func(int, int) {}}
	if _, err := evaluate(context.Background(), broken{}, 4, e); err == nil || err.Error() == "" {
		t.Errorf("error %v", err)
	}
	ended, end := context.WithCancel(context.Background())
	end()
	if _, err := evaluate(ended, &still{blocks: map[[2]float32]bool{}}, 4, e); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that it was stopped", err)
	}
	e.Task = "juggling"
	if _, err := evaluate(context.Background(), broken{}, 4, e); err == nil {
		t.Error("evaluated on a task that does not exist")
	}
}
