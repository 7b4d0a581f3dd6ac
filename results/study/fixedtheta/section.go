package fixedtheta

import (
	"counterpoise/bench/study"
	"counterpoise/results/analysis"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/figures"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

func init() {
	analysis.All.Add("seventh-freeze", analysis.Analysis{
		Place: 13, About: "what the seventh freeze predicted, beside what was found",
		Sections: analysis.Section(Section), Figures: planFigures,
	})
}

// planFigures is the figure of a plan's styles.
func planFigures(f frame.Frame) []figures.Figure {
	figure, ok := Figure(Styles(f))
	if !ok {
		return nil
	}
	figure.Again = analysis.Again(f, study.FixedTheta)
	return []figures.Figure{figure}
}

// Section is what was predicted beside what was found, as a section of a document; false where no style has all of its
// trials.
func Section(f frame.Frame) (document.Section, bool) {
	all := Styles(f)
	if len(all) == 0 {
		return document.Section{}, false
	}
	return document.Section{
		Title:  "What the seventh freeze predicted",
		Intro:  "Each prediction beside what was found, of the styles whose 30 trials are there",
		Tables: []document.Table{predictions(all), success(all)},
		Notes: []string{
			"Weights are those of the optimal demonstrations at the end, mean over trials. Intervals are 95 %. A " +
				"prediction is confirmed where the interval lies wholly where it was predicted, refuted where it " +
				"lies wholly elsewhere, else open.",
			"Primary predictions are tested: confirmed where p, corrected by Holm over the four tests, is below .05 " +
				"and the sign is the predicted one.",
			"What this can test is what happens here under this reading. ηT, the reading and hasty were chosen " +
				"after the study's Table 1 was read: its rows for the study's method are inputs and no evidence.",
		},
	}, true
}

// predictions has a row for each prediction.
func predictions(all []Style) document.Table {
	type row = Judged
	in := func(r row) string { return map[bool]string{true: "%+.1f", false: "%.3f"}[r.Points] }
	return document.TableOf("predictions", "Predictions of the seventh freeze", Judge(all),
		document.Words("task", "task", func(r row) string { return r.Task }),
		document.Words("style", "style", func(r row) string { return r.Style }),
		document.Words("of", "of", func(r row) string { return r.Of }),
		document.Words("predicted", "predicted", func(r row) string { return r.Predicted }),
		document.Numbers("found", func(r row) document.Cell { return apa.NumberCell(in(r), r.Found.Mean) }, "found"),
		document.Numbers("95 % interval", func(r row) document.Cell { return apa.IntervalCell(in(r), r.Found.CI) },
			"low", "high"),
		apa.Ps("p (corrected)", "p_corrected", func(r row) stats.Maybe { return r.Holm }),
		document.Words("verdict", "verdict", func(r row) Verdict { return r.Verdict }),
	)
}

// success has a row for each style and method. These differences have no prediction but for those above, and no
// correction.
func success(all []Style) document.Table {
	type row struct {
		Style
		analysis.Effect
	}
	var rows []row
	for _, s := range all {
		for _, e := range s.Effects {
			rows = append(rows, row{s, e})
		}
	}
	const title = "Success minus that of plain cloning of the same data, in points, not corrected"
	return document.TableOf("effects", title, rows,
		document.Words("task", "task", func(r row) string { return r.Task }),
		document.Words("style", "style", func(r row) string { return r.Name }),
		document.Words("method", "method", func(r row) string { return r.Method }),
		apa.Number("%+.1f", "difference", "difference", func(r row) stats.Maybe { return r.Test.MeanDifference }),
		apa.Intervals("%+.1f", "95 % interval", "low", "high", func(r row) stats.Interval { return r.Test.CI }),
		document.Counts("n", "n", func(r row) int { return r.Test.N.Total() }),
	)
}
