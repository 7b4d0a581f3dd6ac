package policies

import (
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/network"
	"counterpoise/policies/train"
	"counterpoise/scenes"
)

// A policy learns a task whose actions depend on the past if it has a history of two observations, and does not
// without. It acts as in the demonstrations when a Memory gives it the observations of its calls. At the first call the
// past is the present, and the end of the line, where a demonstration begins, says the direction; one frame in twenty
// teaches that, so there the sign alone is tested.
func TestHistoryLearnsWhatOneObservationCannotShow(t *testing.T) {
	t.Parallel()
	d, g := toydata.Passing(seed.Of("passing"), 4)
	for _, history := range []int{1, 2} {
		c := small()
		c.History, c.Chunk, c.Execute, c.Steps, c.Batch, c.Rate = history, 2, 2, 400, 32, 3e-3
		p, log := mustTrain(t, d, g, &toydata.FixedMixture{Weights: []float64{1}}, c, seed.Of("train"))
		loss := log.Last(50)[0]
		if known := history > 1; known != (loss < .01) || !known && loss < .05 {
			t.Errorf("history of %d: loss %v, the variance of the actions is %v", history, loss, 1./7)
		}
		if reads := p.Reads(); (reads > 0) != (history == 1) {
			t.Errorf("history of %d: it answers from %d values of one observation", history, reads)
		}
		if history == 1 {
			continue
		}
		for i, e := range d.Episodes {
			memory := NewMemory(p)
			for at := 0; at < e.Frames(); at += c.Execute {
				obs, err := memory.Observe(func(o *scenes.Observation) error { *o = e.Observations[at]; return nil })
				if err != nil {
					t.Fatal(err)
				}
				most := .3
				if at == 0 {
					most = 1
				}
				if got := act(t, p, obs)[0][0][0]; math.Abs(float64(got-e.Actions[at][0])) > most {
					t.Errorf("demonstration %d, frame %d: action %v, demonstrated %v", i, at, got, e.Actions[at][0])
				}
			}
		}
	}
}

// A Memory has the present observation first and then those of the calls before; at the start of a rollout the first
// one stands for them. Pictures of past observations stay as they were when the function reuses its buffer.
func TestMemory(t *testing.T) {
	m := &Memory{frames: make([]scenes.Observation, 3)}
	see := func(v uint8) (seen []uint8) {
		obs, err := m.Observe(func(o *scenes.Observation) error {
			o.Static = append(o.Static[:0], v)
			o.Gripper = append(o.Gripper[:0], v)
			o.Robot[0] = float32(v)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range obs {
			if o.Static[0] != o.Gripper[0] || float32(o.Static[0]) != o.Robot[0] {
				t.Errorf("parts of several observations: %v", o)
			}
			seen = append(seen, o.Static[0])
		}
		return seen
	}
	for i, want := range [][]uint8{{1, 1, 1}, {2, 1, 1}, {3, 2, 1}, {4, 3, 2}} {
		if got := see(uint8(i + 1)); !slices.Equal(got, want) {
			t.Errorf("call %d sees %v, want %v", i, got, want)
		}
	}
	m.Restart()
	if got := see(9); !slices.Equal(got, []uint8{9, 9, 9}) {
		t.Errorf("after a restart %v", got)
	}
}

// A history of one is the default, in every byte. One that is too long, and calls with the wrong number of
// observations, are errors.
func TestHistoryOfOneIsTheDefault(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2)
	c := small()
	c.Steps = 3
	weigh := &toydata.FixedMixture{Weights: []float64{1}}
	want, _ := mustTrain(t, d, g, weigh, c, seed.Of("train"))
	c.History = 1
	got, _ := mustTrain(t, d, g, weigh, c, seed.Of("train"))
	if !slices.EqualFunc(want.Model().Weights, got.Model().Weights, slices.Equal) || HistoryOf(got) != 1 {
		t.Error("a history of one gives another policy")
	}
	c.History = network.MaxHistory + 1
	if _, _, err := train.Train(t.Context(), d, g, weigh, c, seed.Of("train"), train.Options{}); err == nil ||
		!strings.Contains(err.Error(), "history of 9 observations; use 1 to 8") {
		t.Errorf("error %v", err)
	}
	c.History = 2
	two, _ := mustTrain(t, d, g, weigh, c, seed.Of("train"))
	obs := d.Episodes[0].Observations[:3]
	if err := two.Act(make([][]scenes.Action, 3), obs); err == nil ||
		!strings.Contains(err.Error(), "3 chunks of actions for 3 observations, 2 each") {
		t.Errorf("error %v", err)
	}
}
