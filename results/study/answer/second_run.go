package answer

import (
	"fmt"
	"slices"

	"counterpoise/bench"
	"counterpoise/internal/wording"
	"counterpoise/results/frame"
	"counterpoise/results/study/claims"
)

// secondRun is a confirmatory run whose freeze is later than that of the opening's evaluation. It tests some of the
// claims again, on a seed of its own.
type secondRun struct {
	claims.Evaluation
	freeze
	Answered, Same int      // claims that it tests, and those of the same verdict
	Others         []string // the others with both verdicts
	Most           int      // trials at most
}

// secondRunOf returns the run of the first later freeze that has records. text is that of results/freeze.md. It returns
// nil if no freeze has the seed of the evaluation, and if no later freeze has records.
func secondRunOf(e claims.Evaluation, text string, records frame.Records) *secondRun {
	all, own := freezes(text), freezeOf(e.Size.Seed, text)
	if own == nil {
		return nil
	}
	for i, f := range all[own.Row:] {
		seed, err := f.Seed()
		if err != nil {
			continue
		}
		size := e.Size
		size.Seed, size.Trials = seed, bench.Looks[len(bench.Looks)-1]
		if other := claims.Evaluate(claims.All(), size, records, e.Oracle); other.Tested() {
			s := &secondRun{Evaluation: other, freeze: freeze{f, own.Row + i + 1}}
			s.compare(e)
			return s
		}
	}
	return nil
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

// Tasks are those of the claims that the run tests.
func (s secondRun) Tasks() (tasks []string) {
	for _, r := range s.Claims {
		if r.Verdict != claims.NotTestable && !slices.Contains(tasks, r.Task) {
			tasks = append(tasks, r.Task)
		}
	}
	return tasks
}

// compare fills in how the run's verdicts stand to those of an evaluation. Claims that repeat the tests of others are
// not counted.
func (s *secondRun) compare(e claims.Evaluation) {
	for _, r := range e.Claims {
		other, ok := s.of(r.ID)
		if !ok || len(r.Repeats) > 0 || other.Verdict == claims.NotTestable {
			continue
		}
		s.Answered++
		s.Most = max(s.Most, trials(other))
		if other.Verdict == r.Verdict {
			s.Same++
		} else {
			s.Others = append(s.Others, fmt.Sprintf("%s (%s; there %s)", r.ID, r.Verdict, s.beside(r)))
		}
	}
}
