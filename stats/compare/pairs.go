package compare

import (
	"fmt"
	"math"
	"slices"

	"counterpoise/stats"
)

// families compares every two methods, or every method with one: over the mean of the groups, and within each group.
// Rollouts of one policy a method have their groups apart: tasks are their names, and rollouts are by group and method.
func (c *comparison) families(tasks []string, rollouts [][][]float64) error {
	overall, err := c.family("overall", [][][]float64{c.overall}, []string{""})
	if err != nil {
		return err
	}
	c.out.Families = append(c.out.Families, overall)
	if rollouts != nil {
		within, err := c.family("within groups", rollouts, tasks)
		c.out.Families = append(c.out.Families, within)
		return err
	}
	if len(c.data.Groups) > 1 {
		within, err := c.family("within groups", c.groups, c.data.Groups)
		if err != nil {
			return err
		}
		c.out.Families = append(c.out.Families, within)
	}
	return nil
}

// family compares the methods in each of several tables of scores, and corrects the p values of all pairs together.
func (c *comparison) family(name string, tables [][][]float64, groups []string) (Family, error) {
	f := Family{Name: name}
	// A score is one success or failure where rollouts are units and no groups are averaged.
	c.stratified = c.strata != nil && len(tables) == 1
	c.exact = c.successes && !c.clustered && (len(tables) > 1 || len(c.data.Groups) == 1)
	k := len(c.data.Methods)
	for g, of := range tables {
		for j := range k {
			for i := range k {
				against := c.data.Methods[j] == c.o.Against
				if c.o.Against == "" && i >= j || c.o.Against != "" && (!against || i == j) {
					continue
				}
				var p Pair
				var err error
				if c.summaries == nil {
					p, err = c.pair(of[i], of[j])
				} else {
					p, err = c.summarised(i, j)
				}
				if err != nil {
					return f, err
				}
				if c.stratified {
					if err := p.stratify(c.strata[i], c.strata[j], c.o); err != nil {
						return f, err
					}
				}
				if len(tables) == 1 && c.strata == nil && c.successes && !c.clustered && len(c.groups) > 1 {
					if err := p.guard(c.singles(i, j, p.Paired()), c.o); err != nil {
						return f, err
					}
				}
				p.A, p.B, p.Group = c.data.Methods[i], c.data.Methods[j], groups[g]
				f.Pairs = append(f.Pairs, p)
				if c.o.Watch != nil {
					if err := c.o.Watch(len(f.Pairs), k*k*len(tables)); err != nil {
						return f, err
					}
				}
			}
		}
	}
	for _, of := range []func(*Pair) (p, holm *stats.Maybe){
		func(p *Pair) (_, _ *stats.Maybe) { return &p.T.P, &p.T.PHolm },
		func(p *Pair) (_, _ *stats.Maybe) { return &p.Rank.P, &p.Rank.PHolm },
		func(p *Pair) (_, _ *stats.Maybe) { return &p.Exact.P, &p.Exact.PHolm },
		func(p *Pair) (_, _ *stats.Maybe) { return &p.Decision.P, &p.Decision.PHolm },
		func(p *Pair) (_, _ *stats.Maybe) { return &p.Equality.P, &p.Equality.PHolm },
	} {
		ps := make([]float64, len(f.Pairs))
		for i := range f.Pairs {
			p, _ := of(&f.Pairs[i])
			ps[i] = p.Or(math.NaN())
		}
		for i, v := range stats.Holm(ps) {
			_, holm := of(&f.Pairs[i])
			*holm = stats.Some(v)
		}
	}
	return f, c.plan(f)
}

// pair compares the scores of two methods by unit. In a paired design two methods that share no unit are independent
// samples, unless pairs alone are asked for.
func (c *comparison) pair(a, b []float64) (Pair, error) {
	x, y := present(a), present(b)
	if !c.out.Design.Paired {
		return c.apart(x, y)
	}
	shared := false
	for u := range a {
		shared = shared || !math.IsNaN(a[u]) && !math.IsNaN(b[u])
	}
	if shared || c.o.Design == Paired || len(x) == 0 || len(y) == 0 {
		return c.paired(a, b)
	}
	p, err := c.apart(x, y)
	p.warn("no %s has both methods: compared as independent samples", c.out.Design.Unit)
	return p, err
}

