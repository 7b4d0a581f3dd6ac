package claims

import (
	"counterpoise/bench"
	"counterpoise/bench/study"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// fixedThetaReadings are the readings of E5 and E6 in which the policy of a search is fixed, by the end of their
// experiments' names, and the bad demonstrations of E5 in them. They are none of study.Readings: they ran after all
// else was seen.
var fixedThetaReadings = [...]struct{ name, bad string }{
	{"fixed-theta", "biased"}, {"hasty-fixed-theta", "hasty"},
}

// FixedTheta is the verdicts of claims where the policy of the searches is fixed, beside frozen ones and in place of
// none; false where no claim has records of both tasks. Each is at the first look, whose trials all experiments have.
func FixedTheta(frozen Evaluation, records frame.Records) (document.Section, bool) {
	t := document.Table{
		Name: "theta-fixed", Title: "The claims with theta fixed, run after all was seen",
		Columns: []document.Head{
			document.WordColumn("claim", "id"), document.WordColumn("says", "claim"),
			document.WordColumn("frozen verdict", "frozen"), document.WordColumn("bad ones of E5", "bad"),
			document.NumberColumn("difference", "mean_difference"),
			document.NumberColumn("interval", "ci_low", "ci_high"),
			document.WordColumn("theta fixed, run after all was seen", "verdict"),
		},
	}
	size := frozen.Size
	size.Trials = bench.Looks[0]
	frames := newFrames(size, records)
	for _, c := range frozen.Claims {
		for _, r := range fixedThetaReadings {
			e := newEvaluator(frames, frozen.Oracle, study.Variety)
			e.reading = r.name
			if !e.changes(c.Claim) || !e.readable(c.Claim) {
				continue
			}
			v, test := e.claim(c.Claim), stats.Test{}
			if len(v.Parts) == 1 {
				test = v.Parts[0].Test
			}
			t.Rows = append(t.Rows, []document.Cell{
				document.Word(c.ID), document.Word(c.where() + ": " + c.Words), document.Word(string(c.Verdict)),
				document.Word(r.bad), apa.NumberCell("%+.1f", test.MeanDifference),
				apa.IntervalCell("%+.1f", test.CI), document.Word(string(v.Verdict)),
			})
		}
	}
	return document.Section{
		Title: "The claims with theta fixed",
		Intro: "Claims on E5, E6 and Table 1 where the policy of a search stays as it was initialised, on the seed " +
			"of the first freeze",
		Tables: []document.Table{t},
		Notes: []string{
			"Run after all else was seen, by the rules of the frozen verdicts. They stand beside these and change " +
				"none. C24, C25 and C42 rest on the reading most: their frozen verdicts are of searches that train " +
				"their policy, with biased demonstrations.",
			"Rows with hasty: all of Table 1 was read before reading and style were chosen, so that C42 is no " +
				"evidence there.",
		},
	}, len(t.Rows) > 0
}
