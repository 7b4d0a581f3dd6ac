package opening

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/internal/wording"
	"counterpoise/results/claims"
	"counterpoise/results/document"
	"counterpoise/results/findings"
)

// again is a confirmatory run of a later freeze than that of the evaluation that the opening is about. It answers some
// of the claims anew, on a seed of its own.
type again struct {
	claims.Evaluation
	freeze bench.Freeze
	number int // row of the freeze, from 1
}

// repeated returns the run of the first freeze after that of an evaluation that has records beside the evaluation's.
// text is that of results/freeze.md. It returns false where the evaluation's own seed is that of no freeze, and where
// there are no such records.
func repeated(e claims.Evaluation, text string, records findings.Records) (again, bool) {
	freezes, err := bench.ParseFreezes(text)
	if err != nil {
		return again{}, false
	}
	own := false
	for i, f := range freezes {
		seed, err := f.Seed()
		if err != nil || !own {
			own = own || seed == e.Size.Seed
			continue
		}
		size := e.Size
		size.Seed, size.Trials = seed, bench.Looks[len(bench.Looks)-1]
		if other := claims.Evaluate(claims.All(), size, records, e.Oracle); other.Tested() {
			return again{other, f, i + 1}, true
		}
	}
	return again{}, false
}

// of returns the result of a claim in the run; false where it is not one of the run's claims.
func (a again) of(id string) (claims.Result, bool) {
	i := slices.IndexFunc(a.Claims, func(r claims.Result) bool { return r.ID == id })
	if i < 0 {
		return claims.Result{}, false
	}
	return a.Claims[i], true
}

// beside is the verdict of the run on a claim beside the one given: "same (-6.0)", "inconclusive (+1.2)", "same (0 of 2
// hold: -0.1, +0.3)"; empty where the claim is none of the run's.
func (a again) beside(r claims.Result) string {
	other, ok := a.of(r.ID)
	if !ok {
		return ""
	}
	text := "same"
	if other.Verdict != r.Verdict {
		text = string(other.Verdict)
	}
	if other.Verdict == claims.NotTestable {
		return text
	}
	found, _ := own(other)
	text += " (" + found
	if provisional(other) {
		text += "; provisional, " + wording.Plural(trials(other), "trial")
	}
	return text + ")"
}

// clause is what the run found, as the end of a sentence on the first one: "; in the second run, of opening under the
// difficulty inexact, the changes are ..."; empty where there is no second run.
func (a again) clause(found string) string {
	var tasks []string
	for _, r := range a.Claims {
		if r.Verdict != claims.NotTestable && !slices.Contains(tasks, r.Task) {
			tasks = append(tasks, r.Task)
		}
	}
	if len(tasks) == 0 {
		return ""
	}
	return fmt.Sprintf("; in the second run, of %s under the difficulty %s, %s", wording.List(tasks), a.Difficulty,
		found)
}

// column adds the verdicts of the run to the table of an evaluation's claims.
func (a again) column(t document.Table, e claims.Evaluation) document.Table {
	t.Columns = append(t.Columns, document.WordColumn("second run", "second_run"))
	for i, r := range e.Claims {
		t.Rows[i] = append(t.Rows[i], document.Word(a.beside(r)))
	}
	return t
}

// text says what the run is and how its verdicts stand to those of an evaluation. Claims that repeat the tests of
// others are not counted.
func (a again) text(e claims.Evaluation) string {
	n, same, most := 0, 0, 0
	var others []string
	for _, r := range e.Claims {
		other, ok := a.of(r.ID)
		if !ok || len(r.Repeats) > 0 || other.Verdict == claims.NotTestable {
			continue
		}
		n++
		most = max(most, trials(other))
		if other.Verdict == r.Verdict {
			same++
		} else {
			others = append(others, fmt.Sprintf("%s (%s; there %s)", r.ID, r.Verdict, a.beside(r)))
		}
	}
	text := fmt.Sprintf("A second confirmatory run stands beside (freeze %d, commit %s, %s: %s), under the difficulty "+
		"%s, of up to %s, seed %d. Of the %s that it answers, %d have the verdict of the first run", a.number,
		a.freeze.Commit[:12], a.freeze.Date, a.freeze.Why, a.Difficulty, wording.Plural(most, "trial"), a.Size.Seed,
		wording.Plural(n, "claim"), same)
	if len(others) == 0 {
		return text + "."
	}
	return text + "; otherwise: " + strings.Join(others, "; ") + "."
}
