package claims

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/internal/wording"
	"counterpoise/results/findings"
)

// Evaluation is the study's claims evaluated on the records of one policy, seed and size.
type Evaluation struct {
	Size   bench.Size `json:"size"`
	Claims []Result   `json:"claims"`
}

// EvaluateAll evaluates the study's claims once for every policy, seed and size that records hold. If some of these
// have records of a claim, those without are left out. Notes name the records that are left out because another
// version made them.
func EvaluateAll(records []bench.Record) (evaluations []Evaluation, notes []string) {
	byCell := byHash{}
	for _, r := range records {
		byCell[r.Cell.Hash()] = r
	}
	sizes, notes := findings.Sizes(records)
	for _, s := range sizes {
		trials := 0
		for _, r := range records {
			if findings.SizeOf(r.Cell) == s {
				trials = max(trials, r.Cell.Trial+1)
			}
		}
		s.Trials = trials
		evaluations = append(evaluations, Evaluation{s, Evaluate(All(), s, byCell)})
	}
	if slices.ContainsFunc(evaluations, Evaluation.tested) {
		evaluations = slices.DeleteFunc(evaluations, func(e Evaluation) bool { return !e.tested() })
	}
	return evaluations, notes
}

// byHash is records in memory, by the hash of their cell. It implements findings.Records.
type byHash map[string]bench.Record

// Get returns the record of a cell.
func (b byHash) Get(c bench.Cell) (bench.Record, bool) {
	r, ok := b[c.Hash()]
	return r, ok
}

// tested reports whether there are enough records to test any claim.
func (e Evaluation) tested() bool {
	return slices.ContainsFunc(e.Claims, func(r Result) bool { return r.Kind != "exact" && r.Verdict != NotTestable })
}

// Counts is how many claims have which verdict, in a sentence: "Of 46 claims: 15 replicated, 11 contradicted, ...".
func (e Evaluation) Counts() string {
	var parts []string
	for _, v := range Verdicts {
		n := 0
		for _, r := range e.Claims {
			if r.Verdict == v {
				n++
			}
		}
		parts = append(parts, fmt.Sprintf("%d %v", n, v))
	}
	return fmt.Sprintf("Of %s: %s.", wording.Plural(len(e.Claims), "claim"), strings.Join(parts, ", "))
}

// CoveredBy reports whether experiments are all those that the claims are about. Only then does a report of them have
// a section of claims.
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
