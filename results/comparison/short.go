package comparison

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/stats"
	"counterpoise/stats/compare"
)

// maxShown is the number of pairs that a short answer shows.
const maxShown = 5

// Short is the answer to which method is better, in at most eight lines: each method against the best one, or the
// pairs with compare.Options.Against, by the decision of the design, most different first; which methods are not shown
// to be worse than the best; and what was compared, taken for what. Pairs that have no line are counted.
func Short(r compare.Result, taken []string) []string {
	s := short{r, r.Families[0], 1, ""}
	if r.Design.Outcome == compare.Successes || r.Design.Outcome == compare.Rates {
		s.scale, s.unit = 100, " %"
	}
	best := s.best()
	var pairs []compare.Pair
	for _, p := range s.family.Pairs {
		switch {
		case s.against() != "" || p.A == best:
			pairs = append(pairs, p)
		case p.B == best:
			pairs = append(pairs, turned(p))
		}
	}
	slices.SortStableFunc(pairs, func(a, b compare.Pair) int {
		return cmp.Compare(math.Abs(b.Decision.Difference.Or(0)), math.Abs(a.Decision.Difference.Or(0)))
	})
	told := append(slices.Clone(taken), r.Design.Sentence+s.dropped()+s.apartPairs())
	if len(told) > maxTold {
		told = append(told[:maxTold-1:maxTold-1], strings.Join(told[maxTold-1:], " "))
	}
	set := s.set(best)
	room := maxLines - len(told) - len(set) - 1
	if r.Design.Range != nil {
		room--
	}
	tasks := s.tasks(pairs[0])
	room -= len(tasks)
	if len(pairs) < len(s.family.Pairs) || len(pairs) > min(maxShown, room) {
		room--
	}
	shown := pairs[:min(len(pairs), maxShown, max(1, room))]
	var lines []string
	for _, p := range shown {
		line := s.sentence(p)
		if strings.Contains(strings.Join(lines, ""), repeats) { // said once
			line = strings.Replace(line, repeats, "", 1)
		}
		lines = append(lines, line)
	}
	if r.Design.Range != nil {
		lines = append(lines, s.apart(shown[0]))
	}
	lines = append(lines, tasks...)
	lines = append(append(lines, s.rest(len(shown))...), set...)
	return append(append(lines, told...), s.more())
}

// repeats says what it is that would show: the power for which it is computed.
const repeats = " in 4 of 5 repeats (80 % power)"

// maxLines is the number of lines of a short answer, and maxTold that of the lines which say what was taken for what.
const maxLines, maxTold = 8, 3

// more says what --full shows besides.
func (s short) more() string {
	n := len(s.r.Warnings)
	for _, f := range s.r.Families {
		for _, p := range f.Pairs {
			n += len(p.Warnings)
		}
	}
	if n == 0 {
		return "--full has all tests and tables."
	}
	return fmt.Sprintf("--full has all tests and tables, and %s.", wording.Plural(n, "warning"))
}

// short is a short answer in progress.
type short struct {
	r      compare.Result
	family compare.Family
	scale  float64 // of rates, to percent
	unit   string
}

// against is the method that all others are compared with, empty where every two are compared.
func (s short) against() string {
	k := len(s.r.Methods)
	if len(s.family.Pairs) != k-1 || k == 2 {
		return ""
	}
	return s.family.Pairs[0].B
}

// best is the method with the largest sum of differences from the others, which each pair measures on the units that it
// has; the smallest where lower is better; the first of several. Where a difference is undefined, the means decide.
func (s short) best() string {
	if s.against() != "" {
		return s.against()
	}
	sign := 1.0
	if s.r.Better == "lower" {
		sign = -1
	}
	above := map[string]float64{}
	undefined := func(p compare.Pair) bool { return !p.Decision.P.Defined() || !p.Decision.Difference.Defined() }
	if slices.ContainsFunc(s.family.Pairs, undefined) {
		for _, m := range s.r.Methods {
			above[m.Method] = sign * m.Mean.Or(math.Inf(-int(sign)))
		}
	} else {
		for _, p := range s.family.Pairs {
			d := sign * p.Decision.Difference.Or(0)
			above[p.A], above[p.B] = above[p.A]+d, above[p.B]-d
		}
	}
	best := s.r.Methods[0].Method
	for _, m := range s.r.Methods {
		if above[m.Method] > above[best]+1e-12 {
			best = m.Method
		}
	}
	return best
}

