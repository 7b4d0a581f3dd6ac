package curate

import (
	"math"
	"slices"

	"counterpoise/internal/seed"
)

func init() { Scores.Add("outcome", outcome{}) }

// outcome says whether an object moved with the gripper after it closed, and whether what was moved stays. Of the
// columns of objects, each in its standard deviations, j is the one that moves most while the gripper is closed or was
// so within half a second. With e = |o_j(T) - o_j(0)| its displacement at the end, and q the upper quartile of e over
// all demonstrations,
//
//	s = min(1, e/q) · e/max_t |o_j(t) - o_j(0)|
//
// At least a quarter of the demonstrations should do what they are meant to. No label is read. Where the task is to
// move an object, this nearly restates success.
type outcome struct{}

// release is how long after the gripper opens a motion still counts as made with it, in seconds.
const release = 0.5

func (outcome) About() Description {
	return Description{Summary: "an object moves with the closed gripper, and stays where it was moved",
		Source: "ours", Needs: []Need{Objects}, Cost: "one pass over the scenes"}
}

func (outcome) Score(p *Pool, _ seed.Key) ([]float64, error) {
	net, most := make([]float64, p.Len()), make([]float64, p.Len())
	err := p.each(func(d *Demo) error {
		for _, far := range p.displacement(d) {
			most[d.at], net[d.at] = max(most[d.at], far), far
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	typical := quantile(slices.Sorted(slices.Values(net)), .75)
	out := make([]float64, p.Len())
	for e := range out {
		if most[e] > 0 && typical > 0 {
			out[e] = min(1, net[e]/typical) * net[e] / most[e]
		}
	}
	return out, nil
}

// displacement returns how far the object that a demonstration carries is from its first place in each frame, in
// standard deviations of its column.
func (p *Pool) displacement(d *Demo) []float64 {
	j := p.carried(d)
	out := make([]float64, d.Frames())
	for t := range out {
		out[t] = math.Abs(float64(d.Scene.Row(t)[j])-float64(d.Scene.Row(0)[j])) * p.columns[2].scale(j)
	}
	return out
}

// carried returns the object column that moves most while the gripper is closed, in its standard deviations.
func (p *Pool) carried(d *Demo) int {
	path := make([]float64, len(p.objects))
	left := 0
	for t := 1; t < d.Frames(); t++ {
		if left--; p.closed(d, t) {
			left = int(release * p.Rate)
		}
		if left < 0 {
			continue
		}
		a, b := d.Scene.Row(t-1), d.Scene.Row(t)
		for i, j := range p.objects {
			path[i] += math.Abs(float64(b[j])-float64(a[j])) * p.columns[2].scale(j)
		}
	}
	best := 0
	for i, v := range path {
		if v > path[best] {
			best = i
		}
	}
	return p.objects[best]
}
