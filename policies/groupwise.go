package policies

import (
	"fmt"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
	"counterpoise/policies/backend"
	"counterpoise/policies/layers"
	"counterpoise/policies/mixture"
)

// groupwise replaces the batch of a step where the mixture observes gradients. The groups take the rows in turn, m_j
// of them group j, so that every group's gradient is known, of which the objective's is the weighted sum:
//
//	∇L_j(θ) = 1/m_j sum of ∇l_r(θ) over its rows,   ∇J(θ) = sum_j α_j ∇L_j(θ)
//
// a third estimator of the same objective, unbiased as the other two (see sampler). Then, for the meta-gradient,
//
//	θ' = θ - β ∇J(θ)                                          Parekh et al., Eq. 18
//	d L_i(θ')/d α_j = -β <∇L_i(θ'), ∇L_j(θ)> = -β gram[i][j]  the chain rule through Eq. 18: what Eq. 19 needs
//
// with ∇L_i(θ') from as many other rows, held-out ones where some are held out: on the same ones the noise that both
// gradients share would count as agreement of a group with itself. With β = 0 and nothing held out, the rows are the
// same, and gram is the Gram matrix of the ∇L_j(θ). A step costs two to three ordinary ones, whatever the number of groups.
type groupwise struct {
	mix   mixture.GradientObserver
	batch *batch // for ∇L_i(θ')
	decks []deck // group -> frames for ∇L_j(θ)
	other []deck // group -> frames for ∇L_i(θ'); nil where they are the same
	inner *graph.Exec
	outer *graph.Exec
	known []*tensors.Tensor // h and δ of the rows at θ
	ahead []*tensors.Tensor // θ'
}

// newGroupwise is nil where the mixture observes no gradients.
func newGroupwise(t *trainer, k seed.Key) (*groupwise, error) {
	m, ok := t.mix.(mixture.GradientObserver)
	if !ok {
		return nil, nil
	}
	b := t.policy.backend
	g := &groupwise{mix: m, batch: newBatch(t.cfg.Batch, t.policy.shape), decks: t.s.decks(t.s.frames, k.With("inner"))}
	f, head, n := t.policy.front(), t.policy.head, t.policy.shape.actions
	var err error
	g.inner, err = graph.NewExec(b, func(in []*graph.Node) []*graph.Node { return backward(in, f, head, n) })
	if err == nil {
		g.outer, err = graph.NewExec(b, func(in []*graph.Node) []*graph.Node { return pairs(in, f, head, n) })
	}
	if err != nil {
		return nil, fmt.Errorf("policies: graph of gradients: %w", err)
	}
	for _, d := range t.policy.shape.Dims() {
		g.ahead = append(g.ahead, tensors.FromFlatDataAndDimensions(make([]float32, layers.Volume(d)), d...))
	}
	switch {
	case t.s.held != nil:
		g.other = t.s.decks(t.s.held, k.With("outer"))
	case m.LookAhead() > 0:
		g.other = t.s.decks(t.s.frames, k.With("outer"))
	}
	return g, nil
}

// decks is one for each group.
func (s *samples) decks(rows [][]int32, k seed.Key) []deck {
	var d []deck
	for g, of := range rows {
		d = append(d, newDeck(s.views(of), k.With(s.names[g])))
	}
	return d
}

// deal fills a batch with the groups in turn; row r is of group r mod k.
func deal(b *batch, decks []deck) {
	for r := range b.rows {
		b.rows[r] = decks[r%len(decks)].next()
	}
}

// count is the number of rows of a batch of n that group g of k gets in turn.
func count(n, g, k int) int { return (n - g + k - 1) / k }

// differentiate computes ∇J(θ), and keeps what the inner products need.
func (g *groupwise) differentiate(t *trainer, alpha []float64) error {
	b, k := t.batch, len(alpha)
	deal(b, g.decks)
	for r := range b.rows {
		b.weight[r] = float32(alpha[r%k] / float64(count(len(b.rows), r%k, k)))
	}
	b.load(t.s, t.policy.shape)
	out, err := b.exec(g.inner, t.policy.weights, b.w)
	if err != nil {
		return err
	}
	backend.Release(g.known)
	n := 1 + len(t.g)
	for i, o := range out[1:n] {
		tensors.MustConstFlatData(o, func(v []float32) { copy(t.g[i], v) })
	}
	backend.Release(out[:n])
	g.known = out[n:]
	return t.observe(b)
}

// report tells the mixture how the gradients lie, once t.g holds ∇J(θ).
func (g *groupwise) report(t *trainer) error {
	if g.other != nil {
		deal(g.batch, g.other)
	} else {
		copy(g.batch.rows, t.batch.rows)
	}
	g.lookAhead(t)
	g.batch.load(t.s, t.policy.shape)
	out, err := g.batch.exec(g.outer, g.ahead, g.known...)
	if err != nil {
		return err
	}
	defer backend.Release(out)
	var gram [][]float64
	tensors.MustConstFlatData(out[1], func(rows []float32) { gram = byGroup(rows, len(g.batch.rows), len(g.decks)) })
	g.mix.ObserveGradients(gram)
	return nil
}

// byGroup averages inner products of rows [n x n], of which row r is of group r mod k:
//
//	gram[i][j] = 1/(m_i m_j) sum of <∇l'_s, ∇l_r> over s in group i, r in group j
func byGroup(pairs []float32, n, k int) [][]float64 {
	gram := make([][]float64, k)
	for i := range gram {
		gram[i] = make([]float64, k)
	}
	for s := range n {
		for r, v := range pairs[s*n:][:n] {
			gram[s%k][r%k] += float64(v)
		}
	}
	for i := range gram {
		for j := range gram[i] {
			gram[i][j] /= float64(count(n, i, k) * count(n, j, k))
		}
	}
	return gram
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
