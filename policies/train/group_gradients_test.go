package train

import (
	"math"
	"slices"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/frames"
	"counterpoise/policies/network"
)

// What the trainer reports is that form on its own frames: d L_i(θ')/d α_j by central differences of the losses over
// the frames that the outer gradients were taken on, in float32.
func TestObservedGradientsAgainstFiniteDifferences(t *testing.T) {
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
		group := groupGradients(t, tr)
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
				t.Errorf("dL_%d by α_%d: observed %v, finite difference %v", i, j, got, fd)
			}
		}
	}
}

// Without a look-ahead the matrix is the Gram matrix of the groups' gradients: symmetric and positive semidefinite.
func TestObservedGradientsWithoutLookAhead(t *testing.T) {
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

// groupGradients are the gradients of each group's mean loss over a groupwise batch, one group after another by the
// ordinary graph.
func groupGradients(t *testing.T, tr *trainer) [][][]float32 {
	t.Helper()
	b, k := tr.batch, len(tr.set.Names)
	var out [][][]float32
	for g := range k {
		for r := range b.rows {
			if b.weight[r] = 0; r%k == g {
				b.weight[r] = 1 / float32(frames.DealtTo(len(b.rows), g, k))
			}
		}
		b.load(tr.set)
		out = append(out, zerosLike(tr.g))
		if err := b.gradients(tr.gradient, tr.params, out[g]); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// add is dst += a v.
func add(dst [][]float32, a float32, v [][]float32) {
	for p := range dst {
		for i, x := range v[p] {
			dst[p][i] += a * x
		}
	}
}

// A groupwise batch's gradient is the weighted sum of its groups' gradients, and their inner products are what is
// reported, for every head.
func TestGroupwiseGradients(t *testing.T) {
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
		group, want := groupGradients(t, tr), zerosLike(tr.g)
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
				for p := range group[i] {
					for e, v := range group[i][p] {
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

// zerosLike is a zero for each number of v.
func zerosLike(v [][]float32) (out [][]float32) {
	for _, x := range v {
		out = append(out, make([]float32, len(x)))
	}
	return out
}
