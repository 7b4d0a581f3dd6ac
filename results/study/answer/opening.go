package answer

import (
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/results"
	"counterpoise/results/document"
	"counterpoise/results/figures"
	"counterpoise/results/frame"
	"counterpoise/results/study/claims"
	"counterpoise/results/study/twobytwo"
	"counterpoise/scenes"
)

// Opening has the contents of the first part of a report or a page, before they are laid out in a format such as HTML.
type Opening struct {
	Answer     []Sentence      // five
	Words      string          // what the sentences name without explaining it
	Imbalance  *figures.Figure // success in E1 by chance, starved and balanced; nil without records of E1
	TwoByTwo   *figures.Figure // effect of methods on each style of bad demonstrations; nil without records
	None       string          // stands in the place of TwoByTwo; empty where that is drawn
	Sure       []string        // sentences on the evidence behind the answer
	Cost       document.Table  // the numbers of Imbalance
	Claims     document.Table  // the 46 claims, each with a link to its evidence
	Readings   document.Table  // what each reading of the methods comes to
	Evaluation claims.Evaluation
}

// New computes the opening of an evaluation of all claims from its records. Records of a later confirmatory run add its
// verdicts (secondRun). The first sentence and the second figure are computed from the last plan of styles that has
// records of the experiment "two-by-two".
func New(e claims.Evaluation, records frame.Records, styles []frame.Frame, links Links) Opening {
	imbalance, versions := imbalanceOf(e, records)
	s := newStory(e, secondRunOf(e, results.Freezes, records), results.Freezes, records)
	s.Maps, s.Additive, s.Styles = twoByTwo(styles)
	s.Versions = slices.Sorted(slices.Values(versions))
	o := Opening{
		Answer: s.answer(), Sure: s.sure(), Words: s.say("words"), Cost: imbalanceTable(imbalance),
		Claims: claimsTable(e, s.Second, links), Readings: readingsTable(e.Summaries(records)), Evaluation: e,
	}
	if f, ok := Imbalance(imbalance); ok {
		o.Imbalance = &f
	}
	if f, ok := twobytwo.Figure(twobytwo.Experiment, s.Maps, s.Styles); ok {
		o.TwoByTwo = &f
	} else {
		o.None = s.say("no styles")
	}
	return o
}

// Experiment is the experiment of the first figure.
const Experiment = "E1"

// imbalanceOf returns the findings of E1 at the size of an evaluation, and the versions of the
// demonstrators that made its records.
func imbalanceOf(e claims.Evaluation, records frame.Records) (all []frame.Findings, versions []string) {
	x, err := bench.Experiments.Get(Experiment)
	if err != nil {
		panic(err) // an experiment of this program
	}
	oracle := e.Oracle
	if oracle == "" {
		oracle = scenes.Earned
	}
	plan := bench.Plan{Name: x.Name, Experiments: []bench.Experiment{x}, Size: e.Size, Oracle: oracle}
	all = frame.Of(plan, records).Findings()
	for _, f := range all {
		for r := range f.Rows() {
			if v := r.Data.Version; !slices.Contains(versions, v) {
				versions = append(versions, v)
			}
		}
	}
	return all, versions
}

// twoByTwo returns the maps of the last plan that has records of the experiment "two-by-two", with its size, and those
// of its additive form at that size, if that has records.
func twoByTwo(frames []frame.Frame) (maps, additive []twobytwo.Map, size record.Size) {
	var last frame.Frame
	for _, f := range frames {
		if m := twobytwo.Maps(twobytwo.Experiment, f); len(m) > 0 {
			maps, last = m, f
		}
	}
	if len(maps) == 0 {
		return nil, nil, last.Plan.Size
	}
	other, err := bench.Experiments.Get(twobytwo.Additive)
	if err != nil {
		panic(err) // an experiment of this program
	}
	plan := last.Plan
	plan.Name, plan.Experiments = other.Name, []bench.Experiment{other}
	for _, m := range twobytwo.Maps(twobytwo.Additive, frame.Of(plan, last.Records)) {
		if m.Has("remix") {
			additive = append(additive, m)
		}
	}
	return maps, additive, last.Plan.Size
}
