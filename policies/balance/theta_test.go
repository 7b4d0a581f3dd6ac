package balance

import (
	"math"
	"slices"
	"testing"

	"counterpoise/policies/mixture"
)

// quadratics are losses L_i(θ) = |θ - c_i|²/2, whose searches can be solved by hand.
type quadratics [][]float64

func (q quadratics) gradient(theta []float64, i int) []float64 {
	g := slices.Clone(theta)
	for n := range g {
		g[n] -= q[i][n]
	}
	return g
}

func inner(a, b []float64) (sum float64) {
	for n := range a {
		sum += a[n] * b[n]
	}
	return sum
}

// run makes steps of a search as package train does, but for Adam: θ moves as the search says. It returns the weights
// before each step, the last ones, and θ at the end.
func (q quadratics) run(m mixture.Mixture, theta []float64, steps int) (alpha [][]float64, end []float64) {
	s := m.(mixture.GradientObserver)
	m.(mixture.Initializer).Begin(steps, nil)
	theta = slices.Clone(theta)
	for step := range steps {
		alpha = append(alpha, slices.Clone(m.Alpha()))
		ahead := slices.Clone(theta)
		for i, a := range m.Alpha() {
			for n, g := range q.gradient(theta, i) {
				ahead[n] -= s.LookAhead() * a * g
			}
		}
		gram := make([][]float64, len(q))
		for i := range q {
			for j := range q {
				gram[i] = append(gram[i], inner(q.gradient(ahead, i), q.gradient(theta, j)))
			}
		}
		if mv, ok := m.(mixture.Mover); ok && mv.Move(step) == mixture.ToAhead {
			theta = ahead
		}
		s.ObserveGradients(gram)
	}
	return append(alpha, slices.Clone(m.Alpha())), theta
}

// With θ fixed, a search has a closed form. With the Gram matrix Γ_ij = <∇L_i(θ), ∇L_j(θ)> of quadratic losses, whose
// second derivative is 1, ∇L_i(θ') = ∇L_i(θ) - β_1 sum_l α_l ∇L_l(θ), so that
//
//	α ← α + β_1 β_2 (Γ_i - β_1 Γ α)
//
// and then the mean of the changes is taken off: a linear recursion α_n = A^n α_0 + (1 + A + ... + A^(n-1)) b as long
// as no weight is 0. For two groups it is one number.
func TestFixedSearchHasAClosedForm(t *testing.T) {
	q := quadratics{{0, 0, 1}, {1, 2, 0}}
	theta := []float64{.5, -.5, 2}
	const b1, b2, steps = .1, .02, 40
	method := Ours{EtaT: 1, Beta1: b1, Beta2: b2, MetaSteps: steps, Theta: FixedTheta, Unroll: 1}
	o := method.Start(counted(5, 5)).(*ours)
	for target := range 2 {
		var gamma [2][2]float64
		for i := range 2 {
			for j := range 2 {
				gamma[i][j] = inner(q.gradient(theta, i), q.gradient(theta, j))
			}
		}
		// a = α_0: the change of a is half the difference of both changes, with α = (a, 1 - a).
		half := b1 * b2 / 2
		constant := half * (gamma[target][0] - gamma[target][1] - b1*(gamma[0][1]-gamma[1][1]))
		factor := 1 - half*b1*(gamma[0][0]-gamma[1][0]-gamma[0][1]+gamma[1][1])
		alpha, end := q.run(o.Reference(), theta, steps)
		for n, got := range alpha {
			power := math.Pow(factor, float64(n))
			want := power*.5 + constant*(1-power)/(1-factor)
			if want <= 0 || want >= 1 {
				t.Fatalf("group %d, step %d: the closed form leaves the simplex: %v", target, n, want)
			}
			near(t, "weights", got, []float64{want, 1 - want}, 1e-12)
		}
		if !slices.Equal(end, theta) {
			t.Errorf("θ went to %v", end)
		}
		o.Refer([]float64{1, 1})
	}
}

// θ goes on from θ_new with Theta=step, and a search with Minimum=ahead ends at the θ_new of its last step, whatever θ
// did before.
func TestThetaOfSearches(t *testing.T) {
	q := quadratics{{0, 0}, {2, 2}}
	theta := []float64{1, 0}
	const b1, steps = .25, 3
	for name, c := range map[string]struct {
		of    Ours
		moves []mixture.Move
		end   []float64
	}{
		// With weights that hardly move (β_2 = 1e-9), a step takes θ a quarter of the way to the middle, (1, 1).
		"fixed": {Ours{Theta: FixedTheta}, []mixture.Move{mixture.Stay, mixture.Stay, mixture.Stay}, theta},
		"fixed, ahead": {Ours{Theta: FixedTheta, Minimum: AheadMinimum},
			[]mixture.Move{mixture.Stay, mixture.Stay, mixture.ToAhead}, []float64{1, .25}},
		"step": {Ours{Theta: StepTheta}, []mixture.Move{mixture.ToAhead, mixture.ToAhead, mixture.ToAhead},
			[]float64{1, 1 - .75*.75*.75}},
		"adam, ahead": {Ours{Minimum: AheadMinimum}, []mixture.Move{mixture.ByAdam, mixture.ByAdam, mixture.ToAhead},
			[]float64{1, .25}},
	} {
		c.of.EtaT, c.of.Beta1, c.of.Beta2, c.of.MetaSteps = 1, b1, 1e-9, steps
		m := c.of.Start(counted(5, 5)).(*ours).Reference()
		_, end := q.run(m, theta, steps)
		for step, want := range c.moves {
			if got := m.(mixture.Mover).Move(step); got != want {
				t.Errorf("%s: move %d after step %d, want %d", name, got, step, want)
			}
		}
		near(t, name, end, c.end, 1e-6)
	}
	plain := Ours{EtaT: 1, MetaSteps: 3, Unroll: 1}.Start(counted(5, 5)).(*ours).Reference()
	if _, moves := plain.(mixture.Mover); moves {
		t.Error("the search of the committed records is another one")
	}
	m := (Ours{Theta: StepTheta, Unroll: 3}).Start(counted(5, 5)).(*ours).Reference()
	if m.(mixture.Unroller).Unroll() != 3 {
		t.Error("the look-ahead is not unrolled")
	}
}

