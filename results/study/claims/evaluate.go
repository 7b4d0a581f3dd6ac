package claims

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/bench/study/theory"
	"counterpoise/internal/wording"
	"counterpoise/results/frame"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// Result is a claim with its verdict. Parts has the tests in the order of Claim.Parts. A claim of the theory
// has none: its verdict comes from a computation.
type Result struct {
	Claim
	Standing Standing     `json:"standing"`
	Verdict  Verdict      `json:"verdict"`          // by the rules of rules.go at bench.VerdictMargin
	Wide     Verdict      `json:"within_10_points"` // the same at bench.Margin
	Why      string       `json:"why"`              // one sentence
	Look     Look         `json:"look"`             // at which the claim was decided, or the last one that was reached
	Parts    []PartResult `json:"tests"`
	Power    Power        `json:"power"` // of the weakest part; undefined for tables and theory
	// FivePoints is the power to find a difference of bench.VerdictMargin, of the weakest part.
	FivePoints stats.Maybe `json:"power_5_points"`
	// AgainstOthers tests the difference of the claim's only part minus the mean difference of Claim.Beside, in
	// percentage points. It decides nothing.
	AgainstOthers stats.Test `json:"against_the_others"`
	// Methods are the balancing methods of the claim's arms with their settings, which say how each was read.
	Methods string `json:"methods"`
	// Other is the verdict under the study's other reading, where there is one, and Reading says which that is.
	Other   Verdict `json:"otherwise,omitempty"`
	Reading string  `json:"reading,omitempty"`
	// Later is the claim at the last look that its records reach, where an earlier one decided it (later.go). It
	// changes no verdict.
	Later *Result `json:"all_trials,omitempty"`
	// Settings are the verdicts under each difficulty of the tasks and each oracle that has records, for the claims
	// that are tested under several difficulties.
	Settings []Setting `json:"settings,omitempty"`
	// Readings are the verdicts in the other readings of the methods that have records, under the difficulty of the
	// evaluation; ReadingsUnder those under the other difficulties.
	Readings      []OtherReading `json:"readings,omitempty"`
	ReadingsUnder []OtherReading `json:"readings_under,omitempty"`
	// ThetaFixed are the verdicts where the policy of a search is fixed: run after all else was seen (fixed_theta.go).
	ThetaFixed []ThetaFixed `json:"theta_fixed,omitempty"`
	// Repeats are the earlier claims that already have all tests of this one; it is then not counted. Excludes are the
	// claims that say something else about one of its tests.
	Repeats  []string `json:"repeats,omitempty"`
	Excludes []string `json:"excludes,omitempty"`
	// BY is the p of the verdict after Benjamini and Yekutieli over all claims (multiplicity.go).
	BY stats.Maybe `json:"p_by"`
}

// evaluator evaluates claims on the records of one size, at one look, under one difficulty and one oracle, in one
// reading.
type evaluator struct {
	size       record.Size      // policy, seed, trials, rollouts and steps of the cells
	oracle     scenes.Oracle    // by which successes are counted
	difficulty study.Difficulty // of the tasks
	reading    string           // of the methods, a name in study.Readings; empty is the primary one
	look       Look             // whose levels the tests have; size has its trials
	frames     *frames
}

// Evaluate gives claims their verdicts on the records of one size: policy, seed, rollouts, steps and number of trials.
//
// The tasks are under the difficulty that has records of the most claims (mainDifficulty). Under another one than the
// default the claims that are not run under it are left out, the theory too. Success is counted by the given oracle; by
// CALVIN's, with a warning in the result, where some of the records of the claims' experiments lack its verdicts. The
// result has one entry per claim, in the given order. Missing records are no error: a part without enough of them is
// not testable.
func Evaluate(claims []Claim, size record.Size, records frame.Records, oracle scenes.Oracle) Evaluation {
	frames := newFrames(size, records)
	evaluation := Evaluation{Size: size, Difficulty: mainDifficulty(claims, frames)}
	if evaluation.Difficulty != study.Variety {
		claims = runUnder(evaluation.Difficulty, claims)
	}
	var designs []frame.Design
	for _, x := range experimentsOf(claims, evaluation.Difficulty) {
		designs = append(designs, frames.of(x).Designs...)
	}
	evaluation.Oracle, evaluation.OracleWarning = frame.CommonOracle(designs, oracle)
	// The theory is computed anew in every call; it needs no records.
	e, propositions := newEvaluator(frames, evaluation.Oracle, evaluation.Difficulty), theory.Evaluate()
	for _, c := range claims {
		r := theoryResult(c, propositions)
		if c.Kind != "exact" {
			r = e.claim(c)
			r.Later, r.Settings = e.later(c, r), e.settings(c)
			r.Readings, r.ReadingsUnder = e.readings(c, r.Verdict)
			r.ThetaFixed = e.thetaFixed(c)
		}
		r.Standing = c.Standing()
		evaluation.Claims = append(evaluation.Claims, r)
	}
	evaluation.Outside = e.outside()
	markShared(evaluation.Claims)
	adjust(evaluation.Claims)
	return evaluation
}

