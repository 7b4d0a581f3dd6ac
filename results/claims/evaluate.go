package claims

import (
	"fmt"
	"math"
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/theory"
	"counterpoise/internal/wording"
	"counterpoise/results/findings"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// Result is a claim with its verdict. Parts has the tests in the order of Claim.Parts. A claim of the theory
// has none: its verdict comes from a computation.
type Result struct {
	Claim
	Verdict Verdict      `json:"verdict"` // by the rules of rules.go
	Why     string       `json:"why"`     // one sentence
	Parts   []PartResult `json:"tests"`
	Power   Power        `json:"power"` // of the weakest part; undefined for tables and theory
	// Other is the verdict under the study's other reading, where there is one, and Reading says which that is.
	Other   Verdict `json:"otherwise,omitempty"`
	Reading string  `json:"reading,omitempty"`
}

// evaluator evaluates claims on the records of one size.
type evaluator struct {
	size    bench.Size       // policy, seed, trials, rollouts and steps of the cells
	oracle  scenes.Oracle    // by which successes are counted
	records findings.Records // may lack any cell
}

// Evaluate gives claims their verdicts on the records of one size: policy, seed, rollouts, steps and number of trials.
//
// Success is counted by the given oracle; by CALVIN's, with a warning in the result, where some of the records of the
// claims' experiments lack its verdicts. The result has one entry per claim, in the given order. Missing records are no
// error: a part without enough of them is not testable. The corrected p values need all claims at once, so the verdicts
// are concluded in a second pass.
func Evaluate(claims []Claim, size bench.Size, records findings.Records, oracle scenes.Oracle) Evaluation {
	evaluation := Evaluation{Size: size}
	evaluation.Oracle, evaluation.OracleWarning = findings.CommonOracle(
		bench.Plan{Experiments: experimentsOf(claims), Size: size, Oracle: oracle}, records)
	// The theory is computed anew in every call; it needs no records.
	e, propositions := evaluator{size, evaluation.Oracle, records}, theory.Evaluate()
	results := make([]Result, len(claims))
	for i, c := range claims {
		switch c.Kind {
		case "exact":
			results[i] = theoryResult(c, propositions)
		case "table":
			results[i] = e.table1(c)
		default:
			results[i] = Result{Claim: c, Parts: e.parts(c.Parts)}
			if len(c.Otherwise) > 0 {
				results[i].Other, results[i].Reading = verdictOf(e.parts(c.Otherwise)), otherReading(c)
			}
		}
	}
	// Second pass: adjust fills Holm over families of parts, conclude joins the parts of each claim.
	adjust(results)
	for i := range results {
		if results[i].Kind != "exact" {
			results[i].conclude()
		}
	}
	evaluation.Claims = results
	return evaluation
}

// experimentsOf returns the experiments that claims refer to, each once.
func experimentsOf(claims []Claim) (all []bench.Experiment) {
	seen := map[string]bool{}
	for _, c := range claims {
		for _, p := range slices.Concat(c.Parts, c.Otherwise) {
			if e, err := bench.Experiments.Get(p.Experiment); err == nil && !seen[e.Name] {
				seen[e.Name] = true
				all = append(all, e)
			}
		}
	}
	return all
}

// design is the design that tests a part, with the records of its cells. The size is the evaluator's, so a
// design has the cells of that policy and seed alone.
func (e evaluator) design(p Part) findings.Design {
	x, _ := bench.Experiments.Get(p.Experiment) // Read has checked both
	// The clone keeps the catalogue's experiment intact: DeleteFunc writes into its argument.
	x.Designs = slices.DeleteFunc(slices.Clone(x.Designs), func(d bench.Design) bool { return d.Task != p.Task })
	plan := bench.Plan{Name: x.Name, Experiments: []bench.Experiment{x}, Size: e.size, Oracle: e.oracle}
	return findings.DesignsOf(plan, e.records)[0]
}

// parts evaluates parts in their order.
func (e evaluator) parts(parts []Part) (results []PartResult) {
	for _, p := range parts {
		results = append(results, e.part(p))
	}
	return results
}

// verdictOf is the verdict on parts together. Their order does not matter.
func verdictOf(parts []PartResult) Verdict {
	var vs []Verdict
	for _, p := range parts {
		vs = append(vs, p.Verdict)
	}
	return all(vs)
}

// adjust corrects the p values of directed parts by Holm, over all claims about an experiment on a task. The
// corrected values are shown beside the verdicts and change none of them: the rules use the study's own procedure,
// which corrects nothing.
//
// A family is an experiment on a task: the tests that share records, and which a reader of that section sees
// together. Parts of equality and of three arms or more have no p of this kind and belong to no family. Parts
// without a test stay undefined and do not enlarge their family. Holm's procedure holds for tests of any
// dependence (Holm 1979), which parts that share an arm need.
func adjust(results []Result) {
	families := map[string][]*PartResult{}
	for i := range results {
		for k := range results[i].Parts {
			if p := &results[i].Parts[k]; p.Part.Relation == "<" || p.Part.Relation == ">" {
				name := p.Part.Experiment + " " + p.Part.Task
				families[name] = append(families[name], p)
			}
		}
	}
	for _, family := range families {
		p := make([]float64, len(family))
		for i, part := range family {
			p[i] = part.Test.P.Or(math.NaN())
		}
		for i, adjusted := range stats.Holm(p) {
			family[i].Holm = stats.Some(adjusted)
		}
	}
}

// theoryResult evaluates a claim of the theory. Claim.Experiment names the equation, such as "P8". An equation
// without a computation is not testable, which is no statement about the study.
func theoryResult(c Claim, propositions []theory.Proposition) Result {
	i := slices.IndexFunc(propositions, func(p theory.Proposition) bool { return p.Equation == c.Experiment })
	if i < 0 {
		why := "no computation of " + c.Experiment + " is part of this program."
		return Result{Claim: c, Verdict: NotTestable, Why: why}
	}
	p := propositions[i]
	why := fmt.Sprintf("%s: %s. %s", wording.Capitalize(p.Setting), deviationText(p.Deviation), p.Counterexample)
	return Result{Claim: c, Verdict: exactly(p), Why: why}
}
