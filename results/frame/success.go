package frame

import (
	"math"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// Level is the confidence of every interval. The study reports tests at 5 %, which 95 % intervals agree with.
const Level = 0.95

// Alpha is the significance level: an adjusted p below it counts as a difference. It applies to p values after
// the correction of Holm; the rules of claims use the study's uncorrected p.
const Alpha = 1 - Level

// Successes counts the rollouts of a behaviour that succeeded under an arm, trial by trial; NaN where the record is
// missing. The behaviour may be bench.Worst or bench.AllBehaviours.
//
// They are counts, not rates, because counts are exact: differences of rates such as 7/10 and 6/10 that should be
// equal differ in their last bit, and a t-test divides by the spread of the differences.
//
// The index is the trial. For bench.AllBehaviours the count is over all rollouts of the trial, up to rollouts ×
// behaviours.
func (d Design) Successes(a bench.Arm, behaviour string) []float64 {
	n := make([]float64, d.Plan.Size.Trials)
	for t := range n {
		n[t] = math.NaN()
		if r := d.Row(a, t); r != nil {
			n[t] = SuccessesOf(r.Record, behaviour, d.Oracle)
		}
	}
	return n
}

// SuccessesOf counts the rollouts of a record that succeeded by an oracle: those of one behaviour, of the one with the
// fewest successes (bench.Worst), or of all (bench.AllBehaviours). It is NaN where the record has no such rollouts, or
// no verdicts of the oracle. Worst is chosen per record, so it may be another behaviour in every trial.
func SuccessesOf(r record.Record, behaviour string, oracle scenes.Oracle) float64 {
	n := math.NaN()
	for _, o := range r.Rollouts {
		successes, ok := o.Successes(oracle)
		if !ok {
			return math.NaN()
		}
		k := float64(successes)
		switch {
		case o.Behaviour == behaviour,
			// Written with a negation so that the first behaviour, against NaN, is taken.
			behaviour == bench.Worst && !(k >= n),
			behaviour == bench.AllBehaviours && math.IsNaN(n):
			n = k
		case behaviour == bench.AllBehaviours:
			n += k
		}
	}
	return n
}

// Differences is the success in a behaviour under an arm minus that under another one, trial by trial, in percentage
// points; NaN where a record is missing. For bench.AllBehaviours it is the mean over the behaviours.
func (d Design) Differences(arm, against bench.Arm, behaviour string) []float64 {
	a, b := d.Successes(arm, behaviour), d.Successes(against, behaviour)
	for t := range a {
		a[t] = d.percentOf(behaviour, a[t]-b[t])
	}
	return a
}

// Percent converts a number of successes into percent of the rollouts of one behaviour.
func (d Design) Percent(successes float64) float64 {
	return 100 * successes / float64(d.Plan.Size.Rollouts)
}

// percentOf converts a number of successes in a behaviour into percent. For bench.AllBehaviours it is the mean over
// the behaviours.
func (d Design) percentOf(behaviour string, successes float64) float64 {
	percent := d.Percent(successes)
	if behaviour == bench.AllBehaviours {
		percent /= float64(len(d.Behaviours()))
	}
	return percent
}

// percent does the same with a number that may be undefined. An undefined number stays undefined.
func (d Design) percent(behaviour string, m stats.Maybe) stats.Maybe {
	v, ok := m.Get()
	if !ok {
		return m
	}
	return stats.Some(d.percentOf(behaviour, v))
}

// Success is the mean and standard deviation over trials of an arm's success in a behaviour, in percent. The
// standard deviation is the sample's (n - 1) and undefined for one trial; both are undefined without records.
// Trials without a record do not count.
func (d Design) Success(a bench.Arm, behaviour string) stats.Summary {
	s, err := stats.Summarise(d.Successes(a, behaviour))
	if err != nil {
		return stats.Summary{}
	}
	s.Mean, s.SD = d.percent(behaviour, s.Mean), d.percent(behaviour, s.SD)
	return s
}

// Interval is the confidence interval of an arm's mean success in a behaviour, in percent: that of a one-sample t-test
// over n trials, with mean m and standard deviation s,
//
//	m ± t_crit(n - 1) s/√n
//
// cut at 0 and 100, between which the mean must lie. It is undefined for fewer than two trials.
//
// The intervals are not adjusted for their number and are no tests: whether two arms differ is decided by the
// paired test of their difference. Without spread over trials the interval is undefined too.
func (d Design) Interval(a bench.Arm, behaviour string) stats.Interval {
	n := d.Successes(a, behaviour)
	t, err := stats.PairedT(n, make([]float64, len(n)), Level)
	if err != nil || !t.CI.Defined() {
		return stats.Interval{}
	}
	low, high := d.percent(behaviour, t.CI.Low).Or(0), d.percent(behaviour, t.CI.High).Or(100)
	return stats.Interval{Low: stats.Some(max(0, low)), High: stats.Some(min(100, high)), Level: Level}
}

// FramesOf returns the mean number of frames over trials that an arm was trained on, for each group of its
// data. A frame is one control step (1/30 s) of a demonstration. The means are rounded to whole frames, halves
// upwards.
func (d Design) FramesOf(a bench.Arm) []int {
	var sum []int
	n := 0
	for r := range d.Of(a) {
		n++
		sum = append(sum, make([]int, max(0, len(r.Data.Groups)-len(sum)))...)
		for i, g := range r.Data.Groups {
			sum[i] += g.Frames
		}
	}
	for i := range sum {
		sum[i] = (sum[i] + n/2) / n
	}
	return sum
}
