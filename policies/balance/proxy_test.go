package balance

import (
	"math"
	"testing"

	"counterpoise/policies/mixture"
)

// proxyOf is the mixture of a method's first stage.
func proxyOf(t *testing.T, m mixture.Mixture) *adversary {
	t.Helper()
	switch run := m.(mixture.Staged).First().(type) {
	case *adversary:
		return run
	case *doremi:
		return &run.adversary
	}
	t.Fatal("no proxy")
	return nil
}

// One step of Re-Mix by hand: shares of frames (.25, .75), η = 1, c = .1. Excesses of group 0: -1 and 2, clipped to 0
// and 2, averaged over the positive one: s_0 = 2. Group 1: none positive, s_1 = 0. α' ∝ (.25 e², .75) = (1.847264,
// .75) → (.711236, .288764); α = .9 α' + .1 (.25, .75) = (.665112, .334888).
func TestRemixByHand(t *testing.T) {
	g := counted(1, 3)
	g.Frames = []int{25, 75}
	m := Remix{Eta: 1, Smooth: .1}.Start(g)
	p := proxyOf(t, m)
	reference := p.Reference()
	near(t, "reference", reference.Alpha(), []float64{.25, .75}, 1e-12)
	if p.Head() != "bins" || reference.(mixture.Headed).Head() != "bins" {
		t.Error("Re-Mix measures other losses than those of discretised actions")
	}
	if p.Refer(nil); p.Reference() != nil {
		t.Error("a second reference policy")
	}
	p.ObserveExamples([]int32{0, 0, 1}, []float32{1, 4, 3}, []float32{2, 2, 5})
	near(t, "one step", p.Alpha(), []float64{.665112, .334888}, 1e-6)
	// A batch without any excess pulls towards the prior alone: .9 α + .1 (.25, .75).
	p.ObserveExamples([]int32{0, 1}, []float32{1, 1}, []float32{2, 2})
	near(t, "no excess", p.Alpha(), []float64{.623601, .376399}, 1e-6)
	m.(mixture.Staged).Weigh(&mixture.Log{Alpha: [][]float64{{.25, .75}, {.665112, .334888}}})
	near(t, "average", m.Alpha(), []float64{(.665112 + .623601) / 2, (.334888 + .376399) / 2}, 1e-6)
}

// One step of DoReMi by hand: equal weights, η = 1, c = .2. Group 0: mean of 0 and 2 is 1. Group 1: 0.
// α' ∝ (e, 1) → (.731059, .268941); α = .8 α' + .1 = (.684847, .315153).
// Then a batch of group 1 alone with excess 1: group 0 scores 1 again, both gain alike: α' = α, α = .8 α + .1.
func TestDoReMiByHand(t *testing.T) {
	m := DoReMi{Eta: 1, Smooth: .2}.Start(counted(1, 3))
	p := proxyOf(t, m)
	near(t, "reference", p.Reference().Alpha(), []float64{.5, .5}, 0)
	p.ObserveExamples([]int32{0, 0, 1}, []float32{1, 4, 3}, []float32{2, 2, 5})
	near(t, "one step", p.Alpha(), []float64{.684847, .315153}, 1e-6)
	p.ObserveExamples([]int32{1}, []float32{3}, []float32{2})
	near(t, "absent group", p.Alpha(), []float64{.647878, .352122}, 1e-6)
}

// With references above what the proxy reaches, Re-Mix stays at its prior (doremi's issue 21), and so does what it
// finds; the study's additive form moves by the references' differences alone.
func TestRemixFreezesWhereTheStudysFormMoves(t *testing.T) {
	g := counted(30, 60)
	m := Remix{Eta: .2, Smooth: .05}.Start(g)
	p := proxyOf(t, m)
	a := RemixPaper{EtaT: studyEtaT}.Start(g).(*referenced)
	a.Refer([]float64{1.893, 1.505})
	for range 1000 {
		p.ObserveExamples([]int32{0, 1}, []float32{.1, .1}, []float32{1.893, 1.505})
		a.Observe([]float64{.1, .1})
	}
	near(t, "remix", p.Alpha(), shares(g.Frames), 1e-9)
	if math.Abs(a.Alpha()[1]-.9367) > .004 {
		t.Errorf("remix-paper: %v", a.Alpha())
	}
}
