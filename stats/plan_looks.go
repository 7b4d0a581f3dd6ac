package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

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
	at       []int // trials at each look
	paired   bool
}

// sequenceOf is the sequence of a goal's looks, at equal distances, over n trials. Each look has two trials at least.
func sequenceOf(goal Goal, n int, paired bool) (s sequence, err error) {
	s = sequence{paired: paired, at: make([]int, goal.Looks)}
	for i := range s.at {
		s.at[i] = max(i+2, int(math.Round(float64(n)*float64(i+1)/float64(goal.Looks))))
	}
	s.boundary, err = OBrienFleming(s.at, goal.Alpha, 2)
	return s, err
}

// The power of t-tests at several looks is simulated up to simulatedTrials. Beyond, it is that of normal statistics,
// from which a test finds it within .01 there.
const (
	simulatedTrials = 1000
	simulatedRuns   = 50_000 // standard error of a power of .8: .002
)

// crossing returns the probability that a difference has been shown by each look. The effect is standardised: of the
// differences, or without pairing of the scores.
func (s sequence) crossing(effect, alpha float64) []float64 {
	if s.at[len(s.at)-1] <= simulatedTrials {
		return s.simulate(effect)
	}
	return s.asymptotic(effect, alpha)
}

// asymptotic is crossing by normal statistics whose drift is that with which one look at the end has the power of its
// t-test.
func (s sequence) asymptotic(effect, alpha float64) []float64 {
	var d Design = PairedDesign{DZ: effect}
	if !s.paired {
		d = TwoSampleDesign{D: effect}
	}
	one := Boundary{Alpha: alpha, Sides: 2, Information: []float64{1}, Critical: []float64{criticalZ(alpha / 2)}}
	power := d.rejects(float64(s.at[len(s.at)-1]), alpha)
	return s.boundary.Crossing(bisect(0, 100, func(drift float64) bool { return last(one.Crossing(drift)) < power }))
}

// simulate is crossing by simulation of normal scores of variance 1, the same for the same sequence and effect.
func (s sequence) simulate(effect float64) []float64 {
	r := seed.Of("stats", "planned looks", fmt.Sprint(s.at, effect, s.paired)).Rand()
	critical, groups := make([]float64, len(s.at)), 2
	if s.paired {
		groups = 1
	}
	for i, n := range s.at {
		critical[i] = CriticalT(s.boundary.Levels[i], float64(groups*(n-1)))
	}
	crossed := make([]float64, len(s.at))
	for range simulatedRuns {
		var mean [2]float64
		n, about := 0.0, 0.0 // trials so far, and their squares about the means of the groups
		for i, to := range s.at {
			// The mean of m new scores is normal, and their squares about it are chi-squared of m-1 degrees.
			m := float64(to) - n
			for g := range groups {
				off := r.NormFloat64()/math.Sqrt(m) - mean[g]
				if m > 1 {
					about += distuv.ChiSquared{K: m - 1, Src: r}.Rand()
				}
				about += float64(off*off) * n * m / (n + m)
				mean[g] += off * m / (n + m)
			}
			n += m
			// The variance of a mean is that of the scores, about/(groups (n-1)), by n; that of a difference of two
			// means is twice as large.
			t := (effect + mean[0] - mean[1]) / math.Sqrt(about/(n*(n-1)))
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
	reaches := func(n int) (s sequence, crossed []float64, err error) {
		if s, err = sequenceOf(goal, n, paired); err == nil {
			crossed = s.crossing(effect, goal.Alpha)
		}
		return s, crossed, err
	}
	low := max(o.Trials, goal.Looks+1) - 1 // does not reach it, or has too few trials for the looks
	high := low + 1
	s, crossed, err := reaches(high)
	for step := 1; err == nil && last(crossed) < goal.Power; step *= 2 {
		low, high = high, high+step
		if high > maxPlanned {
			return o, fmt.Errorf("stats: %d looks take more than %d trials: plan for a larger difference", goal.Looks,
				maxPlanned)
		}
		s, crossed, err = reaches(high)
	}
	for err == nil && high-low > 1 {
		middle := low + (high-low)/2
		t, by, wrong := reaches(middle)
		if err = wrong; err == nil && last(by) < goal.Power {
			low = middle
		} else {
			high, s, crossed = middle, t, by
		}
	}
	if err != nil {
		return o, err
	}
	o.Trials, o.Power, o.False = high, Some(last(crossed)), Some(last(s.crossing(0, goal.Alpha)))
	expected, before := 0.0, 0.0
	for i, k := range s.at {
		o.Looks = append(o.Looks, Look{Trials: k, Level: s.boundary.Levels[i]})
		expected, before = expected+float64(float64(k)*(crossed[i]-before)), crossed[i]
	}
	o.Expected = Some(expected + float64(float64(high)*(1-before)))
	return o, nil
}

// last is the last of some numbers.
func last(x []float64) float64 { return x[len(x)-1] }
