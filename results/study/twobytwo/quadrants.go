package twobytwo

import (
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/study"
	"counterpoise/results/analysis"
	"counterpoise/results/frame"
)

// Experiment is the name of the experiment that the opening of README and report tells of.
const Experiment = study.TwoByTwo

// Additive is the name of the same experiment with Remix in the study's additive form.
const Additive = study.TwoByTwo + "-" + study.Additive

// Experiments are the experiments whose records are read.
var Experiments = []string{Experiment, Additive, study.KnownGood, study.KnownGoodPictures}

// methodsOf are the methods of each experiment, in the order in which they are told.
var methodsOf = map[string][]string{
	Experiment:              study.TwoByTwoMethods,
	Additive:                study.TwoByTwoMethods,
	study.KnownGood:         study.KnownGoodMethods,
	study.KnownGoodPictures: study.KnownGoodPicturesMethods,
}

// yardsticks are arms that are no methods of weighing all demonstrations. LeftOut trains on the optimal ones alone, and
// knows which these are; FifthAlone trains on a fifth of these.
const (
	LeftOut    = "left out"
	FifthAlone = "the fifth alone"
)

// IsYardstick reports whether an arm is no method; it is no part of the correction.
func IsYardstick(method string) bool { return method == LeftOut || method == FifthAlone }

// Harder is the ratio of losses above which a style counts as harder to fit than optimal demonstrations: the whole
// interval of frame.StyleDifficulty lies above it. A tenth is a choice that no measurement dictates. The section
// names the styles whose place another threshold of otherThresholds would change.
const Harder = 1.1

// otherThresholds stand in place of Harder where the section says what hangs on it: none, and twice as strict.
var otherThresholds = []float64{1, 1.2}

// Map is what the records of one task show.
type Map struct {
	Experiment string
	Task       string
	Methods    []string
	Trials     int
	Alpha      float64    // level of the verdicts, see level
	Styles     []Style    // in the order of study.TwoByTwoStyles; those that were not measured are left out
	Quadrants  []Quadrant // those that have a style, in the order of places
}

// Style is a style with its place.
type Style struct {
	Name  string
	Cost  frame.Estimate // percentage points, see frame.StyleCost
	Fit   frame.Estimate // ratio of losses, see frame.StyleDifficulty
	Place Place
	// Effects are those of the methods on the policies that learned from this style: means over behaviours.
	Effects []analysis.Effect
}

// Place is a quadrant.
type Place struct {
	Costs  bool // the whole interval of the cost lies above 0
	Harder bool // the whole interval of the ratio lies above Harder
}

// place returns the quadrant of a style with some cost and difficulty; an undefined interval lies above nothing.
func place(cost, fit frame.Estimate) Place {
	return Place{Costs: cost.CI.Low.Or(0) > 0, Harder: fit.CI.Low.Or(0) > Harder}
}

// places are the four quadrants, in the order in which they are told.
var places = []Place{{true, true}, {true, false}, {false, true}, {false, false}}

// String names the quadrant by its demonstrations. A style whose cost is not shown may still cost something: its
// interval holds 0.
func (p Place) String() string {
	switch p {
	case Place{true, true}:
		return "costly and hard to fit"
	case Place{true, false}:
		return "costly and easy to fit"
	case Place{false, true}:
		return "hard to fit and not shown to be costly"
	}
	return "easy to fit and not shown to be costly"
}

// Quadrant is the styles of a quadrant together.
type Quadrant struct {
	Place  Place
	Styles []string
	// Effects are means over the styles, trial by trial. They are corrected over the methods and quadrants of the task;
	// yardsticks are no part of that.
	Effects []analysis.Effect
}

// Of returns the map of a design of the experiments; false for other designs, and where no style has records or
// measured axes.
func Of(d frame.Design) (Map, bool) {
	axes, err := bench.MeasuredStyles()
	if err != nil {
		panic(err) // the measurement is embedded, and a test reads it
	}
	methods, ok := methodsOf[d.Experiment.Name]
	if !ok {
		return Map{}, false
	}
	m := Map{Experiment: d.Experiment.Name, Task: d.Task, Methods: methods, Trials: d.Plan.Size.Trials,
		Alpha: level(d.Plan.Size)}
	differences := map[string][][]float64{} // by style: method, trial
	for _, name := range study.TwoByTwoStyles {
		measured, ok := axes.Of(d.Task, name)
		if !ok {
			continue
		}
		s := Style{Name: name, Cost: frame.StyleCost(measured), Fit: frame.StyleDifficulty(measured)}
		s.Place = place(s.Cost, s.Fit)
		tested := false
		for _, method := range m.Methods {
			v := d.Differences(d.Arm(study.TwoByTwoArm(name, method)), d.Arm(study.TwoByTwoArm(name, "natural")),
				bench.AllBehaviours)
			differences[name] = append(differences[name], v)
			e := analysis.EffectOf(method, v, m.Alpha)
			s.Effects, tested = append(s.Effects, e), tested || e.Test.MeanDifference.Defined()
		}
		if tested {
			m.Styles = append(m.Styles, s)
		}
	}
	m.quadrants(differences)
	return m, len(m.Styles) > 0
}

// Has reports whether a method has records beside those of plain cloning.
func (m Map) Has(method string) bool {
	return slices.ContainsFunc(m.Styles, func(s Style) bool {
		return slices.ContainsFunc(s.Effects, func(e analysis.Effect) bool {
			return e.Method == method && e.Test.MeanDifference.Defined()
		})
	})
}

// quadrants fills in the quadrants from the differences by style, method and trial.
func (m *Map) quadrants(differences map[string][][]float64) {
	for _, at := range places {
		q := Quadrant{Place: at}
		for _, s := range m.Styles {
			if s.Place == at {
				q.Styles = append(q.Styles, s.Name)
			}
		}
		if len(q.Styles) == 0 {
			continue
		}
		for i, method := range m.Methods {
			mean := make([]float64, m.Trials)
			for _, s := range q.Styles {
				for t, v := range differences[s][i] {
					mean[t] += v / float64(len(q.Styles)) // NaN where a style lacks the trial
				}
			}
			q.Effects = append(q.Effects, analysis.EffectOf(method, mean, m.Alpha))
		}
		m.Quadrants = append(m.Quadrants, q)
	}
	var family []*analysis.Effect
	for _, q := range m.Quadrants {
		for i := range q.Effects {
			if !IsYardstick(q.Effects[i].Method) {
				family = append(family, &q.Effects[i])
			}
		}
	}
	analysis.CorrectEffects(family)
}
