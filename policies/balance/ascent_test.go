package balance

import (
	"math"
	"slices"
	"testing"

	"counterpoise/policies/mixture"
)

func near(t *testing.T, what string, got, want []float64, slack float64) {
	t.Helper()
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= slack) { // also where it is not a number
			t.Errorf("%s: weights %v, want %v", what, got, want)
			return
		}
	}
}

// Eq. 14 by hand: k = 3, ηT = 3 over T = 30 steps, so η = .1. δ = (1, .4, .1) has mean .5:
// α = 1/3 + .1 (δ - .5) = (.38333, .32333, .29333); the same again: (.43333, .31333, .25333).
func TestZeroByHand(t *testing.T) {
	a := Zero{EtaT: 3}.Start(counted(5, 5, 5))
	a.(mixture.Initializer).Begin(30, nil)
	a.Observe([]float64{1, .4, .1})
	near(t, "one step", a.Alpha(), []float64{1./3 + .05, 1./3 - .01, 1./3 - .04}, 1e-12)
	a.Observe([]float64{1, .4, .1})
	near(t, "two steps", a.Alpha(), []float64{1./3 + .1, 1./3 - .02, 1./3 - .08}, 1e-12)
}

// At Eq. 15's fixed point, δ_1 = ... = δ_k, the weights stand still, whatever they are.
func TestAscentStandsStillAtItsFixedPoint(t *testing.T) {
	m := RemixPaper{EtaT: 300}.Start(counted(27, 9, 27)).(*referenced)
	near(t, "reference weights", m.Reference().Alpha(), shares(counted(27, 9, 27).Frames), 0)
	m.Refer([]float64{.1, .2, .3})
	if m.Reference() != nil {
		t.Error("another reference run after the only one")
	}
	m.Observe([]float64{.2, .2, .3})
	before := append([]float64(nil), m.Alpha()...)
	m.Observe([]float64{.6, .7, .8})
	near(t, "after equal excesses", m.Alpha(), before, 1e-12)
}

// A min-max game whose end is known: L_i(θ) = (θ - c_i)² + b_i, the policy solved exactly at every step, θ = sum α_i
// c_i. With c = (0, 1) and references 0, Eq. 15 asks (α_2)² + b_1 = (1 - α_2)² + b_2: α_2 = (1 + b_2 - b_1)/2.
func TestAscentReachesTheFixedPoint(t *testing.T) {
	b := []float64{.1, .4}
	a := Zero{EtaT: 40}.Start(counted(5, 5))
	a.(mixture.Initializer).Begin(400, nil)
	for range 400 {
		theta := a.Alpha()[1]
		a.Observe([]float64{theta*theta + b[0], (1-theta)*(1-theta) + b[1]})
	}
	near(t, "equilibrium", a.Alpha(), []float64{.35, .65}, 1e-9)
}

// The study's Table 1 as linear drift: with both groups fitted equally well, its learned weights follow from the gap
// of its reference losses and one ηT = 2.25. Picking: L_ref 1.893 (suboptimal) and 1.505, weights .0633/.9367.
// Opening: 2.018 and 1.626, weights .0563/.9437. In means over the 7 components of an action, the unit of this program,
// the same rows follow from the default ηT.
func TestTableOneIsLinearDrift(t *testing.T) {
	for what, c := range map[string]struct{ ref, want []float64 }{
		"picking": {[]float64{1.893, 1.505}, []float64{.0633, .9367}},
		"opening": {[]float64{2.018, 1.626}, []float64{.0563, .9437}},
	} {
		m := RemixPaper{EtaT: studyEtaT}.Start(counted(10, 20)).(*referenced)
		m.Refer(c.ref)
		m.Begin(5000, nil)
		for range 5000 {
			m.Observe([]float64{.05, .05})
		}
		near(t, what, m.Alpha(), c.want, .004)
		means := []float64{c.ref[0] / StudyComponents, c.ref[1] / StudyComponents}
		near(t, what+" in means", Drift(uniform(2), defaultEtaT, []float64{0, 0}, means), m.Alpha(), 1e-9)
	}
}