// turned is a pair the other way round.
func turned(p compare.Pair) compare.Pair {
	minus := func(m stats.Maybe) stats.Maybe {
		v, ok := m.Get()
		if !ok {
			return m
		}
		return stats.Some(0 - v)
	}
	d := p.Decision
	p.A, p.B = p.B, p.A
	p.Decision.A, p.Decision.B, p.Decision.Difference = d.B, d.A, minus(d.Difference)
	p.Bounded.Low, p.Bounded.High, p.Biserial = minus(p.Bounded.High), minus(p.Bounded.Low), minus(p.Biserial)
	over := minus
	if d.Of != "difference" {
		over = func(m stats.Maybe) stats.Maybe { return stats.Some(1 / m.Or(0)) }
		if low, ok := d.CI.Low.Get(); ok && !d.CI.High.Defined() { // from low to infinity
			p.Decision.Estimate = over(d.Estimate)
			p.Decision.CI.Low, p.Decision.CI.High = stats.Some(0), stats.Some(1/low)
			return p
		}
	}
	p.Decision.Estimate = over(d.Estimate)
	p.Decision.CI.Low, p.Decision.CI.High = over(d.CI.High), over(d.CI.Low)
	return p
}

// sentence says what a pair shows: both rates, the difference, its interval, p after correction, and the word.
func (s short) sentence(p compare.Pair) string {
	d := p.Decision
	if !d.A.Defined() || !d.B.Defined() {
		d.A, d.B = s.mean(p.A), s.mean(p.B)
	}
	number := func(m stats.Maybe) string {
		v, ok := m.Get()
		if !ok {
			return apa.None
		}
		if s.scale == 100 {
			return apa.Rate(v)
		}
		return fmt.Sprintf("%.4g", v)
	}
	signed := func(m stats.Maybe) string {
		text := number(m)
		if s.scale == 100 && m.Defined() {
			text = fmt.Sprintf("%.1f", 100*m.Or(0))
		}
		if m.Or(0) >= 0 && m.Defined() {
			text = "+" + text
		}
		return text
	}
	level := apa.Percent(s.r.Level)
	alone := "" // beside a corrected p
	if len(s.family.Pairs) > 1 {
		alone = " for this pair alone"
	}
	cut := ""
	if slices.Contains(p.Warnings, compare.Cut) {
		cut = ", cut there"
	}
	interval := fmt.Sprintf("%s interval%s %s to %s%s", level, alone, signed(d.CI.Low), signed(d.CI.High), cut)
	if d.Of != "difference" {
		estimate, high := apa.Format("%.2f", d.Estimate), apa.Format("%.2f", d.CI.High)
		if !d.CI.High.Defined() {
			high = "∞"
		}
		switch low, some := d.CI.Low.Get(); { // all succeeded, or none
		case d.Estimate.Defined():
		case some && low == 0 && d.CI.High.Defined():
			estimate = "0"
		case some && low > 0:
			estimate = "∞"
		default:
			estimate = "undefined"
		}
		interval = fmt.Sprintf("%s %s, %s interval%s %s to %s", d.Of, estimate, level, alone, apa.Format("%.2f",
			d.CI.Low),
			high)
	}
	if !d.CI.Low.Defined() && !d.CI.High.Defined() {
		if interval = "no interval"; d.Of != "difference" {
			interval = d.Of + " undefined"
		}
	}
	if d.Of != "difference" && !d.P.Defined() {
		return fmt.Sprintf("%s %s%s against %s %s%s: %s", p.A, number(d.A), s.unit, p.B, number(d.B), s.unit, s.word(p))
	}
	if d.A.Defined() && d.B.Defined() && !d.Difference.Defined() {
		d.Difference = stats.Some(d.A.Or(0) - d.B.Or(0))
	}
	name := "p"
	if len(s.family.Pairs) > 1 {
		name = "p (Holm)"
	}
	points := ""
	if s.scale == 100 {
		points = " points"
	}
	return fmt.Sprintf("%s %s%s against %s %s%s: %s%s (%s), %s: %s", p.A, number(d.A), s.unit, p.B, number(d.B), s.unit,
		signed(d.Difference), points, interval, s.chance(name, d.PHolm), s.word(p))
}

// mean is the mean of all units of a method.
func (s short) mean(method string) (mean stats.Maybe) {
	for _, m := range s.r.Methods {
		if m.Method == method {
			return m.Mean
		}
	}
	return mean
}

