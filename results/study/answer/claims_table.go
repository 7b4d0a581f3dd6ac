package answer

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench/study"
	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/study/claims"
	"counterpoise/scenes"
)

// Links say where the evidence of a claim stands.
type Links struct {
	// Design returns the address of what was found in an experiment on a task: "study.md#e1-picking".
	Design func(experiment, task string) string
	Claims string // address of the verdicts with their sentences
}

// claimsTable has a row for each claim: what the study prints, what is found here with its interval, the verdict, how
// the methods were read, under which difficulty of the task, and beside it the verdict of a second run, where there is
// one. The id leads to the evidence.
func claimsTable(e claims.Evaluation, second *secondRun, links Links) document.Table {
	type row = claims.Result
	columns := []document.Column[row]{
		{Head: document.WordColumn("claim", "id"), Cell: func(r row) document.Cell {
			return document.Linked(r.ID, evidence(r, links))
		}},
		document.Words("what the study says", "claim", said),
		document.Words("printed", "printed", row.Printed),
		document.Words("ours", "ours", func(r row) string { ours, _ := own(r); return ours }),
		document.Words("interval", "interval", func(r row) string { _, interval := own(r); return interval }),
		document.Words("verdict", "verdict", verdict),
		document.Words("other readings", "reading", reading),
		document.Words("difficulty", "difficulty", func(r row) string { return difficulty(r, e.Oracle) }),
	}
	if slices.ContainsFunc(e.Claims, func(r row) bool { return len(r.ThetaFixed) > 0 }) {
		columns = append(columns,
			document.Words("theta fixed, run after all was seen", "theta_fixed", row.ThetaFixedText))
	}
	if second != nil {
		columns = append(columns, document.Words("second run", "second_run", second.beside))
	}
	return document.TableOf("claims-short", "The study's 46 claims", e.Claims, columns...)
}

// evidence is the address of what a claim rests on: its experiment, or the list of verdicts for the theory and Table 1.
func evidence(r claims.Result, links Links) string {
	if len(r.Parts) == 0 || r.Parts[0].Part.Relation == "" {
		return links.Claims
	}
	return links.Design(r.Parts[0].Part.Experiment, r.Parts[0].Part.Task)
}

// said is what the study says, and where: "E1 picking left: imbalanced < balanced".
func said(r claims.Result) string {
	where := strings.TrimSuffix(fmt.Sprintf("%s %s %s", r.Experiment, r.Task, r.Behaviour), " -")
	return where + ": " + r.Words
}

// own returns what the records give for a claim: the difference and its interval in points for a claim with one part, F
// for an omnibus claim, and for several parts how many hold, with their differences. It is unknown for a claim of
// several parts that is not testable, because some of them have no records.
func own(r claims.Result) (ours, interval string) {
	switch {
	case r.Standing == claims.Computed:
		return "computed", ""
	case len(r.Parts) > 1 && r.Verdict == claims.NotTestable:
		return unknown, ""
	case len(r.Parts) > 1:
		hold, tests, _ := r.Holding()
		text := fmt.Sprintf("%d of %d hold", hold, tests)
		var differences []string
		for _, p := range r.Parts {
			if p.Part.Relation != "" && p.Test.MeanDifference.Defined() {
				differences = append(differences, points(p.Test.MeanDifference))
			}
		}
		if len(differences) > 0 {
			text += ": " + strings.Join(differences, ", ")
		}
		return text, ""
	case r.Parts[0].ANOVA.F.Defined():
		return apa.F(r.Parts[0].ANOVA), ""
	}
	t := r.Parts[0].Test
	return points(t.MeanDifference), apa.Interval("%+.1f", t.CI)
}

// provisional reports whether a verdict rests on fewer trials than the first look asks for. More trials may change it.
func provisional(r claims.Result) bool {
	return r.Standing != claims.Computed && r.Verdict != claims.NotTestable && r.Look.Number == 0
}

// trials is how many trials the tests of a claim have, the fewest where they differ. A test without records has none.
func trials(r claims.Result) int {
	n := 0
	for _, p := range r.Parts {
		if p.N > 0 && (n == 0 || p.N < n) {
			n = p.N
		}
	}
	return n
}

// verdict is the verdict at 5 points, by how many of several tests, that at 10 where it is another one, and what
// weakens it.
func verdict(r claims.Result) string {
	text := string(r.Verdict) + byTests(r)
	if r.Wide != r.Verdict {
		text += " (at 10 points: " + r.Wide.At10() + ")"
	}
	if later := r.LaterText(); later != "" {
		text += "; " + later
	}
	if _, tests, missing := r.Holding(); provisional(r) && missing > 0 {
		text += fmt.Sprintf("; provisional, %d of %d tests lack records", missing, tests)
	} else if provisional(r) {
		text += fmt.Sprintf("; provisional, %s", wording.Plural(trials(r), "trial"))
	}
	if len(r.Repeats) > 0 {
		text += "; tested as " + strings.Join(r.Repeats, ", ")
	}
	return text
}

// byTests says how many tests of a claim of several are decided as the claim is, where any one of them decides, and
// whether the others are undecided: " (by 2 of 4 tests)", " (by 3 of 6 tests; the others are undecided)". Contradiction
// by less than 5 points counts as contradiction.
func byTests(r claims.Result) string {
	if !slices.Contains([]claims.Verdict{claims.Equal, claims.Contradicted, claims.ContradictedSmall}, r.Verdict) {
		return ""
	}
	n, tests, open := 0, 0, 0
	for _, p := range r.Parts {
		if p.Input {
			continue
		}
		tests++
		if p.Verdict == r.Verdict || r.Verdict == claims.Contradicted && p.Verdict == claims.ContradictedSmall {
			n++
		}
		if p.Verdict == claims.Inconclusive {
			open++
		}
	}
	switch {
	case tests < 2 || n == tests:
		return ""
	case n+open == tests:
		return fmt.Sprintf(" (by %d of %d tests; the others are undecided)", n, tests)
	}
	return fmt.Sprintf(" (by %d of %d tests)", n, tests)
}

// reading says whether the settings of a claim's methods were fitted, and in how many other readings the verdict is
// another one. methodsText names the methods of the primary reading.
func reading(r claims.Result) string {
	var words []string
	if r.Standing == claims.GivenTheFit {
		words = append(words, string(claims.GivenTheFit))
	}
	if others := r.ReadingsText(); others != "" {
		words = append(words, others)
	}
	return strings.Join(words, "; ")
}

// difficulty is the difficulties of the task that the verdict is the same under, then the verdicts under others:
// "variety and near; precision: inconclusive (-2.0)". Where it is the same under all of several, how many these are
// says it in a narrower cell: "both", "all 4", and "one tested" where no other has records. Success is by the oracle of
// the evaluation.
func difficulty(r claims.Result, oracle scenes.Oracle) string {
	if r.Standing == claims.Computed {
		return ""
	}
	same, others := []string{string(study.Variety)}, ""
	for _, s := range r.Settings {
		switch {
		case s.Difficulty == study.Variety || s.Oracle != oracle:
		case s.Verdict == r.Verdict && s.Look.Number > 0:
			same = append(same, string(s.Difficulty))
		default:
			others += "; " + string(s.Difficulty) + ": " + s.Words()
		}
	}
	switch {
	case others == "" && len(same) == 1:
		return "one tested"
	case others != "":
		return wording.List(same) + others
	case len(same) == 2:
		return "both"
	}
	return fmt.Sprintf("all %d", len(same))
}
