package rivals

import (
	"cmp"
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/study"
	"counterpoise/results/analysis"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// Comparison is one of the experiments: its methods, the best first.
type Comparison struct {
	Experiment string
	// First and Second name what is compared: First decides on the order, and its effects on the tasks stand beside.
	First, Second string
	Tasks         []string
	Trials        int
	// Yardstick is the arm that no weights of all demonstrations can be, beside plain cloning too.
	Yardstick Row
	Methods   []Row
	designs   []frame.Design

	data, measured string // see measures
}

// Row is what a method does. Effects are over the tasks: the mean of their differences in each trial, so that a trial
// counts where every task has its records.
type Row struct {
	Method string
	ByTask []analysis.Effect // First on each task, in the order of Comparison.Tasks; these are not corrected
	First  analysis.Effect   // corrected over the methods, as Second is by itself
	Second analysis.Effect
	// Weights are what the group in question weighs at the end of training on each task: the starved behaviour, or the
	// bad demonstrations. Undefined without records.
	Weights []stats.Maybe
}

// measures are what is compared in an experiment: by the question, first the starved behaviour or the mean over
// behaviours, then what stands beside. A function returns the behaviour of a design. In a sentence the demonstrations
// and the first measure are called data and measured.
var measures = map[string]struct {
	data, measured string
	by             [2]measure
}{
	study.RivalsStarved: {"Where a behaviour is starved", "the starved behaviour",
		[2]measure{{"starved behaviour", compared}, {"all behaviours", all}}},
	study.RivalsStyles: {"Where a third of the demonstrations is bad", "the mean over behaviours",
		[2]measure{{"all behaviours", all}, {"worst behaviour", compared}}},
}

type measure struct {
	name string
	of   func(frame.Design) string
}

// compared is the behaviour that a design's comparisons are about.
func compared(d frame.Design) string { return d.Comparisons[0].Behaviour }

func all(frame.Design) string { return bench.AllBehaviours }

// Comparisons returns those of a plan's experiments that have records of a method and of plain cloning in two trials.
func Comparisons(f frame.Frame) (cs []Comparison) {
	for _, e := range f.Plan.Experiments {
		own := slices.DeleteFunc(slices.Clone(f.Designs), func(d frame.Design) bool {
			return d.Experiment.Name != e.Name
		})
		if c, ok := of(e.Name, own); ok {
			cs = append(cs, c)
		}
	}
	return cs
}

// of compares the methods over the designs of an experiment, one a task; false for other experiments and without tests.
func of(experiment string, designs []frame.Design) (Comparison, bool) {
	kind, ok := measures[experiment]
	by := kind.by
	if !ok || len(designs) == 0 {
		return Comparison{}, false
	}
	c := Comparison{Experiment: experiment, First: by[0].name, Second: by[1].name, Trials: designs[0].Plan.Size.Trials,
		designs: designs, data: kind.data, measured: kind.measured}
	for _, d := range designs {
		c.Tasks = append(c.Tasks, d.Task)
	}
	row := func(arm string) (r Row) {
		r.Method = arm
		for _, d := range designs {
			r.Weights = append(r.Weights, weightOf(d, arm))
		}
		over := [2][]float64{make([]float64, c.Trials), make([]float64, c.Trials)}
		for _, d := range designs {
			for i, m := range by {
				v := d.Differences(d.Arm(arm), d.Arm(study.RivalsPlain), m.of(d))
				if i == 0 {
					r.ByTask = append(r.ByTask, analysis.EffectOf(arm, v, frame.Alpha))
				}
				for t := range v {
					over[i][t] += v[t] / float64(len(designs)) // NaN where a task lacks the trial
				}
			}
		}
		r.First = analysis.EffectOf(arm, over[0], frame.Alpha)
		r.Second = analysis.EffectOf(arm, over[1], frame.Alpha)
		return r
	}
	c.Yardstick = row(designs[0].Arms[1].Name)
	for _, m := range study.RivalsMethods {
		if r := row(m.Arm); r.First.Test.MeanDifference.Defined() {
			c.Methods = append(c.Methods, r)
		}
	}
	var first, second []*analysis.Effect
	for i := range c.Methods {
		first, second = append(first, &c.Methods[i].First), append(second, &c.Methods[i].Second)
	}
	analysis.CorrectEffects(first)
	analysis.CorrectEffects(second)
	slices.SortStableFunc(c.Methods, func(a, b Row) int {
		return cmp.Compare(b.First.Test.MeanDifference.Or(0), a.First.Test.MeanDifference.Or(0))
	})
	return c, len(c.Methods) > 0
}

// weightOf is the weight of the group in question at the end of an arm's training, mean over trials: of the behaviour
// that is compared where groups are behaviours, else of the last one, which follows the optimal demonstrations.
func weightOf(d frame.Design, arm string) stats.Maybe {
	w := d.FinalWeights(arm)
	g := slices.Index(w.Groups, compared(d))
	if d.Experiment.Name == study.RivalsStyles {
		g = len(w.Groups) - 1
	}
	if g < 0 {
		return stats.Maybe{}
	}
	s, err := stats.Summarise(w.Alpha[g])
	if err != nil {
		return stats.Maybe{}
	}
	return s.Mean
}

// Command is the command that makes the records again.
func (c Comparison) Command() string { return frame.Command(c.designs[0].Plan) }
