package curate

import (
	"math"
	"slices"

	"counterpoise/internal/seed"
)

func init() { Scores.Add("rabc", rabc{}) }

// rabc is the mean weight that reward-aligned behaviour cloning gives to the frames of a demonstration, with exact
// progress in place of a learned one: the bound of what a learned progress could give. Progress φ_t in [0, 1] is the
// displacement of the object that the demonstration carries (outcome), over the upper quartile of the final
// displacements. With r_t = φ_{t+h} - φ_t over a second h, μ >= 0 and σ the mean and standard deviation of r over all
// frames, and κ = 0.01,
//
//	w_t = 1 if r_t > κ;   clip((r_t - μ + 2σ)/(4σ + 1e-6), 0, 1) if 0 <= r_t <= κ;   0 if r_t < 0
//
// as LeRobot has it (src/lerobot/utils/rabc.py at 0723271, Eq. 8 and 9 of the paper on SARM).
type rabc struct{}

// The settings of the weights, LeRobot's defaults; the second is its chunk of 50 frames, at some 50 frames a second.
const (
	rabcKappa   = 0.01
	rabcEpsilon = 1e-6
	rabcHorizon = 1.0 // seconds
)

func (rabc) About() Description {
	return Description{Summary: "its frames make progress: exact, from what the gripper moves",
		Source: "RA-BC of LeRobot (SARM)", Needs: []Need{Objects}, Cost: "two passes over the scenes"}
}

func (rabc) Score(p *Pool, _ seed.Key) ([]float64, error) {
	var displaced [][]float64
	var final []float64
	err := p.each(func(d *Demo) error {
		way := p.displacement(d)
		displaced, final = append(displaced, way), append(final, way[len(way)-1])
		return nil
	})
	if err != nil {
		return nil, err
	}
	typical := quantile(slices.Sorted(slices.Values(final)), .75)
	horizon := max(1, int(rabcHorizon*p.Rate))
	var all []float64
	ends := []int{0}
	for _, way := range displaced {
		for t := range way {
			all = append(all, progress(way[min(t+horizon, len(way)-1)], typical)-progress(way[t], typical))
		}
		ends = append(ends, len(all))
	}
	weights := progressWeights(all)
	out := make([]float64, p.Len())
	for e := range out {
		for _, w := range weights[ends[e]:ends[e+1]] {
			out[e] += w / float64(ends[e+1]-ends[e])
		}
	}
	return out, nil
}

// progress returns the share of the typical way that has been made.
func progress(way, typical float64) float64 {
	if typical == 0 {
		return 0
	}
	return min(1, way/typical)
}

// progressWeights returns w of all r.
func progressWeights(r []float64) []float64 {
	mean, variance := 0.0, 0.0
	for _, v := range r {
		mean += v / float64(len(r))
	}
	for _, v := range r {
		variance += (v - mean) * (v - mean) / float64(len(r))
	}
	mean = max(0, mean)
	sd := max(math.Sqrt(variance), rabcEpsilon)
	out := make([]float64, len(r))
	for i, v := range r {
		switch {
		case v > rabcKappa:
			out[i] = 1
		case v >= 0:
			out[i] = min(1, max(0, (v-(mean-2*sd))/(4*sd+rabcEpsilon)))
		}
	}
	return out
}
