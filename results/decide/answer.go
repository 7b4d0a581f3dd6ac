package decide

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/comparison"
	"counterpoise/stats"
	"counterpoise/stats/compare"
	"counterpoise/stats/table"
)

// Margin is the difference in success that would not matter: that within which advice and the study's verdicts count
// methods as equal (bench.VerdictMargin).
const Margin = .05

// Row is the success of an arm.
type Row struct {
	Arm
	Seeds   int
	Success []float64 // of each behaviour, the mean over the seeds
	Worst   float64   // of the worst behaviour of each seed, the mean over the seeds
	All     float64   // of all behaviours
	Pair    *compare.Pair
	Finding comparison.Finding
}

// Answer is what trained policies say about the arms.
type Answer struct {
	Behaviours []string
	Rows       []Row // those with outcomes, plain cloning first
	Missing    []string
	Result     compare.Result
	rates      bool // outcomes are successes, and no scores
}

// Judge compares the arms with plain cloning: by the mean over the behaviours, paired by seed, with p corrected by Holm
// over the arms. Arms without outcomes are Missing. With one seed nothing is compared, and Pair is nil. Outcomes of an
// arm that is not one of these, and none of plain cloning, are errors.
func Judge(t table.Taken, arms []Arm) (a Answer, err error) {
	long := t.Long
	for _, m := range long.Methods {
		if !slices.ContainsFunc(arms, func(a Arm) bool { return a.Name == m }) {
			var names []string
			for _, a := range arms {
				names = append(names, a.Name)
			}
			return a, fmt.Errorf("there are outcomes of %q, which is no arm; the arms are %s", m,
				strings.Join(names, ", "))
		}
	}
	if !slices.Contains(long.Methods, Plain) {
		return a, fmt.Errorf("there are no outcomes of %s, with which the other arms are compared", Plain)
	}
	if a.Behaviours = long.Groups; len(a.Behaviours) == 1 {
		a.Behaviours = nil // the column of all says it
	}
	a.rates = true
	for _, e := range long.Entries {
		a.rates = a.rates && e.Sum >= 0 && e.Sum <= float64(e.Rollouts) && e.Sum == math.Trunc(e.Sum)
	}
	least := math.MaxInt
	for _, arm := range arms {
		m := slices.Index(long.Methods, arm.Name)
		if m < 0 {
			a.Missing = append(a.Missing, arm.Name)
			continue
		}
		r := rowOf(arm, long, int32(m))
		a.Rows, least = append(a.Rows, r), min(least, r.Seeds)
	}
	if len(a.Rows) < 2 || least < 2 {
		return a, nil
	}
	o := compare.Options{Design: compare.Paired, Unit: t.Unit, Against: Plain, NoModel: true}
	if !t.Paired {
		o.Design = compare.Apart
	}
	if a.rates {
		o.Margin = Margin
	}
	if a.Result, err = compare.New(long, o); err != nil {
		return a, fmt.Errorf("%s", strings.TrimPrefix(err.Error(), "compare: "))
	}
	for _, p := range a.Result.Families[0].Pairs {
		for i := range a.Rows {
			if a.Rows[i].Name == p.A {
				a.Rows[i].Pair, a.Rows[i].Finding = &p, comparison.FindingOf(a.Result, p)
			}
		}
	}
	return a, nil
}

// rowOf returns the success of method m. Each seed counts the same, and in a seed each behaviour.
func rowOf(arm Arm, long stats.Long, m int32) Row {
	type of struct{ trial, group int32 }
	sum, n := map[of]float64{}, map[of]int32{}
	var trials []int32
	for _, e := range long.Entries {
		if e.Method != m {
			continue
		}
		at := of{e.Trial, e.Group}
		sum[at] += e.Sum
		n[at] += e.Rollouts
		if !slices.Contains(trials, e.Trial) {
			trials = append(trials, e.Trial)
		}
	}
	slices.Sort(trials)
	r := Row{Arm: arm, Seeds: len(trials), Success: make([]float64, len(long.Groups))}
	seeds := make([]int, len(long.Groups)) // of each behaviour
	for _, t := range trials {
		worst, all, groups := math.Inf(1), 0., 0
		for g := range long.Groups {
			at := of{t, int32(g)}
			if n[at] == 0 {
				continue
			}
			rate := sum[at] / float64(n[at])
			r.Success[g] += rate
			seeds[g]++
			worst, all, groups = min(worst, rate), all+rate, groups+1
		}
		r.Worst += worst / float64(len(trials))
		r.All += all / float64(groups) / float64(len(trials))
	}
	for g := range r.Success {
		r.Success[g] /= float64(seeds[g])
	}
	return r
}

// Head names the columns of Cells.
func (a Answer) Head() []string {
	head := slices.Concat([]string{"arm", ""}, a.Behaviours, []string{"all"})
	if a.Behaviours != nil {
		head = append(head, "worst of a seed")
	}
	if a.Result.Families != nil {
		head = append(head, "against "+Plain, "95 % interval", "p (Holm)", "")
	}
	return head
}

