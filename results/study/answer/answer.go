package answer

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench/record"
	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/frame"
	"counterpoise/results/study/claims"
	"counterpoise/results/study/twobytwo"
	"counterpoise/stats"
)

// answer returns the answer to the study's question in five sentences: what methods do with bad demonstrations, by what
// these cost and how hard they are to fit; what imbalance costs; whether repeating demonstrations makes up for it; what
// weighing by losses does where all demonstrations are good; and what it does where some are bad.
//
// Differences are those of all trials of an experiment, also where a claim was decided earlier (claims.Result.Final);
// verdicts are those of the looks that decided. The differences of a second run follow at the end of a sentence; its
// zero value, which has no claims, adds nothing.
func answer(
	e claims.Evaluation, second secondRun, records frame.Records, maps []twobytwo.Map, size record.Size,
) (answer []Sentence) {
	first := NoTwoByTwo
	if len(maps) > 0 {
		first = twobytwo.Sentence(maps, size)
	}
	onGood, onGoodLater := changes(e, records, "imbalanced", "E3", "E6"),
		changes(second.Evaluation, records, "imbalanced", "E3", "E6")
	upsampledLater := changes(second.Evaluation, records, "balanced", "E2")
	leads := leads(e, second.Evaluation, maps, onGood, onGoodLater, upsampledLater)
	for i, text := range []string{
		first,
		fmt.Sprintf("Plain behaviour cloning changes the success of a behaviour that has fewer demonstrations than "+
			"the others by %s points against balanced demonstrations; that it is lower is %s%s.",
			listed(e, "C01", "C02", "C03", "C04", "C05"), tally(e, "C01", "C02", "C03", "C04", "C05"),
			second.clause("the changes are "+listed(second.Evaluation, "C04", "C05")+
				second.trialsOf("C04", "C05"))),
		fmt.Sprintf("Drawing these demonstrations more often (upsampling) leaves a difference of %s points to "+
			"balanced demonstrations; that the right one falls behind is %s, that no other does %s%s.",
			listed(e, "C06", "C07"), verdictOf(e, "C06"), verdictOf(e, "C07"),
			second.clauseOf("the differences are ", each(upsampledLater))),
		sentenceOnGood(e, second, onGood, onGoodLater),
		onBad(e, second),
	} {
		answer = append(answer, Sentence{leads[i], text})
	}
	return answer
}

// sentenceOnGood is the sentence on weighing where all demonstrations are good, by the changes of both runs.
func sentenceOnGood(e claims.Evaluation, second secondRun, onGood, later []change) string {
	changes := "has no records yet"
	if len(onGood) > 0 {
		changes = fmt.Sprintf("changes a behaviour by %s points against plain cloning", span(onGood))
	}
	return fmt.Sprintf("Where all demonstrations are good, weighing them by their losses (Remix, a zero reference, "+
		"the study's method) %s; of what the study says about it (E3, E6), %s%s%s.", changes, tallyClaims(e, good...),
		laterOf(e, good...), second.clause("the changes are "+spans(later)))
}

// laterOf names the claims that would have another verdict by all trials of their experiments, which went on for other
// claims: "; by all trials C29 would be contradicted". It is empty where there are none.
func laterOf(e claims.Evaluation, ids ...string) string {
	var other []string
	for _, r := range selected(e, ids...) {
		if len(r.Repeats) == 0 && r.LaterText() != "" {
			other = append(other, fmt.Sprintf("%s would be %s", r.ID, inSentence(r.Later.Verdict)))
		}
	}
	if len(other) == 0 {
		return ""
	}
	return "; by all trials " + wording.List(other)
}

// onBad is the sentence on weighing where a third of the demonstrations is bad.
func onBad(e claims.Evaluation, second secondRun) string {
	remix, own := "Remix has no records yet", "has none yet"
	if changes := ofParts(e, againstPlain, bad...); len(changes) > 0 {
		remix = fmt.Sprintf("Remix changes a behaviour by %s points", span(changes))
	}
	var means []string
	for _, p := range []struct{ claim, task string }{{"C27", "picking"}, {"C28", "opening"}} {
		if d := part(e, p.claim, 0); d != unknown {
			means = append(means, fmt.Sprintf("by %s points in %s", d, p.task))
		}
	}
	if len(means) > 0 {
		own = "changes the mean " + wording.List(means)
	}
	return fmt.Sprintf("Where a third of the demonstrations is bad, %s (E4: %s), and the study's own method, given "+
		"the fit of its settings to Table 1, %s (E5 and Table 1: %s)%s.", remix, tallyClaims(e, bad...), own,
		tallyClaims(e, fitted...), second.clause(fmt.Sprintf("Remix changes a behaviour by %s points "+
			"and the study's own method the mean by %s", span(ofParts(second.Evaluation, againstPlain, bad...)),
			part(second.Evaluation, "C28", 0))))
}

