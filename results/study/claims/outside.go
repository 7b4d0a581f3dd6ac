package claims

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// Weights from outside (bench.Weighted) are no method of the study, so none of its claims is about them. They are
// tested for what the study claims of its own method: that they are better than each other method on the same
// demonstrations, in each behaviour that the experiment compares and in the mean over all. Tests, levels, looks and
// margins are those of the claims (rules.go, a > b). The verdicts have words of their own, because nothing is
// replicated:
//
//	replicated                                  better
//	replicated in sign, smaller than 5 points   better, by less than 5 points
//	contradicted                                worse
//	contradicted, by less than 5 points         worse, by less than 5 points
//	not reproduced: equal within 5 points       equal within 5 points
//
// They change neither the verdicts on the study's claims nor the counts.

// outsideVerdicts are the verdicts on "better than" in words.
var outsideVerdicts = map[Verdict]Verdict{
	Replicated: "better", ReplicatedSmall: "better, by less than 5 points",
	Contradicted: "worse", ContradictedSmall: "worse, by less than 5 points",
	Equal: "equal within 5 points", Inconclusive: Inconclusive,
}

// Outside is the verdict on weights from outside against one other method in one behaviour.
type Outside struct {
	Experiment string  `json:"experiment"` // with the weights: "E5+mine"
	Task       string  `json:"task"`
	Behaviour  string  `json:"behaviour"` // or bench.AllBehaviours
	Weights    string  `json:"weights"`   // name of their arm
	Method     string  `json:"method"`    // "weights:mine@0123456789abcdef"
	Against    string  `json:"against"`   // name of the other arm
	Verdict    Verdict `json:"verdict"`
	Wide       Verdict `json:"within_10_points"`
	Why        string  `json:"why"`
	Look       Look    `json:"look"`
	// Test is the weights minus the other, in percentage points; Holm is its p adjusted over the comparisons of
	// experiment and task, which the mean over behaviours is none of.
	Test stats.Test  `json:"t"`
	Holm stats.Maybe `json:"p_holm"`
	// Like are the claims of the study that say the same of its own method.
	Like []string `json:"like,omitempty"`
}

// outside gives the weights of all experiments their verdicts, where there are two trials or more.
func (e evaluator) outside() (all []Outside) {
	for _, name := range bench.Experiments.Names() {
		x, _ := bench.Experiments.Get(name)
		for _, d := range e.frames.of(x).Designs {
			d := e.sized(d)
			for _, c := range outsideComparisons(d) {
				if o, ok := e.versus(d, c); ok {
					all = append(all, o)
				}
			}
		}
	}
	return all
}

// outsideComparisons are the comparisons of a design whose first arm is weights from outside: after those of two arms
// the one in the mean over behaviours.
func outsideComparisons(d frame.Design) (all []bench.Comparison) {
	for i, c := range d.Comparisons {
		if !d.Arm(c.Arm).Outside() {
			continue
		}
		all = append(all, c)
		if i+1 < len(d.Comparisons) && d.Comparisons[i+1].Arm == c.Arm && d.Comparisons[i+1].Against == c.Against {
			continue
		}
		c.Behaviour = bench.AllBehaviours
		all = append(all, c)
	}
	return all
}

// versus evaluates one comparison at one look after the other, until it is decided.
func (e evaluator) versus(d frame.Design, c bench.Comparison) (o Outside, ok bool) {
	o = Outside{
		Experiment: d.Experiment.Name, Task: d.Task, Behaviour: c.Behaviour, Weights: c.Arm,
		Method: d.Arm(c.Arm).Method, Against: c.Against, Like: like(d, c),
	}
	for _, look := range looksAt(d.CompleteTrials(), d.Plan.Size.Trials) {
		e.look, d.Plan.Size.Trials = look, look.Trials
		pair := e.testPair(d, c.Behaviour, c.Arm, c.Against)
		if !pair.test.DF.Defined() {
			return o, false
		}
		verdict := look.directed(pair.evidenceOf(0), 1)
		o.Verdict = outsideVerdicts[verdict]
		o.Wide = outsideVerdicts[look.directed(pair.evidenceOf(1), 1)]
		o.Why = fmt.Sprintf("%s %s", c.Arm, pair.sentence(look))
		o.Look, o.Test = look, pair.test
		o.Holm = e.holm(d, Part{Behaviour: c.Behaviour, Arms: []string{c.Arm, c.Against}})
		if verdict.decided() {
			break
		}
	}
	return o, true
}