// paired compares two methods in the units that both have.
func (c *comparison) paired(a, b []float64) (p Pair, err error) {
	var x, y, d []float64
	for u := range a {
		if !math.IsNaN(a[u]) && !math.IsNaN(b[u]) {
			x, y, d = append(x, a[u]), append(y, b[u]), append(d, a[u]-b[u])
		}
	}
	p.N = stats.Counts{len(x)}
	p.T.Name, p.Rank.Name, p.Effect.Name = "paired t", "Wilcoxon", "g_z"
	p.compare(x, y)
	if p.Bounded, err = c.bounded(d, nil); err != nil {
		return p, err
	}
	if c.exact {
		if err = p.mcnemar(x, y, c.o, c.few()); err != nil {
			return p, err
		}
	}
	if len(x) < 2 {
		p.warn("%d complete pairs: undefined", len(x))
		return p, nil
	}
	tx, ty := x, y
	if flat(d, x, y) {
		tx, ty = slices.Repeat(d[:1], len(d)), make([]float64, len(d))
	}
	t, err := stats.PairedT(tx, ty, c.o.Level)
	if err != nil {
		return p, err
	}
	w, err := stats.WilcoxonTest(x, y)
	if err != nil {
		return p, err
	}
	p.Rank.Stat, p.Rank.P, p.Biserial = w.V, w.P, w.RankBiserial
	p.Warnings = append(p.Warnings, w.Warnings...)
	normal, err := stats.ShapiroWilkOfPairs(x, y)
	if err != nil {
		return p, err
	}
	p.check("normal differences", d, normal)
	return p, c.describe(&p, t, t)
}

// bounded is an interval of the mean of scores with a range that holds for any distribution in it (see
// stats.BoundedDifference): of x, the differences of pairs, where y is nil, and of x - y of independent samples else.
// Undefined where scores have no range, and for many units.
func (c *comparison) bounded(x, y []float64) (stats.Interval, error) {
	of := c.out.Design.Range
	if of == nil || y != nil && len(y) == 0 {
		return stats.Interval{}, nil
	}
	return stats.BoundedDifference(x, y, of[1]-of[0], c.o.Level)
}

// flat reports whether values are equal but for rounding: whether they differ by at most 8 units in the last place of
// the largest of them and of those that they were made from. 8/10 - 7/10 and 7/10 - 6/10 differ so, and a t-test would
// take that for a spread, as stats.PairedT warns.
func flat(values []float64, from ...[]float64) bool {
	largest := 0.0
	for _, list := range append(from, values) {
		for _, v := range list {
			largest = max(largest, math.Abs(v))
		}
	}
	return slices.Max(values)-slices.Min(values) <= 8*0x1p-52*largest
}

// compare sets the means of the scores.
func (p *Pair) compare(x, y []float64) {
	mean := func(v []float64) stats.Maybe {
		sum := 0.0
		for _, s := range v {
			sum += s / float64(len(v))
		}
		if len(v) == 0 {
			return stats.Maybe{}
		}
		return stats.Some(sum)
	}
	p.Decision.A, p.Decision.B, p.Decision.Of = mean(x), mean(y), "difference"
}

// Bounds of exact tests: of at most fewPairs pairs each is tested as exactly as its numbers ask for, however many
// rollouts it has; of more pairs, where pairs times units are at most maxExact.
const fewPairs, maxExact = 100, 200_000

// few reports whether tests of rates may be exact: the comparison has few pairs, or more of few rollouts. Both orders
// of two methods count, and each with itself.
func (c *comparison) few() bool {
	pairs := len(c.data.Methods) * len(c.data.Methods) * max(1, len(c.data.Groups))
	return pairs <= fewPairs || pairs*len(c.data.Trials) <= maxExact
}

