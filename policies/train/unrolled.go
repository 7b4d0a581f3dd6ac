package train

import (
	"math"
	"slices"

	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
	"counterpoise/policies/backend"
	"counterpoise/policies/layers"
	"counterpoise/policies/mixture"
	"counterpoise/policies/trainset"
)

// unrolled computes what a mixture.Unroller receives: inner products of gradients through m steps of gradient descent.
//
//	G_j^s = ∇L_j(θ^s) on batch s,   θ^(s+1) = θ^s - β sum_j α_j G_j^s,   s = 0, ..., m - 1
//	v_i^m = ∇L_i(θ^m) on a batch of its own,   v_i^s = v_i^(s+1) - β H_s v_i^(s+1)
//	gram[i][j] = sum_s <v_i^(s+1), G_j^s>
//
// H_s is the second derivative of L_α at θ^s on batch s. Its product with a vector is a central difference of
// gradients,
//
//	H v ≈ |v|/(2ε) (∇L_α(θ^s + ε v/|v|) - ∇L_α(θ^s - ε v/|v|))
//
// A step takes m k gradients of groups, k at θ^m and 2 k² (m - 1) for the differences. The gradients come back to the
// host, on every device: such searches are short.
type unrolled struct {
	groupGram
	m      int
	eps    float64 // ε
	alpha  []float64
	cycles []trainset.Cycle
	rows   []*batch            // of batches 1 to m - 1, for their rows and losses
	more   []groupBatches      // the same, of the groups
	at     [][][][]float32     // s -> group -> G_j^s
	points [][]*tensors.Tensor // θ^1 to θ^m
	trial  []*tensors.Tensor   // θ^s ± ε v/|v|
	sides  [2][][]float32      // gradients there
	sum    [][]float32         // ∇L_α
}

// hessianStep is ε in the central differences of gradients, a distance in the space of parameters. A larger one leaves
// more of the curvature's change out, and a smaller one multiplies the rounding of float32. With ten times or a tenth
// of it the derivatives through three steps are still right to 1 % (TestUnrolledLookAhead).
const hessianStep = 1e-2

// unrolling is m of a mixture, 1 for one that looks a single step ahead.
func unrolling(m mixture.Mixture) int {
	if u, ok := m.(mixture.Unroller); ok {
		return u.Unroll()
	}
	return 1
}

// newUnrolled allocates the batches of m steps for k groups, whose rows come from cycles, and θ^1 to θ^m.
func newUnrolled(t *trainer, m, k int, cycles []trainset.Cycle, key seed.Key) *unrolled {
	u := &unrolled{groupGram: *newGroupGram(t, k, key), m: m, eps: hessianStep, cycles: cycles}
	like := func() (all [][]float32) {
		for _, v := range t.g {
			all = append(all, make([]float32, len(v)))
		}
		return all
	}
	params := func() (all []*tensors.Tensor) {
		for _, d := range t.model.Network.Dims(t.model.Sizes) {
			all = append(all, tensors.FromFlatDataAndDimensions(make([]float32, layers.Volume(d)), d...))
		}
		return all
	}
	u.at = [][][][]float32{u.groupGram.at}
	u.points = append(u.points, params())
	for s := 1; s < m; s++ {
		inside, outside := newGroupBatches(t, k, false, key.With("unrolled", s))
		outside.release()
		u.more = append(u.more, inside)
		u.rows = append(u.rows, newBatch(t.cfg.Batch, t.model, t.data, key.With("unrolled rows", s)))
		var of [][][]float32
		for range k {
			of = append(of, like())
		}
		u.at, u.points = append(u.at, of), append(u.points, params())
	}
	u.trial, u.sum = params(), like()
	u.sides = [2][][]float32{like(), like()}
	return u
}

// inner notes α besides what groupGram does.
func (u *unrolled) inner(t *trainer, alpha []float64) error {
	u.alpha = slices.Clone(alpha)
	return u.groupGram.inner(t, alpha)
}

// outer takes θ^1, goes on to θ^m, and comes back. The last point is where Move may take θ.
func (u *unrolled) outer(t *trainer, b *batch, ahead []*tensors.Tensor, k int) ([][]float64, error) {
	for p, v := range ahead {
		move(u.points[0][p], v, nil, 0)
	}
	beta := t.group.mix.LookAhead()
	for s := 1; s < u.m; s++ {
		trainset.Deal(u.rows[s-1].rows, u.cycles)
		if err := u.gradients(t, u.rows[s-1], u.more[s-1], u.points[s-1], u.at[s]); err != nil {
			return nil, err
		}
		weighted(u.sum, u.at[s], u.alpha)
		for p, v := range u.points[s-1] {
			move(u.points[s][p], v, u.sum[p], -beta)
		}
	}
	if err := u.gradients(t, b, u.outside, u.points[u.m-1], u.ahead); err != nil {
		return nil, err
	}
	gram := make([][]float64, k)
	for i, v := range u.ahead {
		gram[i] = make([]float64, k)
		for s := u.m - 1; ; s-- {
			for j := range k {
				gram[i][j] += dot(v, u.at[s][j])
			}
			if s == 0 {
				break
			}
			if err := u.back(t, s, v, beta); err != nil {
				return nil, err
			}
		}
	}
	return gram, nil
}

// back replaces v by v - β H_s v. The batches of step s stay loaded, so that both gradients have the same rows and
// noise.
func (u *unrolled) back(t *trainer, s int, v [][]float32, beta float64) error {
	length := math.Sqrt(dot(v, v))
	if length == 0 {
		return nil
	}
	for side, sign := range []float64{1, -1} {
		for p, at := range u.points[s-1] {
			move(u.trial[p], at, v[p], sign*u.eps/length)
		}
		clearAll(u.sides[side])
		for j, of := range u.more[s-1] {
			if err := of.gradients(t.gradient, u.trial, u.sum); err != nil {
				return err
			}
			addTo(u.sides[side], u.sum, u.alpha[j])
		}
	}
	scale := float32(beta * length / (2 * u.eps))
	for p := range v {
		for n := range v[p] {
			v[p][n] -= scale * (u.sides[0][p][n] - u.sides[1][p][n])
		}
	}
	return nil
}

// move sets dst to at + step by; nil by is 0.
func move(dst, at *tensors.Tensor, by []float32, step float64) {
	tensors.MustConstFlatData(at, func(from []float32) {
		tensors.MustMutableFlatData(dst, func(to []float32) {
			copy(to, from)
			for n, g := range by {
				to[n] += float32(step) * g
			}
		})
	})
}

// weighted sets dst to the sum of the gradients of the groups under weights.
func weighted(dst [][]float32, of [][][]float32, alpha []float64) {
	clearAll(dst)
	for j, g := range of {
		addTo(dst, g, alpha[j])
	}
}

// addTo adds a weight times g to dst.
func addTo(dst, g [][]float32, weight float64) {
	for p, v := range g {
		for n, x := range v {
			dst[p][n] += float32(weight) * x
		}
	}
}

func clearAll(g [][]float32) {
	for _, v := range g {
		clear(v)
	}
}

// skip takes what a step takes: rows of m - 1 more batches, and a load of every batch.
func (u *unrolled) skip() {
	u.groupGram.skip()
	for s, of := range u.more {
		trainset.Deal(u.rows[s].rows, u.cycles)
		of.skip()
	}
}

func (u *unrolled) release() {
	u.groupGram.release()
	for s, of := range u.more {
		of.release()
		u.rows[s].release()
	}
	for _, of := range u.points {
		backend.Release(of)
	}
	backend.Release(u.trial)
}