// ownMethod is the name of the study's method in the arms of claims.csv.
const ownMethod = "ours"

// like returns the ids of the claims that make the same comparison with the study's own method in place of the weights.
func like(d frame.Design, c bench.Comparison) (ids []string) {
	base, _, _ := strings.Cut(d.Experiment.Name, "+")
	for _, claim := range All() {
		if slices.ContainsFunc(claim.Parts, func(p Part) bool {
			return p.Experiment == base && p.Task == d.Task && p.Behaviour == c.Behaviour && p.Relation == ">" &&
				p.Arms[0] == ownMethod && p.Arms[1] == c.Against
		}) {
			ids = append(ids, claim.ID)
		}
	}
	return ids
}

// line is a verdict in a sentence.
func (o Outside) line() string {
	text := fmt.Sprintf("%s %s %s, %s against %s: %v: %s.", o.Experiment, o.Task, o.Behaviour, o.Weights, o.Against,
		o.Verdict, o.Why)
	if len(o.Like) > 0 {
		text += fmt.Sprintf(" The study claims it of its method (%s).", strings.Join(o.Like, ", "))
	}
	return text
}

// outsideNote says how the verdicts on weights from outside come about.
func (e Evaluation) outsideNote() string {
	return fmt.Sprintf("Weights from outside: %d questions, each whether they are better than another method on the "+
		"same demonstrations, by the rules and looks of a claim a > b; before the first look, at %d trials, "+
		"verdicts are provisional. p (Holm) is over the comparisons of one experiment and task. They are no claims of "+
		"the study and take no part in its counts; like: the claims that say the same of the study's method.",
		len(e.Outside), bench.Looks[0])
}

// outsideTable has a row for each question to weights from outside.
func (e Evaluation) outsideTable() document.Table {
	type row = Outside
	return document.TableOf("outside", "Weights from outside: are they better? In percentage points, success by "+
		frame.OracleText(e.Oracle), e.Outside,
		document.Words("experiment", "experiment", func(r row) string { return r.Experiment }),
		document.Words("task", "task", func(r row) string { return r.Task }),
		document.Words("behaviour", "behaviour", func(r row) string { return r.Behaviour }),
		document.Words("weights", "weights", func(r row) string { return r.Weights }),
		document.Words("against", "against", func(r row) string { return r.Against }),
		apa.Number("%+.1f", "difference", "mean_difference", func(r row) stats.Maybe { return r.Test.MeanDifference }),
		apa.Intervals("%+.1f", "interval", "ci_low", "ci_high", func(r row) stats.Interval { return r.Test.CI }),
		apa.Ps("p", "p", func(r row) stats.Maybe { return r.Test.P }),
		apa.Ps("p (Holm)", "p_holm", func(r row) stats.Maybe { return r.Holm }),
		document.Counts("n", "n", func(r row) int { return r.Test.N.Total() }),
		document.Words("verdict", "verdict", func(r row) Verdict { return r.Verdict }),
		document.Column[row]{Head: document.WordColumn("within 10 points", "verdict_10_points"),
			Cell: func(r row) document.Cell { return document.Entry(r.Wide.At10(), string(r.Wide)) }},
		document.Words("like", "like", func(r row) string { return strings.Join(r.Like, ", ") }),
		document.Numbers("", func(r row) document.Cell { return document.Entry("", r.Method, r.Look.String(), r.Why) },
			"method", "look", "why"),
	)
}
