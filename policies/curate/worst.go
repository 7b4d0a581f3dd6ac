package curate

import (
	"math"
	"slices"

	"counterpoise/internal/seed"
)

func init() { Scores.Add("worst", worst{}) }

// worst is the worse of two aspects that are seen from trajectories alone: whether the gripper holds something (hold),
// and how smoothly the hand moves (jerk). With m_k the median and σ_k the standard deviation of score k over all
// demonstrations,
//
//	s = min_k (s_k - m_k)/σ_k,   0 for a score that is the same for all
//
// A demonstration that fails to grasp moves as smoothly as others, and one that grasps in the end after mistakes holds
// what it should: neither aspect finds both. The two were chosen by AUROC on exploratory pools of package
// bench/detection, so that its numbers there are optimistic.
type worst struct{}

func (worst) About() Description {
	return Description{Summary: "the worse of hold and jerk, from trajectories alone", Source: "ours",
		Cost: "two passes over the states"}
}

func (worst) Score(p *Pool, key seed.Key) ([]float64, error) {
	var out []float64
	for _, s := range []Scorer{hold{}, jerk{}} {
		of, err := s.Score(p, key)
		if err != nil {
			return nil, err
		}
		m, sd, mean := median(slices.Clone(of)), 0.0, 0.0
		for _, v := range of {
			mean += v / float64(len(of))
		}
		for _, v := range of {
			sd += (v - mean) * (v - mean) / float64(len(of))
		}
		if sd = math.Sqrt(sd); slices.Min(of) == slices.Max(of) {
			sd = math.Inf(1)
		}
		if out == nil {
			out = slices.Repeat([]float64{math.Inf(1)}, len(of))
		}
		for e, v := range of {
			out[e] = min(out[e], (v-m)/sd)
		}
	}
	return out, nil
}