// mcnemar sets the tests of paired successes.
func (p *Pair) mcnemar(x, y []float64, o Options, exact bool) (err error) {
	p.Exact.Name = "McNemar"
	first, second, both := 0, 0, 0 // pairs in which x succeeds alone, y alone, and both
	for i := range x {
		switch {
		case x[i] > y[i]:
			first++
		case x[i] < y[i]:
			second++
		case x[i] > 0:
			both++
		}
	}
	if p.Exact.P, err = stats.McNemar(first, second); err != nil || len(x) == 0 {
		return err
	}
	neither := len(x) - both - first - second
	t, err := stats.PairedScore(both, first, second, neither, o.Level, exact)
	if err != nil {
		return err
	}
	p.decide("paired score test", t)
	p.next = func(alpha float64) (power Power, err error) {
		power.Detectable, err = stats.PairedDetectable(float64(first+second)/float64(len(x)), len(x), chance, alpha,
			exact)
		return power, err
	}
	e, err := stats.PairedEquality(both, first, second, neither, exact || len(x) <= maxSmall)
	p.equality(e, o)
	return err
}

// decide sets the decision about two success rates.
func (p *Pair) decide(name string, t stats.RateTest) {
	if t.Exact {
		name = "exact " + name
	}
	p.Decision = Decision{Test: name, A: stats.Some(t.A), B: stats.Some(t.B), Difference: stats.Some(t.Difference),
		Of: "difference", Estimate: stats.Some(t.Difference), CI: t.CI, P: stats.Some(t.P)}
}

// maxSmall bounds the rollouts of a method whose equality is always tested exactly: there the normal distribution is
// least exact.
const maxSmall = 40

// equality sets what two success rates show of equality: by the test that decides, or for the difference that stands in
// the decision.
func (p *Pair) equality(e stats.RateEquality, o Options) {
	p.Equality = Equality{Within: stats.Some(e.Within(o.Alpha))}
	if o.Margin > 0 {
		p.Equality.P = stats.Some(e.P(min(1, o.Margin)))
	}
}

// singles are the successes of two methods by group, in the units that have every group, of one rollout a group; paired
// ones, in the units that both have.
func (c *comparison) singles(i, j int, paired bool) []stats.Stratum {
	strata := make([]stats.Stratum, len(c.groups))
	for u := range c.data.Trials {
		first, second := !math.IsNaN(c.overall[i][u]), !math.IsNaN(c.overall[j][u])
		if paired && first != second {
			continue
		}
		for g, of := range c.groups {
			if first {
				strata[g].N1, strata[g].K1 = strata[g].N1+1, strata[g].K1+int(of[i][u])
			}
			if second {
				strata[g].N2, strata[g].K2 = strata[g].N2+1, strata[g].K2+int(of[j][u])
			}
		}
	}
	return strata
}

// guard keeps a t-test of means of single successes from showing equality by a spread that is too small by chance:
// limits of the rates must show it too.
func (p *Pair) guard(strata []stats.Stratum, o Options) error {
	if !p.Equality.Within.Defined() {
		return nil
	}
	e, err := stats.StratifiedEquality(strata)
	if err != nil {
		return err
	}
	byT := p.Equality
	p.equality(e, o)
	p.Equality.Within = stats.Some(max(p.Equality.Within.Or(0), byT.Within.Or(0)))
	if o.Margin > 0 {
		p.Equality.P = stats.Some(max(p.Equality.P.Or(1), byT.P.Or(1)))
	}
	return nil
}

// stratify sets the decision about two methods whose rollouts are on several tasks, of which those count that both
// have.
func (p *Pair) stratify(a, b []stats.Stratum, o Options) error {
	var both []stats.Stratum
	for g := range a {
		if a[g].N1 > 0 && b[g].N1 > 0 {
			both = append(both, stats.Stratum{K1: a[g].K1, N1: a[g].N1, K2: b[g].K1, N2: b[g].N1})
		}
	}
	if len(both) == 0 {
		p.Decision = Decision{Test: "Cochran-Mantel-Haenszel", Of: "odds ratio"}
		p.Equality, p.next = Equality{}, nil
		p.warn("no group has rollouts of both methods: undefined")
		return nil
	}
	if len(both) < len(a) {
		p.warn("%d of %d groups have rollouts of both methods, and decide", len(both), len(a))
	}
	t, err := stats.CochranMantelHaenszel(both, o.Level)
	if err != nil {
		return err
	}
	name := "Cochran-Mantel-Haenszel"
	if t.Exact {
		name = "exact " + name
	}
	p.Decision = Decision{Test: name, A: stats.Some(t.A), B: stats.Some(t.B), Difference: stats.Some(t.Difference),
		Of: "odds ratio", Estimate: t.OddsRatio, CI: t.CI, P: stats.Some(t.P)}
	if p.Decision.Opposed() && t.P < o.Alpha {
		p.warn("the mean over groups and the odds ratio point to opposite sides, as groups disagree: neither is better")
	}
	p.next = func(alpha float64) (power Power, err error) {
		power.Detectable, err = stats.StratifiedDetectable(both, chance, alpha)
		return power, err
	}
	e, err := stats.StratifiedEquality(both)
	p.equality(e, o)
	return err
}

