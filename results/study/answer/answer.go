package answer

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"
	"text/template"

	"counterpoise/internal/wording"
	"counterpoise/results/analysis"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/results/study/claims"
	"counterpoise/results/study/twobytwo"
	"counterpoise/stats"
)

// Sentence is one of the answer's.
type Sentence struct {
	// Lead is what the study's records show, in a few words. It is empty without records, and where these lack one of
	// its premises; Lacks then says which.
	Lead  string
	Lacks error
	Text  string // numbers and verdicts of any records
	// Least and Most are the least and the greatest of the differences that the lead sums up; infinite without any.
	Least, Most float64
}

// Plain is lead and text in one line.
func (s Sentence) Plain() string { return strings.TrimSpace(s.Lead + " " + s.Text) }

//go:embed answer.md.tmpl
var answerText string

// answerProse is the text of the answer, see answer.md.tmpl.
var answerProse = document.Prose(answerText, template.FuncMap{
	"capital": wording.Capitalize, "plural": wording.Plural, "steps": frame.StepsText, "oracle": frame.OracleText,
	"least": least, "most": most, "lost": func(d float64) string { return fmt.Sprintf("%.1f", -d) },
	"each": each, "span": span, "spans": spans, "tally": tallyOf, "effects": twobytwo.Effects,
	"counts": counts, "early": early, "provisional": provisional,
})

// answer returns the answer to the study's question in five sentences: what methods do with bad demonstrations, by what
// these cost and how hard they are to fit; what imbalance costs; whether repeating demonstrations makes up for it; what
// weighing by losses does where all demonstrations are good; and what it does where some are bad.
func (s story) answer() (all []Sentence) {
	for i, of := range [][]change{
		nil, s.Starved.Both(), s.Upsampled.Both(), s.Good.Both(), slices.Concat(s.Bad.Both(), s.Fitted.Both()),
	} {
		sentence := Sentence{Text: s.say(fmt.Sprint("text ", i+1)), Least: least(of), Most: most(of)}
		lead, err := document.Paragraphs(answerProse, fmt.Sprint("lead ", i+1), s)
		sentence.Lead, sentence.Lacks = strings.Join(lead, " "), err
		all = append(all, sentence)
	}
	return all
}

// say is a part of the text that holds of any records.
func (s story) say(part string) string {
	all, err := document.Paragraphs(answerProse, part, s)
	if err != nil {
		panic(err) // it requires nothing
	}
	return strings.Join(all, " ")
}

// sure are sentences on the evidence behind the answer: the size of the run, whether its rules were frozen before it,
// what was decided and looked at before and added after, the looks at which claims were decided, how many verdicts are
// expected to be false, what made the records, and a second run.
func (s story) sure() []string {
	all, err := document.Paragraphs(answerProse, "sure", s)
	if err != nil {
		panic(err) // it requires nothing
	}
	return all
}

// tally is with how many kinds of suboptimal demonstrations, quadrants of tasks, a method has which verdict.
type tally struct {
	Kinds, Costly             int
	Helps, Harms, Equal, Open int
	By                        string // the least and the greatest loss, where it harms: "4.0 to 12.7"
}

func tallyOf(maps []twobytwo.Map, method string) (t tally) {
	var harms []change
	for _, m := range maps {
		for _, q := range m.Quadrants {
			if t.Kinds++; q.Place.Costs {
				t.Costly++
			}
			for _, e := range q.Effects {
				if e.Method != method {
					continue
				}
				switch e.Verdict() {
				case analysis.Helps:
					t.Helps++
				case analysis.Harms:
					harms = append(harms, change{m.Task, -e.Test.MeanDifference.Or(0)})
				case analysis.Equal:
					t.Equal++
				default:
					t.Open++
				}
			}
		}
	}
	switch t.Harms = len(harms); {
	case t.Harms == 1:
		t.By = fmt.Sprintf("%.1f", harms[0].Points)
	case t.Harms > 1:
		t.By = fmt.Sprintf("%.1f to %.1f", least(harms), most(harms))
	}
	return t
}

// count is the claims that have a verdict.
type count struct {
	Verdict claims.Verdict
	Of      []claims.Result
}

// counts are the verdicts that claims have, in the order of claims.Verdicts.
func counts(rs []claims.Result) (all []count) {
	for _, v := range claims.Verdicts {
		c := count{Verdict: v}
		for _, r := range rs {
			if r.Verdict == v {
				c.Of = append(c.Of, r)
			}
		}
		if len(c.Of) > 0 {
			all = append(all, c)
		}
	}
	return all
}

// early is the number of claims whose verdict precedes the first look.
func early(rs []claims.Result) (n int) {
	for _, r := range rs {
		if provisional(r) {
			n++
		}
	}
	return n
}

// unknown stands for a difference without records.
const unknown = "?"

// points is a difference in percentage points: "-3.7".
func points(m stats.Maybe) string {
	if !m.Defined() {
		return unknown
	}
	return apa.Format("%+.1f", m)
}

// least and most are the least and the greatest of changes, infinite without any.
func least(all []change) float64 {
	low := math.Inf(1)
	for _, c := range all {
		low = min(low, c.Points)
	}
	return low
}

func most(all []change) float64 {
	high := math.Inf(-1)
	for _, c := range all {
		high = max(high, c.Points)
	}
	return high
}

// span is the least and the greatest of changes: "-4.1 to +2.3".
func span(all []change) string {
	return points(stats.Some(least(all))) + " to " + points(stats.Some(most(all)))
}

// spans is the span of the changes of each behaviour: "+0.5 to +2.8 (slider) and -2.8 to -2.1 (drawer)".
func spans(all []change) string {
	var words []string
	of := map[string][]change{}
	for _, c := range all {
		of[c.Of] = append(of[c.Of], c)
	}
	for _, c := range all {
		if own := of[c.Of]; own != nil {
			words = append(words, fmt.Sprintf("%s (%s)", span(own), c.Of))
			delete(of, c.Of)
		}
	}
	return wording.List(words)
}

// each lists changes: "-4.5 (slider), -7.9 (drawer)"; unknown without any.
func each(all []change) string {
	var words []string
	for _, c := range all {
		words = append(words, fmt.Sprintf("%s (%s)", points(stats.Some(c.Points)), c.Of))
	}
	if words == nil {
		return unknown
	}
	return strings.Join(words, ", ")
}
