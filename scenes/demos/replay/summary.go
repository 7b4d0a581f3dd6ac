package replay

import (
	"math"
	"slices"
)

// Summary is how the replay of a dataset went.
type Summary struct {
	Episodes  int `json:"episodes"`
	Judged    int `json:"judged"`    // episodes whose task has an oracle here
	Successes int `json:"successes"` // of the judged
	// Told is the number of judged episodes of which the dataset says whether they succeeded, and Agree of how many of
	// them the replay says the same.
	Told  int `json:"told"`
	Agree int `json:"agree"`
	// Median and greatest distance of the end from the recorded one (mm), and the same of the angle (degrees).
	MedianDistance float64 `json:"median_end_mm"`
	MostDistance   float64 `json:"most_end_mm"`
	MedianAngle    float64 `json:"median_end_deg"`
	MostAngle      float64 `json:"most_end_deg"`
}

// Summarize counts results.
func Summarize(results []*Result) Summary {
	s := Summary{Episodes: len(results)}
	var distances, angles []float64
	for _, r := range results {
		distances, angles = append(distances, r.EndDistance), append(angles, r.EndAngle)
		if r.Success == nil {
			continue
		}
		s.Judged++
		if *r.Success {
			s.Successes++
		}
		if r.Recorded != nil {
			s.Told++
			if *r.Recorded == *r.Success {
				s.Agree++
			}
		}
	}
	s.MedianDistance, s.MostDistance = medianAndMost(distances)
	s.MedianAngle, s.MostAngle = medianAndMost(angles)
	return s
}

// medianAndMost returns the median of v, the mean of the middle two for an even number, and the greatest element; zeros
// if v is empty.
func medianAndMost(v []float64) (median, most float64) {
	if len(v) == 0 {
		return 0, 0
	}
	slices.Sort(v)
	n := len(v)
	return (v[(n-1)/2] + v[n/2]) / 2, math.Max(0, v[n-1])
}
