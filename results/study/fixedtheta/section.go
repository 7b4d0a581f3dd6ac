package fixedtheta

import (
	"counterpoise/bench/study"
	"counterpoise/results/analysis"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/figures"
	"counterpoise/results/frame"
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
	t := document.Table{
		Name: "predictions", Title: "Predictions of the seventh freeze",
		Columns: []document.Column{
			document.WordColumn("task", "task"), document.WordColumn("style", "style"),
			document.WordColumn("of", "of"), document.WordColumn("predicted", "predicted"),
			document.NumberColumn("found", "found"),
			document.NumberColumn("95 % interval", "low", "high"),
			document.NumberColumn("p (corrected)", "p_corrected"), document.WordColumn("verdict", "verdict"),
		},
	}
	for _, j := range Judge(all) {
		format := "%.3f"
		if j.Points {
			format = "%+.1f"
		}
		t.Rows = append(t.Rows, []document.Cell{
			document.Word(j.Task), document.Word(j.Style), document.Word(j.Of), document.Word(j.Predicted),
			apa.NumberCell(format, j.Found.Mean), apa.IntervalCell(format, j.Found.CI), apa.PCell(j.Holm),
			document.Word(string(j.Verdict)),
		})
	}
	return t
}

// success has a row for each style and method. These differences have no prediction but for those above, and no
// correction.
func success(all []Style) document.Table {
	t := document.Table{
		Name: "effects", Title: "Success minus that of plain cloning of the same data, in points, not corrected",
		Columns: []document.Column{
			document.WordColumn("task", "task"), document.WordColumn("style", "style"),
			document.WordColumn("method", "method"), document.NumberColumn("difference", "difference"),
			document.NumberColumn("95 % interval", "low", "high"), document.NumberColumn("n", "n"),
		},
	}
	for _, s := range all {
		for _, e := range s.Effects {
			t.Rows = append(t.Rows, []document.Cell{
				document.Word(s.Task), document.Word(s.Name), document.Word(e.Method),
				apa.NumberCell("%+.1f", e.Test.MeanDifference), apa.IntervalCell("%+.1f", e.Test.CI),
				document.Count(e.Test.N.Total()),
			})
		}
	}
	return t
}
