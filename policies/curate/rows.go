package curate

import "math"

// rows is a sample of frames: what a policy reads in each, and what it should answer.
type rows struct {
	x, y [][]float32 // [row]: standardised state and scene; the standardised chunk of actions from there on
	of   []int       // row -> demonstration, in the pool's order
	in   [][]int     // demonstration -> its rows, in order of time
}

// maxRows bounds the rows of a pool: scores that compare all pairs of rows take a second. Every demonstration has at
// least one.
const maxRows = 2048

// chunk is the number of actions that a policy answers at once. Where an episode ends, the last one is repeated.
const chunk = 8

// rows returns the rows of the pool: of each demonstration every k-th frame, k the same for all.
func (p *Pool) rows() (*rows, error) {
	if p.sampled != nil {
		return p.sampled, nil
	}
	total := 0
	for _, n := range p.frames {
		total += n
	}
	stride := max(1, int(math.Ceil(float64(total)/maxRows)))
	r := &rows{}
	err := p.each(func(d *Demo) error {
		r.add(p, d, stride)
		return nil
	})
	p.sampled = r
	return r, err
}

// add adds every stride-th frame of a demonstration, the middle one of each stretch.
func (r *rows) add(p *Pool, d *Demo, stride int) {
	var own []int
	for t := min(stride/2, d.Frames()-1); t < d.Frames(); t += stride {
		own = append(own, len(r.x))
		r.x = append(r.x, p.input(d, t))
		r.y = append(r.y, p.target(d, t))
		r.of = append(r.of, len(r.in))
	}
	r.in = append(r.in, own)
}

// input returns the standardised state and scene of a frame. Without either it is the time since the start, in seconds.
func (p *Pool) input(d *Demo, t int) []float32 {
	out := make([]float32, 0, p.widths[1]+p.widths[2])
	out = p.columns[1].appendScaled(out, d.State.Row(t))
	out = p.columns[2].appendScaled(out, d.Scene.Row(t))
	if len(out) == 0 {
		out = append(out, float32(float64(t)/p.Rate))
	}
	return out
}

// target returns the standardised chunk of actions from a frame on.
func (p *Pool) target(d *Demo, t int) []float32 {
	out := make([]float32, 0, chunk*p.widths[0])
	for k := range chunk {
		out = p.columns[0].appendScaled(out, d.Actions.Row(min(t+k, d.Frames()-1)))
	}
	return out
}

// appendScaled appends standardised numbers; those of constant columns are 0.
func (m moments) appendScaled(out, row []float32) []float32 {
	for j, v := range row {
		out = append(out, float32((float64(v)-m.mean[j])*m.scale(j)))
	}
	return out
}

// spread returns the mean square of the rows' inputs, at least 1: the width of a policy's kernel.
func (r *rows) spread() float64 {
	sum := 0.0
	for _, x := range r.x {
		for _, v := range x {
			sum += float64(v) * float64(v)
		}
	}
	return max(1, sum/float64(len(r.x)))
}

// mean returns the mean of numbers of rows over each demonstration.
func (r *rows) mean(of []float64) []float64 {
	out := make([]float64, len(r.in))
	for e, in := range r.in {
		for _, i := range in {
			out[e] += of[i] / float64(len(in))
		}
	}
	return out
}

// square returns the squared distance of two vectors.
func square(a, b []float32) float64 {
	sum := 0.0
	for i, v := range a {
		d := float64(v) - float64(b[i])
		sum += d * d
	}
	return sum
}