// Cells returns the table, a row an arm. Success is in percent.
func (a Answer) Cells() (rows [][]string) {
	for _, r := range a.Rows {
		row := []string{r.Name, r.About}
		if r.About == r.Name {
			row[1] = "method"
		}
		if a.Behaviours != nil {
			for _, v := range r.Success {
				row = append(row, a.number(v, ""))
			}
		}
		row = append(row, a.number(r.All, ""))
		if a.Behaviours != nil {
			row = append(row, a.number(r.Worst, ""))
		}
		if r.Pair != nil {
			d := r.Pair.Decision
			row = append(row, a.maybe(d.Difference, "+"), a.interval(d), apa.Probability(d.PHolm), a.word(r))
		}
		rows = append(rows, row)
	}
	return rows
}

// number is a success rate in percent with one decimal, or a score; the sign is "+" or empty.
func (a Answer) number(v float64, sign string) string {
	switch {
	case v != v:
		return apa.None
	case a.rates:
		return fmt.Sprintf("%"+sign+".1f", 100*v)
	}
	return fmt.Sprintf("%"+sign+".4g", v)
}

func (a Answer) maybe(m stats.Maybe, sign string) string {
	if v, ok := m.Get(); ok {
		return a.number(v, sign)
	}
	return apa.None
}

// interval is that of the difference; of single policies, whose rollouts are compared, it is one of odds.
func (a Answer) interval(d compare.Decision) string {
	if d.Of != "difference" {
		return d.Of + " " + apa.Format("%.2f", d.CI.Low) + " to " + apa.Format("%.2f", d.CI.High)
	}
	if !d.CI.Defined() { // every seed has the same difference, say
		return "no interval"
	}
	return a.maybe(d.CI.Low, "+") + " to " + a.maybe(d.CI.High, "+")
}

// word is what the comparison shows of an arm, and in which behaviours where they disagree.
func (a Answer) word(r Row) string {
	if better, worse := comparison.Sides(a.Result, *r.Pair); len(worse) > 0 {
		word := map[comparison.Finding]string{comparison.Better: "better", comparison.Worse: "worse"}[r.Finding]
		return fmt.Sprintf("%s (better in %s, worse in %s)", cmp.Or(word, "can't tell"), wording.List(better),
			wording.List(worse))
	}
	switch r.Finding {
	case comparison.Better:
		return "better"
	case comparison.Worse:
		return "worse"
	case comparison.Equal:
		return fmt.Sprintf("equal within %.0f", 100*Margin)
	}
	if v, ok := r.Pair.Power.Detectable.Get(); ok {
		unit := ""
		if a.rates {
			unit = " points"
		}
		return fmt.Sprintf("can't tell (%s%s would show)", a.number(v, ""), unit)
	}
	return "can't tell"
}

// Best returns the arm that is shown to be better than plain cloning by most; nil where none is.
func (a Answer) Best() *Row {
	var best *Row
	for i := range a.Rows {
		if r := &a.Rows[i]; r.Pair != nil && r.Finding == comparison.Better && (best == nil || r.All > best.All) {
			best = r
		}
	}
	return best
}

// Open reports whether plain cloning may not be the best arm, and nothing shows a better one.
func (a Answer) Open() bool {
	return a.Best() == nil && (a.Result.Families == nil || slices.ContainsFunc(a.Rows, func(r Row) bool {
		return r.Pair != nil && (r.Finding == comparison.Open || r.Finding == comparison.NotComparable)
	}))
}

// Sentence says what to do.
func (a Answer) Sentence() string {
	if len(a.Rows) < 2 {
		return fmt.Sprintf("There is nothing to compare with %s.", Plain)
	}
	if a.Result.Families == nil {
		return "One seed decides nothing: no test is possible, and another training of an arm may differ by as much."
	}
	unit := ""
	if a.rates {
		unit = " points"
	}
	seeds := wording.Plural(a.Rows[0].Seeds, "seed")
	if best := a.Best(); best != nil {
		d, but := best.Pair.Decision, ""
		if _, worse := comparison.Sides(a.Result, *best.Pair); len(worse) > 0 {
			but = fmt.Sprintf(" It is worse in %s.", wording.List(worse))
		}
		return fmt.Sprintf("Take %s (%s): %s%s against plain cloning (%s; %s, %s).%s", best.Name, best.About,
			a.maybe(d.Difference, "+"), unit, a.interval(d), seeds, apa.P("p", d.PHolm), but)
	}
	if !a.Open() {
		return fmt.Sprintf("Keep plain cloning: no other arm is better (%s, margin %.0f points).", seeds, 100*Margin)
	}
	most := 0.
	for _, r := range a.Rows {
		if r.Pair != nil && r.Finding == comparison.Open {
			most = max(most, r.Pair.Power.Detectable.Or(0))
		}
	}
	if most == 0 {
		return fmt.Sprintf("Can't tell: %s show no arm to be better.", seeds)
	}
	return fmt.Sprintf("Can't tell: %s show no arm to be better; they would show a difference of %s%s.", seeds,
		a.number(most, ""), unit)
}
