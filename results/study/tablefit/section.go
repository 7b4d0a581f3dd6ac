package tablefit

import (
	"fmt"

	"counterpoise/bench/study"
	"counterpoise/results/analysis"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/frame"
)

func init() {
	analysis.All.Add("table-1-fit", analysis.Analysis{Place: 10, About: "settings fitted to the study's Table 1",
		Sections: analysis.Section(Section)})
}

// Section is the outcome of the experiment "fit": the settings that each task's row of the study's Table 1 fits, tested
// on both, and the grid that they come from. It is false for plans without that experiment's records.
func Section(f frame.Frame) (document.Section, bool) {
	fits := All(f)
	if len(fits) == 0 {
		return document.Section{}, false
	}
	low := func(p study.TableOne) string {
		low, high := p.Range()
		return fmt.Sprintf("%.1f to %.1f", low, high)
	}
	cross := document.Table{
		Name: "fitted", Title: "Settings fitted to the study's Table 1 on one task and tested on both",
		Columns: []document.Head{
			document.WordColumn("fitted on", "fitted_on"), document.NumberColumn("ηT", "eta"),
			document.NumberColumn("search steps", "steps"), document.WordColumn("tested on", "tested_on"),
			document.NumberColumn("zero's weight", "alpha"), document.NumberColumn("study's", "alpha_study"),
			document.WordColumn("fits", "alpha_fits"), document.NumberColumn("reference to plain", "ratio"),
			document.NumberColumn("study's", "ratio_study"), document.WordColumn("fits", "ratio_fits"),
		},
	}
	for _, f := range fits {
		eta, _ := f.Eta()
		steps, _ := f.Steps()
		for _, on := range fits {
			w, r := on.At(eta, steps)
			cross.Rows = append(cross.Rows, []document.Cell{
				document.Word(f.Printed.Task), document.Word(fmt.Sprintf("%g", eta)), document.Count(steps),
				document.Word(on.Printed.Task), document.Word(apa.Format("%.3f", w.Optimal.Mean)),
				document.Word(fmt.Sprintf("%.3f", on.Printed.ZeroOptimal)), document.Word(yesNo(w.Fits)),
				document.Word(fmt.Sprintf("%.2f", r.Both())), document.Word(low(on.Printed)),
				document.Word(yesNo(r.Fits)),
			})
		}
	}
	s := document.Section{
		Title: "Fit to Table 1", Intro: "What the study leaves open, from what its Table 1 prints",
		Tables: []document.Table{cross},
		Notes: []string{
			fmt.Sprintf("zero's weight: of the optimal demonstrations at the end; it fits within %g. The fitted ηT "+
				"is the greatest that fits with all below: ηT is bounded from above alone.", study.FitWeight),
			fmt.Sprintf("reference to plain: losses of the searches over those of plain cloning, geometric mean of "+
				"both groups and all trials; it fits between the two printed ratios, widened by a factor of %g. "+
				"The fitted number of steps is the nearest to their middle.", study.FitRange),
			"Rows that settings were fitted to are inputs and no evidence; a test on the other task is.",
		},
	}
	for _, f := range fits {
		if eta, ok := f.LikelihoodEta(); ok {
			s.Notes = append(s.Notes, fmt.Sprintf("By negative log-likelihood the greatest ηT that fits on %s is %g.",
				f.Printed.Task, eta))
		}
		s.Tables = append(s.Tables, grid(f))
	}
	return s, true
}

// grid is the grid of one task's fit.
func grid(f Fit) document.Table {
	t := document.Table{
		Name: "fit-" + f.Printed.Task, Title: "The grid of the fit on " + f.Printed.Task,
		Columns: []document.Head{
			document.WordColumn("setting", "line"), document.NumberColumn("value", "level"),
			document.NumberColumn("zero's weight", "alpha_mean", "alpha_sd"),
			document.NumberColumn("optimal", "ratio_optimal"), document.NumberColumn("suboptimal", "ratio_suboptimal"),
			document.NumberColumn("both", "ratio_both"), document.WordColumn("fits", "fits"),
			document.NumberColumn("n", "n"),
		},
	}
	none := document.Entry(apa.None, "")
	weights := func(line string, ws []Weight) {
		for _, w := range ws {
			text := apa.Format("%.3f", w.Optimal.Mean)
			if w.Optimal.SD.Defined() {
				text += " ± " + apa.Format("%.3f", w.Optimal.SD)
			}
			t.Rows = append(t.Rows, []document.Cell{
				document.Word(line), document.Word(fmt.Sprintf("%g", w.Eta)),
				document.Entry(text, apa.Exact(w.Optimal.Mean), apa.Exact(w.Optimal.SD)), none, none, none,
				document.Word(yesNo(w.Fits)), document.Count(w.Optimal.N),
			})
		}
	}
	weights(study.FitEta, f.Zero)
	weights(study.FitLikelihood, f.Likelihood)
	for _, r := range f.Search {
		number := func(v float64) document.Cell { return document.Word(fmt.Sprintf("%.2f", v)) }
		t.Rows = append(t.Rows, []document.Cell{
			document.Word(study.FitSearch), document.Count(r.Steps), document.Entry(apa.None, "", ""),
			number(r.Groups[0]), number(r.Groups[1]), number(r.Both()), document.Word(yesNo(r.Fits)),
			document.Count(r.Trials),
		})
	}
	return t
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
