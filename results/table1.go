package results

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/stats"
)

// printed is a row of the study's Table 1.
type printed struct {
	task, arm  string
	weight     float64 // of the optimal demonstrations; the suboptimal ones have the rest
	references bool    // whether reference losses are printed: of the optimal and of the suboptimal demonstrations
	best, rest float64
}

// table1 is Table 1 of arXiv:2508.06319, by the arms of E5.
var table1 = []printed{
	{"picking", "imbalanced", .67, false, 0, 0},
	{"picking", "zero", .5, true, 0, 0},
	{"picking", "remix", .4652, true, .9337, .520},
	{"picking", "ours", .9367, true, 1.505, 1.893},
	{"opening", "imbalanced", .667, false, 0, 0},
	{"opening", "zero", .484, true, 0, 0},
	{"opening", "remix", .5, true, .0574, .089},
	{"opening", "ours", .9437, true, 1.626, 2.018},
}

// inTable1 is the study's entry for an arm of an experiment, if it has one.
func inTable1(experiment, task, arm string) (printed, bool) {
	i := slices.IndexFunc(table1, func(p printed) bool { return p.task == task && p.arm == arm })
	if i < 0 || experiment != "E5" && experiment != "E5-each" {
		return printed{}, false
	}
	return table1[i], true
}

// of is the printed weight and reference loss of one of our groups: whatever is not optimal is suboptimal.
func (p printed) of(group string) (alpha, ref stats.Maybe) {
	alpha, loss := stats.Some(1-p.weight), p.rest
	if group == optimal {
		alpha, loss = stats.Some(p.weight), p.best
	}
	if !p.references {
		return alpha, stats.Maybe{}
	}
	return alpha, stats.Some(loss)
}

// optimal is the style that demonstrations have unless the recipe says otherwise.
const optimal = "optimal"

// region is where the rule of claims wants the optimal demonstrations' weight: near 1/2 where the study's is within .1 of it, and
// nearly all of it where the study's is above .9. The numbers themselves are not asked for, as they go with the losses' units.
func (p printed) region() (low, high float64) {
	if p.weight > .9 {
		return .8, 1
	}
	return .4, .6
}

// weighed are the last weights of an arm's groups and their reference losses: group, then trial.
type weighed struct {
	groups    []string
	alpha     [][]float64
	reference [][]float64 // nil where the method has none
}

func (r reading) weighed(arm string) (w weighed) {
	r.each(func(a bench.Arm, rec bench.Record) {
		t := rec.Training
		k := len(t.Groups)
		if a.Name != arm || len(t.Alpha) == 0 || w.groups != nil && !slices.Equal(t.Groups, w.groups) {
			return
		}
		if w.groups == nil {
			w.groups, w.alpha = t.Groups, make([][]float64, k)
		}
		refs := references(rec)
		if w.reference == nil && refs != nil {
			w.reference = make([][]float64, k)
		}
		for g := range k {
			w.alpha[g] = append(w.alpha[g], t.Alpha[len(t.Alpha)-1].Group[g])
			if refs != nil {
				w.reference[g] = append(w.reference[g], refs[g])
			}
		}
	})
	return w
}

// references are the losses that a method measured its groups by: what its first run reached; of "ours", what each group's own
// search did (see bench.Training).
func references(rec bench.Record) []float64 {
	runs := rec.Training.References
	if len(runs) == 0 {
		return nil
	}
	if name, _, _ := strings.Cut(rec.Cell.Method, ":"); name != "ours" {
		return runs[0].Reached
	}
	refs := make([]float64, len(rec.Training.Groups))
	for g := range refs {
		refs[g] = runs[g].Reached[g]
	}
	return refs
}

// weightTable is Table 1 of the study for any design whose methods move weights or have reference losses.
func (r reading) weightTable() (document.Table, bool) {
	t := document.Table{
		Name: "weights", Title: fmt.Sprintf("Weights of the groups at the end and reference losses, mean ± SD over %s; the study's are those of its Table 1", wording.Plural(r.plan.Size.Trials, "trial")),
		Columns: []document.Column{
			document.WordColumn("data", "arm"), document.WordColumn("group", "group"), document.NumberColumn("weight", "alpha_mean", "alpha_sd"), document.NumberColumn("study's", "alpha_study"),
			document.NumberColumn("reference loss", "reference_mean", "reference_sd"), document.NumberColumn("study's", "reference_study"), document.NumberColumn("n", "n"),
		},
	}
	learned := false
	for _, a := range r.design.Arms {
		w := r.weighed(a.Name)
		learned = learned || w.reference != nil || slices.ContainsFunc(r.weights(a), curve.moves)
		for g, name := range w.groups {
			var alpha, ref stats.Maybe
			if p, ok := inTable1(r.experiment.Name, r.design.Task, a.Name); ok {
				alpha, ref = p.of(name)
			}
			losses := []float64(nil)
			if w.reference != nil {
				losses = w.reference[g]
			}
			t.Rows = append(t.Rows, []document.Cell{
				document.Word(a.Name), document.Word(name), summed("%.3f", w.alpha[g]), apa.NumberCell("%.4g", alpha), summed("%.4f", losses), apa.NumberCell("%.4g", ref), document.Count(len(w.alpha[g])),
			})
		}
	}
	return t, learned
}

// summed is a cell with mean and standard deviation of some numbers in a format.
func summed(format string, x []float64) document.Cell {
	s, err := stats.Summarise(x)
	if err != nil {
		return document.Entry(apa.None, "", "")
	}
	text := apa.Format(format, s.Mean)
	if s.SD.Defined() {
		text += " ± " + apa.Format(format, s.SD)
	}
	return document.Entry(text, apa.Exact(s.Mean), apa.Exact(s.SD))
}

// weightNote says what the table of weights compares.
const weightNote = "Reference losses of the study are in units of its own: only which group's is the larger can be compared."
