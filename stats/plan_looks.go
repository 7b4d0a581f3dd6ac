package stats

import (
	"fmt"
	"math"

	"counterpoise/internal/seed"
)

// Look is one look at an experiment's trials while they come in.
type Look struct {
	Trials int     `json:"trials"`
	Level  float64 `json:"level"` // the experiment ends where the p value is at most this
}

// maxLooks bounds the looks of a plan: more hardly save trials.
const maxLooks = 10

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

// sequence is a t-test at several looks.
type sequence struct {
	boundary Boundary
	at       []int   // trials at each look
	effect   float64 // standardised: of the differences, or without pairing of the scores
	paired   bool
}

// sequenceOf is the sequence of a goal's looks, at equal distances, over n trials. Each look has two trials at least.
func sequenceOf(goal Goal, n int, effect float64, paired bool) (s sequence, err error) {
	s = sequence{effect: effect, paired: paired, at: make([]int, goal.Looks)}
	for i := range s.at {
		s.at[i] = max(i+2, int(math.Round(float64(n)*float64(i+1)/float64(goal.Looks))))
	}
	s.boundary, err = OBrienFleming(s.at, goal.Alpha, 2)
	return s, err
}

// simulated is up to how many trials the power of t-tests at several looks is simulated: beyond, it is that of normal
// statistics, from which it then differs by less than .005.
const (
	simulatedTrials = 60
	simulatedRuns   = 20_000 // standard error of a power of .8: .003
)

// crossing returns the probability that a difference has been shown by each look, with an effect.
func (s sequence) crossing(effect float64, alpha float64) []float64 {
	n := s.at[len(s.at)-1]
	if n <= simulatedTrials {
		return s.simulate(effect)
	}
	var d Design = PairedDesign{DZ: effect}
	if !s.paired {
		d = TwoSampleDesign{D: effect}
	}
	one := Boundary{Alpha: alpha, Sides: 2, Information: []float64{1}, Critical: []float64{criticalZ(alpha / 2)}}
	power := d.rejects(float64(n), alpha)
	return s.boundary.Crossing(bisect(0, 100, func(drift float64) bool { return last(one.Crossing(drift)) < power }))
}

// simulate is crossing by simulation of normal scores, the same for the same sequence and effect.
func (s sequence) simulate(effect float64) []float64 {
	r := seed.Of("stats", "planned looks", fmt.Sprint(s.at, effect, s.paired)).Rand()
	critical := make([]float64, len(s.at))
	for i, n := range s.at {
		df := float64(n - 1)
		if !s.paired {
			df *= 2
		}
		critical[i] = CriticalT(s.boundary.Levels[i], df)
	}
	crossed := make([]float64, len(s.at))
	for range simulatedRuns {
		var sum, square [2]float64
		n := 0
		for i, to := range s.at {
			for ; n < to; n++ {
				x := effect + r.NormFloat64()
				sum[0], square[0] = sum[0]+x, square[0]+x*x
				if !s.paired {
					y := r.NormFloat64()
					sum[1], square[1] = sum[1]+y, square[1]+y*y
				}
			}
			k := float64(n)
			about := square[0] - sum[0]*sum[0]/k // squares about the mean
			t := sum[0] / math.Sqrt(k*about/(k-1))
			if !s.paired {
				about += square[1] - sum[1]*sum[1]/k
				t = (sum[0] - sum[1]) / math.Sqrt(k*about/(k-1))
			}
			if math.Abs(t) >= critical[i] {
				for j := i; j < len(s.at); j++ {
					crossed[j]++
				}
				break
			}
		}
	}
	for i := range crossed {
		crossed[i] /= simulatedRuns
	}
	return crossed
}

// looked makes a plan without looks one with those of a goal, by O'Brien and Fleming: the smallest number of trials,
// from that without looks on, whose t-tests reach the power. Expected is the mean number of trials at which the
// experiment ends if the difference is the goal's. False is how often it shows a difference where there is none, which
// the levels of normal statistics do not quite hold to for t-tests of few trials.
func (o Option) looked(goal Goal, effect float64, paired bool) (Option, error) {
	for n := max(o.Trials, goal.Looks+1); ; n++ {
		s, err := sequenceOf(goal, n, effect, paired)
		if err != nil {
			return o, err
		}
		crossed := s.crossing(effect, goal.Alpha)
		if last(crossed) < goal.Power {
			continue
		}
		o.Trials, o.Power, o.False = n, Some(last(crossed)), Some(last(s.crossing(0, goal.Alpha)))
		expected, before := 0.0, 0.0
		for i, k := range s.at {
			o.Looks = append(o.Looks, Look{Trials: k, Level: s.boundary.Levels[i]})
			if i < len(s.at)-1 {
				expected, before = expected+float64(k)*(crossed[i]-before), crossed[i]
			}
		}
		o.Expected = Some(expected + float64(n)*(1-before))
		return o, nil
	}
}

// last is the last of some numbers.
func last(x []float64) float64 { return x[len(x)-1] }
