package runner

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"counterpoise/bench/record"
	"counterpoise/internal/seed"
	"counterpoise/policies"
	"counterpoise/scenes"
)

// walk is an environment on a line: it starts at a random whole place below 30, every action moves it by its first
// component, and place 40 is success.
type walk struct {
	place  float32
	long   int // steps since the start that were longer than 1
	starts *[]float32
}

func (w *walk) Reset(behaviour int, key seed.Key) error {
	w.place, w.long = float32(key.Rand().IntN(30)+behaviour), 0
	*w.starts = append(*w.starts, w.place)
	return nil
}
func (w *walk) Observe(o *scenes.Observation) error { o.Robot[scenes.RobotTCP] = w.place; return nil }
func (w *walk) Step(a scenes.Action) error {
	w.place += a[scenes.ActionTranslation]
	if a[scenes.ActionTranslation] > 1 {
		w.long++
	}
	return nil
}
func (w *walk) ClippedTargets() int { return w.long }

// Outcome is right for both oracles at place 40 or beyond.
func (w *walk) Outcome() scenes.Outcome {
	if w.place >= 40 {
		return scenes.Outcome{CALVIN: scenes.Right, Earned: scenes.Right}
	}
	return scenes.Outcome{}
}

// walker walks one place a step, from places below stuck not at all. It keeps count of calls and observations.
type walker struct {
	stuck       float32
	calls, seen int
}

func (p *walker) Act(dst [][]scenes.Action, obs []scenes.Observation) error {
	p.calls++
	p.seen += len(obs)
	for i, chunk := range dst {
		for t := range chunk {
			chunk[t][0] = 1
			if obs[i].Robot[scenes.RobotTCP] < p.stuck {
				chunk[t][0] = 0
			}
		}
	}
	return nil
}

// line is a batch of n walks.
func line(n, execute, horizon int, a policy) (*rolloutBatch, *[]float32) {
	starts := new([]float32)
	t := &rolloutBatch{policy: a, execute: execute, horizon: horizon}
	for range n {
		t.memories = append(t.memories, policies.NewMemory(a))
		t.environments = append(t.environments, &walk{starts: starts})
		t.chunks = append(t.chunks, make([]scenes.Action, execute))
	}
	return t, starts
}

// A walk from place x reaches 40 at step 40-x if that lies within the horizon, whatever the length of a chunk and the
// number of environments.
func TestOutcomes(t *testing.T) {
	for _, c := range []struct{ batchSize, execute, horizon int }{{1, 1, 25}, {3, 4, 25}, {64, 4, 25}, {7, 8, 26},
		{10, 30, 25}} {
		th, starts := line(c.batchSize, c.execute, c.horizon, &walker{})
		got, err := th.run(context.Background(), 1, seed.Of("test"), 20)
		if err != nil {
			t.Fatal(err)
		}
		for r, start := range *starts {
			want := 40 - int(start)
			if want > c.horizon {
				want = 0
			}
			if got[r].CALVIN.At(scenes.Right) != want || got[r].Earned != got[r].CALVIN {
				t.Errorf("%+v: rollout %d from place %v: %+v, want step %d", c, r, start, got[r], want)
			}
		}
	}
}

// Rollout r starts from the same state whatever the number of environments, of rollouts and the policy.
func TestStartsAreShared(t *testing.T) {
	var all []float32
	for _, c := range []struct{ batchSize, n int }{{64, 100}, {3, 100}, {64, 20}} {
		th, starts := line(c.batchSize, 4, 10, &walker{stuck: float32(c.batchSize)})
		if _, err := th.run(context.Background(), 0, seed.Of("test"), c.n); err != nil {
			t.Fatal(err)
		}
		if all == nil {
			all = *starts
		}
		if !slices.Equal(*starts, all[:c.n]) {
			t.Errorf("%+v: starts %v, want %v", c, *starts, all[:c.n])
		}
	}
}

// The policy gets no observation of a rollout that is over.
func TestFinishedRolloutsAreNotObserved(t *testing.T) {
	p := &walker{}
	th, starts := line(64, 4, 1000, p)
	if _, err := th.run(context.Background(), 0, seed.Of("test"), 20); err != nil {
		t.Fatal(err)
	}
	want := 0
	for _, s := range *starts {
		want += (40 - int(s) + 3) / 4
	}
	if p.seen != want {
		t.Errorf("the policy saw %d observations in %d calls, want %d", p.seen, p.calls, want)
	}
}

func TestRolloutsStop(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	th, _ := line(4, 4, 100, &walker{})
	if _, err := th.run(ctx, 0, seed.Of("test"), 20); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that it was stopped", err)
	}
}

// A rollout has the environment's count of clipped targets: of a walk from place x to 40 in steps of 2.5, all of them.
func TestClipped(t *testing.T) {
	b, starts := line(8, 4, 25, strider{})
	got, err := b.run(context.Background(), 0, seed.Of("test"), 20)
	if err != nil {
		t.Fatal(err)
	}
	for r, start := range *starts {
		if want := int(math.Ceil(float64(40-start) / 2.5)); got[r].clipped != want {
			t.Errorf("rollout %d from place %v: %d clipped actions, want %d", r, start, got[r].clipped, want)
		}
	}
}

// diverging walks one place a step, and from place 20 on its actions are not finite.
type diverging struct{ bad float32 }

