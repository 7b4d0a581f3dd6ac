package balance

import (
	"math"
	"testing"

	"counterpoise/policies/mixture"
)

// One step of Eq. 19 by hand: β_1 = .5, β_2 = 2, gram row of behaviour 0 (.3, .1): α = (.5, .5) + (.3, .1), and the
// projection takes .2 off both: (.6, .4).
func TestSearchByHand(t *testing.T) {
	s := &search{alpha: uniform(2), target: only(0, 2), beta1: .5, beta2: 2}
	s.ObserveGradients([][]float64{{.3, .1}, {9, -9}})
	near(t, "one step", s.Alpha(), []float64{.6, .4}, 1e-12)
	// Auto-λ's target takes the mean of the rows: (.3 + .1)/2 and (.1 + .5)/2.
	s = &search{alpha: uniform(2), target: uniform(2), beta1: .5, beta2: 2}
	s.ObserveGradients([][]float64{{.3, .1}, {.1, .5}})
	near(t, "all alike", s.Alpha(), []float64{.45, .55}, 1e-12)
}

// A problem whose answer is known: L_i(θ) = |θ - c_i|²/2 in the plane, so ∇L_i = θ - c_i. On training data the search
// for behaviour 0 must end at its specialist's weights, whose loss is the minimum.
func TestSearchFindsTheSpecialist(t *testing.T) {
	c := [][2]float64{{0, 0}, {1, 0}, {0, 2}}
	s := &search{alpha: uniform(3), target: only(0, 3), beta1: .1, beta2: 3}
	at := descend(s, c, 400)
	near(t, "weights", s.Alpha(), []float64{1, 0, 0}, 1e-6)
	if l := (at[0]*at[0] + at[1]*at[1]) / 2; l > 1e-6 {
		t.Errorf("loss %v, the specialist's is 0", l)
	}
}

// Held out, the target is another than what the behaviour's own data say: c_0 of the validation data lies between the
// training optima of behaviours 0 and 1, and the weights settle where the policy meets it: θ = .7 c_0 + .3 c_1.
func TestHeldOutSearchMixes(t *testing.T) {
	s := &search{alpha: uniform(2), target: only(0, 2), beta1: .1, beta2: 3}
	theta := [2]float64{}
	for range 3000 {
		g := [][2]float64{theta, {theta[0] - 1, theta[1]}}
		for i := range 2 {
			theta[i] -= .1 * (s.alpha[0]*g[0][i] + s.alpha[1]*g[1][i])
		}
		val := [2]float64{theta[0] - .3, theta[1]}
		s.ObserveGradients([][]float64{{val[0]*g[0][0] + val[1]*g[0][1], val[0]*g[1][0] + val[1]*g[1][1]}, {0, 0}})
	}
	near(t, "weights", s.Alpha(), []float64{.7, .3}, 1e-3)
}

// descend runs a search on quadratic losses, the policy following by gradient descent.
func descend(s *search, c [][2]float64, steps int) (theta [2]float64) {
	theta = [2]float64{1, 1}
	grad := func(at [2]float64, i int) [2]float64 { return [2]float64{at[0] - c[i][0], at[1] - c[i][1]} }
	for range steps {
		ahead := theta
		for i, a := range s.Alpha() {
			g := grad(theta, i)
			ahead[0], ahead[1] = ahead[0]-s.beta1*a*g[0], ahead[1]-s.beta1*a*g[1]
		}
		gram := make([][]float64, len(c))
		for i := range c {
			gi := grad(ahead, i)
			for j := range c {
				gj := grad(theta, j)
				gram[i] = append(gram[i], gi[0]*gj[0]+gi[1]*gj[1])
			}
		}
		theta = ahead
		s.ObserveGradients(gram)
	}
	return theta
}

// The order of runs of ours: a search for each group, told apart by what it looks for; held out, an
// ascent on held-out losses as the first of two stages.
func TestOursRuns(t *testing.T) {
	g := counted(10, 20, 30)
	m := Ours{EtaT: 3, Beta1: .1, Beta2: 1, MetaSteps: 7}.Start(g).(*ours)
	for i := range 3 {
		run := m.Reference().(*search)
		if run.target[i] != 1 || run.Steps(1000) != 7 || run.HoldOut() != 0 {
			t.Errorf("search %d looks for %v in %d steps", i, run.target, run.Steps(1000))
		}
		m.Refer([]float64{.1, .2, .3})
	}
	if m.Reference() != nil {
		t.Error("a fourth reference run")
	}
	m.Begin(1, nil)
	m.Observe([]float64{.2, .2, .9}) // excesses .1, 0, .6, mean .7/3
	near(t, "weights", m.Alpha(), project([]float64{1./3 + 3*(.1-.7/3), 1./3 - 3*.7/3, 1./3 + 3*(.6-.7/3)}), 1e-12)

	h := Ours{EtaT: 3, HeldOut: .2}.Start(g).(mixture.Staged)
	run := h.First().(*heldOutOurs)
	for range 3 {
		run.Reference()
		run.Refer([]float64{.1, .2, .3})
	}
	if run.Reference() != nil {
		t.Error("a fourth reference run")
	}
	run.Begin(10, nil)
	run.Observe([]float64{9, 9, 9})
	run.ObserveHeldOut([]float64{.2, .2, .4})
	h.Weigh(&mixture.Log{})
	for i, d := range []float64{.1, 0, .1} {
		if want := 1./3 + .3*(d-.2/3); math.Abs(h.(mixture.Mixture).Alpha()[i]-want) > 1e-12 {
			t.Errorf("group %d weighs %v, want %v", i, h.(mixture.Mixture).Alpha()[i], want)
		}
	}
}
