package replay

import (
	"math"
	"slices"

	"counterpoise/scenes"
)

// Summary is how the replay of a dataset went.
type Summary struct {
	Episodes   int `json:"episodes"`
	Unplayable int `json:"unplayable"` // episodes that were not played; the numbers below are of the others
	// Moved is the number of episodes whose start lay beyond the range of a number, and MostMoved by how much at most.
	Moved     int         `json:"starts_moved"`
	MostMoved []MostMoved `json:"starts_most_moved,omitempty"` // by component
	Judged    int         `json:"judged"`                      // episodes whose task has an oracle here
	Earned    int         `json:"earned"`                      // successes of the judged that the gripper earned
	CALVIN    int         `json:"calvin"`                      // successes of the judged by CALVIN's oracle
	// Told is the number of judged episodes of which the dataset says whether they succeeded, and Agree in how many of
	// them the gripper earned success, or did not, as it says.
	Told  int `json:"told"`
	Agree int `json:"agree"`
	// Median and greatest distance of the end from the recorded one (mm), and the same of the angle (degrees).
	MedianDistance float64 `json:"median_end_mm"`
	MostDistance   float64 `json:"most_end_mm"`
	MedianAngle    float64 `json:"median_end_deg"`
	MostAngle      float64 `json:"most_end_deg"`
}

// MostMoved says by how much the starts of a dataset lie beyond the range of one number at most.
type MostMoved struct {
	What string  `json:"what"`
	By   float64 `json:"by"`
	Unit string  `json:"unit"` // "m" or "rad"
}

// addMoved counts the numbers of one start that lie beyond their ranges.
func (s *Summary) addMoved(moved []scenes.Excess) {
	if len(moved) > 0 {
		s.Moved++
	}
	for _, x := range moved {
		i := slices.IndexFunc(s.MostMoved, func(m MostMoved) bool { return m.What == x.What })
		if i < 0 {
			i = len(s.MostMoved)
			s.MostMoved = append(s.MostMoved, MostMoved{What: x.What, Unit: x.Unit})
		}
		m := &s.MostMoved[i]
		m.By = max(m.By, x.By())
	}
}

// Summarize counts results.
func Summarize(results []*Result) Summary {
	s := Summary{Episodes: len(results)}
	var distances, angles []float64
	for _, r := range results {
		if r.Unplayable != "" {
			s.Unplayable++
			continue
		}
		s.addMoved(r.Moved)
		distances, angles = append(distances, r.EndDistance), append(angles, r.EndAngle)
		if r.Earned == nil {
			continue
		}
		s.Judged++
		s.Earned += count(r.Earned.Success)
		s.CALVIN += count(r.CALVIN.Success)
		if r.Recorded != nil {
			s.Told++
			s.Agree += count(*r.Recorded == r.Earned.Success)
		}
	}
	s.MedianDistance, s.MostDistance = medianAndMost(distances)
	s.MedianAngle, s.MostAngle = medianAndMost(angles)
	return s
}

// count returns 1 for true and 0 for false.
func count(b bool) int {
	if b {
		return 1
	}
	return 0
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
