package trainset

import (
	"math/rand/v2"

	"counterpoise/internal/seed"
)

// Sampler draws batches and the weights of their rows, so that sum_r w_r l_r estimates the objective
//
//	J(θ) = sum_g α_g L_g(θ),   L_g the mean loss over the n_g frames of group g, N frames in all
//
// without bias, in one of two ways:
//
//	by loss:       frames uniformly from the whole dataset,     w_r = α_g N/n_g / batch
//	by resampling: group g with probability α_g, then a frame
//	               uniformly from the group,                    w_r = 1 / batch
//
// Where frames have weights v_r of their own (Set.Weight), L_g is the mean under these, and by loss w_r = α_g N v_r /
// batch.
//
// With α_g = n_g/N both are plain behaviour cloning. They differ in variance: by loss, a group with few frames
// appears seldom with a large weight; by resampling, often with a small one. Frames come in shuffled order, all views
// of all frames before any comes again.
type Sampler struct {
	set      *Set
	resample bool
	all      Cycle   // every training frame, for weighting by loss
	groups   []Cycle // the frames of each group, for resampling
	uniform  *rand.Rand
}

// NewSampler returns a sampler of a set's training rows. The key decides all draws.
func NewSampler(s *Set, resample bool, k seed.Key) *Sampler {
	out := &Sampler{
		set: s, resample: resample,
		all: newCycle(s.Views(s.Train), k.With("all")), uniform: k.With("group").Rand(),
	}
	for g, f := range s.ByGroup {
		out.groups = append(out.groups, newCycle(s.Views(f), k.With("frames", s.Names[g])))
	}
	return out
}

// Draw fills rows with views of frames and w with their weights under the group weights alpha.
func (d *Sampler) Draw(rows []int32, w []float32, alpha []float64) {
	if d.resample {
		d.drawByGroup(rows, w, alpha)
		return
	}
	n, batch := float64(len(d.set.Train)), float64(len(rows))
	for r := range rows {
		rows[r] = d.all.Next()
		g := d.set.Group[d.set.Row(rows[r])]
		w[r] = float32(alpha[g] * n / float64(len(d.set.ByGroup[g])) / batch)
		if d.set.Weight != nil {
			w[r] = float32(alpha[g] * n * d.set.Weight[d.set.Row(rows[r])] / batch)
		}
	}
}

// drawByGroup draws groups by systematic sampling: row r takes the group at (r+u)/batch of the cumulated weights,
// with u uniform in [0, 1). Each row has the group probabilities alpha, and the count of a group is within one of
// batch α_g.
func (d *Sampler) drawByGroup(rows []int32, w []float32, alpha []float64) {
	batch := float64(len(rows))
	last := len(alpha) - 1 // the last group with a weight: rounding must not lead to one without
	for alpha[last] == 0 {
		last--
	}
	u, g, upTo := d.uniform.Float64(), 0, alpha[0]
	for r := range rows {
		for at := (float64(r) + u) / batch; at >= upTo && g < last; {
			g++
			upTo += alpha[g]
		}
		rows[r], w[r] = d.groups[g].Next(), float32(1/batch)
	}
}

// Survey fills rows with frames of the groups in turn, so that each group is there if the batch has room for all.
func (d *Sampler) Survey(rows []int32) {
	for r := range rows {
		f := d.set.ByGroup[r%len(d.set.ByGroup)]
		rows[r] = f[r/len(d.set.ByGroup)%len(f)]
	}
}

// Cycle yields rows in random order, all of them before any comes again, shuffled anew in each pass.
type Cycle struct {
	rows []int32
	next int
	r    *rand.Rand
}

// newCycle returns a Cycle over a copy of rows. The key decides every shuffle.
func newCycle(rows []int32, k seed.Key) Cycle {
	return Cycle{rows: append([]int32(nil), rows...), next: len(rows), r: k.Rand()}
}

// Next returns the next row.
func (c *Cycle) Next() int32 {
	if c.next == len(c.rows) {
		c.r.Shuffle(len(c.rows), func(i, j int) { c.rows[i], c.rows[j] = c.rows[j], c.rows[i] })
		c.next = 0
	}
	c.next++
	return c.rows[c.next-1]
}

// Cycles returns one Cycle for each group over its rows: ByGroup or HeldOut.
func (s *Set) Cycles(rows [][]int32, k seed.Key) []Cycle {
	var out []Cycle
	for g, of := range rows {
		out = append(out, newCycle(s.Views(of), k.With(s.Names[g])))
	}
	return out
}

// Deal fills rows with the groups in turn: row r belongs to group r mod k.
func Deal(rows []int32, groups []Cycle) {
	for r := range rows {
		rows[r] = groups[r%len(groups)].Next()
	}
}

// DealtTo returns how many of n rows Deal gives to group g of k.
func DealtTo(n, g, k int) int { return (n - g + k - 1) / k }
