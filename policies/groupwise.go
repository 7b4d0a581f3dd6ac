package policies

import (
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
)

// groupwise replaces the batch of a step where the mixture observes gradients. Every group gets the same number of
// frames m, and a gradient of its own, of which the objective's is the weighted sum:
//
//	∇L_j(θ) from m frames of group j,   ∇J(θ) = sum_j α_j ∇L_j(θ)
//
// a third estimator of the same objective, unbiased as the other two (see sampler). Then, for the meta-gradient,
//
//	θ' = θ - β ∇J(θ)                                          Parekh et al., Eq. 18
//	d L_i(θ')/d α_j = -β <∇L_i(θ'), ∇L_j(θ)> = -β gram[i][j]  the chain rule through Eq. 18: what Eq. 19 needs
//
// with ∇L_i(θ') from m other frames, held-out ones where some are held out: on the same frames the noise that both gradients
// share would count as agreement of a group with itself. With β = 0 and nothing held out, gram is the Gram matrix of
// the ∇L_j(θ).
type groupwise struct {
	mix   GradientObserver
	batch *batch // of one group
	decks []deck // group -> frames for ∇L_j(θ)
	other []deck // group -> frames for ∇L_i(θ'); nil where gram is symmetric
	grads [][][]float32
	outer [][]float32
	ahead []*tensors.Tensor // θ'
}

// newGroupwise is nil where the mixture observes no gradients.
func newGroupwise(t *trainer, k seed.Key) *groupwise {
	m, ok := t.mix.(GradientObserver)
	if !ok {
		return nil
	}
	sh := t.policy.shape
	g := &groupwise{mix: m, batch: newBatch(t.cfg.Batch/len(t.s.names), sh), outer: newVector(sh)}
	for range t.s.names {
		g.grads = append(g.grads, newVector(sh))
	}
	for _, d := range sh.dims() {
		g.ahead = append(g.ahead, tensors.FromFlatDataAndDimensions(make([]float32, volume(d)), d...))
	}
	g.decks = t.s.decks(t.s.frames, k.With("inner"))
	switch {
	case t.s.held != nil:
		g.other = t.s.decks(t.s.held, k.With("outer"))
	case m.LookAhead() > 0:
		g.other = t.s.decks(t.s.frames, k.With("outer"))
	}
	return g
}

// decks is one for each group.
func (s *samples) decks(rows [][]int32, k seed.Key) []deck {
	var d []deck
	for g, of := range rows {
		d = append(d, newDeck(of, k.With(s.names[g])))
	}
	return d
}

// differentiate computes every group's gradient at θ, and their weighted sum.
func (g *groupwise) differentiate(t *trainer, alpha []float64) error {
	for i := range t.g {
		clear(t.g[i])
	}
	for j := range g.decks {
		if err := g.deal(t, g.decks, j, t.policy.weights, g.grads[j]); err != nil {
			return err
		}
		if err := t.observe(g.batch); err != nil {
			return err
		}
		add(t.g, float32(alpha[j]), g.grads[j])
	}
	return nil
}

// deal computes the mean loss's gradient over fresh frames of a group, at the given parameters.
func (g *groupwise) deal(t *trainer, decks []deck, group int, params []*tensors.Tensor, dst [][]float32) error {
	b := g.batch
	for r := range b.rows {
		b.rows[r], b.weight[r] = decks[group].next(), 1/float32(len(b.rows))
	}
	b.load(t.s, t.policy.shape)
	return b.gradients(t.grad, params, dst)
}

// report tells the mixture how the gradients lie. t.g holds ∇J(θ).
func (g *groupwise) report(t *trainer, _ []float64) error {
	gram := make([][]float64, len(g.decks))
	if g.other != nil {
		g.lookAhead(t)
	}
	for i := range gram {
		outer := g.grads[i]
		if g.other != nil {
			outer = g.outer
			if err := g.deal(t, g.other, i, g.ahead, outer); err != nil {
				return err
			}
		}
		for j := range g.grads {
			gram[i] = append(gram[i], inner(outer, g.grads[j]))
		}
	}
	g.mix.ObserveGradients(gram)
	return nil
}

// lookAhead sets θ' = θ - β ∇J(θ).
func (g *groupwise) lookAhead(t *trainer) {
	beta := float32(g.mix.LookAhead())
	for p, w := range t.policy.weights {
		tensors.MustConstFlatData(w, func(theta []float32) {
			tensors.MustMutableFlatData(g.ahead[p], func(ahead []float32) {
				for i, v := range theta {
					ahead[i] = v - beta*t.g[p][i]
				}
			})
		})
	}
}

// add is dst += a v.
func add(dst [][]float32, a float32, v [][]float32) {
	for p := range dst {
		for i, x := range v[p] {
			dst[p][i] += a * x
		}
	}
}

// inner is <a, b> over all parameters.
func inner(a, b [][]float32) (sum float64) {
	for p := range a {
		for i, x := range a[p] {
			sum += float64(x) * float64(b[p][i])
		}
	}
	return sum
}
