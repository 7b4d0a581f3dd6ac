package claims

import (
	"fmt"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/stats"
)

// A claim keeps the verdict of the look that decided it, while its experiment may go on for the sake of other claims.
// The later trials change no verdict, since the rule that a decision ends the looks holds the level of the tests. They
// are shown all the same: they estimate the difference with less of the bias of an early decision, and a reader should
// know where they say something else.

// later evaluates a claim at the last look that its records reach, where an earlier one has decided it; nil elsewhere.
func (e evaluator) later(c Claim, decided Result) *Result {
	looks := e.looks(c)
	last := looks[len(looks)-1]
	if last.Number <= decided.Look.Number {
		return nil
	}
	e.look, e.size.Trials = last, last.Trials
	r := e.at(c)
	return &r
}

// Final is the claim at the last look that its records reach: the best estimates of its differences. Its verdict
// decides nothing where an earlier look has.
func (r Result) Final() Result {
	if r.Later != nil {
		return *r.Later
	}
	return r
}

// LaterText says which verdict all trials would give where it is another one: "at 60 trials: contradicted"; empty
// elsewhere.
func (r Result) LaterText() string {
	if r.Later == nil || r.Later.Verdict == r.Verdict {
		return ""
	}
	return fmt.Sprintf("at %s: %s", wording.Plural(r.Later.Look.Trials, "trial"), r.Later.Verdict)
}

// LaterNote says how many claims were decided before the last look of their records, and which of them would have
// another verdict there; empty where none was.
func (e Evaluation) LaterNote() string {
	early := 0
	var other []string
	for _, r := range e.Claims {
		if r.Later == nil || len(r.Repeats) > 0 {
			continue
		}
		early++
		if text := r.LaterText(); text != "" {
			other = append(other, fmt.Sprintf("%s (%s; %s)", r.ID, r.Verdict, text))
		}
	}
	if early == 0 {
		return ""
	}
	text := fmt.Sprintf("%s decided at a look after which the experiment went on, for other claims. The %s",
		were(early, "claim"), laterVerdicts(len(other)))
	if len(other) > 0 {
		text += ": " + strings.Join(other, "; ")
	}
	return text + "."
}

// laterVerdicts says what the later trials change, where they would give some claims another verdict: "later trials
// change no verdict; by the same rules they would give 2 another one".
func laterVerdicts(others int) string {
	text := "later trials change no verdict; by the same rules they would give "
	if others == 0 {
		return text + "each the same one"
	}
	return fmt.Sprintf("%s%d another one", text, others)
}

// laterTable has a row for each claim whose experiment went on after the look that decided it; false where there are
// none. Its title names those that would have another verdict, with claims that repeat the tests of others, which
// LaterNote does not count.
func (e Evaluation) laterTable() (document.Table, bool) {
	type row = Result
	var rows []row
	var other []string
	for _, r := range e.Claims {
		if r.Later != nil {
			rows = append(rows, r)
		}
		if r.LaterText() != "" {
			other = append(other, r.ID)
		}
	}
	title := "Claims whose experiments went on after their decision: " + laterVerdicts(len(other))
	if len(other) > 0 {
		title += ", " + wording.List(other)
	}
	return document.TableOf("later", title, rows,
		document.Words("claim", "id", func(r row) string { return r.ID }),
		document.Words("says", "claim", func(r row) string { return r.says() }),
		document.Counts("decided at", "decided_trials", func(r row) int { return r.Look.Trials }),
		document.Numbers("ours", row.found, "decided"),
		document.Words("verdict", "verdict", func(r row) Verdict { return r.Verdict }),
		document.Counts("all trials", "trials", func(r row) int { return r.Later.Look.Trials }),
		document.Numbers("ours then", func(r row) document.Cell { return r.Later.found() }, "then"),
		apa.Intervals("%+.1f", "interval then", "then_low", "then_high", func(r row) (ci stats.Interval) {
			if len(r.Later.Parts) == 1 {
				ci = r.Later.Parts[0].Test.CI
			}
			return ci
		}),
		document.Words("verdict then", "verdict_then", func(r row) Verdict { return r.Later.Verdict }),
		document.Words("differ", "differ", func(r row) string { return yes(r.LaterText() != "") }),
	), len(rows) > 0
}

// found is what our records give for a claim: the difference in points, F, or how many parts of several hold.
func (r Result) found() document.Cell {
	if len(r.Parts) == 1 && r.Parts[0].Test.T.Defined() {
		return apa.NumberCell("%+.1f", r.Parts[0].Test.MeanDifference)
	}
	return r.own().statistic
}

// were is a number of things as the subject of a sentence in the past tense: "1 claim was", "3 claims were".
func were(n int, noun string) string {
	if n == 1 {
		return wording.Plural(n, noun) + " was"
	}
	return wording.Plural(n, noun) + " were"
}