// With Minimum=retrained the least losses are those of policies that were trained under the weights of the searches,
// which come first, all of them; held-out episodes are the same.
func TestRetrainedMinimum(t *testing.T) {
	o := Ours{EtaT: 1, Beta1: .1, Beta2: 1, MetaSteps: 4, Minimum: RetrainedMinimum, HeldOut: .2}
	first := o.Start(counted(5, 5)).(mixture.Staged).First().(*heldOutOurs)
	q := quadratics{{0, 0}, {2, 2}}
	var found [][]float64
	for i := range 2 {
		alpha, _ := q.run(first.Reference(), []float64{1, 0}, 4)
		found = append(found, alpha[4])
		first.Refer([]float64{9, 9})
		if first.ref != nil || len(first.min) > 0 {
			t.Fatalf("after search %d: least losses %v", i, first.min)
		}
	}
	for i := range 2 {
		run := first.Reference()
		near(t, "weights of the training", run.Alpha(), found[i], 0)
		if share, err := mixture.HeldOutShare(run); err != nil || share != .2 {
			t.Errorf("it holds out %v, %v", share, err)
		}
		if mixture.Steps(run, 700) != 700 {
			t.Error("it is not as long as the policy's training")
		}
		first.Refer([]float64{float64(i) + .25, float64(i) + .5})
	}
	if first.Reference() != nil || !slices.Equal(first.ref, []float64{.25, 1.5}) {
		t.Errorf("the references are %v", first.ref)
	}
}

// A search says whether it has converged, by the mean gradient of its last tenth: at a specialist's weights it has; one
// that was stopped on its way has not, and says how far it is; one that made no step has not. Neither has one on its
// way whose gradients are a ten-thousandth, as those of a policy that has learned.
func TestSearchesSayWhetherTheyConverged(t *testing.T) {
	theta := []float64{2, 0}
	for _, c := range []struct {
		scale     float64 // of the losses' gradients
		steps     int
		converged bool
	}{{1, 0, false}, {1, 5, false}, {1, 1000, true}, {1e-2, 1000, false}} {
		q := quadratics{{2 - 2*c.scale, 0}, {2 - c.scale, 0}}
		o := Ours{EtaT: 1, Beta1: .1, Beta2: .5, MetaSteps: c.steps, Theta: FixedTheta, Tolerance: 1e-2}
		m := o.Start(counted(5, 5)).(*ours)
		alpha, _ := q.run(m.Reference(), theta, c.steps)
		all := mixture.Searches(m)
		if len(all) != 1 || all[0].Converged() != c.converged || all[0].Tolerance != 1e-2 {
			t.Errorf("%d steps of %v: %+v at weights %.3f", c.steps, c.scale, all, alpha[c.steps])
		}
		if c.steps == 5 {
			// Γ = (4, 2; 2, 1): at α = (a, 1 - a) the gradient by α_j is -β_1 (Γ_0j - β_1 (a Γ_0j + (1 - a) Γ_1j)), of
			// which the part that keeps the sum is ± half the difference. The window is the last step.
			a := alpha[4][0]
			d0, d1 := 4-.1*(4*a+2*(1-a)), 2-.1*(2*a+(1-a))
			near(t, "residual", []float64{all[0].Residual}, []float64{(d0 - d1) / math.Sqrt2 / math.Hypot(d0, d1)},
				1e-9)
		}
	}
	// What is resumed once its searches are made has their memory and is not begun again.
	q := quadratics{{0, 0}, {1, 0}}
	o := Ours{EtaT: 1, Beta1: .1, Beta2: .01, MetaSteps: 40, Theta: FixedTheta, Tolerance: 1e-2}
	m, again := o.Start(counted(5, 5)).(*ours), o.Start(counted(5, 5)).(*ours)
	q.run(m.Reference(), theta, 40)
	again.Reference()
	for i, kept := range m.searches[0].Memory() {
		*again.searches[0].Memory()[i] = slices.Clone(*kept)
	}
	if a, b := mixture.Searches(m)[0], mixture.Searches(again)[0]; a != b || a.Residual == 0 {
		t.Errorf("resumed, a search ended as %+v, else as %+v", b, a)
	}
	untested := Ours{EtaT: 1, Beta1: .1, Beta2: .5, MetaSteps: 5, Theta: FixedTheta}.Start(counted(5, 5))
	q.run(untested.(*ours).Reference(), theta, 5)
	if all := mixture.Searches(untested); all != nil {
		t.Errorf("what nothing tested ended as %v", all)
	}
	method := Ours{EtaT: 1, Beta1: .1, Beta2: .5, MetaSteps: 5, Tolerance: 1, Staging: Staging{Stages: 2}}
	staged := method.Start(counted(5, 5))
	q.run(staged.(mixture.Staged).First().(*ours).Reference(), theta, 5)
	if all := mixture.Searches(staged); len(all) != 1 {
		t.Errorf("the searches of a first stage: %v", all)
	}
	if mixture.Searches(uniformMixture()) != nil {
		t.Error("plain cloning searches")
	}
}

func uniformMixture() mixture.Mixture { return constant(uniform(2)) }
