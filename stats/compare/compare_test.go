package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/stats"
)

// One policy a method, 31 of 50 rollouts against 41 of 50: the units are rollouts, and Fisher's test stands beside the
// deciding one (R 4.2.2: fisher.test gives p = 0.04396, Wilson's interval by prop.test(31, 50, correct = FALSE) is
// .4815 to .7414). The groups are strata: R's mantelhaen.test(exact = TRUE) gives an odds ratio of .363211 and an
// interval of .126403 to .977924; p is twice the smaller tail. Group by group the test is that of 12/20 against 15/20
// and 19/30 against 26/30.
func TestOnePolicyAMethod(t *testing.T) {
	d := stats.Long{Methods: []string{"a", "b"}, Groups: []string{"x", "y"}, Trials: []string{"0"},
		Entries: []stats.Entry{
			{Method: 0, Group: 0, Start: -1, Rollouts: 20, Sum: 12}, {Method: 0, Group: 1, Start: -1, Rollouts: 30,
				Sum: 19},
			{Method: 1, Group: 0, Start: -1, Rollouts: 20, Sum: 15}, {Method: 1, Group: 1, Start: -1, Rollouts: 30,
				Sum: 26},
		}}
	out, err := New(d, Options{Unit: "seed"})
	if err != nil {
		t.Fatal(err)
	}
	p, m := out.Families[0].Pairs[0], out.Methods[0]
	if out.Design.Paired || out.Design.Unit != "rollout" || p.Exact.Name != "Fisher" || m.N != 50 ||
		m.Mean != stats.Some(.62) || math.Abs(p.CI.Low.Or(0)+.372046) > 1e-4 ||
		math.Abs(p.Exact.P.Or(0)-0.04396) > 1e-4 || math.Abs(m.CI.Low.Or(0)-.4815) > 1e-4 ||
		math.Abs(m.CI.High.Or(0)-.7414) > 1e-4 {
		t.Errorf("%+v, %+v, %+v", out.Design, m, p)
	}
	if d := p.Decision; d.Test != "exact Cochran-Mantel-Haenszel" || math.Abs(d.Estimate.Or(0)-.363211) > 1e-5 ||
		math.Abs(d.CI.Low.Or(0)-.126403) > 1e-5 || math.Abs(d.CI.High.Or(0)-.977924) > 1e-5 || d.P.Or(0) > .05 ||
		math.Abs(d.A.Or(0)-(.6+19./30)/2) > 1e-12 || d.Of != "odds ratio" {
		t.Errorf("%+v", d)
	}
	within := out.Families[1].Pairs
	for i, rates := range [][4]int{{12, 20, 15, 20}, {19, 30, 26, 30}} {
		want, err := stats.UnpairedScore(rates[0], rates[1], rates[2], rates[3], .95, true)
		if err != nil || within[i].Decision.P != stats.Some(want.P) || within[i].Group != []string{"x", "y"}[i] ||
			within[i].Decision.Test != "exact score test" {
			t.Errorf("%+v, %v, want %+v", within[i], err, want)
		}
	}
	if !slices.ContainsFunc(out.Warnings, func(w string) bool { return strings.Contains(w, "about these policies") }) {
		t.Errorf("no warning that the tests are about these policies: %q", out.Warnings)
	}
}

// Methods that succeed alike in every group differ when their groups are pooled in different shares, which is warned
// of; in the same shares, whatever the numbers, it is not.
func TestPooledGroups(t *testing.T) {
	of := func(easyA, hardA, easyB, hardB int32) stats.Long {
		d := stats.Long{Methods: []string{"a", "b"}, Groups: []string{"easy", "hard"}, Trials: []string{"0"}}
		for i, n := range []int32{easyA, hardA, easyB, hardB} {
			rate := []float64{.9, .1}[i%2]
			d.Entries = append(d.Entries, stats.Entry{Method: int32(i / 2), Group: int32(i % 2), Start: -1, Rollouts: n,
				Sum: rate * float64(n)})
		}
		return d
	}
	for _, c := range []struct {
		data stats.Long
		want string
	}{
		{of(100, 10, 10, 100), "82 % of the rollouts of a are of other groups than those of b"},
		{of(100, 10, 50, 0), "9 % of the rollouts of a"}, {of(100, 50, 20, 10), ""},
	} {
		if c.data.Entries[3].Rollouts == 0 {
			c.data.Entries = c.data.Entries[:3]
		}
		out, err := New(c.data, Options{})
		if err != nil {
			t.Fatal(err)
		}
		warnings := strings.Join(out.Warnings, "\n")
		if !strings.Contains(warnings, c.want) || c.want == "" && strings.Contains(warnings, "pooled") {
			t.Errorf("want %q: %q", c.want, warnings)
		}
	}
}