// apart says what the means of scores with a range show without a normal distribution, and what ranks show.
func (s short) apart(p compare.Pair) string {
	of := s.r.Design.Range
	pair := ""
	if len(s.family.Pairs) > 1 {
		pair = fmt.Sprintf(" of %s against %s", p.A, p.B)
	}
	interval := "no interval"
	if low, ok := p.Bounded.Low.Get(); ok && low == -p.Bounded.High.Or(0) && -low == of[1]-of[0] {
		interval = "too few units to rule a difference out"
	} else if ok {
		interval = fmt.Sprintf("%s interval %+.4g to %+.4g", apa.Percent(s.r.Level), low, p.Bounded.High.Or(of[1]))
	}
	bound := ""
	if s.r.Design.Outcome == compare.Scores { // see compare.Design.Range
		bound = " (the greatest score seen, if no higher one is possible)"
	}
	return fmt.Sprintf("Means%s for any distribution from 0 to %g%s: %s (bets). Ranks apart: %s (%s), "+
		"rank-biserial r %s.", pair, of[1], bound, interval, apa.P("p", p.Rank.PHolm), p.Rank.Name,
		apa.Fraction(p.Biserial))
}

// chance is a p value; one that is rounded to the level of the verdict has four decimals.
func (s short) chance(name string, p stats.Maybe) string {
	text := apa.P(name, p)
	if v, ok := p.Get(); ok && v < 1 && text == name+" = 1.000" {
		return name + " > .999"
	}
	if v, ok := p.Get(); ok && v != s.r.Alpha && text == apa.P(name, stats.Some(s.r.Alpha)) {
		return fmt.Sprintf("%s = %s", name, strings.TrimPrefix(fmt.Sprintf("%.4f", v), "0"))
	}
	return text
}

// Finding is what a pair shows of its first method.
type Finding int

// Findings. A difference that is shown and shown to lie within the margin is Better or Worse.
const (
	Open Finding = iota
	Better
	Worse
	Equal         // within the margin
	NotComparable // nothing that both methods have
)

// FindingOf is what the decision of a pair shows: by p after Holm's correction, at compare.Options.Alpha.
func FindingOf(r compare.Result, p compare.Pair) Finding {
	d, rule := p.Decision, stats.Rule{Alpha: r.Alpha}
	if !d.P.Defined() && (d.Of != "difference" || slices.Contains(p.N, 0)) {
		return NotComparable
	}
	var v stats.Verdict
	if !d.Opposed() {
		v.Sign = rule.Sign(d.Difference, d.PHolm)
	}
	if v.Sign == 0 && opposed(r, p) != nil {
		return Open
	}
	if rule.Shows(p.Equality.PHolm) { // two one-sided tests, corrected too
		v.Size = stats.Within
	}
	words := stats.Words[Finding]{Above: Better, Below: Worse, Equal: Equal, Open: Open}
	if r.Better == "lower" {
		words.Above, words.Below = Worse, Better
	}
	return words.Of(v)
}

// words are those of a higher and of a lower score.
func (s short) words() (higher, lower string) {
	switch {
	case s.r.Better == "lower", s.r.Better == "unknown", s.scale == 1:
		return "higher", "lower"
	}
	return "better", "worse"
}

// word is what a pair shows in one word: better, worse, equal within the margin, or that it can't be told, with the
// difference that as many units would have shown.
func (s short) word(p compare.Pair) string {
	better, worse := s.words()
	if s.r.Better == "lower" {
		better, worse = worse, better
	}
	sides := opposed(s.r, p)
	small := ""
	if (stats.Rule{Alpha: s.r.Alpha}).Shows(p.Equality.PHolm) {
		small = ", by less than the margin"
	}
	switch f := FindingOf(s.r, p); f {
	case Better, Worse:
		word := better
		if f == Worse {
			word = worse
		}
		if sides != nil {
			return word + " in the mean, but tasks disagree: " + s.disagree(sides)
		}
		return word + small
	case Equal:
		return "equal within " + apa.Format("%g", s.r.Margin)
	case NotComparable:
		return "not comparable: " + s.nothingShared(p)
	}
	if sides != nil {
		return "can't tell, as tasks disagree: " + s.disagree(sides)
	}
	if !p.Decision.P.Defined() {
		return "can't tell: " + s.noTest(p)
	}
	if d := p.Decision; d.Opposed() && (d.PHolm.Or(1) < s.r.Alpha || (d.Estimate.Or(1)-1)*d.Difference.Or(0) < -1e-4) {
		return "can't tell: tasks disagree (their mean and the odds ratio point to opposite sides)"
	}
	found, ok := p.Power.Detectable.Get()
	switch {
	case ok && found <= math.Abs(p.Decision.Difference.Or(0)): // after Holm's correction, not even that
	case ok && s.scale == 100:
		format, digits := "can't tell; %.0f points", 0
		switch {
		case found < 0.0095:
			format, digits = "can't tell; %.1g points", max(1, -int(math.Floor(math.Log10(100*found))))
		case found >= 0.995 && found < 1:
			format, digits = "can't tell; %.1f points", 1
		}
		text := fmt.Sprintf(format, 100*found)
		if rates := p.Power.Rates; rates != nil { // that differ by as much as is printed
			ten := math.Pow10(digits)
			low := math.Round(100*ten*rates[1]) / ten
			high := min(100, low+math.Round(100*ten*found)/ten)
			text += fmt.Sprintf(" (%.*f %% against %.*f %%)", digits, high, digits, low)
		}
		return text + " would show" + repeats
	case ok:
		return fmt.Sprintf("can't tell; %.3g would show", found) + repeats
	}
	return "can't tell"
}

