package policies

import (
	"math/rand/v2"

	"counterpoise/internal/seed"
)

// sampler draws batches and the weights of their rows, so that sum_r w_r l_r estimates the objective
//
//	J(θ) = sum_g α_g L_g(θ),   L_g the mean loss over the n_g frames of group g, N frames in all
//
// without bias, in one of two ways:
//
//	by loss:       frames uniformly from the whole dataset,     w_r = α_g N/n_g / batch
//	by resampling: group g with probability α_g, then a frame
//	               uniformly from the group,                    w_r = 1 / batch
//
// With α_g = n_g/N both are plain behaviour cloning. They differ in variance: by loss a starved group appears seldom
// with a large weight, by resampling often with a small one. Frames come in shuffled order, all views of all
// of them before any comes again.
type sampler struct {
	s        *samples
	resample bool
	all      deck   // every training frame, for weighting by loss
	groups   []deck // the frames of each group, for resampling
	u        *rand.Rand
}

func newSampler(s *samples, resample bool, k seed.Key) *sampler {
	out := &sampler{s: s, resample: resample, all: newDeck(s.views(s.train), k.With("all")), u: k.With("group").Rand()}
	for g, f := range s.frames {
		out.groups = append(out.groups, newDeck(s.views(f), k.With("frames", s.names[g])))
	}
	return out
}

// draw fills rows with views of frames and w with their weights under the group weights alpha.
func (d *sampler) draw(rows []int32, w []float32, alpha []float64) {
	if d.resample {
		d.byGroup(rows, w, alpha)
		return
	}
	n, batch := float64(len(d.s.train)), float64(len(rows))
	for r := range rows {
		rows[r] = d.all.next()
		g := d.s.group[d.s.frame(rows[r])]
		w[r] = float32(alpha[g] * n / float64(len(d.s.frames[g])) / batch)
	}
}

// byGroup draws groups systematically: row r takes the group at (r+u)/batch of the cumulated weights, u uniform in
// [0, 1). Each row's group has the wanted probability, and counts are within one of batch α_g.
func (d *sampler) byGroup(rows []int32, w []float32, alpha []float64) {
	batch := float64(len(rows))
	last := len(alpha) - 1 // with a weight: rounding must not lead to a group that has none
	for alpha[last] == 0 {
		last--
	}
	u, g, upto := d.u.Float64(), 0, alpha[0]
	for r := range rows {
		for at := (float64(r) + u) / batch; at >= upto && g < last; {
			g++
			upto += alpha[g]
		}
		rows[r], w[r] = d.groups[g].next(), float32(1/batch)
	}
}

// survey fills rows with the groups in turn, so that each is there when the batch has room for all.
func (d *sampler) survey(rows []int32) {
	for r := range rows {
		f := d.s.frames[r%len(d.s.frames)]
		rows[r] = f[r/len(d.s.frames)%len(f)]
	}
}

// deck deals its cards in random order and shuffles when all have been dealt.
type deck struct {
	cards []int32
	dealt int
	r     *rand.Rand
}

func newDeck(cards []int32, k seed.Key) deck {
	return deck{cards: append([]int32(nil), cards...), dealt: len(cards), r: k.Rand()}
}

func (d *deck) next() int32 {
	if d.dealt == len(d.cards) {
		d.r.Shuffle(len(d.cards), func(i, j int) { d.cards[i], d.cards[j] = d.cards[j], d.cards[i] })
		d.dealt = 0
	}
	d.dealt++
	return d.cards[d.dealt-1]
}
