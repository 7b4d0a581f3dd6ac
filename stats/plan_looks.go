package stats

import (
	"fmt"
	"math"
)

// Look is one look at an experiment's trials while they come in.
type Look struct {
	Trials int     `json:"trials"`
	Level  float64 `json:"level"` // the experiment ends where the p value is at most this
}

// maxLooks bounds the looks of a plan: more hardly save trials.
const maxLooks = 10

// growth is by how much looks at equal distances multiply the trials of a plan, and the drift of a normal statistic at
// the end with which it crosses the boundary of O'Brien and Fleming with the goal's power:
//
//	R = (d_k/d_1)²
//
// where d_j is that drift with j looks (Jennison & Turnbull, Group Sequential Methods, 2000, table 2.4).
func (g Goal) growth() (factor, drift float64, err error) {
	var drifts [2]float64
	for i, looks := range []int{1, g.Looks} {
		equal := make([]int, looks)
		for k := range equal {
			equal[k] = k + 1
		}
		b, err := OBrienFleming(equal, g.Alpha, 2)
		if err != nil {
			return 0, 0, err
		}
		drifts[i] = bisect(0, 100, func(d float64) bool { return last(b.Crossing(d)) < g.Power })
	}
	return drifts[1] * drifts[1] / (drifts[0] * drifts[0]), drifts[1], nil
}

// looked makes a plan without looks one with those of a goal. Expected is the mean number of trials at which the
// experiment ends if the difference is the goal's. The power of t-tests is close to that from some 10 trials at the
// first look.
func (o Option) looked(goal Goal, factor, drift float64) (Option, error) {
	need := float64(o.Trials) * factor
	o.Trials = max(goal.Looks+1, int(math.Ceil(need-1e-9)))
	if careful, ok := o.Careful.Get(); ok {
		o.Careful = Some(math.Ceil(careful*factor - 1e-9))
	}
	at := make([]int, goal.Looks)
	for i := range at {
		at[i] = max(i+2, int(math.Round(float64(o.Trials)*float64(i+1)/float64(goal.Looks))))
	}
	b, err := OBrienFleming(at, goal.Alpha, 2)
	if err != nil {
		return o, err
	}
	crossed := b.Crossing(drift * math.Sqrt(float64(o.Trials)/need))
	o.Power = Some(last(crossed))
	expected, before := 0.0, 0.0
	for i, n := range at {
		o.Looks = append(o.Looks, Look{Trials: n, Level: b.Levels[i]})
		if i < len(at)-1 {
			expected, before = expected+float64(n)*(crossed[i]-before), crossed[i]
		}
	}
	o.Expected = Some(expected + float64(o.Trials)*(1-before))
	return o, nil
}

// last is the last of some numbers.
func last(x []float64) float64 { return x[len(x)-1] }

// checkLooks returns an error for looks that no plan has.
func (g Goal) checkLooks() error {
	switch {
	case g.Looks < 0 || g.Looks > maxLooks:
		return fmt.Errorf("stats: %d looks: a plan has 1 to %d", g.Looks, maxLooks)
	case g.Looks > 1 && g.Margin > 0:
		return fmt.Errorf("stats: looks are planned for a difference: equality is tested once, at the end")
	}
	return nil
}
