package claims

import (
	"fmt"
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/study"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/stats"
)

// OtherReading is the verdict on a claim with the methods read in another way (study.Readings). The claims are judged
// by the primary reading. A verdict that changes with the reading depends on details that the study does not print.
type OtherReading struct {
	Reading    string           `json:"reading"`
	Difficulty study.Difficulty `json:"knob"` // of the tasks
	Methods    string           `json:"methods"`
	Verdict    Verdict          `json:"verdict"`
	Primary    Verdict          `json:"primary"` // in the primary reading, under the same difficulty
	Look       Look             `json:"look"`
	// Test is that of a claim with one part of two arms, and undefined for others.
	Test stats.Test `json:"t"`
}

// readings evaluates a claim in every other reading that has another method in its experiments and records of them:
// under the evaluator's difficulty, where the verdict in the primary reading is given, and under the others. Most
// readings are run under the default difficulty alone.
func (e evaluator) readings(c Claim, primary Verdict) (own, others []OtherReading) {
	own = e.readingsUnder(e.difficulty, c, primary)
	c.Otherwise = nil // the study's other reading of a claim is tested under the default difficulty alone
	for _, d := range study.Difficulties {
		if d == e.difficulty || !runsUnder(d, evidenceParts(c)) {
			continue
		}
		under := newEvaluator(e.frames, e.oracle, d)
		if under.readable(c) {
			others = append(others, e.readingsUnder(d, c, under.claim(c).Verdict)...)
		}
	}
	return own, others
}

// readingsUnder evaluates a claim in every other reading that has records under a difficulty.
func (e evaluator) readingsUnder(d study.Difficulty, c Claim, primary Verdict) (all []OtherReading) {
	for _, r := range study.Readings[1:] {
		if o, ok := e.inReading(r.Name, d, c); ok {
			o.Primary = primary
			all = append(all, o)
		}
	}
	return all
}

// inReading evaluates a claim in one reading under a difficulty; false where the claim is the same in it, or has no
// records.
func (e evaluator) inReading(name string, d study.Difficulty, c Claim) (OtherReading, bool) {
	other := newEvaluator(e.frames, e.oracle, d)
	other.reading = name
	if !other.changes(c) || !other.readable(c) {
		return OtherReading{}, false
	}
	v := other.claim(c)
	o := OtherReading{Reading: name, Difficulty: d, Methods: v.Methods, Verdict: v.Verdict, Look: v.Look}
	if len(v.Parts) == 1 {
		o.Test = v.Parts[0].Test
	}
	return o, true
}

// changes reports whether an experiment of the claim has a version of its own in the evaluator's reading, which is run
// under its difficulty.
func (e evaluator) changes(c Claim) bool {
	changed := false
	for _, p := range evidenceParts(c) {
		name := e.read(p.Experiment)
		if _, _, ok := e.difficulty.Under(name, p.Task); !ok {
			return false
		}
		changed = changed || name != p.Experiment
	}
	return changed
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
	type row struct {
		Result
		o OtherReading
	}
	var rows []row
	for _, r := range e.Claims {
		for _, o := range slices.Concat(r.Readings, r.ReadingsUnder) {
			rows = append(rows, row{r, o})
		}
	}
	return document.TableOf("readings", "Verdicts in the other readings of the methods", rows,
		document.Words("claim", "id", func(r row) string { return r.ID }),
		document.Words("says", "claim", func(r row) string { return r.says() }),
		document.Words("reading", "reading", func(r row) string { return r.o.Reading }),
		document.Words("difficulty", "knob", func(r row) study.Difficulty { return r.o.Difficulty }),
		document.Words("methods", "methods", func(r row) string { return r.o.Methods }),
		apa.Number("%+.1f", "difference", "mean_difference",
			func(r row) stats.Maybe { return r.o.Test.MeanDifference }),
		apa.Intervals("%+.1f", "interval", "ci_low", "ci_high", func(r row) stats.Interval { return r.o.Test.CI }),
		document.Counts("trials", "trials", func(r row) int { return r.o.Look.Trials }),
		document.Words("verdict", "verdict", func(r row) Verdict { return r.o.Verdict }),
		document.Words("in the primary reading", "primary", func(r row) Verdict { return r.o.Primary }),
		document.Words("the same", "same", func(r row) string { return r.o.beside() }),
	), len(rows) > 0
}

// How the verdict in another reading stands to that in the primary one.
const (
	sameVerdict  = "yes"
	otherVerdict = "no"
	undecided    = "undecided" // no evidence that the reading matters
)

// beside says how the verdict in another reading stands to that in the primary one.
func (o OtherReading) beside() string {
	switch {
	case o.Verdict == o.Primary:
		return sameVerdict
	case !o.Verdict.decided():
		return undecided
	}
	return otherVerdict
}

// Otherwise reports whether the reading decides otherwise than the primary one.
func (o OtherReading) Otherwise() bool { return o.beside() == otherVerdict }

// ReadingsText says how many other readings decide otherwise, and how many are undecided, short enough for a cell of a
// table: "2 of 7 otherwise, 1 undecided"; empty without records of any. They are those under the difficulty of the
// evaluation.
func (r Result) ReadingsText() string {
	n := map[string]int{}
	for _, o := range r.Readings {
		n[o.beside()]++
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
