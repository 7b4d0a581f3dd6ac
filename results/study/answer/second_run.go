package answer

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/study"
	"counterpoise/internal/wording"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/results/study/claims"
)

// secondRun is a confirmatory run whose freeze is later than that of the opening's evaluation. It tests some of the
// claims again, on a seed of its own.
type secondRun struct {
	claims.Evaluation
	freeze study.Freeze
	number int // row of the freeze, from 1
}

// secondRunOf returns the run of the first later freeze that has records. text is that of results/freeze.md. It returns
// false if no freeze has the seed of the evaluation, and if no later freeze has records.
func secondRunOf(e claims.Evaluation, text string, records frame.Records) (secondRun, bool) {
	freezes, err := study.ParseFreezes(text)
	if err != nil {
		return secondRun{}, false
	}
	own, ok := study.FreezeOf(freezes, e.Size.Seed)
	if !ok {
		return secondRun{}, false
	}
	for i, f := range freezes[own:] {
		seed, err := f.Seed()
		if err != nil {
			continue
		}
		size := e.Size
		size.Seed, size.Trials = seed, bench.Looks[len(bench.Looks)-1]
		if other := claims.Evaluate(claims.All(), size, records, e.Oracle); other.Tested() {
			return secondRun{other, f, own + i + 1}, true
		}
	}
	return secondRun{}, false
}

// of returns the result of a claim in the run; false where it is not one of the run's claims.
func (s secondRun) of(id string) (claims.Result, bool) {
	i := slices.IndexFunc(s.Claims, func(r claims.Result) bool { return r.ID == id })
	if i < 0 {
		return claims.Result{}, false
	}
	return s.Claims[i], true
}

// beside returns the run's verdict on a claim relative to the first run's: "same (-6.0)", "inconclusive (+1.2)", "same
// (0 of 2 hold: -0.1, +0.3)"; empty where the claim is none of the run's.
func (s secondRun) beside(r claims.Result) string {
	other, ok := s.of(r.ID)
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
	text += byTests(other) + " (" + found
	if provisional(other) {
		text += "; provisional, " + wording.Plural(trials(other), "trial")
	}
	return text + ")"
}

// clause returns what the run found as the end of a sentence about the first run: "; in the second run, of opening
// under the difficulty inexact, the changes are ..."; empty where there is no second run.
func (s secondRun) clause(found string) string {
	var tasks []string
	for _, r := range s.Claims {
		if r.Verdict != claims.NotTestable && !slices.Contains(tasks, r.Task) {
			tasks = append(tasks, r.Task)
		}
	}
	if len(tasks) == 0 {
		return ""
	}
	return fmt.Sprintf("; in the second run, of %s under the difficulty %s, %s", wording.List(tasks), s.Difficulty,
		found)
}

// clauseOf is clause of a list that may be empty, and then it is empty too.
func (s secondRun) clauseOf(words, list string) string {
	if list == "" {
		return ""
	}
	return s.clause(words + list)
}

// trialsOf says how many trials claims have in the run where these are not all of its trials: ", at 30 trials".
func (s secondRun) trialsOf(ids ...string) string {
	for _, r := range selected(s.Evaluation, ids...) {
		if n := r.Final().Look.Trials; n > 0 && n < s.Size.Trials {
			return ", at " + wording.Plural(n, "trial")
		}
	}
	return ""
}

// column adds the verdicts of the run to the table of an evaluation's claims.
func (s secondRun) column(t document.Table, e claims.Evaluation) document.Table {
	t.Columns = append(t.Columns, document.WordColumn("second run", "second_run"))
	for i, r := range e.Claims {
		t.Rows[i] = append(t.Rows[i], document.Word(s.beside(r)))
	}
	return t
}

// text says what the run is, how many of its verdicts are those of the evaluation, and which of them its later trials
// would not give. Claims that repeat the tests of others are not counted.
func (s secondRun) text(e claims.Evaluation) string {
	n, same, most := 0, 0, 0
	var others []string
	for _, r := range e.Claims {
		other, ok := s.of(r.ID)
		if !ok || len(r.Repeats) > 0 || other.Verdict == claims.NotTestable {
			continue
		}
		n++
		most = max(most, trials(other))
		if other.Verdict == r.Verdict {
			same++
		} else {
			others = append(others, fmt.Sprintf("%s (%s; there %s)", r.ID, r.Verdict, s.beside(r)))
		}
	}
	text := fmt.Sprintf("A second confirmatory run stands beside (freeze %d, commit %s, %s: %s), under the difficulty "+
		"%s, of up to %s, seed %d. Of the %s that it answers, %d have the verdict of the first run", s.number,
		s.freeze.Commit[:12], s.freeze.Date, s.freeze.Why, s.Difficulty, wording.Plural(most, "trial"), s.Size.Seed,
		wording.Plural(n, "claim"), same)
	if len(others) > 0 {
		text += "; otherwise: " + strings.Join(others, "; ")
	}
	text += "."
	if later := s.LaterNote(); later != "" {
		text += " In it " + later
	}
	return text
}