// Rows that no column pairs are units in one group each: the error says how to tell trials. Scores below 0 are not said
// to exceed 1.
func TestWhatIsSaidOfRowsAndScores(t *testing.T) {
	d := stats.Long{Methods: []string{"a", "b"}, Groups: []string{"x", "y"}, Trials: []string{"1", "2", "3", "4"}}
	for i := range int32(4) {
		d.Entries = append(d.Entries, stats.Entry{Method: i / 2, Group: i % 2, Trial: i, Start: -1, Rollouts: 1,
			Sum: -float64(i)})
	}
	if _, err := New(d, Options{Unit: "row"}); err == nil || !strings.Contains(err.Error(), "with --trial") {
		t.Errorf("%v", err)
	}
	d.Groups = []string{"all"}
	for i := range d.Entries {
		d.Entries[i].Group = 0
	}
	out, err := New(d, Options{Bootstrap: stats.AggregateOptions{Resamples: 100, Target: 1}})
	if said := strings.Join(out.Warnings, "\n"); err != nil || !strings.Contains(said, "scores lie outside [0, 1]") {
		t.Errorf("%v: %q", err, said)
	}
}

// Without two units there is no test, which is said with the reason: one score of a method, or one policy with more
// rollouts than are compared one by one.
func TestWhyThereIsNoTest(t *testing.T) {
	for _, c := range []struct {
		entry stats.Entry
		want  string
	}{
		{stats.Entry{Rollouts: 1, Sum: .5}, "a test needs two units of each method, and a method has 1 (seed)"},
		{stats.Entry{Rollouts: MaxSingle, Sum: 5}, "4000000 rollouts are more than the 2000000 that are compared"},
	} {
		d := stats.Long{Methods: []string{"a", "b"}, Groups: []string{"all"}, Trials: []string{"0"}}
		for m := range int32(2) {
			c.entry.Method, c.entry.Start = m, -1
			d.Entries = append(d.Entries, c.entry)
		}
		out, err := New(d, Options{Unit: "seed"})
		said := strings.Join(out.Warnings, "\n")
		if err != nil || !strings.Contains(said, c.want) || strings.Contains(said, "largest effects") {
			t.Errorf("%v: %q", err, said)
		}
	}
}

// What is undefined is undefined, and a warning says why: no spread, one unit, alike methods.
func TestUndefinedIsWarned(t *testing.T) {
	one := func(v float64) *float64 { return &v }
	for _, rows := range [][][]*float64{
		{{one(1), one(2)}, {one(2), one(3)}, {one(3), one(4)}},
		{{one(1), one(1)}, {one(2), one(2)}},
		{{one(1), one(2)}},
		{{one(5), one(5)}, {one(5), one(5)}},
		{{one(1), nil}, {nil, one(2)}, {one(3), one(2)}},
	} {
		for _, kind := range []string{Auto, Apart} {
			out, err := New(longOf(rows), Options{Design: kind})
			if err != nil {
				t.Errorf("%v: %v", rows, err)
				continue
			}
			if o := out.Omnibus; out.Design.Paired && o.ANOVA == nil &&
				!strings.Contains(strings.Join(out.Warnings, "\n"), "no repeated-measures ANOVA: ") {
				t.Errorf("%v: neither an ANOVA nor a warning: %q", rows, out.Warnings)
			}
			for _, f := range out.Families {
				for _, p := range f.Pairs {
					if !p.T.P.Defined() && len(p.Warnings) == 0 {
						t.Errorf("%s: %s-%s has neither a p nor a warning", kind, p.A, p.B)
					}
				}
			}
		}
	}
}

