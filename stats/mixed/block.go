package mixed

import "math"

// row is the rollouts of a trial with the same fixed effect and the same random effects: k successes of n.
type row struct {
	k, n  float64
	cell  int32    // index of β
	at    [3]int32 // border effects; only the first len(border terms) count
	local [3]int32 // the same as positions in the leaf's list of border effects
}

// leaf is one of a trial's finest random effects, with its rows, or several that have the same rows: the joint
// likelihood is symmetric in these and concave, so that they have one mode, and it is found once. Of starts that two
// methods tried once each there are four kinds in a group. Two leaves share no row.
type leaf struct {
	first, end int32   // rows [first, end)
	couple     int32   // place of the leaf's couplings in block.coupled and block.weight
	touched    int32   // number of border effects in its rows
	count      float64 // how many effects it stands for
}

// block is one trial: its rows, its random effects u and the matrix of the Newton steps,
//
//	H = I + Λ Zᵀ W Z Λ = | D  Bᵀ |   with D diagonal (leaves) and S = C - B D⁻¹ Bᵀ (border)
//	                     | B  C  |
//
// The leaves are the finest term (starts, else trial:method:group, else coarser); the border effects are all others.
// Border effect 0 is the trial's own where that term is in the model.
type block struct {
	rows    []row
	leaves  []leaf
	term    []int8    // of each border effect: index into the model's terms
	nterms  int       // of the border
	coupled []int32   // border effects that each leaf touches, leaf after leaf
	weight  []float64 // B: one coupling per entry of coupled

	u     []float64 // leaves, one entry for all that a leaf stands for, then border; the modes after newton
	mu, w []float64 // of each row: probability p, n p (1 - p)
	q     []float64 // of each row: change of log det H by η, through the weights
	d     []float64 // D
	s     []float64 // S and then its Cholesky factor L, lower triangle, row-major; memory of all blocks
	inv   []float64 // S⁻¹, full, row-major; memory of all blocks
	g, x  []float64 // gradient, step: leaves, then border
}

// allocate sizes the working memory for the rows, leaves and border effects, but for the matrices (see shareMatrices).
func (b *block) allocate() {
	all := len(b.leaves) + len(b.term)
	b.u, b.g, b.x = make([]float64, all), make([]float64, all), make([]float64, all)
	b.mu, b.w, b.q = make([]float64, len(b.rows)), make([]float64, len(b.rows)), make([]float64, len(b.rows))
	b.d, b.weight = make([]float64, len(b.leaves)), make([]float64, len(b.coupled))
}

// shareMatrices gives all blocks the same memory for S and S⁻¹, whose size is the square of the border's: an evaluation
// goes through the blocks one after the other, and needs the matrices of one at a time.
func shareMatrices(blocks []block) {
	largest := 0
	for i := range blocks {
		largest = max(largest, len(blocks[i].term))
	}
	s, inv := make([]float64, largest*largest), make([]float64, largest*largest)
	for i := range blocks {
		q := len(blocks[i].term)
		blocks[i].s, blocks[i].inv = s[:q*q], inv[:q*q]
	}
}

// border is the part of a vector over all effects that belongs to the border.
func (b *block) border(v []float64) []float64 { return v[len(b.leaves):] }

// factor computes D, B and the Cholesky factor of S from the weights w, and returns log det H = log det D + log det S.
// sd holds the SDs of the border terms, then that of the leaves. O(rows + Σ touched² + q³).
func (b *block) factor(sd []float64) (logdet float64) {
	q, leafSD := len(b.term), sd[len(sd)-1]
	clear(b.s)
	clear(b.weight)
	for i := range q {
		b.s[i*q+i] = 1
	}
	for l, f := range b.leaves {
		to := b.coupled[f.couple : f.couple+f.touched]
		c := b.weight[f.couple : f.couple+f.touched]
		sum := 0.0
		for i := f.first; i < f.end; i++ {
			r, w := &b.rows[i], b.w[i]
			sum += w
			for t := range b.nterms {
				c[r.local[t]] += w * leafSD * sd[t]
				for o := range t + 1 {
					b.addSymmetric(r.at[t], r.at[o], f.count*w*sd[t]*sd[o])
				}
			}
		}
		b.d[l] = 1 + leafSD*leafSD*sum
		logdet += f.count * math.Log(b.d[l])
		for i, v := range c {
			scaled := f.count * v / b.d[l]
			for j := range i + 1 {
				b.addSymmetric(to[i], to[j], -scaled*c[j])
			}
		}
	}
	return logdet + cholesky(b.s, q)
}

// addSymmetric adds v to entries (i, j) and (j, i) of S, of which the lower triangle is kept.
func (b *block) addSymmetric(i, j int32, v float64) {
	if i < j {
		i, j = j, i
	}
	b.s[int(i)*len(b.term)+int(j)] += v
}

// solve overwrites x with H⁻¹ x, after factor. The entry of a leaf, before and after, is that of one of its effects.
func (b *block) solve(x []float64) {
	q, border := len(b.term), b.border(x)
	for l, f := range b.leaves {
		v := f.count * x[l] / b.d[l]
		for i := f.couple; i < f.couple+f.touched; i++ {
			border[b.coupled[i]] -= b.weight[i] * v
		}
	}
	for i := range q { // L y = border
		for j := range i {
			border[i] -= b.s[i*q+j] * border[j]
		}
		border[i] /= b.s[i*q+i]
	}
	for i := q - 1; i >= 0; i-- { // Lᵀ z = y
		for j := i + 1; j < q; j++ {
			border[i] -= b.s[j*q+i] * border[j]
		}
		border[i] /= b.s[i*q+i]
	}
	for l, f := range b.leaves {
		sum := x[l]
		for i := f.couple; i < f.couple+f.touched; i++ {
			sum -= b.weight[i] * border[b.coupled[i]]
		}
		x[l] = sum / b.d[l]
	}
}

// invertBorder computes S⁻¹ = (H⁻¹)_border,border from the Cholesky factor, column by column.
func (b *block) invertBorder() {
	q := len(b.term)
	clear(b.inv)
	for c := range q {
		col := b.inv[c*q : (c+1)*q] // S⁻¹ is symmetric: a column is a row
		col[c] = 1
		for i := c; i < q; i++ {
			for j := c; j < i; j++ {
				col[i] -= b.s[i*q+j] * col[j]
			}
			col[i] /= b.s[i*q+i]
		}
		for i := q - 1; i >= 0; i-- {
			for j := i + 1; j < q; j++ {
				col[i] -= b.s[j*q+i] * col[j]
			}
			col[i] /= b.s[i*q+i]
		}
	}
}

// cholesky overwrites the lower triangle of a positive definite n x n matrix with its Cholesky factor and returns its
// log determinant. H has eigenvalues of 1 or more, so that no pivot is small.
func cholesky(a []float64, n int) (logdet float64) {
	for j := range n {
		for k := range j {
			if f := a[j*n+k]; f != 0 {
				for i := j; i < n; i++ {
					a[i*n+j] -= f * a[i*n+k]
				}
			}
		}
		logdet += math.Log(a[j*n+j])
		scale := 1 / math.Sqrt(a[j*n+j])
		for i := j; i < n; i++ {
			a[i*n+j] *= scale
		}
	}
	return logdet
}