// The law of drift: an ascent ends at 1/k + ηT/k sum_h (δ_g - δ_h) of its mean losses, written out here for two and
// three groups; once clipped, two groups stay at the end of the simplex that the law says. A third group may come back
// from 0, which the law of the means does not see.
func TestLawOfDrift(t *testing.T) {
	for name, c := range map[string]struct {
		etaT     float64
		ref      []float64
		loss     [2][]float64 // of the first half of the steps, and of the second
		want     []float64
		pathwise bool // the steps of the ascent end elsewhere
	}{
		"two groups": {2, []float64{.2, .3}, [2][]float64{{.1, .1}, {.05, .11}},
			// mean losses .075 and .105; δ = -.125 and -.195
			[]float64{.5 + 1*(.195-.125), .5 + 1*(.125-.195)}, false},
		"three groups": {3, []float64{.1, .2, .3}, [2][]float64{{.1, .1, .1}, {.1, .1, .1}},
			// δ = 0, -.1, -.2
			[]float64{1./3 + .3, 1. / 3, 1./3 - .3}, false},
		"two groups, clipped": {40, []float64{.2, .3}, [2][]float64{{.1, .1}, {.1, .1}}, []float64{1, 0}, false},
		"clipped on the way":  {40, []float64{0, 0}, [2][]float64{{.3, .1}, {.1, .3}}, []float64{.5, .5}, true},
	} {
		a := &ascent{alpha: uniform(len(c.ref)), ref: c.ref, etaT: c.etaT}
		const steps = 1000
		a.Begin(steps, nil)
		mean := make([]float64, len(c.ref))
		for step := range steps {
			loss := c.loss[step/(steps/2)]
			for g, l := range loss {
				mean[g] += l / steps
			}
			a.Observe(slices.Clone(loss))
		}
		law := Drift(uniform(len(c.ref)), c.etaT, mean, c.ref)
		near(t, name, law, c.want, 1e-9)
		if c.pathwise {
			if math.Abs(a.Alpha()[0]-law[0]) < .1 {
				t.Errorf("%s: the ascent ends at %v, where the law is", name, a.Alpha())
			}
			continue
		}
		near(t, name+", by steps", a.Alpha(), law, 1e-9)
	}
}

// One sentence of the study's 5b: overoptimistic targets make the learner "only focus on that behavior". With the
// additive ascent it does so in finitely many steps and stays.
func TestAscentReachesTheCorner(t *testing.T) {
	m := RemixPaper{EtaT: 10}.Start(counted(9, 9)).(*referenced)
	m.Refer([]float64{-5, 1})
	m.Begin(100, nil)
	for range 100 {
		m.Observe([]float64{1, 1})
	}
	near(t, "corner", m.Alpha(), []float64{1, 0}, 0)
}

func TestAscentNeedsReferenceLosses(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("remix-paper went on without reference losses")
		}
	}()
	RemixPaper{EtaT: 1}.Start(counted(1, 1)).Observe([]float64{1, 1})
}

// The weights start at 1/k, or at the shares of the frames, from where the same steps lead.
func TestWhereAnAscentStarts(t *testing.T) {
	g := counted(30, 60)
	for name, m := range map[string]Method{
		"zero": Zero{EtaT: 1, From: SharesFrom}, "remix-paper": RemixPaper{EtaT: 1, From: SharesFrom},
		"ours": Ours{EtaT: 1, From: SharesFrom},
	} {
		near(t, name, m.Start(g).Alpha(), shares(g.Frames), 1e-12)
	}
	a := Zero{EtaT: .5, From: SharesFrom}.Start(g)
	a.(mixture.Initializer).Begin(10, nil)
	for range 10 {
		a.Observe([]float64{.3, .1})
	}
	near(t, "zero, later", a.Alpha(), Drift(shares(g.Frames), .5, []float64{.3, .1}, []float64{0, 0}), 1e-12)
	near(t, "the same by hand", a.Alpha(), []float64{shares(g.Frames)[0] + .05, shares(g.Frames)[1] - .05}, 1e-12)
}