// Exchanging two methods turns signs around and nothing else; scaling the scores scales differences alone.
func TestInvariances(t *testing.T) {
	designs, _ := reference(t)
	for _, r := range designs {
		if !strings.HasPrefix(r.Name, "balanced n=8") {
			continue
		}
		d := longOf(r.Rows)
		flipped, scaled := d, d
		flipped.Entries, scaled.Entries = slices.Clone(d.Entries), slices.Clone(d.Entries)
		for i := range d.Entries {
			flipped.Entries[i].Method = int32(len(d.Methods)-1) - d.Entries[i].Method
			scaled.Entries[i].Sum *= 1024
		}
		for _, kind := range []string{Paired, Apart} {
			var all []Result
			for _, x := range []stats.Long{d, flipped, scaled} {
				out, err := New(x, Options{Design: kind})
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, out)
			}
			k := len(d.Methods)
			a, b, c := all[0].Families[0].Pairs[0], all[1].Families[0].Pairs, all[2].Families[0].Pairs[0]
			last := b[len(b)-1] // of methods k-2 and k-1, which are b and a
			if k == 2 {
				last = b[0]
			}
			near := func(x, y stats.Maybe, sign float64) bool {
				return math.Abs(x.Or(0)-sign*y.Or(1)) <= 1e-12*math.Abs(y.Or(1))
			}
			if !near(a.Difference, last.Difference, -1) || !near(a.T.P, last.T.P, 1) || !near(a.Rank.P, last.Rank.P,
				1) ||
				!near(a.Effect.CI.Low, last.Effect.CI.High, -1) || !near(a.BF10, last.BF10, 1) ||
				a.Posterior != (Posterior{last.Posterior.Below, last.Posterior.Within, last.Posterior.Above}) {
				t.Errorf("%s, %s: %+v exchanged is %+v", r.Name, kind, a, last)
			}
			if !near(c.Difference, a.Difference, 1024) || c.T != a.T || c.Rank != a.Rank || c.Effect != a.Effect ||
				!near(c.Power.Detectable, a.Power.Detectable, 1024) {
				t.Errorf("%s, %s: %+v scaled is %+v", r.Name, kind, a, c)
			}
		}
	}
}

// Rollouts of one policy a method are units of their own, unless methods are to be paired: then by the starts that they
// share, and it is an error where there are none.
func TestPairedByStart(t *testing.T) {
	of := func(starts, offset int32) stats.Long {
		d := stats.Long{Methods: []string{"a", "b"}, Groups: []string{"all"}, Trials: []string{"1", "2"},
			Starts: int(starts)}
		for m := range int32(2) {
			for i := range int32(6) {
				e := stats.Entry{Method: m, Trial: m, Start: -1, Rollouts: 1, Sum: float64((i + 2*m) % 3 % 2)}
				if starts > 0 {
					e.Start = i + m*offset
				}
				d.Entries = append(d.Entries, e)
			}
		}
		return d
	}
	for _, c := range []struct {
		name, design string
		data         stats.Long
		unit         string
		paired       bool
		complete     int
		want         string // part of the error
	}{
		{"rollouts", Auto, of(6, 0), "rollout", false, 0, ""},
		{"shared starts", Paired, of(6, 0), "start", true, 6, ""},
		{"some shared starts", Paired, of(9, 3), "start", true, 3, ""},
		{"other starts", Paired, of(12, 6), "", false, 0, "no two methods share a value of start"},
		{"no starts", Paired, of(0, 0), "", false, 0, "not every rollout tells its start, so nothing is paired"},
	} {
		r, err := New(c.data, Options{Design: c.design, NoModel: true})
		if c.want != "" {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: error %v, want %s", c.name, err, c.want)
			}
			continue
		}
		if err != nil || r.Design.Unit != c.unit || r.Design.Paired != c.paired || r.Design.Complete != c.complete {
			t.Errorf("%s: %+v, %v", c.name, r.Design, err)
		}
	}
}

