package train

import (
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
	"counterpoise/policies/backend"
	"counterpoise/policies/layers"
	"counterpoise/policies/mixture"
	"counterpoise/policies/network"
	"counterpoise/policies/trainset"
)

// groupwise replaces the batch of a step where the mixture observes gradients. The groups take the rows in turn, m_j
// of them group j, so the gradient of every group is known, and that of the objective is their weighted sum:
//
//	∇L_j(θ) = 1/m_j sum of ∇l_r(θ) over its rows,   ∇J(θ) = sum_j α_j ∇L_j(θ)
//
// This is a third estimator of the same objective, unbiased as the other two (trainset.Sampler). Then, for the
// meta-gradient,
//
//	θ' = θ - β ∇J(θ)                                          Parekh et al., Eq. 18
//	d L_i(θ')/d α_j = -β <∇L_i(θ'), ∇L_j(θ)> = -β gram[i][j]  the chain rule through Eq. 18, for Eq. 19
//
// with ∇L_i(θ') from as many other rows, held-out ones where some are held out: on the same rows the noise that both
// gradients share would count as agreement of a group with itself. With β = 0 and nothing held out, the rows are the
// same, and gram is the Gram matrix of the ∇L_j(θ).
type groupwise struct {
	mix    mixture.GradientObserver
	batch  *batch            // rows for ∇L_i(θ')
	cycles []trainset.Cycle  // group -> rows for ∇L_j(θ)
	other  []trainset.Cycle  // group -> rows for ∇L_i(θ'); nil where they are the same rows
	ahead  []*tensors.Tensor // θ'
	gram   gramComputer
}

// gramComputer computes gradients of groups, or their inner products, for a groupwise step. The groups take the rows
// of both batches in turn.
type gramComputer interface {
	// inner computes the losses of the rows of t.batch, which is drawn, and ∇J(θ) under weights alpha: into t.g or,
	// on a device that fuses, into θ' and the state after the step.
	inner(t *trainer, alpha []float64) error
	// outer computes the losses of the rows of b at θ' and gram[i][j] = <∇L_i(θ'), ∇L_j(θ)>, j over the rows
	// that inner saw last.
	outer(t *trainer, b *batch, ahead []*tensors.Tensor, k int) ([][]float64, error)
	// skip advances everything random past one step whose result is known from a checkpoint.
	skip()
	// release frees what the last step has left on the device.
	release()
}

// newGroupwise returns nil unless the mixture observes gradients.
func newGroupwise(d device, t *trainer, k seed.Key) (*groupwise, error) {
	m, ok := t.mix.(mixture.GradientObserver)
	if !ok {
		return nil, nil
	}
	g := &groupwise{
		mix: m, batch: newBatch(t.cfg.Batch, t.model, t.data, k.With("noise")),
		cycles: t.set.Cycles(t.set.ByGroup, k.With("inner")),
	}
	var err error
	net, grammed := t.model.Network.(network.Grammed)
	switch m := unrolling(t.mix); {
	case m > 1:
		g.gram = newUnrolled(t, m, len(t.set.Names), g.cycles, k.With("groups"))
	case grammed && d.fused:
		g.gram, err = newFusedProducts(d, t, net)
	case grammed:
		g.gram, err = newProductGram(d, t.model, t.data, net)
	case d.fused:
		g.gram, err = newFusedGroups(d, t, len(t.set.Names), k.With("groups"))
	default:
		g.gram = newGroupGram(t, len(t.set.Names), k.With("groups"))
	}
	if err != nil {
		return nil, err
	}
	for _, d := range t.model.Network.Dims(t.model.Sizes) {
		g.ahead = append(g.ahead, tensors.FromFlatDataAndDimensions(make([]float32, layers.Volume(d)), d...))
	}
	switch {
	case t.set.HeldOut != nil:
		g.other = t.set.Cycles(t.set.HeldOut, k.With("outer"))
	case m.LookAhead() > 0:
		g.other = t.set.Cycles(t.set.ByGroup, k.With("outer"))
	}
	return g, nil
}

// differentiate draws the batch of a step, computes ∇J(θ) and keeps what the inner products need.
func (g *groupwise) differentiate(t *trainer, alpha []float64) error {
	b, k := t.batch, len(alpha)
	trainset.Deal(b.rows, g.cycles)
	for r := range b.rows {
		b.weight[r] = float32(alpha[r%k] / float64(trainset.DealtTo(len(b.rows), r%k, k)))
	}
	if err := g.gram.inner(t, alpha); err != nil {
		return err
	}
	return t.measure(b)
}

// report gives the mixture the inner products, once ∇J(θ) is known.
func (g *groupwise) report(t *trainer) error {
	if g.other != nil {
		trainset.Deal(g.batch.rows, g.other)
	} else {
		copy(g.batch.rows, t.batch.rows)
	}
	if t.fused == nil {
		g.lookAhead(t)
	}
	gram, err := g.gram.outer(t, g.batch, g.ahead, len(g.cycles))
	if err != nil {
		return err
	}
	g.mix.ObserveGradients(gram)
	return nil
}

// last is θ' of the last step.
func (g *groupwise) last() []*tensors.Tensor {
	if u, ok := g.gram.(*unrolled); ok {
		return u.points[u.m-1]
	}
	return g.ahead
}

// lookAhead sets θ' = θ - β ∇J(θ).
func (g *groupwise) lookAhead(t *trainer) {
	beta := float32(g.mix.LookAhead())
	for p, w := range t.params {
		tensors.MustConstFlatData(w, func(theta []float32) {
			tensors.MustMutableFlatData(g.ahead[p], func(ahead []float32) {
				for i, v := range theta {
					ahead[i] = v - beta*t.g[p][i]
				}
			})
		})
	}
}

// release frees the tensors of all steps.
func (g *groupwise) release() {
	backend.Release(g.ahead)
	g.batch.release()
	g.gram.release()
}

// skip takes from the cycles what one step took.
func (g *groupwise) skip(t *trainer) {
	trainset.Deal(t.batch.rows, g.cycles)
	if g.other != nil {
		trainset.Deal(g.batch.rows, g.other)
	}
	g.batch.loads++
	g.gram.skip()
}