// apartPairs names the pairs that are independent samples in a paired design.
func (s short) apartPairs() string {
	var pairs []string
	for _, p := range s.family.Pairs {
		if s.r.Design.Paired && !p.Paired() {
			pairs = append(pairs, p.A+" and "+p.B)
		}
	}
	if len(pairs) == 0 {
		return ""
	}
	if len(pairs) > maxShown {
		pairs = append(pairs[:maxShown], "...")
	}
	return fmt.Sprintf(" Independent samples, as they share no %s: %s.", s.r.Design.Unit, strings.Join(pairs, ", "))
}

// dropped says of the methods that have units which no pair uses in full how many these are, and the mean of all.
func (s short) dropped() string {
	if !s.r.Design.Paired {
		return ""
	}
	var parts []string
	for _, m := range s.r.Methods {
		fewest := m.N
		for _, p := range s.family.Pairs {
			if p.Paired() && (p.A == m.Method || p.B == m.Method) {
				fewest = min(fewest, p.N[0])
			}
		}
		if mean, ok := m.Mean.Get(); ok && fewest < m.N {
			format := "%s leaves out %d of %d (mean of all: %.4g%s)"
			if s.scale == 100 {
				format = "%s leaves out %d of %d (mean of all: %.1f%s)"
			}
			parts = append(parts, fmt.Sprintf(format, m.Method, m.N-fewest, m.N, s.scale*mean, s.unit))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	if len(parts) > maxShown {
		parts = append(parts[:maxShown], "...")
	}
	return fmt.Sprintf(" Means above are of the values of %s that both methods have: %s.", s.r.Design.Unit,
		strings.Join(parts, ", "))
}

// manyPairs are so many that correcting for all of them costs much power where one method is what matters.
const manyPairs = 10

// rest counts the pairs that are not shown, and says what Holm's correction counts.
func (s short) rest(shown int) []string {
	all, hidden := len(s.family.Pairs), len(s.family.Pairs)-shown
	if hidden == 0 {
		return nil
	}
	hint := ""
	if all > manyPairs && s.against() == "" {
		hint = " --against NAME compares all with one."
	}
	return []string{fmt.Sprintf("%s not shown; Holm's correction counts all %d.%s", wording.Plural(hidden, "more pair"),
		all, hint)}
}

// set names the methods that are not shown to be worse than the best, where there are three or more and every two are
// compared.
func (s short) set(best string) []string {
	if len(s.r.Methods) < 3 || s.against() != "" || s.r.Design.Outcome == compare.Scores || s.r.Better != "higher" {
		return nil
	}
	tested := func(p compare.Pair) bool { return p.Decision.PHolm.Defined() }
	if !slices.ContainsFunc(s.family.Pairs, tested) {
		return nil
	}
	var alike []string
	for _, p := range s.family.Pairs {
		if p.A != best && p.B != best || p.Decision.PHolm.Or(1) < s.r.Alpha {
			continue
		}
		other := p.A
		if p.A == best {
			other = p.B
		}
		alike = append(alike, other)
	}
	if len(alike) == 0 {
		return []string{fmt.Sprintf("All others are shown to be worse than %s.", best)}
	}
	if len(alike) > 6 {
		alike = append(alike[:6], "...")
	}
	return []string{fmt.Sprintf("Not shown to be worse than the best, %s: %s.", best, strings.Join(alike, ", "))}
}