// The detectable difference is that of as many units, by the test that decides, at the level at which Holm's correction
// starts: of t-tests it is where their power, with the spread that the data have, is 0.8.
func TestDetectableDifference(t *testing.T) {
	for _, design := range []string{Paired, Apart} {
		d := stats.Long{Methods: []string{"a", "b", "c"}, Groups: []string{"all"}}
		for u := range 12 {
			d.Trials = append(d.Trials, fmt.Sprint(u))
			for m := range int32(3) {
				d.Entries = append(d.Entries, stats.Entry{Method: m, Trial: int32(u), Start: -1, Rollouts: 1,
					Sum: float64(m+1) * math.Sin(float64(u*u)+float64(m))})
			}
		}
		out, err := New(d, Options{Design: design})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range out.Families[0].Pairs {
			se := p.Difference.Or(0) / p.T.Stat.Or(0)
			power, err := stats.PowerOf(stats.MeasuredDesign{T: p.Power.Detectable.Or(0) / se, DF: p.T.DF.Or(0)}, 2,
				0.05/3)
			if err != nil || math.Abs(power.Power.Or(0)-0.8) > 1e-6 {
				t.Errorf("%s, %s-%s: the detectable difference has power %v, %v", design, p.A, p.B, power.Power, err)
			}
		}
	}
}

// Of successes the detectable difference is by the exact test that decides, at alpha over the number of pairs; what
// would be of means of a normal distribution is left out.
func TestDetectableOfRates(t *testing.T) {
	counts := [][3]int{{17, 14, 10}, {19, 15, 14}, {18, 17, 18}} // of 20, by task and method
	long := func(tasks, methods int) stats.Long {
		d := stats.Long{Methods: []string{"a", "b", "c"}[:methods], Groups: []string{"x", "y", "z"}[:tasks]}
		for m := range methods {
			d.Trials = append(d.Trials, fmt.Sprint(m))
			for g := range tasks {
				d.Entries = append(d.Entries, stats.Entry{Method: int32(m), Group: int32(g), Trial: int32(m), Start: -1,
					Rollouts: 20, Sum: float64(counts[g][m])})
			}
		}
		return d
	}
	for _, methods := range []int{2, 3} {
		level := 0.05 / float64(methods*(methods-1)/2)
		for _, tasks := range []int{1, 3} {
			out, err := New(long(tasks, methods), Options{Margin: .1})
			if err != nil {
				t.Fatal(err)
			}
			p := out.Families[0].Pairs[0]
			pooled := float64(counts[0][0]+counts[0][1]) / 40
			want, err := stats.UnpairedDetectable(pooled, 20, 20, .8, level, true)
			if tasks > 1 {
				var strata []stats.Stratum
				for _, c := range counts {
					strata = append(strata, stats.Stratum{K1: c[0], N1: 20, K2: c[1], N2: 20})
				}
				want, err = stats.StratifiedDetectable(strata, .8, level)
			}
			if err != nil || p.Power.Detectable != want || !want.Defined() {
				t.Errorf("%d methods, %d tasks: %v, want %v, %v", methods, tasks, p.Power.Detectable, want, err)
			}
			if p.Power.Units.Defined() || p.Power.Margin.Defined() || p.BF10.Defined() || p.Posterior != (Posterior{}) {
				t.Errorf("%d methods, %d tasks: of t-tests: %+v, %v, %+v", methods, tasks, p.Power, p.BF10, p.Posterior)
			}
		}
	}
}

// Without an effect, and whatever the design, a family of comparisons finds a difference in at most alpha of
// simulations: Holm's promise, for the t-tests and the rank tests.
func TestFamiliesKeepTheirLevel(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const runs = 200
	for _, kind := range []string{Paired, Apart} {
		found := [2]int{}
		for run := range runs {
			d := stats.Long{Groups: []string{"all"}, Methods: []string{"a", "b", "c"}}
			r := seed.Of("compare_test", kind, run).Rand()
			for u := range 10 {
				d.Trials = append(d.Trials, fmt.Sprint(u))
				shared := r.NormFloat64()
				for m := range int32(3) {
					d.Entries = append(d.Entries, stats.Entry{Method: m, Trial: int32(u), Start: -1, Rollouts: 1,
						Sum: shared + r.NormFloat64()})
				}
			}
			out, err := New(d, Options{Design: kind})
			if err != nil {
				t.Fatal(err)
			}
			any := [2]bool{}
			for _, p := range out.Families[0].Pairs {
				any[0] = any[0] || p.T.PHolm.Or(1) < 0.05
				any[1] = any[1] || p.Rank.PHolm.Or(1) < 0.05
			}
			for i := range any {
				if any[i] {
					found[i]++
				}
			}
		}
		// Three standard errors above .05; shared units make independent tests conservative.
		for i, n := range found {
			if most := 0.05 + 3*math.Sqrt(0.05*0.95/runs); float64(n)/runs > most {
				t.Errorf("%s, test %d: a difference in %.3f of runs, at most %.3f", kind, i, float64(n)/runs, most)
			}
		}
	}
}