// apart compares two methods that share no unit.
func (c *comparison) apart(x, y []float64) (p Pair, err error) {
	p.N = stats.Counts{len(x), len(y)}
	p.T.Name, p.Rank.Name, p.Effect.Name = "Welch's t", "Mann-Whitney", "g"
	p.compare(x, y)
	if p.Bounded, err = c.bounded(x, y); err != nil {
		return p, err
	}
	if c.exact {
		if err = p.fisher(x, y, c.o, c.few()); err != nil {
			return p, err
		}
	}
	if len(x) < 2 || len(y) < 2 {
		p.warn("%d and %d units: undefined", len(x), len(y))
		return p, nil
	}
	tx, ty := x, y
	if flat(x) && flat(y) {
		tx, ty = slices.Repeat(x[:1], len(x)), slices.Repeat(y[:1], len(y))
	}
	welch, err := stats.WelchT(tx, ty, c.o.Level)
	if err != nil {
		return p, err
	}
	student, err := stats.StudentT(tx, ty, c.o.Level)
	if err != nil {
		return p, err
	}
	w, err := stats.MannWhitneyTest(x, y)
	if err != nil {
		return p, err
	}
	p.Rank.Stat, p.Rank.P, p.Biserial = w.U, w.P, w.RankBiserial
	p.Warnings = append(p.Warnings, w.Warnings...)
	for i, v := range [][]float64{x, y} {
		normal, err := stats.ShapiroWilk(v)
		if err != nil {
			return p, err
		}
		p.check("normal values of "+[]string{"a", "b"}[i], v, normal)
	}
	return p, c.describe(&p, welch, student)
}

// fisher sets the tests of independent successes.
func (p *Pair) fisher(x, y []float64, o Options, exact bool) (err error) {
	p.Exact.Name = "Fisher"
	sum := func(v []float64) (n int) {
		for _, s := range v {
			n += int(s)
		}
		return n
	}
	if p.Exact.P, err = stats.Fisher(sum(x), len(x), sum(y), len(y)); err != nil || len(x) == 0 || len(y) == 0 {
		return err
	}
	t, err := stats.UnpairedScore(sum(x), len(x), sum(y), len(y), o.Level, exact)
	if err != nil {
		return err
	}
	p.decide("score test", t)
	p.next = func(alpha float64) (power Power, err error) {
		pooled := float64(sum(x)+sum(y)) / float64(len(x)+len(y))
		power.Detectable, err = stats.UnpairedDetectable(pooled, len(x), len(y), chance, alpha, exact)
		if d, ok := power.Detectable.Get(); ok {
			high, low := stats.RatesAbout(pooled, d)
			power.Rates = []float64{high, low}
		}
		return power, err
	}
	e, err := stats.UnpairedEquality(sum(x), len(x), sum(y), len(y), exact || len(x)+len(y) <= 2*maxSmall)
	p.equality(e, o)
	return err
}

// warn adds a warning in the format of fmt.Sprintf.
func (p *Pair) warn(format string, args ...any) {
	p.Warnings = append(p.Warnings, fmt.Sprintf(format, args...))
}

// leastNormal is the number of values from which on their normality is checked. Below it the test of Shapiro and Wilk
// finds nothing but ties: two of three equal values have p = 0.
const leastNormal = 5

