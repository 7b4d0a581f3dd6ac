package train

import (
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
)

// groupGram computes one gradient for each group, on its rows alone, for a network that is not Grammed:
//
//	G_j = ∇L_j(θ),   ∇J(θ) = sum_j α_j G_j,   H_i = ∇L_i(θ'),   gram[i][j] = <H_i, G_j>
//
// The rows of all groups together are one batch, so a step computes on the rows of two plain ones, in 2k graph calls.
// Memory is 2k times the parameters.
type groupGram struct {
	inside, outside groupBatches  // for G_j and H_i
	at, ahead       [][][]float32 // group -> G_j and H_i, one slice a parameter
}

// newGroupGram allocates a batch and a gradient for each of k groups, for θ and for θ'.
func newGroupGram(t *trainer, k int, key seed.Key) *groupGram {
	g := new(groupGram)
	g.inside, g.outside = newGroupBatches(t, k, false, key)
	for range k {
		for _, of := range []*[][][]float32{&g.at, &g.ahead} {
			var gradient [][]float32
			for _, v := range t.g {
				gradient = append(gradient, make([]float32, len(v)))
			}
			*of = append(*of, gradient)
		}
	}
	return g
}

// gradients computes the gradient of each group on its rows of b under parameters, with the losses of the rows.
func (g *groupGram) gradients(
	t *trainer, b *batch, own groupBatches, params []*tensors.Tensor, dst [][][]float32,
) error {
	for j, of := range own {
		own.load(j, t.set, b)
		if err := of.gradients(t.gradient, params, dst[j]); err != nil {
			return err
		}
		own.copyLosses(j, b)
	}
	return nil
}

// inner computes G_j for each group and their weighted sum ∇J(θ), in the order of the groups.
func (g *groupGram) inner(t *trainer, alpha []float64) error {
	if err := g.gradients(t, t.batch, g.inside, t.params, g.at); err != nil {
		return err
	}
	for _, v := range t.g {
		clear(v)
	}
	for j, of := range g.at {
		a := float32(alpha[j])
		for p, v := range of {
			for i, x := range v {
				t.g[p][i] += a * x
			}
		}
	}
	return nil
}

// outer computes H_i for each group, and its k inner products with the G_j that inner computed last.
func (g *groupGram) outer(t *trainer, b *batch, ahead []*tensors.Tensor, k int) ([][]float64, error) {
	if err := g.gradients(t, b, g.outside, ahead, g.ahead); err != nil {
		return nil, err
	}
	gram := make([][]float64, k)
	for i := range gram {
		for j := range k {
			gram[i] = append(gram[i], dot(g.ahead[i], g.at[j]))
		}
	}
	return gram, nil
}

func (g *groupGram) skip() {
	g.inside.skip()
	g.outside.skip()
}

func (g *groupGram) release() {
	g.inside.release()
	g.outside.release()
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
