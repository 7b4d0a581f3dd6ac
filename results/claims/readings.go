package claims

import (
	"fmt"

	"counterpoise/bench"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/stats"
)

// OtherReading is the verdict on a claim with the methods read in another way (bench.Readings). The claims are judged
// by the primary reading. A verdict that changes with the reading depends on details that the study does not print.
type OtherReading struct {
	Reading string  `json:"reading"`
	Methods string  `json:"methods"`
	Verdict Verdict `json:"verdict"`
	Look    Look    `json:"look"`
	// Test is that of a claim with one part of two arms, and undefined for others.
	Test stats.Test `json:"t"`
}

// readings evaluates a claim in every other reading that has another method in its experiments and records of them. The
// other readings are run under the default difficulty alone.
func (e evaluator) readings(c Claim) (all []OtherReading) {
	if e.difficulty != bench.Variety {
		return nil
	}
	for _, r := range bench.Readings[1:] {
		other := newEvaluator(e.size, e.oracle, e.difficulty, e.records)
		other.reading = r.Name
		if !other.changes(c) || !other.readable(c) {
			continue
		}
		v := other.claim(c)
		o := OtherReading{Reading: r.Name, Methods: v.Methods, Verdict: v.Verdict, Look: v.Look}
		if len(v.Parts) == 1 {
			o.Test = v.Parts[0].Test
		}
		all = append(all, o)
	}
	return all
}

// changes reports whether an experiment of the claim has a version of its own in the evaluator's reading.
func (e evaluator) changes(c Claim) bool {
	for _, p := range evidenceParts(c) {
		if e.read(p.Experiment) != p.Experiment {
			return true
		}
	}
	return false
}

// read is the name of an experiment in the evaluator's reading: E5 is E5-additive in the reading "additive". An
// experiment that has the same methods in both keeps its name.
func (e evaluator) read(experiment string) string {
	name := experiment + "-" + e.reading
	if _, err := bench.Experiments.Get(name); e.reading == "" || err != nil {
		return experiment
	}
	return name
}

// readingsTable has a row for each claim and each other reading that has records; false where there are none. Readings
// stand at the look that they have reached, which may be an earlier one than the claim's.
func (e Evaluation) readingsTable() (document.Table, bool) {
	t := document.Table{
		Name: "readings", Title: "Verdicts in the other readings of the methods",
		Columns: []document.Column{
			document.WordColumn("claim", "id"), document.WordColumn("says", "claim"),
			document.WordColumn("reading", "reading"), document.WordColumn("methods", "methods"),
			document.NumberColumn("difference", "mean_difference"),
			document.NumberColumn("interval", "ci_low", "ci_high"), document.NumberColumn("trials", "trials"),
			document.WordColumn("verdict", "verdict"), document.WordColumn("as in the primary reading", "same"),
		},
	}
	for _, r := range e.Claims {
		for _, o := range r.Readings {
			t.Rows = append(t.Rows, []document.Cell{
				document.Word(r.ID), document.Word(r.where() + ": " + r.Words), document.Word(o.Reading),
				document.Word(o.Methods), apa.NumberCell("%+.1f", o.Test.MeanDifference),
				apa.IntervalCell("%+.1f", o.Test.CI), document.Count(o.Look.Trials), document.Word(string(o.Verdict)),
				document.Word(r.beside(o)),
			})
		}
	}
	return t, len(t.Rows) > 0
}

// How the verdict in another reading stands to that of the primary one.
const (
	sameVerdict  = "yes"
	otherVerdict = "no"
	undecided    = "undecided" // no evidence that the reading matters
)

// beside says how the verdict in another reading stands to the claim's.
func (r Result) beside(o OtherReading) string {
	switch {
	case o.Verdict == r.Verdict:
		return sameVerdict
	case !o.Verdict.decided():
		return undecided
	}
	return otherVerdict
}

// ReadingsText says how many other readings decide otherwise, and how many are undecided, short enough for a cell of a
// table: "2 of 7 otherwise, 1 undecided"; empty without records of any.
func (r Result) ReadingsText() string {
	n := map[string]int{}
	for _, o := range r.Readings {
		n[r.beside(o)]++
	}
	if len(r.Readings) == 0 {
		return ""
	}
	text := fmt.Sprintf("%d of %d otherwise", n[otherVerdict], len(r.Readings))
	if n[undecided] > 0 {
		text += fmt.Sprintf(", %d undecided", n[undecided])
	}
	return text
}
