package compare

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/stats"
)

// pPair is what pingouin says about two methods; nil where it can't compute it.
type pPair struct {
	Error       string
	T, DF, P, G *float64
	BF10        *float64
	Biserial    *float64
	EqualP      *float64 `json:"equal_p"`
}

// peers reads testdata/peers.json.
func peers(t *testing.T) (out struct {
	Designs []struct {
		Name                            string
		ANOVA, Friedman, Welch, Kruskal map[string]*float64
		Paired, Apart                   []pPair
	}
	Aggregates []struct {
		Scores  [][][]float64 // [method][trial][task]
		Methods []map[string][3]float64
		Pairs   [][3]float64
	}
}) {
	t.Helper()
	raw, err := os.ReadFile("testdata/peers.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// Every statistic that pingouin has too is its, over the same grid of designs (testdata/peers.py). It prints Bayes
// factors with three decimals, and its g has Hedges' approximation, which is off by some hundredths for the smallest
// samples.
func TestAgreesWithPingouin(t *testing.T) {
	designs, _ := reference(t)
	d := &differences{t, map[string]float64{}, map[string]int{}}
	for i, r := range peers(t).Designs {
		for _, kind := range []string{Paired, Apart} {
			out, err := New(longOf(designs[i].Rows), Options{Design: kind, Margin: 0.5})
			if err != nil {
				t.Errorf("%s: %v", r.Name, err)
				continue
			}
			want := r.Paired
			if kind == Apart {
				want = r.Apart
			}
			if a := out.Omnibus.ANOVA; kind == Paired && a != nil && a.F.Defined() && a.K > 2 {
				d.check("ANOVA F", r.Name, a.F, r.ANOVA["F"], 1e-9)
				d.check("epsilon", r.Name, a.Epsilon.GG, r.ANOVA["eps"], 1e-9)
				d.check("p, Greenhouse-Geisser", r.Name, a.PGG, r.ANOVA["p_gg"], 1e-8)
				d.check("generalised eta squared", r.Name, a.GeneralizedEta2, r.ANOVA["ng2"], 1e-9)
			}
			if w := out.Omnibus.Welch; w != nil && w.Stat.Defined() {
				d.check("Welch's F", r.Name, w.Stat, r.Welch["F"], 1e-9)
				d.check("Welch's p", r.Name, w.P, r.Welch["p"], 1e-8)
			}
			if k := out.Omnibus.Ranks; k != nil {
				d.check("Kruskal-Wallis", r.Name, k.Stat, r.Kruskal["H"], 1e-9)
			}
			for j, p := range out.Families[0].Pairs {
				where, w := fmt.Sprintf("%s, %s, %s-%s", r.Name, kind, p.A, p.B), want[j]
				if w.Error != "" || !p.T.Stat.Defined() || math.Abs(p.T.Stat.Or(0)) > 1e6 {
					continue // no spread, or one of rounding errors alone
				}
				d.check(kind+" t", where, p.T.Stat, w.T, 1e-9)
				d.check(kind+" df", where, p.T.DF, w.DF, 1e-9)
				d.check(kind+" p", where, p.T.P, w.P, 1e-8)
				d.check(kind+" p of equality", where, p.Equality.P, w.EqualP, 1e-8)
				d.check(kind+" rank-biserial", where, p.Biserial, w.Biserial, 1e-9)
				if w.BF10 != nil && *w.BF10 < 1e4 && *w.BF10 > 0.1 {
					d.check(kind+" BF10", where, p.BF10, w.BF10, 0.006)
				}
				d.check(kind+" Hedges' g", where, p.Effect.Estimate, w.G, 0.02)
			}
		}
	}
	d.report()
}

// Aggregates of methods whose trials are their own are rliable's: the numbers, and the ends of its stratified bootstrap
// within .015, as both are random: of 3,000 or 20,000 resamples there (testdata/peers.py), and 4,000 here.
func TestAggregatesApartAgreeWithRliable(t *testing.T) {
	most, ends := 0.0, 0.0
	for i, c := range peers(t).Aggregates {
		d := stats.Long{}
		for m, trials := range c.Scores {
			d.Methods = append(d.Methods, fmt.Sprint(m))
			for trial, tasks := range trials {
				d.Trials = append(d.Trials, fmt.Sprint(m, trial))
				for task, v := range tasks {
					if len(d.Groups) == task {
						d.Groups = append(d.Groups, fmt.Sprint(task))
					}
					d.Entries = append(d.Entries, stats.Entry{Method: int32(m), Trial: int32(len(d.Trials) - 1),
						Group: int32(task), Start: -1, Rollouts: 1, Sum: v})
				}
			}
		}
		a, err := stats.AggregatesApart(d, stats.AggregateOptions{Level: 0.95, Resamples: 4000, Target: 1,
			Key: seed.Of("peers_test")})
		if err != nil {
			t.Fatal(err)
		}
		check := func(what string, b stats.Bootstrapped, want [3]float64) {
			most = max(most, math.Abs(b.Estimate.Or(9)-want[0]))
			low, high := math.Abs(b.CI.Low.Or(9)-want[1]), math.Abs(b.CI.High.Or(9)-want[2])
			ends = max(ends, low, high)
			if math.Abs(b.Estimate.Or(9)-want[0]) > 1e-12 || low > 0.015 || high > 0.015 {
				t.Errorf("case %d, %s: %v %v, rliable has %v", i, what, b.Estimate, b.CI, want)
			}
		}
		for m, w := range c.Methods {
			check(fmt.Sprint("mean ", m), a.Methods[m].Mean, w["mean"])
			check(fmt.Sprint("median ", m), a.Methods[m].Median, w["median"])
			check(fmt.Sprint("IQM ", m), a.Methods[m].IQM, w["iqm"])
			check(fmt.Sprint("gap ", m), a.Methods[m].OptimalityGap, w["optimality_gap"])
		}
		for p, w := range c.Pairs {
			check(fmt.Sprint("improvement ", p), a.Comparisons[p].Improvement, w)
		}
	}
	t.Logf("greatest difference of an estimate %.1e, of an end of an interval %.3f", most, ends)
}
