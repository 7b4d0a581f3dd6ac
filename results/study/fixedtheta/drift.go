package fixedtheta

import (
	"math"
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/study"
	"counterpoise/results/analysis"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// Style is what the run found of a style in a task.
type Style struct {
	Task, Name string
	Predicted  float64        // weight of the optimal demonstrations under a fixed policy
	Fixed      frame.Estimate // that weight as found
	Zero       frame.Estimate // the same under zero references
	// Effects are success minus that of plain cloning of the same data, percentage points, of each method of
	// study.FixedThetaMethods that ran with the style, in their order; "fixed" is the second.
	Effects []analysis.Effect
}

// methods are the arms of a style besides plain cloning, in the order of the experiments.
var methods = []string{"zero", "fixed", "adam", "printed", "remix", "remix additive"}

// Styles returns the styles of a frame, by task, that have all of their trials, in the order of the freeze.
func Styles(f frame.Frame) (all []Style) {
	for _, task := range []string{"picking", "opening"} {
		for _, name := range styles {
			for _, d := range f.Designs {
				of := d.Experiment.Name
				if d.Task != task || of != study.FixedTheta && of != study.FixedThetaMore {
					continue
				}
				if s, ok := styleOf(d, name); ok {
					all = append(all, s)
				}
			}
		}
	}
	correct(all)
	return all
}

// styleOf reads a style of a design; false where it is no style of it or lacks a record of one of its arms.
func styleOf(d frame.Design, name string) (Style, bool) {
	plain, arms := study.FixedThetaArm(name, "plain"), 0
	s := Style{Task: d.Task, Name: name, Predicted: weights[d.Task][name]}
	d.Plan.Size.Trials = min(d.Plan.Size.Trials, Trials)
	for _, m := range append([]string{"plain"}, methods...) {
		arm := study.FixedThetaArm(name, m)
		if !slices.ContainsFunc(d.Arms, func(a bench.Arm) bool { return a.Name == arm }) {
			continue
		}
		if d.N(d.Arm(arm)) < Trials {
			return s, false
		}
		arms++
		switch m {
		case "plain":
			continue
		case "zero":
			s.Zero = weightOf(d, arm)
		case "fixed":
			s.Fixed = weightOf(d, arm)
		}
		v := d.Differences(d.Arm(arm), d.Arm(plain), bench.AllBehaviours)
		s.Effects = append(s.Effects, analysis.EffectOf(m, v, frame.Alpha))
	}
	return s, arms > 0
}

// weightOf is the weight of the optimal demonstrations at the end of an arm's training, mean over trials.
func weightOf(d frame.Design, arm string) frame.Estimate {
	w := d.FinalWeights(arm)
	g := slices.Index(w.Groups, "optimal")
	if g < 0 {
		return frame.Estimate{}
	}
	v := w.Alpha[g]
	t, err := stats.PairedT(v, make([]float64, len(v)), frame.Level)
	if err != nil {
		return frame.Estimate{N: len(v)}
	}
	return estimate(t)
}

// estimate is the mean of a test over trials with its interval, which is the mean itself where no trial differs.
func estimate(t stats.Test) frame.Estimate {
	e := frame.Estimate{Mean: t.MeanDifference, CI: t.CI, N: t.N.Total()}
	if !e.CI.Defined() {
		e.CI = stats.Interval{Low: e.Mean, High: e.Mean, Level: frame.Level}
	}
	return e
}

// Effect returns what a method does with the style; false where it did not run.
func (s Style) Effect(method string) (analysis.Effect, bool) {
	i := slices.IndexFunc(s.Effects, func(e analysis.Effect) bool { return e.Method == method })
	if i < 0 {
		return analysis.Effect{}, false
	}
	return s.Effects[i], true
}

// primaryTests is the number of primary tests.
const primaryTests = 4

// correct adjusts the p values of the primary tests. With all four it is Holm's correction. While styles are missing
// it is Bonferroni's, which no p of theirs can make smaller than Holm's: four times each p bounds it from above.
func correct(all []Style) {
	var family []*analysis.Effect
	for i, s := range all {
		for j, e := range s.Effects {
			if e.Method == "fixed" && primary[s.Task][s.Name] != 0 {
				family = append(family, &all[i].Effects[j])
			}
		}
	}
	if len(family) == primaryTests {
		analysis.CorrectEffects(family)
		return
	}
	for _, e := range family {
		e.Holm = stats.Some(min(1, primaryTests*e.Test.P.Or(math.NaN())))
	}
}
