package train

import (
	"math"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/mixture"
	"counterpoise/policies/network"
)

// movedMixture observes gradients, lets θ move in a way that changes from step to step, and looks some steps ahead.
type movedMixture struct {
	toydata.GradientMixture
	moves []mixture.Move // in turn
	steps int
}

func (m *movedMixture) Move(step int) mixture.Move { return m.moves[step%len(m.moves)] }
func (m *movedMixture) Unroll() int                { return m.steps }

// The derivative through several steps is that of the losses at their end: central differences in α_j of a path that is
// walked again, step by step, with the same rows and the same noise, under every kind of head.
func TestUnrolledLookAhead(t *testing.T) {
	readsGradients(t)
	t.Parallel()
	d, g := toydata.Reaching(seed.Of("toy"), 2, 5, 3)
	for _, c := range []struct {
		head  string
		beta  float64
		steps int
		eps   float64
	}{
		{"squared", .2, 2, hessianStep}, {"squared", .2, 3, hessianStep}, {"squared", .2, 3, 10 * hessianStep},
		{"squared", .2, 3, hessianStep / 10}, {"diffusion", .2, 3, hessianStep}, {"bins", .2, 2, hessianStep},
	} {
		m := &movedMixture{moves: []mixture.Move{mixture.ByAdam}, steps: c.steps}
		m.Weights, m.Beta = []float64{.2, .5, .3}, c.beta
		cfg := small()
		cfg.Head = c.head
		tr, err := testTrainer(d, g, m, cfg, seed.Of("train"))
		if err == nil {
			err = tr.survey()
		}
		if err == nil {
			err = tr.step(0) // moves θ, so that gradients are not those of the start
		}
		if err != nil {
			t.Fatal(err)
		}
		u := tr.group.gram.(*unrolled)
		u.eps = c.eps
		if err = tr.differentiate(m.Weights); err == nil {
			err = tr.report()
		}
		if err != nil {
			t.Fatal(err)
		}
		gram := m.Grams[1]
		const h = .02
		for j := range m.Weights {
			up, down := slices.Clone(m.Weights), slices.Clone(m.Weights)
			up[j], down[j] = up[j]+h, down[j]-h
			above, below := lossesAhead(t, tr, u, up), lossesAhead(t, tr, u, down)
			for i := range above {
				fd, got := (above[i]-below[i])/(2*h), -m.Beta*gram[i][j]
				if math.Abs(got-fd) > .01*math.Abs(fd)+2e-5 {
					t.Errorf("%s, %d steps, ε %g: dL_%d/dα_%d reported %v, finite difference %v", c.head,
						c.steps, c.eps,
						i, j, got, fd)
				}
			}
		}
	}
}

// lossesAhead walks the look-ahead of the last step again under other weights, and returns the mean loss of each group
// at its end.
func lossesAhead(t *testing.T, tr *trainer, u *unrolled, alpha []float64) []float64 {
	t.Helper()
	var theta [][]float32
	for _, p := range tr.params {
		theta = append(theta, tensors.MustCopyFlatData[float32](p))
	}
	at := func() (all []*tensors.Tensor) {
		for p, d := range tr.model.Network.Dims(tr.model.Sizes) {
			all = append(all, tensors.FromFlatDataAndDimensions(slices.Clone(theta[p]), d...))
		}
		return all
	}
	gradient := zerosLike(tr.g)
	for s := range u.m {
		batches := u.inside
		if s > 0 {
			batches = u.more[s-1]
		}
		here := at()
		for j, b := range batches {
			if err := b.gradients(tr.gradient, here, gradient); err != nil {
				t.Fatal(err)
			}
			add(theta, float32(-tr.group.mix.LookAhead()*alpha[j]), gradient)
		}
	}
	var losses []float64
	for _, b := range u.outside {
		if err := b.gradients(tr.gradient, at(), gradient); err != nil {
			t.Fatal(err)
		}
		mean := 0.0
		for r, l := range b.losses {
			mean += float64(b.weight[r]) * float64(l)
		}
		losses = append(losses, mean)
	}
	return losses
}

// A mixture that decides how the parameters move is obeyed: they stay, to the bit; or they go to the end of the
// look-ahead, which is θ - β ∇L_α(θ) of the step where it has one step.
func TestParametersMoveAsTheMixtureSays(t *testing.T) {
	t.Parallel()
	d, g := toydata.Reaching(seed.Of("toy"), 2, 3)
	trained := func(steps int, moves ...mixture.Move) *network.Model {
		m := &movedMixture{moves: moves, steps: 1}
		m.Weights, m.Beta = []float64{.5, .5}, .25
		c := small()
		c.Steps = steps
		model, _ := mustTrain(t, d, g, m, c, seed.Of("train"))
		return model
	}
	initial, err := Initial(d, g, small(), seed.Of("train"))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(bits(trained(5, mixture.Stay)), bits(initial)) {
		t.Error("parameters that stay have moved")
	}
	ahead := bits(trained(1, mixture.ToAhead))
	if slices.Equal(ahead, bits(initial)) {
		t.Error("parameters that go to θ' have stayed")
	}
	if !slices.Equal(bits(trained(3, mixture.ToAhead, mixture.Stay, mixture.Stay)), ahead) {
		t.Error("θ' of the first step is not kept")
	}
	if slices.Equal(bits(trained(1, mixture.ByAdam)), ahead) {
		t.Error("θ' is where Adam goes")
	}
	// A plain step of gradient descent by the same batch.
	readsGradients(t)
	m := &movedMixture{moves: []mixture.Move{mixture.ToAhead}, steps: 1}
	m.Weights, m.Beta = []float64{.5, .5}, .25
	tr, err := testTrainer(d, g, m, small(), seed.Of("train"))
	if err == nil {
		err = tr.survey()
	}
	if err == nil {
		err = tr.step(0)
	}
	if err != nil {
		t.Fatal(err)
	}
	for p, w := range initial.Weights {
		now := tensors.MustCopyFlatData[float32](tr.params[p])
		for n, v := range w {
			if want := v - .25*tr.g[p][n]; math.Abs(float64(now[n]-want)) > 1e-6 {
				t.Fatalf("parameter %d[%d] is %v, want %v", p, n, now[n], want)
			}
		}
	}
}
