package curate

import (
	"math"
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/study"
	"counterpoise/internal/seed"
	"counterpoise/results/analysis"
	"counterpoise/results/frame"
	"counterpoise/scenes/expert"
	"counterpoise/stats"
)

// resamples of a bootstrap over trials.
const resamples = 2000

// Kind tells apart what is wrong with demonstrations.
type Kind string

// The kinds. Which styles are costly in which tasks is part of the experiment (study.CurateSet). A new style is costly
// in a task where the whole interval of what leaving it out gains lies above bench.VerdictMargin, in the run itself.
const (
	Fails    Kind = "fail, and cost"
	Succeeds Kind = "succeed, but cost"
	Harmless Kind = "not shown to cost"
	Nothing  Kind = "nothing wrong"
)

// Set is the demonstrations of one task and set, of which all arms have all trials.
type Set struct {
	study.CurateSet
	Kind   Kind
	Design frame.Design
}

// Sets returns the sets of a plan that are complete, in the order in which they are run.
func Sets(f frame.Frame) (all []Set) {
	for _, s := range study.CurateSets() {
		for _, d := range f.Designs {
			if d.Experiment.Name != study.Curate || !complete(d, s) {
				continue
			}
			set := Set{s, Harmless, d}
			costly := slices.Contains(s.CostlyIn, d.Task)
			if s.Seen == study.CurateNew {
				gap := analysis.EffectOf(study.CurateLeftOut, set.Gain(study.CurateLeftOut), frame.Alpha)
				costly = gap.Test.CI.Low.Or(0) > bench.VerdictMargin
			}
			if s.Style == "" {
				set.Kind = Nothing
			} else if style, _ := expert.Styles.Get(s.Style); costly {
				set.Kind = map[bool]Kind{false: Fails, true: Succeeds}[style.Succeeds()]
			}
			all = append(all, set)
		}
	}
	return all
}

// complete reports whether all arms of a set have all trials.
func complete(d frame.Design, s study.CurateSet) bool {
	for _, a := range slices.Concat(study.CurateYardsticks, study.CurateScores) {
		if arm, ok := find(d, s, a.Name); ok && d.N(arm) < d.Plan.Size.Trials {
			return false
		}
	}
	return true
}

// find returns an arm of a set; false where the set has none of that name.
func find(d frame.Design, s study.CurateSet, name string) (bench.Arm, bool) {
	i := slices.IndexFunc(d.Arms, func(a bench.Arm) bool { return a.Name == s.ArmName(name) })
	if i < 0 {
		return bench.Arm{}, false
	}
	return d.Arms[i], true
}

// Gain is an arm's success minus that of plain cloning, trial by trial, in points, mean over behaviours.
func (s Set) Gain(arm string) []float64 {
	a, ok := find(s.Design, s.CurateSet, arm)
	plain, _ := find(s.Design, s.CurateSet, study.CuratePlain)
	if !ok {
		return slices.Repeat([]float64{math.NaN()}, s.Design.Plan.Size.Trials)
	}
	return s.Design.Differences(a, plain, bench.AllBehaviours)
}

// AUROC is the mean of an arm's AUROC over trials, and that at equal length; NaN where it has none.
func (s Set) AUROC(arm string) (auroc, atLength float64) {
	a, _ := find(s.Design, s.CurateSet, arm)
	var all, alike []float64
	for r := range s.Design.Of(a) {
		if told := r.Training.Selection; told != nil && told.AUROC != nil {
			all = append(all, *told.AUROC)
			if told.AtLength != nil {
				alike = append(alike, *told.AtLength)
			}
		}
	}
	return mean(all), mean(alike)
}

// Dropped are the shares of optimal and of other demonstrations that an arm drops, over trials; NaN of none.
func (s Set) Dropped(arm string) (good, bad float64) {
	a, _ := find(s.Design, s.CurateSet, arm)
	var n, dropped [2]float64
	for r := range s.Design.Of(a) {
		if r.Training.Selection == nil {
			continue
		}
		for _, g := range r.Data.Groups {
			k := map[bool]int{false: 1, true: 0}[g.Style == expert.Optimal]
			n[k] += float64(g.Demos)
		}
		bad := r.Training.Selection.DroppedBad
		dropped[0] += float64(len(r.Training.Selection.Dropped) - bad)
		dropped[1] += float64(bad)
	}
	return dropped[0] / n[0], dropped[1] / n[1]
}

// Worth is what a score is worth on some sets together, each trial the mean over them.
type Worth struct {
	Sets            int
	AUROC, AtLength float64 // mean over sets; NaN without any
	Inverted        int     // sets in which the mean AUROC is below 1/2
	// Recovered is the share of the gap, in percent: the sum over trials and sets of the gain of the score over that of
	// leaving the bad ones out, with an interval by bootstrap over trials.
	Recovered stats.Bootstrapped
	Effect    analysis.Effect // the gain, tested against plain cloning
}

// WorthOf returns what an arm is worth on the sets of a kind among some.
func WorthOf(arm string, of Kind, among []Set) (w Worth) {
	var aurocs, alike, gain, gap []float64
	for _, s := range among {
		if s.Kind != of {
			continue
		}
		w.Sets++
		a, l := s.AUROC(arm)
		aurocs, alike = append(aurocs, a), append(alike, l)
		if a < 0.5 {
			w.Inverted++
		}
		gain, gap = added(gain, s.Gain(arm)), added(gap, s.Gain(study.CurateLeftOut))
	}
	w.AUROC, w.AtLength = mean(aurocs), mean(alike)
	for t := range gain {
		gain[t] /= float64(w.Sets)
		gap[t] /= float64(w.Sets)
	}
	w.Effect = analysis.EffectOf(arm, gain, frame.Alpha)
	if w.Sets > 0 && of != Nothing {
		w.Recovered = recovered(gain, gap, seed.Of("curate", arm, string(of)))
	}
	return w
}

// recovered is the sum of gains over the sum of gaps, in percent, by bootstrap over trials.
func recovered(gain, gap []float64, key seed.Key) stats.Bootstrapped {
	trials := make([]float64, len(gain))
	for t := range trials {
		trials[t] = float64(t)
	}
	share := func(strata [][]float64) float64 {
		a, b := 0.0, 0.0
		for _, t := range strata[0] {
			a, b = a+gain[int(t)], b+gap[int(t)]
		}
		return 100 * a / b
	}
	b, err := stats.Bootstrap([][]float64{trials}, share, frame.Level, resamples, key, nil)
	if err != nil {
		return stats.Bootstrapped{}
	}
	return b
}

// added adds v to sum, which may be nil.
func added(sum, v []float64) []float64 {
	if sum == nil {
		return slices.Clone(v)
	}
	for t := range v {
		sum[t] += v[t]
	}
	return sum
}

// mean is the mean of the numbers that are defined, NaN of none.
func mean(v []float64) float64 {
	sum, n := 0.0, 0.0
	for _, x := range v {
		if x == x {
			sum, n = sum+x, n+1
		}
	}
	return sum / n
}
