package answer

import (
	"math"
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/wording"
	"counterpoise/results"
	"counterpoise/results/apa"
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
	maps, additive, size := twoByTwo(styles)
	second, isRepeated := secondRunOf(e, results.Freezes, records)
	readings := e.Summaries(records)
	o := Opening{
		Answer: answer(e, second, records, maps, size), Sure: sure(e, results.Freezes, versions, madeBy(e, records)),
		Cost: imbalanceTable(imbalance), Claims: claimsTable(e, links),
		Words: wordsOf(additiveForm(e, second.Evaluation, additive)), Readings: readingsTable(readings), Evaluation: e,
	}
	if isRepeated {
		o.Sure = append(o.Sure, second.text(e))
		o.Claims = second.column(o.Claims, e)
	}
	if f, ok := Imbalance(imbalance); ok {
		o.Imbalance = &f
	}
	if f, ok := twobytwo.Figure(twobytwo.Experiment, maps, size); ok {
		o.TwoByTwo = &f
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

// Imbalance is the first figure, from the findings of E1: it has a panel for each behaviour of E1 with the bars chance,
// starved and balanced; false without records.
func Imbalance(all []frame.Findings) (figures.Figure, bool) {
	b := figures.Bars{
		Name: "imbalance", Subject: "success in percent", YLabel: "success (%)",
		Caption: "What imbalance costs plain behaviour cloning (E1): success by chance, with few demonstrations of " +
			"the behaviour (starved), and with balanced demonstrations. Bars are means over trials, whiskers one " +
			"standard deviation, brackets the p of the paired t-test after the correction of Holm; chance is that " +
			"of untrained policies, with its upper 95 % bound in words.",
	}
	trials := 0
	for _, f := range all {
		for _, c := range f.Pairwise {
			if !c.Success.Mean.Defined() || !c.Baseline.Mean.Defined() {
				continue
			}
			p := figures.BarPanel{Title: f.Task + " " + c.Behaviour}
			if len(f.Chance) > 0 {
				if own, ok := f.Chance[0].Of(c.Behaviour); ok {
					p.Bars = append(p.Bars, figures.Bar{Name: "chance", Mean: 100 * own.Success.Estimate,
						SD: math.NaN(), Text: chanceText(f, c.Behaviour)})
				}
			}
			n := len(p.Bars)
			trials = max(trials, c.Success.N)
			p.Bars = append(p.Bars,
				figures.Bar{Name: "starved", Mean: c.Success.Mean.Or(0), SD: c.Success.SD.Or(math.NaN()),
					Text: apa.MeanSD(c.Success)},
				figures.Bar{Name: "balanced", Mean: c.Baseline.Mean.Or(0), SD: c.Baseline.SD.Or(math.NaN()),
					Text: apa.MeanSD(c.Baseline)})
			label := "no test"
			if c.Holm.Defined() {
				label = apa.P("p", c.Holm) + apa.Stars(c.Holm)
			}
			p.Brackets = []figures.Bracket{{From: n, To: n + 1, Label: label}}
			b.Panels = append(b.Panels, p)
		}
	}
	if len(b.Panels) == 0 {
		return figures.Figure{}, false
	}
	figure := b.Figure()
	figure.Note = wording.Sample([]int{trials}, all[0].Plan.Size.Rollouts, "one standard deviation over trials")
	return figure, true
}

// NoTwoByTwo replaces the first sentence and the second figure where the experiment "two-by-two" has no records.
const NoTwoByTwo = "What methods do with bad demonstrations, by what these cost and by whether they are harder to " +
	"fit than good ones, is shown once counterpoise run two-by-two has made its records."

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
