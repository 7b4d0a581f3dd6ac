package train

import (
	"math"
	"slices"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/backend"
	"counterpoise/policies/network"
	"counterpoise/policies/trainset"
)

// The reported matrix satisfies d L_i(θ')/d α_j = -β gram[i][j] (Parekh et al., Eq. 18 and the chain rule): central
// differences in α_j of the losses over the rows of the outer gradients, in float32.
func TestMetaGradientAgainstFiniteDifferences(t *testing.T) {
	readsGradients(t)
	t.Parallel()
	d, g := toydata.Reaching(seed.Of("toy"), 2, 5, 3)
	m := &toydata.GradientMixture{FixedMixture: toydata.FixedMixture{Weights: []float64{.2, .5, .3}}, Beta: 0.2}
	tr, err := testTrainer(d, g, m, small(), seed.Of("train"))
	if err == nil {
		err = tr.survey()
	}
	if err == nil {
		err = tr.step(0) // moves θ, so that gradients are not those of the start
	}
	if err == nil {
		err = tr.differentiate(m.Weights)
	}
	if err == nil {
		err = tr.report()
	}
	if err != nil {
		t.Fatal(err)
	}
	const h = 0.05
	gram := m.Grams[1]
	for j := range g.N {
		group := groupGradients(t, tr, tr.batch)
		moved := func(by float64) []float64 {
			alpha := slices.Clone(m.Weights)
			alpha[j] += by
			for i := range tr.g {
				clear(tr.g[i])
			}
			for i, a := range alpha {
				add(tr.g, float32(a), group[i])
			}
			tr.group.lookAhead(tr)
			loss := make([]float64, 3)
			if err := tr.evaluator.batch(tr.group.batch, tr.group.ahead); err != nil {
				t.Fatal(err)
			}
			if err := groupMeans(loss, tr.group.batch, tr.set); err != nil {
				t.Fatal(err)
			}
			return loss
		}
		up, down := moved(h), moved(-h)
		for i := range up {
			fd, got := (up[i]-down[i])/(2*h), -m.Beta*gram[i][j]
			if math.Abs(got-fd) > 2e-3*math.Abs(fd)+1e-6 {
				t.Errorf("dL_%d/dα_%d: reported %v, finite difference %v", i, j, got, fd)
			}
		}
	}
}

// Without look-ahead the matrix is the Gram matrix of the gradients of the groups: symmetric, and each 2 x 2 minor is
// non-negative.
func TestGramMatrixWithoutLookAhead(t *testing.T) {
	t.Parallel()
	d, g := toydata.Reaching(seed.Of("toy"), 2, 5, 3)
	m := &toydata.GradientMixture{FixedMixture: toydata.FixedMixture{Weights: []float64{.2, .5, .3}}}
	c := small()
	c.Steps = 3
	mustTrain(t, d, g, m, c, seed.Of("train"))
	for _, gram := range m.Grams {
		for i := range gram {
			for j := range gram {
				if gram[i][j] != gram[j][i] || gram[i][j]*gram[i][j] > gram[i][i]*gram[j][j]*(1+1e-9) {
					t.Fatalf("not a Gram matrix: %v", gram)
				}
			}
		}
	}
}

// groupGradients returns the gradient of the mean loss of each group over the rows of a groupwise batch b, computed one
// group at a time by the ordinary gradient graph. Every group has the noise of the batch's last load, so that under a
// Generative head the losses are those of the step.
func groupGradients(t *testing.T, tr *trainer, b *batch) [][][]float32 {
	t.Helper()
	k := len(tr.set.Names)
	var out [][][]float32
	for g := range k {
		for r := range b.rows {
			if b.weight[r] = 0; r%k == g {
				b.weight[r] = 1 / float32(trainset.DealtTo(len(b.rows), g, k))
			}
		}
		b.loads--
		b.load(tr.set)
		out = append(out, zerosLike(tr.g))
		if err := b.gradients(tr.gradient, tr.params, out[g]); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// readsGradients skips a test that reads the gradient of a step where it stays on the device.
func readsGradients(t *testing.T) {
	t.Helper()
	if testDevice != backend.GoCPU {
		t.Skipf("gradients stay on device %s; TestFusedStepsEqualHostSteps compares its steps", testDevice)
	}
}

// add adds a v to dst.
func add(dst [][]float32, a float32, v [][]float32) {
	for p := range dst {
		for i, x := range v[p] {
			dst[p][i] += a * x
		}
	}
}

// For every head, the gradient of a groupwise batch is the weighted sum of the gradients of the groups, and the
// reported matrix is that of their inner products.
func TestGroupwiseStepEqualsGroupGradients(t *testing.T) {
	readsGradients(t)
	t.Parallel()
	d, g := toydata.Reaching(seed.Of("toy"), 1, 4, 2)
	for _, head := range network.Heads.Names() {
		c := small()
		c.Head, c.Batch = head, 65
		m := &toydata.GradientMixture{FixedMixture: toydata.FixedMixture{Weights: []float64{.2, .5, .3}}}
		tr, err := testTrainer(d, g, m, c, seed.Of("train"))
		if err == nil {
			err = tr.step(0)
		}
		if err == nil {
			err = tr.differentiate(m.Weights)
		}
		if err == nil {
			err = tr.report()
		}
		if err != nil {
			t.Fatal(err)
		}
		group, want := groupGradients(t, tr, tr.batch), zerosLike(tr.g)
		outer := groupGradients(t, tr, tr.group.batch) // the same rows; other noise under a Generative head
		for i, a := range m.Weights {
			add(want, float32(a), group[i])
		}
		for p := range want {
			for i, v := range want[p] {
				if got := tr.g[p][i]; math.Abs(float64(got-v)) > 2e-5*max(1, math.Abs(float64(v))) {
					t.Fatalf("%s: parameter %d[%d]: %v, weighted sum %v", head, p, i, got, v)
				}
			}
		}
		for i := range group {
			for j := range group {
				want := 0.0
				for p := range outer[i] {
					for e, v := range outer[i][p] {
						want += float64(v) * float64(group[j][p][e])
					}
				}
				if got := m.Grams[1][i][j]; math.Abs(got-want) > 1e-4*math.Abs(want)+1e-5 {
					t.Errorf("%s: <∇L_%d, ∇L_%d> reported as %v, by the gradients %v", head, i, j, got, want)
				}
			}
		}
	}
}

// zerosLike returns zeros in the shape of v.
func zerosLike(v [][]float32) (out [][]float32) {
	for _, x := range v {
		out = append(out, make([]float32, len(x)))
	}
	return out
}
