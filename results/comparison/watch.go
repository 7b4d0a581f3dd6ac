package comparison

import (
	"fmt"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/stats"
	"counterpoise/stats/table"
)

// Watched is what outcomes that came one by one say so far of one method, or of the difference of two, first minus
// second. What is about a null is undefined where there is none: for one method without a rate to compare with.
type Watched struct {
	Taken    []string       `json:"taken"`
	Test     string         `json:"test"`
	Methods  []string       `json:"methods"`
	Rates    []stats.Maybe  `json:"rates"`   // means of the outcomes that count, in the order of Methods
	N        int            `json:"n"`       // outcomes of one method, pairs of two
	Waiting  []int          `json:"waiting"` // outcomes of each method that have no partner yet
	Estimate float64        `json:"estimate"`
	CI       stats.Interval `json:"ci"`
	Null     stats.Maybe    `json:"null"`
	E        stats.Maybe    `json:"e"`
	LogE     stats.Maybe    `json:"log_e"`
	P        stats.Maybe    `json:"p"`
	First    int            `json:"first"` // n at which the interval excluded the null; 0 where it has not
	Margin   stats.Maybe    `json:"margin"`
	Finding  string         `json:"finding"` // better, worse, equal, open, changed; empty without a null
	Warnings []string       `json:"warnings"`

	successes, paired bool
	lower             bool // lower outcomes are better
}

// WatchOptions are the choices of Watch.
type WatchOptions struct {
	Level  float64     // of the interval at any time, in (0, 1)
	Null   stats.Maybe // rate that one method is compared with
	Margin float64     // difference that would not matter; 0 for none
}

// Watch follows outcomes in their order. Two methods are compared by blocks of an outcome each, the k-th of one with
// the k-th of the other in the same unit, counted when both are there: rates of independent rollouts by the e-process
// of Turner & Grünwald, everything else by bets on the mean difference.
func Watch(s table.Stream, o WatchOptions) (Watched, error) {
	w := Watched{Taken: []string{s.Sentence}, Methods: s.Methods, Warnings: append([]string{}, s.Warnings...),
		Waiting: []int{}, successes: s.Successes, paired: s.Paired, lower: s.Better == table.Lower}
	if o.Margin > 0 {
		w.Margin = stats.Some(o.Margin)
	}
	low, null := -1., 0.
	if len(s.Methods) == 1 {
		low, null = 0, o.Null.Or(.5)
	}
	bets, err := stats.NewBetting(low, 1, null, o.Level)
	if err != nil {
		return w, err
	}
	safe, err := stats.NewSafeRates(o.Level)
	if err != nil {
		return w, err
	}
	w.Test = "bets on the mean (Waudby-Smith & Ramdas)"
	rates := len(s.Methods) == 2 && s.Successes && !s.Paired
	if rates {
		w.Test = "e-process of two rates (Turner & Grünwald)"
	}
	var sums [2]float64
	waiting, counts := map[[3]int32]*queue{}, [2]int{}
	for _, one := range s.Outcomes {
		if len(s.Methods) == 1 {
			sums[0] += one.Value
			if err := bets.Add(one.Value); err != nil {
				return w, err
			}
			continue
		}
		q := waiting[one.Unit]
		if q == nil {
			q = &queue{}
			waiting[one.Unit] = q
		}
		counts[one.Method]++
		a, b, both := q.add(one)
		if !both {
			continue
		}
		counts[0], counts[1] = counts[0]-1, counts[1]-1
		if len(q.values) == 0 {
			delete(waiting, one.Unit)
		}
		sums[0], sums[1] = sums[0]+a, sums[1]+b
		if rates {
			safe.Add(a == 1, b == 1)
		} else if err := bets.Add(a - b); err != nil {
			return w, err
		}
	}
	r := bets.Result()
	if rates {
		r = safe.Result()
	}
	w.N, w.Estimate, w.CI, w.First = r.N, r.Estimate, r.CI, r.First
	for i := range s.Methods {
		rate := stats.Maybe{}
		if r.N > 0 {
			rate = stats.Some(sums[i] / float64(r.N))
		}
		w.Rates = append(w.Rates, rate)
		if len(s.Methods) == 2 {
			w.Waiting = append(w.Waiting, counts[i])
		}
	}
	if len(s.Methods) == 1 && !o.Null.Defined() {
		if w.First = 0; w.changed() {
			w.Finding = "changed"
		}
		return w, nil
	}
	w.Null, w.E, w.LogE, w.P = stats.Some(r.Null), r.E, stats.Some(r.LogE), stats.Some(r.P)
	w.Finding = w.find()
	return w, nil
}

// queue are outcomes of one method that wait for those of the other.
type queue struct {
	values []float64
	method int
}

// add returns the outcomes of both methods where there is a pair.
func (q *queue) add(one table.Single) (a, b float64, both bool) {
	if len(q.values) == 0 || q.method == one.Method {
		q.values, q.method = append(q.values, one.Value), one.Method
		return 0, 0, false
	}
	first := q.values[0]
	q.values = q.values[1:]
	if one.Method == 0 {
		return one.Value, first, true
	}
	return first, one.Value, true
}

// changed reports whether no number fits all rows, or not their mean: bounds are those of all looks.
func (w Watched) changed() bool {
	low, some := w.CI.Low.Get()
	return w.N > 0 && (!some || w.Estimate < low || w.Estimate > w.CI.High.Or(w.Estimate))
}