// check keeps the check that values are normal. Where all are 0 or 1, or differences of these, there is nothing to
// check: they are not.
func (p *Pair) check(name string, x []float64, normal stats.Assumption) {
	if len(x) < leastNormal || !slices.ContainsFunc(x, func(v float64) bool { return v != 0 && v != 1 && v != -1 }) {
		return
	}
	normal.Name = name
	p.add(normal)
	if v, ok := normal.P.Get(); ok && v < 0.05 {
		chance := fmt.Sprintf("p = %.3g", v)
		if v < 0.001 {
			chance = "p < .001"
		}
		p.warn("doubtful assumption: %s (%s, %s); the rank test does not need it", name, normal.Note, chance)
	}
}

// add keeps the check of an assumption.
func (p *Pair) add(a stats.Assumption) { p.Checks = append(p.Checks, Check{a.Name, a.Note, a.P}) }

// Cut is the warning of a pair whose t interval reached beyond the differences that are possible.
const Cut = "the t interval reached beyond the greatest possible difference, and is cut there"

// cut cuts the t interval of a difference of rates or bounded scores at the greatest possible one.
func (c *comparison) cut(p *Pair) {
	if c.out.Design.Outcome == Scores {
		return
	}
	low, ok := p.CI.Low.Get()
	if high := p.CI.High.Or(0); ok && (low < -1 || high > 1) {
		p.CI.Low, p.CI.High = stats.Some(max(low, -1)), stats.Some(min(high, 1))
		p.warn(Cut)
	}
}

// describe fills a pair in from its t-test and from the test of equal variances that its Bayes factor, posterior and
// effect size belong to; for pairs they are one.
func (c *comparison) describe(p *Pair, t, student stats.Test) error {
	p.Difference, p.CI = t.MeanDifference, t.CI
	p.T.Stat, p.T.DF, p.T.P = t.T, t.DF, t.P
	if p.Decision.Test == "" {
		c.cut(p)
		p.Decision.Test, p.Decision.Difference, p.Decision.Estimate = p.T.Name, p.Difference, p.Difference
		p.Decision.CI, p.Decision.P = p.CI, t.P
	} else if p.Decision.Of == "difference" { // keeps to [-1, 1], and has a width where the t interval has none
		p.Difference, p.CI = p.Decision.Difference, p.Decision.CI
	}
	for _, a := range student.Assumptions {
		p.add(a)
	}
	p.Warnings = append(t.Warnings, p.Warnings...)
	g, err := stats.HedgesG(t, c.o.Level)
	if err != nil {
		return err
	}
	p.Effect.Estimate, p.Effect.CI = g.Estimate, g.CI
	if p.Decision.Test != p.T.Name {
		return nil // what follows is of the test that decides
	}
	bf, err := stats.JZS(student, c.o.Scale)
	if err != nil {
		return err
	}
	if p.BF10, p.LogBF10 = bf.BF10, bf.LogBF10; !p.BF10.Defined() && p.LogBF10.Defined() {
		p.warn("the Bayes factor is beyond the range of float64: its logarithm is %.4g", p.LogBF10.Or(0))
	}
	posterior, err := stats.PosteriorOf(student, c.o.Margin)
	if err != nil {
		return err
	}
	p.Posterior = Posterior{posterior.Above, posterior.Within, posterior.Below}
	if se, ok := t.SE.Get(); ok && t.T.Defined() {
		p.Equality.Within = stats.Some(math.Abs(t.MeanDifference.Or(0)) +
			stats.CriticalT(2*c.o.Alpha, t.DF.Or(0))*se)
	}
	if c.o.Margin > 0 {
		e, err := stats.Equivalent(t, -c.o.Margin, c.o.Margin, c.o.Alpha)
		if err != nil {
			return err
		}
		p.Equality.P = e.P
	}
	// The SD that effects are measured by: of the differences, or the pooled one.
	scale := math.Sqrt(float64(t.N[0]))
	if len(t.N) == 2 {
		scale = 1 / math.Sqrt(1/float64(t.N[0])+1/float64(t.N[1]))
	}
	p.next = func(alpha float64) (Power, error) { return c.next(t, student.SE.Or(0)*scale, alpha) }
	return nil
}
