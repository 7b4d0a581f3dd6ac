package curate

import (
	"math"

	"counterpoise/internal/seed"
)

func init() { Scores.Add("outcome", outcome{}) }

// outcome says whether an object moved with the gripper after it closed, and whether what was moved stays. For each
// object column j, with c_t = 1 while the gripper is commanded to close or has been within the last half second,
//
//	m_j = sum_t c_t |Δo_j(t)|,   e_j = |o_j(T) - o_j(0)|
//	s   = min(1, e_j/median) · e_j/max(e_j, max_t |o_j(t) - o_j(0)|),   j the one of the greatest m_j/scale
//
// The scale and the median of a column are those of e_j over the demonstrations in which it is that of the greatest
// motion: more than half of the demonstrations of a pool should do what they are meant to. No label is read. Where the
// task is to move an object, this nearly restates success.
type outcome struct{}

// release is how long after the gripper opens a motion still counts as made with it, in seconds.
const release = 0.5

func (outcome) About() Description {
	return Description{Summary: "an object moves with the closed gripper, and stays where it was moved",
		Source: "ours", Needs: []Need{Objects}, Cost: "one pass over the scenes"}
}

func (outcome) Score(p *Pool, _ seed.Key) ([]float64, error) {
	chosen, net, most := make([]int, p.Len()), make([]float64, p.Len()), make([]float64, p.Len())
	err := p.each(func(d *Demo) error {
		j := p.carried(d)
		chosen[d.at] = j
		for t := range d.Frames() {
			far := math.Abs(float64(d.Scene.Row(t)[j]) - float64(d.Scene.Row(0)[j]))
			most[d.at], net[d.at] = max(most[d.at], far), far
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	of := map[int][]float64{}
	for e, j := range chosen {
		of[j] = append(of[j], net[e])
	}
	typical := map[int]float64{}
	for j, v := range of {
		typical[j] = median(v)
	}
	out := make([]float64, p.Len())
	for e, j := range chosen {
		if most[e] > 0 && typical[j] > 0 {
			out[e] = min(1, net[e]/typical[j]) * net[e] / most[e]
		}
	}
	return out, nil
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
