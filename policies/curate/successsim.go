package curate

import (
	"math"

	"counterpoise/internal/seed"
)

func init() { Scores.Add("successsim", successSim{}) }

// successSim is minus the mean distance of a demonstration's states from those of successful rollouts, the baseline
// "success similarity" of CUPID (online_state_similarity_method of agiachris/cupid, mean of means over successes):
//
//	s_e = -sum_{τ successful} mean_{t in τ} mean_{i in e} |x_t - x_i|
//
// with each column of the states scaled to [0, 1] over rollouts and demonstrations, as theirs (compute_l2_distance).
type successSim struct{}

func (successSim) About() Description {
	return Description{Summary: "its states are near those of successful rollouts", Source: "CUPID, arXiv:2506.19121",
		Needs: []Need{Rolled}, Cost: "rollouts, and distances of their frames from all others"}
}

// similarRows bounds the frames of rollouts that are compared with each frame.
const similarRows = 1024

func (successSim) Score(p *Pool, _ seed.Key) ([]float64, error) {
	r, err := p.rows()
	if err != nil {
		return nil, err
	}
	total := 0
	for i := range p.Rollouts {
		total += p.Rollouts[i].Frames()
	}
	stride := max(1, (total+similarRows-1)/similarRows)
	var rolled [][][]float32 // all of them, since they set the scale
	var success []bool
	for i := range p.Rollouts {
		d := &p.Rollouts[i].Demo
		var x [][]float32
		for t := 0; t < d.Frames(); t += stride {
			x = append(x, p.input(d, t))
		}
		rolled, success = append(rolled, x), append(success, p.Rollouts[i].Success)
	}
	return successSimilarity(r, rolled, success), nil
}

// successSimilarity returns s of each demonstration from the states of rollouts.
func successSimilarity(r *rows, rolled [][][]float32, success []bool) []float64 {
	low, scale := unitScale(append([][][]float32{r.x}, rolled...))
	unit := func(x []float32) []float64 {
		out := make([]float64, len(x))
		for j, v := range x {
			out[j] = (float64(v) - low[j]) * scale[j]
		}
		return out
	}
	out := make([]float64, len(r.in))
	demonstrated := make([][]float64, len(r.x))
	for i, x := range r.x {
		demonstrated[i] = unit(x)
	}
	for k, x := range rolled {
		if !success[k] {
			continue
		}
		for _, state := range x {
			s := unit(state)
			for e, in := range r.in {
				for _, i := range in {
					out[e] -= distance(s, demonstrated[i]) / float64(len(in)*len(x))
				}
			}
		}
	}
	return out
}

// unitScale returns the least value of each column over all rows, and one over its range.
func unitScale(all [][][]float32) (low, scale []float64) {
	width := len(all[0][0])
	low, high := make([]float64, width), make([]float64, width)
	for j := range width {
		low[j], high[j] = math.Inf(1), math.Inf(-1)
	}
	for _, rows := range all {
		for _, x := range rows {
			for j, v := range x {
				low[j], high[j] = min(low[j], float64(v)), max(high[j], float64(v))
			}
		}
	}
	scale = make([]float64, width)
	for j := range scale {
		scale[j] = 1 / (high[j] - low[j] + 1e-12)
	}
	return low, scale
}