// newEvaluator returns an evaluator without a look.
func newEvaluator(f *frames, oracle scenes.Oracle, difficulty study.Difficulty) evaluator {
	return evaluator{size: f.size, oracle: oracle, difficulty: difficulty, frames: f}
}

// frames keeps what claims rest on, because several ask for it: the records of experiments at one size, each read once,
// and the comparisons of their designs.
type frames struct {
	size    record.Size // with all trials
	records frame.Records
	read    map[string]frame.Frame        // by experiment
	tested  map[string][]frame.Comparison // by design, number of trials and oracle
}

func newFrames(size record.Size, records frame.Records) *frames {
	return &frames{size, records, map[string]frame.Frame{}, map[string][]frame.Comparison{}}
}

// of returns the frame of an experiment, with all trials.
func (f *frames) of(x bench.Experiment) frame.Frame {
	if _, ok := f.read[x.Name]; !ok {
		f.read[x.Name] = frame.Under(
			bench.Plan{Name: x.Name, Experiments: []bench.Experiment{x}, Size: f.size}, f.records)
	}
	return f.read[x.Name]
}

// family returns the comparisons of a design.
func (f *frames) family(d frame.Design) []frame.Comparison {
	key := fmt.Sprint(d.Name(), " ", d.Plan.Size.Trials, " ", d.Oracle)
	if _, ok := f.tested[key]; !ok {
		f.tested[key] = d.Family()
	}
	return f.tested[key]
}

// claim evaluates a claim at one look after the other, until it is decided. What comes after the look that decided does
// not change the verdict.
func (e evaluator) claim(c Claim) (r Result) {
	for _, look := range e.looks(c) {
		e.look, e.size.Trials = look, look.Trials
		if r = e.at(c); r.Verdict.decided() {
			break
		}
	}
	return r
}

// looks are the looks that the records of a claim reach, at least one.
func (e evaluator) looks(c Claim) []Look {
	complete := e.size.Trials
	for _, p := range evidenceParts(c) {
		complete = min(complete, e.design(p).CompleteTrials())
	}
	return looksAt(complete, e.size.Trials)
}

// evidenceParts returns all parts whose records the verdict on a claim uses; those of Table 1 have no arms.
func evidenceParts(c Claim) []Part {
	return slices.Concat(c.Parts, c.Pattern, c.Beside, table1Parts(c))
}

// at evaluates a claim at the evaluator's look.
func (e evaluator) at(c Claim) Result {
	r := Result{Claim: c, Look: e.look, Methods: e.methods(c)}
	if c.Kind == "table" {
		e.table1(&r)
	} else {
		r.Parts = e.parts(c, c.Parts)
		if len(c.Otherwise) > 0 {
			r.Other, r.Reading = e.look.combine(e.parts(c, c.Otherwise), narrow), otherReading(c)
		}
		if len(c.Beside) > 0 {
			r.AgainstOthers = e.againstOthers(c.Parts[0], c.Beside)
		}
	}
	decisive := slices.DeleteFunc(slices.Clone(r.Parts), func(p PartResult) bool { return p.Input })
	r.Verdict, r.Wide = e.look.combine(decisive, narrow), e.look.combine(decisive, wide)
	for i, j := 0, 0; i < len(r.Parts); i++ { // combine has set p values of the copies
		if !r.Parts[i].Input {
			r.Parts[i] = decisive[j]
			j++
		}
	}
	r.Power, r.FivePoints = r.power(), r.powerOfFivePoints()
	r.conclude()
	return r
}