func (p diverging) Act(dst [][]scenes.Action, obs []scenes.Observation) error {
	for i, chunk := range dst {
		for t := range chunk {
			chunk[t] = scenes.Action{1}
			if obs[i].Robot[scenes.RobotTCP]+float32(t) >= 20 {
				chunk[t][scenes.ActionRotation] = p.bad
			}
		}
	}
	return nil
}

// An action that is not finite ends its rollout as a failure at that step, is not executed, and leaves the other
// rollouts of the batch alone.
func TestNonFiniteActionsEndRollouts(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		b, starts := line(8, 4, 30, diverging{float32(bad)})
		got, err := b.run(context.Background(), 0, seed.Of("test"), 20)
		if err != nil {
			t.Fatal(err)
		}
		for r, start := range *starts {
			want := record.Ending{NonFinite: max(1, 21-int(start))}
			if got[r].Ending != want {
				t.Errorf("rollout %d from place %v: %+v, want %+v", r, start, got[r], want)
			}
		}
	}
}

// scripted is an environment with given verdicts after each control step; the last ones stay.
type scripted struct {
	calvin, earned []scenes.Verdict
	steps          int
}

func (s *scripted) Reset(int, seed.Key) error         { s.steps = 0; return nil }
func (s *scripted) Observe(*scenes.Observation) error { return nil }
func (s *scripted) Step(scenes.Action) error          { s.steps++; return nil }
func (s *scripted) ClippedTargets() int               { return 0 }
func (s *scripted) Outcome() scenes.Outcome {
	at := func(list []scenes.Verdict) scenes.Verdict { return list[min(s.steps, len(list))-1] }
	return scenes.Outcome{CALVIN: at(s.calvin), Earned: at(s.earned)}
}

// The first verdict of each oracle decides; the rollout ends when both have decided, or at the horizon.
func TestDecisions(t *testing.T) {
	const neither, right, wrong = scenes.Neither, scenes.Right, scenes.Wrong
	at := func(v scenes.Verdict, step int) scenes.Decision { return scenes.Decision{Verdict: v, Step: step} }
	for name, c := range map[string]struct {
		calvin, earned []scenes.Verdict
		want           record.Ending
		steps          int
	}{
		"both at once": {
			[]scenes.Verdict{neither, neither, right}, []scenes.Verdict{neither, neither, right},
			record.Ending{CALVIN: at(right, 3), Earned: at(right, 3)}, 3,
		},
		"swept, then earned": {
			[]scenes.Verdict{neither, right, neither, wrong},
			[]scenes.Verdict{neither, neither, neither, neither, right},
			record.Ending{CALVIN: at(right, 2), Earned: at(right, 5)}, 5,
		},
		"never earned": {
			[]scenes.Verdict{right, neither}, []scenes.Verdict{neither},
			record.Ending{CALVIN: at(right, 1)}, 10,
		},
		"wrong by both": {
			[]scenes.Verdict{neither, wrong}, []scenes.Verdict{neither, neither, neither, neither, neither, wrong},
			record.Ending{CALVIN: at(wrong, 2), Earned: at(wrong, 6)}, 6,
		},
		"swept the wrong part, earned the right one": {
			[]scenes.Verdict{wrong}, []scenes.Verdict{neither, neither, neither, right},
			record.Ending{CALVIN: at(wrong, 1), Earned: at(right, 4)}, 4,
		},
		"nothing": {[]scenes.Verdict{neither}, []scenes.Verdict{neither}, record.Ending{}, 10},
	} {
		s := &scripted{calvin: c.calvin, earned: c.earned}
		b, _ := line(1, 3, 10, &walker{})
		b.environments = []environment{s}
		got, err := b.run(context.Background(), 0, seed.Of("test"), 1)
		if err != nil || got[0].Ending != c.want || s.steps != c.steps {
			t.Errorf("%s: %+v after %d steps, %v; want %+v after %d", name, got[0], s.steps, err, c.want, c.steps)
		}
	}
}

// strider walks 2.5 places a step.
type strider struct{}

func (strider) Act(dst [][]scenes.Action, _ []scenes.Observation) error {
	for _, chunk := range dst {
		for t := range chunk {
			chunk[t] = scenes.Action{2.5}
		}
	}
	return nil
}

// recaller is a policy that acts on three observations and checks that they are those of its own rollout: the places of
// a walk that goes one place a step, execute steps apart, with the first one repeated.
type recaller struct {
	walker
	execute float32
	wrong   int
}

func (*recaller) History() int { return 3 }

func (p *recaller) Act(dst [][]scenes.Action, obs []scenes.Observation) error {
	for i := range dst {
		now, before, first := obs[3*i].Robot[0], obs[3*i+1].Robot[0], obs[3*i+2].Robot[0]
		if begun := now == before && before == first; !begun && now-before != p.execute ||
			before-first != p.execute && before != first {
			p.wrong++
		}
	}
	return p.walker.Act(dst, obs[:len(dst)])
}

// A policy with a history gets the observations of each rollout apart, the present one first, in every batch, and never
// those of a rollout before.
func TestHistoryOfRollouts(t *testing.T) {
	for _, n := range []int{1, 5} {
		p := &recaller{execute: 4}
		batch, _ := line(n, 4, 30, p)
		if _, err := batch.run(t.Context(), 0, seed.Of("history"), 12); err != nil || p.wrong > 0 || p.calls < 12 {
			t.Errorf("%d environments: %d of %d histories are wrong (%v)", n, p.wrong, p.seen, err)
		}
	}
}