// find is what the interval shows of the null.
func (w Watched) find() string {
	low, high, null := w.CI.Low.Or(0), w.CI.High.Or(0), w.Null.Or(0)
	switch {
	case w.changed():
		return "changed"
	case low > null && !w.lower, high < null && w.lower:
		return "better"
	case low > null, high < null:
		return "worse"
	case w.Margin.Defined() && low >= null-w.Margin.Or(0) && high <= null+w.Margin.Or(0):
		return "equal"
	}
	return "open"
}

// Lines are the answer in at most eight lines.
func (w Watched) Lines() []string {
	scale, unit, points := 100., " %", " points"
	if !w.successes {
		scale, unit, points = 1, "", ""
	}
	number := func(v stats.Maybe, sign string) string {
		x, ok := v.Get()
		switch {
		case !ok:
			return apa.None
		case w.successes:
			return fmt.Sprintf("%"+sign+".1f", scale*x)
		}
		return fmt.Sprintf("%"+sign+".3f", x)
	}
	interval := func(sign string) string {
		if !w.CI.Defined() {
			return "no interval"
		}
		return fmt.Sprintf("%s interval at any time %s to %s%s", apa.Percent(w.CI.Level), number(w.CI.Low, sign),
			number(w.CI.High, sign), map[bool]string{true: unit}[sign == ""])
	}
	rows := wording.Plural(w.N, "pair")
	var first string
	if len(w.Methods) == 2 {
		first = fmt.Sprintf("%s %s%s against %s %s%s after %s: %s%s (%s), %s: %s", w.Methods[0], number(w.Rates[0], ""),
			unit, w.Methods[1], number(w.Rates[1], ""), unit, rows, number(stats.Some(w.Estimate), "+"), points,
			interval("+"), apa.P("p", w.P), w.word())
	} else {
		rows = wording.Plural(w.N, "outcome")
		first = fmt.Sprintf("%s%s after %s (%s)", number(w.Rates[0], ""), unit, rows, interval(""))
		if w.Null.Defined() {
			first += fmt.Sprintf(", against %s%s: %s: %s", number(w.Null, ""), unit, apa.P("p", w.P), w.word())
		}
	}
	lines := append([]string{first, w.stop()}, w.Taken...)
	if len(w.Methods) == 2 {
		lines = append(lines, w.pairs())
	}
	test := "Test: " + w.Test
	if w.E.Defined() {
		test += fmt.Sprintf("; e-value now %.3g, and p is 1 over the greatest so far", w.E.Or(0))
	}
	lines = append(lines, test+". The order of the rows counts: they must stand as they came.")
	if len(w.Warnings) > 0 {
		lines = append(lines, "Warning: "+strings.Join(w.Warnings, "; ")+".")
	}
	return lines
}

// word is the finding for people.
func (w Watched) word() string {
	switch w.Finding {
	case "better", "worse":
		if !w.successes {
			return map[bool]string{true: "higher", false: "lower"}[(w.Finding == "better") != w.lower]
		}
	case "equal":
		return "equal within " + apa.Format("%g", w.Margin)
	case "open":
		return "can't tell yet"
	case "changed":
		if w.CI.Defined() {
			return "can't tell: the mean lies outside of what earlier rows leave possible, so rows are sorted, or " +
				"what is measured changed on the way"
		}
		return "can't tell: no number fits all rows, so what is measured changed on the way"
	}
	return w.Finding
}

// stop says whether one may stop.
func (w Watched) stop() string {
	switch w.Finding {
	case "":
		return "You may stop or go on: the interval holds whenever one looks. --rate R compares with a rate."
	case "open":
		return "Go on, or stop and say that you can't tell: looking after every row costs nothing."
	case "changed":
		return "Stop, and find out what changed: order of the rows, robot, scene, policy, or who judges."
	case "equal":
		return "You may stop: this holds however often one looked."
	}
	return fmt.Sprintf("You may stop: this holds however often one looked. It was shown first at n = %d.", w.First)
}

// pairs says which outcomes are compared, and which wait.
func (w Watched) pairs() string {
	text := fmt.Sprintf("Independent rollouts: the k-th of %s is set against the k-th of %s.", w.Methods[0],
		w.Methods[1])
	if w.paired {
		text = "Paired: the outcomes of a unit are set against each other (--independent does not pair them)."
	}
	for i, n := range w.Waiting {
		if n > 0 {
			text += fmt.Sprintf(" %s of %s without a partner yet.", wording.Plural(n, "row"), w.Methods[i])
		}
	}
	return text
}

// Document is the answer for all forms.
func (w Watched) Document() document.Document {
	null := document.Entry(apa.None, "")
	row := document.Table{Name: "watch", Title: "So far", Columns: []document.Head{
		document.NumberColumn("n", "n"), document.NumberColumn("estimate", "estimate"),
		document.NumberColumn(apa.Percent(w.CI.Level)+" interval at any time", "ci_low", "ci_high"),
		document.NumberColumn("e-value", "e"), document.NumberColumn("p at any time", "p"),
		document.WordColumn("finding", "finding")}}
	cells := []document.Cell{document.Count(w.N), apa.NumberCell("%.3f", stats.Some(w.Estimate)),
		apa.IntervalCell("%.3f", w.CI), null, null, document.Word(w.Finding)}
	if w.P.Defined() {
		cells[3], cells[4] = apa.NumberCell("%.3g", w.E), apa.PCell(w.P)
	}
	row.Rows = [][]document.Cell{cells}
	return document.Document{Sections: []document.Section{{Title: "Outcomes one by one", Lines: w.Lines(),
		Tables: []document.Table{row}}}}
}