// The claims that the sentences sum up: on good demonstrations, on bad ones, and given the fit.
var (
	good = []string{
		"C08", "C09", "C10", "C11", "C12", "C13", "C29", "C30", "C31", "C32", "C33", "C34", "C35", "C36", "C37", "C38",
		"C39", "C40", "C41",
	}
	bad    = []string{"C14", "C15", "C16", "C17", "C18"}
	fitted = []string{"C19", "C20", "C21", "C22", "C23", "C24", "C25", "C26", "C27", "C28", "C42"}
)

// dependent says how many claims have a verdict that depends on the difficulty of the task or on the oracle, and how
// many are tested under both of each; empty where none is tested under several. Claims that repeat the tests of others
// are not counted.
func dependent(e claims.Evaluation) string {
	differ, several, oracles, difficulties := 0, 0, 0, 0
	for _, r := range e.Claims {
		if len(r.Settings) < 2 || len(r.Repeats) > 0 {
			continue
		}
		several++
		first := r.Settings[0]
		if slices.ContainsFunc(r.Settings, func(s claims.Setting) bool { return s.Oracle != first.Oracle }) {
			oracles++
		}
		if slices.ContainsFunc(r.Settings, func(s claims.Setting) bool { return s.Difficulty != first.Difficulty }) {
			difficulties++
		}
		if r.SettingsDiffer() {
			differ++
		}
	}
	if several == 0 {
		return ""
	}
	return fmt.Sprintf("%d claims are tested under both oracles of success and %d under several difficulties of the "+
		"task; %d of these %d have a verdict that depends on them. The others, on bad demonstrations (E4, E5, "+
		"Table 1) and the theory, are judged under one difficulty and one oracle.", oracles, difficulties, differ,
		several)
}

// selected returns the results of some claims, in the order of the evaluation.
func selected(e claims.Evaluation, ids ...string) (rs []claims.Result) {
	for _, r := range e.Claims {
		if slices.Contains(ids, r.ID) {
			rs = append(rs, r)
		}
	}
	return rs
}

// verdictOf is the verdict on one claim, with what weakens it.
func verdictOf(e claims.Evaluation, id string) string {
	rs := selected(e, id)
	if len(rs) == 0 {
		return unknown
	}
	text := inSentence(rs[0].Verdict)
	if provisional(rs[0]) {
		text += ", provisionally, before the first look"
	}
	return text
}

// inSentence is a verdict without a colon, which within a sentence would end a list of verdicts.
func inSentence(v claims.Verdict) string {
	return strings.Replace(string(v), ": equal within 5 points", " (equal within 5 points)", 1)
}

// tally is the verdicts on claims, the most frequent first: "replicated for 4 claims and inconclusive for 1".
func tally(e claims.Evaluation, ids ...string) string {
	return counts(selected(e, ids...), func(v string, n int) string {
		return fmt.Sprintf("%s for %s", v, wording.Plural(n, "claim"))
	})
}

// tallyClaims is the same with the numbers first: "4 are replicated and 1 is inconclusive". Claims that repeat the
// tests of others are left out.
func tallyClaims(e claims.Evaluation, ids ...string) string {
	rs := slices.DeleteFunc(selected(e, ids...), func(r claims.Result) bool { return len(r.Repeats) > 0 })
	return counts(rs, func(v string, n int) string {
		verb := "are"
		if n == 1 {
			verb = "is"
		}
		return fmt.Sprintf("%d %s %s", n, verb, v)
	})
}

// counts words the verdicts that occur, in the order of claims.Verdicts, and how many of them precede the first look.
func counts(rs []claims.Result, words func(string, int) string) string {
	var parts []string
	for _, v := range claims.Verdicts {
		n := 0
		for _, r := range rs {
			if r.Verdict == v {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, words(inSentence(v), n))
		}
	}
	text := wording.List(parts)
	early := 0
	for _, r := range rs {
		if provisional(r) {
			early++
		}
	}
	if early > 0 {
		text += fmt.Sprintf("; provisionally for %d of %d, before the first look", early, len(rs))
	}
	return text
}

// listed is the difference of every part of claims with its behaviour: "-19.1 (left), -3.7 (middle)".
func listed(e claims.Evaluation, ids ...string) string {
	var words []string
	for _, r := range selected(e, ids...) {
		for _, p := range r.Final().Parts {
			words = append(words, fmt.Sprintf("%s (%s)", points(p.Test.MeanDifference), p.Part.Behaviour))
		}
	}
	return wording.List(words)
}

// part is the difference of one part of a claim.
func part(e claims.Evaluation, id string, i int) string {
	for _, r := range selected(e, id) {
		if parts := r.Final().Parts; i < len(parts) {
			return points(parts[i].Test.MeanDifference)
		}
	}
	return points(stats.Maybe{})
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
