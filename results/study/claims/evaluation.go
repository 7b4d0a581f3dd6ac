package claims

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/internal/wording"
	"counterpoise/results/frame"
	"counterpoise/scenes"
)

// Evaluation is the study's claims evaluated on the records of one policy, seed and size. Records of different
// policies, seeds or sizes are never pooled: their trials share no random numbers.
type Evaluation struct {
	Size       record.Size      `json:"size"` // Trials is the largest number of trials among the records
	Difficulty study.Difficulty `json:"knob"` // of the tasks
	// Oracle is the rule by which successes are counted. OracleWarning says why it is not the one that was asked for;
	// it is empty where it is.
	Oracle        scenes.Oracle `json:"oracle"`
	OracleWarning string        `json:"oracle_warning,omitempty"`
	Claims        []Result      `json:"claims"` // in the order of claims.csv
	// Outside are the verdicts on weights from outside, of the experiments that are registered.
	Outside []Outside `json:"outside,omitempty"`
}

// EvaluateAll evaluates the study's claims once for every policy, seed and size that records hold. If some of these
// have records of a claim or of weights from outside, those without are left out. Notes name the records that are left
// out because another version made them. The order is that of frame.Sizes: by policy, seed, steps and rollouts; runs
// under another difficulty than the default one come after all others.
//
// Successes are counted by the given oracle where the records of a size have its verdicts.
//
// Of several records of a cell, as folders that are evaluated together may have them, the first counts.
//
// Beside are records of other runs (OfThetaFixed), each evaluated alone, since a cell of theirs may be one of the
// records, made on another device. Their verdicts with theta fixed stand beside those of the records.
func EvaluateAll(records []record.Record, oracle scenes.Oracle, beside ...[]record.Record) (
	evaluations []Evaluation, notes []string,
) {
	// A cell's hash covers everything that decides its record, the version included.
	byCell, again := byHash{}, 0
	for _, r := range records {
		h := r.Cell.Hash()
		if _, known := byCell[h]; known {
			again++
			continue
		}
		byCell[h] = r
	}
	sizes, notes := frame.Sizes(records)
	if again > 0 {
		notes = append(notes, fmt.Sprintf("%s of cells that an earlier folder has do not count.",
			wording.Plural(again, "record")))
	}
	for _, s := range sizes {
		// Trials count from 0, so the largest index plus one is the number; gaps are left to the tests, which
		// skip them.
		trials := 0
		for _, r := range records {
			if frame.SizeOf(r.Cell) == s && !r.Cell.Untrained() {
				trials = max(trials, r.Cell.Trial+1)
			}
		}
		s.Trials = trials
		evaluations = append(evaluations, Evaluate(All(), s, byCell, oracle))
	}
	for _, others := range beside {
		with, _ := EvaluateAll(others, oracle)
		joinThetaFixed(evaluations, with)
	}
	answers := func(e Evaluation) bool { return e.Tested() || len(e.Outside) > 0 }
	if slices.ContainsFunc(evaluations, answers) {
		evaluations = slices.DeleteFunc(evaluations, func(e Evaluation) bool { return !answers(e) })
	}
	slices.SortStableFunc(evaluations, func(a, b Evaluation) int {
		return slices.Index(study.Difficulties, a.Difficulty) - slices.Index(study.Difficulties, b.Difficulty)
	})
	return evaluations, notes
}

// byHash is records in memory, by the hash of their cell. It implements frame.Records. It holds the records
// of all sizes; cells of one size select theirs.
type byHash map[string]record.Record

// Get returns the record of a cell. The hash of a cell is recomputed per look-up; a map look-up follows.
func (b byHash) Get(c record.Cell) (record.Record, bool) {
	r, ok := b[c.Hash()]
	return r, ok
}

// Tested reports whether there are enough records to test any claim. Claims of the theory do not count, because
// they have a verdict without any record.
func (e Evaluation) Tested() bool {
	return slices.ContainsFunc(e.Claims, func(r Result) bool { return r.Kind != "exact" && r.Verdict != NotTestable })
}

// Counts is how many claims have which verdict, in a sentence: "Of 46 claims: 15 replicated, 11 contradicted,
// ...". Verdicts without a claim are counted as 0, so that two evaluations can be compared line by line. Claims that
// repeat the tests of others are not counted.
func (e Evaluation) Counts() string {
	var parts []string
	counted := 0
	for _, v := range Verdicts {
		n := 0
		for _, r := range e.Claims {
			if r.Verdict == v && len(r.Repeats) == 0 {
				n++
			}
		}
		counted += n
		parts = append(parts, fmt.Sprintf("%d %v", n, v))
	}
	text := fmt.Sprintf("Of %s", wording.Plural(len(e.Claims), "claim"))
	if counted < len(e.Claims) {
		text += fmt.Sprintf(", of which %d repeat the tests of others and are not counted", len(e.Claims)-counted)
	}
	return fmt.Sprintf("%s: %s.%s", text, strings.Join(parts, "; "), e.lookText())
}

// lookText says at which looks the claims stand: that the first look is not reached, or how many claims were decided or
// left open at each; claims that repeat the tests of others are not counted. Where some were decided before others, the
// numbers of a claim are those of the look that decided it. Such estimates are biased towards the boundary that was
// crossed: away from zero where it is that of a difference (Whitehead 1986, "On the bias of maximum likelihood
// estimation following a sequential test"), towards zero where it is that of equality.
func (e Evaluation) lookText() string {
	at := map[int]int{}
	for _, r := range e.Claims {
		if r.empirical() && r.Verdict != NotTestable && len(r.Repeats) == 0 {
			at[r.Look.Number]++
		}
	}
	text := ""
	if at[0] > 0 {
		text = fmt.Sprintf(" The first look, at %d trials, is not reached for %s: these verdicts are provisional.",
			bench.Looks[0], wording.Plural(at[0], "claim"))
	}
	looks := 0
	for i, n := range bench.Looks {
		if at[i+1] > 0 {
			looks++
			text += fmt.Sprintf(" %s: the verdicts are those of look %d, at %d trials.",
				wording.Plural(at[i+1], "claim"), i+1, n)
		}
	}
	if looks > 1 {
		text += " A claim keeps the numbers of the look that decided it. On average they lie too far from zero where " +
			"a difference was shown and too near to it where equality was, because the clearest are decided first; " +
			"tables of an experiment have all its trials."
	}
	return text
}

// CoveredBy reports whether experiments are all those that the claims are about. Only then does a report of
// them have a section of claims. Claims without parts, of Table 1 and of the theory, need no experiment here.
func CoveredBy(experiments []bench.Experiment) bool {
	for _, c := range All() {
		for _, p := range c.Parts {
			named := func(e bench.Experiment) bool { return e.Name == p.Experiment }
			if !slices.ContainsFunc(experiments, named) {
				return false
			}
		}
	}
	return true
}
