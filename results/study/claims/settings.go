package claims

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench/study"
	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// Setting is the verdict on a claim under one difficulty of the tasks and one oracle. Where settings of a claim differ,
// that is the finding: the claim holds for one difficulty or one notion of success alone.
type Setting struct {
	Difficulty study.Difficulty `json:"knob"`
	Oracle     scenes.Oracle    `json:"oracle"`
	Verdict    Verdict          `json:"verdict"`
	Look       Look             `json:"look"`
	// Test is that of a claim with one part of two arms, and undefined for others.
	Test stats.Test `json:"t"`
}

// mainDifficulty is the difficulty of the tasks that the records of a size are of: the one under which the most claims
// have a complete trial of all their tests, the first of study.Difficulties where several have as many. A run of the
// study has the default one, and may have others beside; the second confirmatory run is of opening, under Inexact.
func mainDifficulty(claims []Claim, frames *frames) (main study.Difficulty) {
	main, most := study.Variety, 0
	for _, difficulty := range study.Difficulties {
		n, all := 0, runUnder(difficulty, claims)
		e := newEvaluator(frames, scenes.CALVIN, difficulty) // every record has verdicts of its oracle
		for _, c := range all {
			if !slices.ContainsFunc(evidenceParts(c), func(p Part) bool { return e.design(p).CompleteTrials() == 0 }) {
				n++
			}
		}
		if n > most {
			main, most = difficulty, n
		}
		if difficulty == study.Variety && n == len(all) {
			break // no other has more
		}
	}
	return main
}

// runUnder are the claims whose experiments and tasks are run under a difficulty. The study's other reading of a claim,
// which is tested under the default difficulty alone, is taken from them under another one. The theory has no tasks.
func runUnder(d study.Difficulty, claims []Claim) (all []Claim) {
	for _, c := range claims {
		parts := evidenceParts(c)
		if len(parts) == 0 || !runsUnder(d, parts) {
			continue
		}
		if d != study.Variety {
			c.Otherwise = nil
		}
		all = append(all, c)
	}
	return all
}

// settings evaluates a claim under every difficulty and oracle that has records of all its parts, the evaluator's
// difficulty first; none for claims on experiments that are not run under every difficulty. A difficulty under which a
// task of the claim is not run is left out.
func (e evaluator) settings(c Claim) (all []Setting) {
	if len(c.Parts) == 0 || !runsUnder(study.Precision, c.Parts) {
		return nil
	}
	c.Otherwise = nil // the study's other reading of a claim is tested under the default difficulty alone
	others := slices.DeleteFunc(slices.Clone(study.Difficulties), func(d study.Difficulty) bool {
		return d == e.difficulty
	})
	for _, difficulty := range append([]study.Difficulty{e.difficulty}, others...) {
		if !runsUnder(difficulty, evidenceParts(c)) {
			continue
		}
		for _, name := range scenes.Oracles() {
			other := newEvaluator(e.frames, scenes.Oracle(name), difficulty)
			if !other.readable(c) {
				continue
			}
			r := other.claim(c)
			s := Setting{Difficulty: difficulty, Oracle: other.oracle, Verdict: r.Verdict, Look: r.Look}
			if len(r.Parts) == 1 {
				s.Test = r.Parts[0].Test
			}
			all = append(all, s)
		}
	}
	return all
}

// runsUnder reports whether the experiments and tasks of parts are run under a difficulty.
func runsUnder(d study.Difficulty, parts []Part) bool {
	return !slices.ContainsFunc(parts, func(p Part) bool {
		_, _, ok := d.Under(p.Experiment, p.Task)
		return !ok
	})
}

// readable reports whether every part of a claim has two trials or more, all with verdicts of the evaluator's oracle.
func (e evaluator) readable(c Claim) bool {
	for _, p := range evidenceParts(c) {
		d := e.design(p)
		if _, ok := d.Under(e.oracle); !ok || d.CompleteTrials() < 2 {
			return false
		}
	}
	return true
}

// SettingsDiffer reports whether the settings of a claim have different verdicts. Where the first one has reached a
// look, settings that have not are left out: their verdicts are provisional.
func (r Result) SettingsDiffer() bool {
	return slices.ContainsFunc(r.Settings, func(s Setting) bool {
		return s.Verdict != r.Settings[0].Verdict && (s.Look.Number > 0 || r.Settings[0].Look.Number == 0)
	})
}

// Words is the verdict with the difference that it is about, if there is one, and whether it is provisional, as it is
// before the first look: "replicated (-19.1)", "inconclusive (-2.0; provisional, 8 trials)".
func (s Setting) Words() string {
	var details []string
	if s.Test.MeanDifference.Defined() {
		details = append(details, apa.Format("%+.1f", s.Test.MeanDifference))
	}
	if s.Look.Number == 0 {
		text := "provisional"
		if n := s.Test.N.Total(); n > 0 {
			text += ", " + wording.Plural(n, "trial")
		}
		details = append(details, text)
	}
	if len(details) == 0 {
		return string(s.Verdict)
	}
	return fmt.Sprintf("%s (%s)", s.Verdict, strings.Join(details, "; "))
}

// oracleText is an oracle in a word, for the heads of tables.
func oracleText(o scenes.Oracle) string {
	if o == scenes.CALVIN {
		return "CALVIN"
	}
	return string(o)
}