// Experiments are the experiments of the study that the claims are about, in their order.
func Experiments() []bench.Experiment { return experimentsOf(All(), study.Variety) }

// experimentsOf returns the experiments that claims refer to under a difficulty, each once.
func experimentsOf(claims []Claim, difficulty study.Difficulty) (all []bench.Experiment) {
	seen := map[string]bool{}
	for _, c := range claims {
		for _, p := range slices.Concat(c.Parts, c.Otherwise, c.Pattern, c.Beside) {
			name, _, _ := difficulty.Under(p.Experiment, p.Task)
			if e, err := bench.Experiments.Get(name); err == nil && !seen[e.Name] {
				seen[e.Name] = true
				all = append(all, e)
			}
		}
	}
	return all
}

// design is the design that tests a part under the evaluator's difficulty and reading, with the records of its cells.
// The size is the evaluator's, so a design has the cells of that policy and seed alone.
func (e evaluator) design(p Part) frame.Design {
	name, task, _ := e.difficulty.Under(e.read(p.Experiment), p.Task)
	x, _ := bench.Experiments.Get(name) // Read and settings have checked both
	designs := e.frames.of(x).Designs
	return e.sized(designs[slices.IndexFunc(designs, func(d frame.Design) bool { return d.Task == task })])
}

// sized returns a design with the evaluator's trials and oracle, one for all claims.
func (e evaluator) sized(d frame.Design) frame.Design {
	d.Plan.Size, d.Oracle = e.size, e.oracle
	return d
}

// parts evaluates parts of a claim in their order.
func (e evaluator) parts(c Claim, parts []Part) (results []PartResult) {
	for _, p := range parts {
		results = append(results, e.part(p, c.Kind, c.Pattern))
	}
	return results
}

// methods are the balancing methods of a claim's arms but plain cloning, each once, as they are written in cells.
func (e evaluator) methods(c Claim) string {
	var names []string
	for _, p := range slices.Concat(c.Parts, table1Parts(c)) {
		for _, a := range e.design(p).Arms {
			named := p.Arms == nil || slices.Contains(p.Arms, a.Name)
			if named && a.Method != "natural" && !slices.Contains(names, a.Method) {
				names = append(names, a.Method)
			}
		}
	}
	return strings.Join(names, "; ")
}

// againstOthers tests the difference of a part against the mean difference of others, trial by trial: (a - b) -
// mean((a' - b'), ...), in percentage points. It is undefined for fewer than two complete trials.
func (e evaluator) againstOthers(p Part, others []Part) stats.Test {
	own := e.differences(p)
	mean := make([]float64, len(own))
	for _, o := range others {
		for t, v := range e.differences(o) {
			mean[t] += v / float64(len(others))
		}
	}
	test, err := stats.PairedT(own, mean, frame.Level)
	if err != nil {
		return stats.Test{}
	}
	e.look.setRepeatedInterval(&test)
	return test
}

// differences are the differences of a part's two arms in percentage points, trial by trial; NaN where one is missing.
func (e evaluator) differences(p Part) []float64 {
	d := e.design(p)
	a, b := d.Successes(d.Arm(p.Arms[0]), p.Behaviour), d.Successes(d.Arm(p.Arms[1]), p.Behaviour)
	for t := range a {
		a[t] = d.Percent(a[t] - b[t])
	}
	return a
}

// theoryResult evaluates a claim of the theory. Claim.Experiment names the equation, such as "P8". An equation
// without a computation is not testable, which is no statement about the study.
func theoryResult(c Claim, propositions []theory.Proposition) Result {
	i := slices.IndexFunc(propositions, func(p theory.Proposition) bool { return p.Equation == c.Experiment })
	if i < 0 {
		why := "no computation of " + c.Experiment + " is part of this program."
		return Result{Claim: c, Verdict: NotTestable, Wide: NotTestable, Why: why}
	}
	p := propositions[i]
	why := fmt.Sprintf("%s: %s. %s", wording.Capitalize(p.Setting), deviationText(p.Deviation), p.Counterexample)
	v := exactly(p)
	return Result{Claim: c, Verdict: v, Wide: v, Why: why}
}
