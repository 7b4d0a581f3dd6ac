package balance

import (
	"testing"

	"counterpoise/policies/mixture"
)

// The second stage has the weights after the last step of the first, or the mean of the weights after each step. The
// log of a run has those before each step: .5, then .6, and .8 after the last.
func TestSecondStageWeights(t *testing.T) {
	log := &mixture.Log{Alpha: [][]float64{{.5, .5}, {.6, .4}}}
	for weights, want := range map[StageWeights][]float64{
		FinalWeights: {.8, .2}, MeanWeights: {.7, .3},
	} {
		s := &staged{first: constant{.8, .2}, weights: weights}
		if s.Alpha() != nil {
			t.Error("weights before the first stage")
		}
		s.Weigh(log)
		near(t, "second stage", s.Alpha(), want, 1e-12)
	}
}

// The first of two stages is the only one of a method with one stage, whose weights the second then keeps, whatever
// losses it observes.
func TestFirstStageIsTheOnlyOne(t *testing.T) {
	g := counted(27, 9, 27)
	l := losses(g, 50)
	for name, m := range allMethods(t) {
		if len(Settings(m)) == 0 {
			continue
		}
		two, err := Named(name + ",Stages=2")
		if _, plain := Methods.Get(name); plain == nil {
			two, err = Named(name + ":Stages=2")
		}
		if err != nil {
			continue // weights that do not move while the policy trains
		}
		s, ok := two.Start(g).(mixture.Staged)
		if one, already := m.Start(g).(mixture.Staged); already {
			if _, isStaged := one.First().(mixture.Staged); isStaged {
				t.Errorf("%s: a first stage of two stages", name)
			}
			continue
		}
		if !ok {
			t.Errorf("%s: no first stage", name)
			continue
		}
		first := prepared(s.First(), g, l)
		s.Weigh(through(first, l))
		alone := run(m, g, l)
		near(t, name, s.(mixture.Mixture).Alpha(), alone[len(alone)-1], 0)
		s.(mixture.Mixture).Observe([]float64{9, 0, 0})
		near(t, name+" later", s.(mixture.Mixture).Alpha(), alone[len(alone)-1], 0)
	}
}

// Searches, reference policies and the first stage train the same kind of policy, so that losses and references have
// one unit.
func TestLossOfAllRuns(t *testing.T) {
	g := counted(10, 20)
	for _, name := range []string{"zero", "remix-paper", "ours", "ours:HeldOut=.2"} {
		sep := ":"
		if name == "ours:HeldOut=.2" {
			sep = ","
		}
		m, err := Named(name + sep + "Stages=2,Loss=gaussian")
		if err != nil {
			t.Fatal(err)
		}
		if name == "ours:HeldOut=.2" { // which has two stages whatever the setting says
			if m, err = Named(name + ",Loss=gaussian"); err != nil {
				t.Fatal(err)
			}
		}
		first := m.Start(g).(mixture.Staged).First()
		runs := append(references(m, g), first)
		for n, r := range runs {
			if h, ok := r.(mixture.Headed); !ok || h.Head() != "gaussian" {
				t.Errorf("%s: run %d (%T) has another loss", name, n, r)
			}
		}
	}
}