// Differences of scores may exceed float64. They are undefined then; t, p and the check of normality are not.
func TestHugeScores(t *testing.T) {
	var rows [][]*float64
	for _, v := range [][2]float64{{1e308, -1e308}, {1.5e308, -1.7e308}, {1.1e308, -1.1e308}, {1.2e308, -1.3e308},
		{1.4e308, -1.6e308}} {
		rows = append(rows, []*float64{&v[0], &v[1]})
	}
	out, err := New(longOf(rows), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if p := out.Families[0].Pairs[0]; p.Difference.Defined() || !p.T.P.Defined() || !p.Checks[0].P.Defined() {
		t.Errorf("%+v", p)
	}
}

// Welch's test of unequal numbers and spreads finds the detectable difference of normal values in 80 % of simulations.
func TestDetectableOfUnequalNumbers(t *testing.T) {
	const first, second, runs = 6, 20, 2000
	d := stats.Long{Methods: []string{"a", "b"}, Groups: []string{"all"}}
	sample := [2][]float64{}
	for i := range first + second {
		m := int32(min(1, i/first))
		v := math.Sin(float64(i*i)) * float64(3-2*m)
		sample[m] = append(sample[m], v)
		d.Entries = append(d.Entries, stats.Entry{Method: m, Trial: int32(i), Start: -1, Rollouts: 1, Sum: v})
		d.Trials = append(d.Trials, fmt.Sprint(i))
	}
	out, err := New(d, Options{})
	if err != nil {
		t.Fatal(err)
	}
	detectable := out.Families[0].Pairs[0].Power.Detectable.Or(0)
	found, r := 0, seed.Of("detectable").Rand()
	for range runs {
		draw := [2][]float64{}
		for m, of := range sample {
			s, err := stats.Summarise(of)
			if err != nil {
				t.Fatal(err)
			}
			for range of {
				draw[m] = append(draw[m], r.NormFloat64()*s.SD.Or(0)+float64(m)*detectable)
			}
		}
		test, err := stats.WelchT(draw[0], draw[1], .95)
		if err != nil {
			t.Fatal(err)
		}
		if test.P.Or(1) < .05 {
			found++
		}
	}
	if share := float64(found) / runs; math.Abs(share-.8) > .03 {
		t.Errorf("a difference of %v is found in %v of %d simulations, want 0.8", detectable, share, runs)
	}
}

// Units that are all alike have no spread that an interval could be of: five seeds that never succeed in ten rollouts
// may be followed by one that does. A method of single successes has Wilson's.
func TestNoSpreadHasNoInterval(t *testing.T) {
	d := stats.Long{Methods: []string{"never", "always", "mixed"}, Groups: []string{"all"},
		Trials: []string{"1", "2", "3", "4", "5"}}
	for i := range int32(15) {
		d.Entries = append(d.Entries, stats.Entry{Method: i % 3, Trial: i / 3, Start: -1, Rollouts: 10,
			Sum: []float64{0, 10, float64(i / 3)}[i%3]})
	}
	out, err := New(d, Options{Unit: "seed"})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []bool{false, false, true} {
		if m := out.Methods[i]; m.CI.Defined() != want || !m.SD.Defined() {
			t.Errorf("%+v, want an interval: %v", m, want)
		}
	}
	const want = "no interval of never, always: all values of seed are alike, which is no spread to measure by"
	if !slices.Contains(out.Warnings, want) {
		t.Errorf("%q, want %q", out.Warnings, want)
	}
}

// Differences that are all one tenth, but for the last bits of 8/10 - 7/10 and 7/10 - 6/10, have no spread, and neither
// have samples that are equal but for these. A spread of a thousandth is one.
func TestRoundingIsNoSpread(t *testing.T) {
	for _, c := range []struct {
		apart   int32 // added to the trials of b: 0 pairs them
		a, b    []float64
		defined bool
	}{
		{0, []float64{7, 8, 9}, []float64{6, 7, 8}, false}, {0, []float64{7, 8, 9.01}, []float64{6, 7, 8}, true},
		{3, []float64{7, 7, 7}, []float64{6, .1 * 60, 6 * (1 + 0x1p-52)}, false},
		{3, []float64{7, 7, 7}, []float64{6, 6.01, 6}, true},
	} {
		d := stats.Long{Methods: []string{"a", "b"}, Groups: []string{"all"},
			Trials: []string{"1", "2", "3", "4", "5", "6"}}
		for i := range int32(3) {
			d.Entries = append(d.Entries, stats.Entry{Method: 0, Trial: i, Start: -1, Rollouts: 10, Sum: c.a[i]},
				stats.Entry{Method: 1, Trial: i + c.apart, Start: -1, Rollouts: 10, Sum: c.b[i]})
		}
		out, err := New(d, Options{Unit: "seed"})
		if err != nil {
			t.Fatal(err)
		}
		p := out.Families[0].Pairs[0]
		if out.Design.Paired != (c.apart == 0) || p.T.P.Defined() != c.defined || p.Decision.P.Defined() != c.defined ||
			p.CI.Defined() != c.defined || math.Abs(p.Difference.Or(0)-.1) > .001 {
			t.Errorf("%v: paired %t, %+v", c, out.Design.Paired, p)
		}
	}
}

// No two rates differ by more than 1: what few units with a wide spread would find beyond that is undefined, with a
// warning. Of scores it is a number like any other.
func TestDetectableIsPossible(t *testing.T) {
	for _, c := range []struct {
		scale float64
		want  bool
	}{{1, false}, {3, true}} {
		d := stats.Long{Methods: []string{"a", "b"}, Groups: []string{"all"}, Trials: []string{"1", "2", "3"}}
		for i, v := range []float64{0, 1, 1, .2, .1, .9} {
			d.Entries = append(d.Entries, stats.Entry{Method: int32(i % 2), Trial: int32(i / 2), Start: -1,
				Rollouts: 1, Sum: v * c.scale})
		}
		out, err := New(d, Options{Unit: "seed"})
		if err != nil {
			t.Fatal(err)
		}
		p := out.Families[0].Pairs[0]
		warned := strings.Contains(strings.Join(p.Warnings, "; "), "no possible difference of rates is found")
		if p.Power.Detectable.Defined() != c.want || warned == c.want {
			t.Errorf("scale %v: %+v, %q", c.scale, p.Power, p.Warnings)
		}
	}
}

// A mean over groups of single successes is no success: the exact test is of the groups one by one.
func TestExactTestsWithinGroups(t *testing.T) {
	d := stats.Long{Methods: []string{"a", "b"}, Groups: []string{"x", "y"}}
	for u := range 12 {
		d.Trials = append(d.Trials, fmt.Sprint(u))
		for m := range int32(2) {
			for g := range int32(2) {
				d.Entries = append(d.Entries, stats.Entry{Method: m, Group: g, Trial: int32(u), Start: -1, Rollouts: 1,
					Sum: float64((u*u + int(3*m+g)*u) / 2 % 2)})
			}
		}
	}
	out, err := New(d, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"", "McNemar"} {
		for _, p := range out.Families[i].Pairs {
			if p.Exact.Name != want || p.Exact.P.Defined() && want == "" {
				t.Errorf("%s: exact test %+v, want %q", out.Families[i].Name, p.Exact, want)
			}
		}
	}
}

// Methods that agree in every episode have McNemar's p = 1, and count in the family: of three comparisons with p =
// .125, .125 and 1, Holm's correction gives .375 (statsmodels: mcnemar(exact=True), multipletests(method="holm")).
func TestAgreementCountsInTheFamily(t *testing.T) {
	data := stats.Long{Methods: []string{"a", "b", "c"}, Groups: []string{"all"}}
	for u, row := range [][3]float64{{1, 1, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 0}} {
		data.Trials = append(data.Trials, fmt.Sprint(u))
		for m, v := range row {
			data.Entries = append(data.Entries, stats.Entry{Method: int32(m), Trial: int32(u), Start: -1, Rollouts: 1,
				Sum: v})
		}
	}
	r, err := New(data, Options{NoModel: true})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][2]float64{{1, 1}, {.125, .375}, {.125, .375}} {
		p := r.Families[0].Pairs[i]
		if p.Exact.P.Or(-1) != want[0] || p.Exact.PHolm.Or(-1) != want[1] {
			t.Errorf("%s against %s: p %v, by Holm %v, want %v", p.A, p.B, p.Exact.P, p.Exact.PHolm, want)
		}
	}
}

