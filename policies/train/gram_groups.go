package train

import (
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
	"counterpoise/policies/frames"
)

// groupGram computes one gradient for each group, on its rows alone, for a network that is not Grammed:
//
//	G_j = ∇L_j(θ),   ∇J(θ) = sum_j α_j G_j,   H_i = ∇L_i(θ'),   gram[i][j] = <H_i, G_j>
//
// The rows of all groups together are one batch, so a step computes on the rows of two plain ones, in 2k graph calls.
// Memory is 2k times the parameters.
type groupGram struct {
	inside, outside []groupGradient // group -> G_j and H_i
}

// groupGradient is the gradient of the mean loss of one group over its rows of a batch.
type groupGradient struct {
	batch *batch // of its rows alone
	g     [][]float32
}

// newGroupGram allocates a batch and a gradient for each of k groups, for θ and for θ'.
func newGroupGram(t *trainer, k int, key seed.Key) *groupGram {
	out := new(groupGram)
	for j := range k {
		for side, of := range []*[]groupGradient{&out.inside, &out.outside} {
			n := frames.DealtTo(t.cfg.Batch, j, k)
			g := groupGradient{batch: newBatch(n, t.model, t.data, key.With(side, j))}
			for i := range g.batch.weight {
				g.batch.weight[i] = 1 / float32(n)
			}
			for _, v := range t.g {
				g.g = append(g.g, make([]float32, len(v)))
			}
			*of = append(*of, g)
		}
	}
	return out
}

// compute evaluates the gradient of group j of k on its rows of b, whose losses it fills in.
func (g *groupGradient) compute(t *trainer, b *batch, params []*tensors.Tensor, j, k int) error {
	for i := range g.batch.rows {
		g.batch.rows[i] = b.rows[j+i*k]
	}
	g.batch.load(t.set)
	if err := g.batch.gradients(t.gradient, params, g.g); err != nil {
		return err
	}
	for i, l := range g.batch.losses {
		b.losses[j+i*k] = l
	}
	return nil
}

// inner computes G_j for each group and their weighted sum ∇J(θ), in the order of the groups.
func (g *groupGram) inner(t *trainer, alpha []float64) error {
	for _, v := range t.g {
		clear(v)
	}
	for j := range g.inside {
		of := &g.inside[j]
		if err := of.compute(t, t.batch, t.params, j, len(g.inside)); err != nil {
			return err
		}
		a := float32(alpha[j])
		for p, v := range of.g {
			for i, x := range v {
				t.g[p][i] += a * x
			}
		}
	}
	return nil
}

// outer computes H_i for each group, and its k inner products with the G_j that inner computed last.
func (g *groupGram) outer(t *trainer, b *batch, ahead []*tensors.Tensor, k int) ([][]float64, error) {
	gram := make([][]float64, k)
	for i := range g.outside {
		of := &g.outside[i]
		if err := of.compute(t, b, ahead, i, k); err != nil {
			return nil, err
		}
		gram[i] = make([]float64, k)
		for j := range gram[i] {
			gram[i][j] = dot(of.g, g.inside[j].g)
		}
	}
	return gram, nil
}

// skip counts a load of every batch, which is all that their noise depends on.
func (g *groupGram) skip() {
	for j := range g.inside {
		g.inside[j].batch.loads++
		g.outside[j].batch.loads++
	}
}

// dot returns the inner product of two vectors of parameters, summed in float64.
func dot(a, b [][]float32) (sum float64) {
	for p := range a {
		for i, v := range a[p] {
			sum += float64(v) * float64(b[p][i])
		}
	}
	return sum
}