// Fewer than five values say nothing about normality: of three success rates two are often equal, and p = 0. A Bayes
// factor that float64 can't hold is its logarithm, with a warning.
func TestChecksOfFewValues(t *testing.T) {
	compared := func(x, y []float64) Pair {
		data := stats.Long{Methods: []string{"a", "b"}, Groups: []string{"all"}}
		for u := range x {
			data.Trials = append(data.Trials, fmt.Sprint(u))
			for m, v := range []float64{x[u], y[u]} {
				data.Entries = append(data.Entries, stats.Entry{Method: int32(m), Trial: int32(u), Start: -1,
					Rollouts: 1, Sum: v})
			}
		}
		r, err := New(data, Options{NoModel: true})
		if err != nil {
			t.Fatal(err)
		}
		return r.Families[0].Pairs[0]
	}
	has := func(p Pair) bool {
		return slices.ContainsFunc(p.Checks, func(c Check) bool { return c.Name == "normal differences" })
	}
	if p := compared([]float64{.5, .6, .7}, []float64{.4, .5, .5}); has(p) || strings.Contains(fmt.Sprint(p.Warnings),
		"normal") {
		t.Errorf("three values: %+v, %q", p.Checks, p.Warnings)
	}
	p := compared([]float64{.5, .6, .7, .5, .6, .9}, []float64{.4, .5, .5, .3, .1, .2})
	if !has(p) {
		t.Errorf("six values: %+v", p.Checks)
	}
	var x, y []float64
	for i := range 400 {
		x, y = append(x, float64(i%7)/1e4), append(y, 1+float64(i%5)/1e4)
	}
	p = compared(x, y)
	if p.BF10.Defined() || p.LogBF10.Or(0) < 700 ||
		!strings.Contains(fmt.Sprint(p.Warnings), "the Bayes factor is beyond the range of float64: its logarithm is") {
		t.Errorf("BF10 %v, its logarithm %v, %q", p.BF10, p.LogBF10, p.Warnings)
	}
}

// A group that a method lacks is told in the sentence of the design.
func TestLackingGroupIsTold(t *testing.T) {
	full := []stats.Stratum{{N1: 20}, {N1: 5}}
	if got := lacking([]string{"x", "y"}, [][]stats.Stratum{full, {{N1: 20}, {}}}); !strings.Contains(got, "lacks y,") {
		t.Error(got)
	}
	if got := lacking([]string{"x", "y"}, [][]stats.Stratum{full, full}); got != "" {
		t.Error(got)
	}
}

// Methods that share no unit are independent samples beside others that are pairs; with pairs alone they are undefined.
func TestPairsThatShareNothing(t *testing.T) {
	l := stats.Long{Methods: []string{"a", "b", "c"}, Groups: []string{"all"}}
	for u := range 8 {
		l.Trials = append(l.Trials, fmt.Sprint(u))
	}
	add := func(method, from int, values ...float64) {
		for i, v := range values {
			l.Entries = append(l.Entries,
				stats.Entry{Method: int32(method), Trial: int32(from + i), Sum: v, Rollouts: 1, Start: -1})
		}
	}
	a, c := []float64{.7, .72, .69, .71}, []float64{.5, .52, .55, .5}
	add(0, 0, a...)
	add(1, 0, .6, .62, .58, .6)
	add(2, 4, c...)
	welch, err := stats.WelchT(a, c, .95)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Level: .95, Alpha: .05, Unit: "seed", Better: "higher"}
	r, err := New(l, o)
	if err != nil {
		t.Fatal(err)
	}
	pairs := r.Families[0].Pairs
	if !pairs[0].Paired() || pairs[1].Paired() || pairs[1].Decision.P != welch.P || len(pairs[1].N) != 2 {
		t.Errorf("%+v, want the p of Welch's test, %v", pairs[1].Decision, welch.P)
	}
	o.Design = Paired
	if r, err = New(l, o); err != nil || r.Families[0].Pairs[1].Decision.P.Defined() {
		t.Errorf("%+v, %v", r.Families[0].Pairs[1].Decision, err)
	}
}
