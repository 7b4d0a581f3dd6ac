package compare

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"testing"

	"counterpoise/stats"
)

// longOf is a table of units by methods in long form; null is a missing score.
func longOf(rows [][]*float64) stats.Long {
	d := stats.Long{Groups: []string{"all"}}
	for j := range rows[0] {
		d.Methods = append(d.Methods, string(rune('a'+j)))
	}
	for i, row := range rows {
		d.Trials = append(d.Trials, fmt.Sprint(i+1))
		for j, v := range row {
			if v != nil {
				d.Entries = append(d.Entries, stats.Entry{Method: int32(j), Trial: int32(i), Start: -1, Rollouts: 1,
					Sum: *v})
			}
		}
	}
	return d
}

// numbers is a list, which R writes as a number where it has one element.
type numbers []float64

// UnmarshalJSON implements json.Unmarshaler.
func (n *numbers) UnmarshalJSON(b []byte) error {
	if b[0] != '[' {
		b = slices.Concat([]byte("["), b, []byte("]"))
	}
	return json.Unmarshal(b, (*[]float64)(n))
}

// rPair is what R says about two methods; nil where it can't compute it.
type rPair struct {
	Undefined                       bool
	Difference, T, DF, P, Low, High *float64
	RankP                           *float64 `json:"rank_p"`
	G                               *float64 `json:"g"`
	GLow                            *float64 `json:"g_low"`
	GHigh                           *float64 `json:"g_high"`
	LogBF                           *float64 `json:"log_bf"`
	EqualP                          *float64 `json:"equal_p"`
	NormalP                         *float64 `json:"normal_p"`
	Detectable, Units               *float64
	PHolm                           *float64 `json:"p_holm"`
}

// rDesign is a design with what R says about it.
type rDesign struct {
	Name     string
	Rows     [][]*float64
	RawANOVA *map[string]*float64 `json:"anova"`
	Friedman *map[string]*float64
	Welch    map[string]*float64
	Kruskal  map[string]*float64
	LMM      *struct {
		F, DF2, P  *float64
		UnitSD     *float64 `json:"unit_sd"`
		ResidualSD *float64 `json:"residual_sd"`
		Difference numbers
		SE         numbers
		ContrastDF numbers `json:"contrast_df"`
		ContrastP  numbers `json:"contrast_p"`
	}
	Paired, Apart []rPair
}

// reference reads testdata/reference.json.
func reference(t *testing.T) (designs []rDesign, successes []map[string]*float64) {
	t.Helper()
	raw, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	var all struct {
		Designs   []rDesign
		Successes []map[string]*float64
	}
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	return all.Designs, all.Successes
}

// differences collects the greatest differences of a statistic from a reference, and fails beyond a bound.
type differences struct {
	t     *testing.T
	most  map[string]float64
	count map[string]int
}

// check compares a number with R's, relative to R's. Below 1e-3 a difference under 1e-9 counts as it is, since it may
// be the rounding error of a number near 0.
func (d *differences) check(what, where string, got stats.Maybe, want *float64, bound float64) {
	d.t.Helper()
	if want == nil {
		return
	}
	v, ok := got.Get()
	if !ok {
		d.t.Errorf("%s: %s is undefined, R has %v", where, what, *want)
		return
	}
	off := math.Abs(v-*want) / max(math.Abs(*want), 1e-12)
	if math.Abs(*want) < 1e-3 && math.Abs(v-*want) < 1e-9 {
		off = math.Abs(v - *want)
	}
	if off > d.most[what] {
		d.most[what] = off
	}
	d.count[what]++
	if off > bound {
		d.t.Errorf("%s: %s is %v, R has %v", where, what, v, *want)
	}
}

// report logs the greatest differences.
func (d *differences) report() {
	for _, what := range slices.Sorted(maps.Keys(d.count)) {
		d.t.Logf("%-28s %4d values, greatest relative difference %.1e", what, d.count[what], d.most[what])
	}
}

// Every statistic is R's, over a grid of designs: balanced, with missing cells, with ties, without variance, of 2 to 40
// units (testdata/reference.R). The bounds are those of R's own algorithms: ttest.tstat integrates to 1e-5, uniroot and
// optimisers stop at 1e-6 or so, and hedges_g searches the ends of its interval to 1e-2 at worst.
func TestAgreesWithR(t *testing.T) {
	designs, _ := reference(t)
	d := &differences{t, map[string]float64{}, map[string]int{}}
	for _, r := range designs {
		for _, kind := range []string{Paired, Apart} {
			out, err := New(longOf(r.Rows), Options{Design: kind, Margin: 0.5})
			if err != nil {
				t.Errorf("%s: %v", r.Name, err)
				continue
			}
			want := r.Paired
			if kind == Apart {
				want = r.Apart
				d.omnibusApart(r, out)
			} else {
				d.omnibusPaired(r, out)
			}
			for i, p := range out.Families[0].Pairs {
				d.pair(fmt.Sprintf("%s, %s, %s-%s", r.Name, kind, p.A, p.B), kind, p, want[i])
			}
		}
	}
	d.report()
}

// pair compares a pair of methods.
func (d *differences) pair(where, kind string, p Pair, r rPair) {
	if r.Undefined {
		if p.T.P.Defined() && len(p.Warnings) == 0 { // differences that are equal but for rounding errors
			d.t.Errorf("%s: p is %v without a warning, R stops", where, p.T.P)
		}
		return
	}
	d.check(kind+" difference", where, p.Difference, r.Difference, 1e-12)
	d.check(kind+" t", where, p.T.Stat, r.T, 1e-9)
	d.check(kind+" df", where, p.T.DF, r.DF, 1e-9)
	d.check(kind+" p", where, p.T.P, r.P, 1e-8)
	d.check(kind+" p (Holm)", where, p.T.PHolm, r.PHolm, 1e-8)
	d.check(kind+" interval", where, p.CI.Low, r.Low, 1e-8)
	d.check(kind+" interval", where, p.CI.High, r.High, 1e-8)
	d.check(kind+" rank p", where, p.Rank.P, r.RankP, 1e-9)
	if len(p.N) == 1 && p.N[0] == 2 {
		r.G, r.GLow, r.GHigh = nil, nil, nil // undefined: effectsize has 0
	}
	d.check(kind+" Hedges' g", where, p.Effect.Estimate, r.G, 1e-9)
	d.check(kind+" interval of g", where, p.Effect.CI.Low, r.GLow, 1e-2)
	d.check(kind+" interval of g", where, p.Effect.CI.High, r.GHigh, 1e-2)
	d.check(kind+" log BF10", where, p.LogBF10, r.LogBF, 1e-3)
	d.check(kind+" p of equality", where, p.Equality.P, r.EqualP, 1e-8)
	power := p.Power // R's is of one pair
	if p.next != nil {
		var err error
		if power, err = p.next(0.05); err != nil {
			d.t.Fatal(err)
		}
	}
	if len(p.N) == 1 { // R's is of Student's test, where Welch's decides
		d.check(kind+" detectable difference", where, power.Detectable, r.Detectable, 1e-6)
	}
	d.check(kind+" units for the difference", where, power.Units, r.Units, 1e-9)
	if r.NormalP != nil {
		for _, c := range p.Checks {
			if c.Name == "normal differences" {
				d.check("Shapiro-Wilk p", where, c.P, r.NormalP, 1e-4)
			}
		}
	}
}

// omnibusPaired compares the ANOVA, Friedman's test and the linear mixed model.
func (d *differences) omnibusPaired(r rDesign, out Result) {
	if a := out.Omnibus.ANOVA; a != nil && r.RawANOVA != nil {
		w := *r.RawANOVA
		d.check("ANOVA F", r.Name, a.F, w["F"], 1e-8)
		// afex leaves p uncorrected where the error covariance is singular, and this program corrects it.
		if least := w["df1_gg"]; a.F.Defined() && (a.K == 2 || *least < float64(a.K-1)) {
			d.check("ANOVA p, Greenhouse-Geisser", r.Name, a.PGG, w["p_gg"], 1e-6)
		}
		d.check("generalised eta squared", r.Name, a.GeneralizedEta2, w["ges"], 1e-8)
		d.check("partial eta squared", r.Name, a.PartialEta2, w["pes"], 1e-8)
	}
	if f := out.Omnibus.Friedman; f != nil && r.Friedman != nil {
		d.check("Friedman", r.Name, f.Chi2, (*r.Friedman)["chi2"], 1e-9)
		d.check("Friedman p", r.Name, f.P, (*r.Friedman)["p"], 1e-9)
	}
	l := out.Omnibus.Linear
	if r.LMM == nil || l == nil {
		return
	}
	d.check("mixed model F", r.Name, l.F, r.LMM.F, 1e-4)
	d.check("mixed model df", r.Name, l.DF2, r.LMM.DF2, 1e-4)
	d.check("mixed model p", r.Name, l.P, r.LMM.P, 1e-3)
	d.check("mixed model SD of units", r.Name, stats.Some(l.UnitSD), r.LMM.UnitSD, 1e-4)
	d.check("mixed model residual SD", r.Name, stats.Some(l.ResidualSD), r.LMM.ResidualSD, 1e-4)
	at := map[string]int{}
	for i, a := range out.Families[0].Pairs { // emmeans orders pairs by the first method
		at[a.A+a.B] = i
	}
	k := 0
	for i, a := range out.Methods {
		for _, b := range out.Methods[i+1:] {
			c := l.Contrasts[at[a.Method+b.Method]]
			d.check("mixed model difference", r.Name, c.Difference, &r.LMM.Difference[k], 1e-4)
			d.check("mixed model SE", r.Name, c.SE, &r.LMM.SE[k], 1e-4)
			d.check("mixed model df", r.Name, c.DF, &r.LMM.ContrastDF[k], 1e-4)
			d.check("mixed model contrast p", r.Name, c.P, &r.LMM.ContrastP[k], 1e-3)
			k++
		}
	}
}

// omnibusApart compares Welch's ANOVA and the test of Kruskal and Wallis.
func (d *differences) omnibusApart(r rDesign, out Result) {
	if w := out.Omnibus.Welch; w != nil && w.Stat.Defined() {
		d.check("Welch's F", r.Name, w.Stat, r.Welch["F"], 1e-9)
		d.check("Welch's df", r.Name, w.DF2, r.Welch["df2"], 1e-9)
		d.check("Welch's p", r.Name, w.P, r.Welch["p"], 1e-8)
	}
	if k := out.Omnibus.Ranks; k != nil {
		d.check("Kruskal-Wallis", r.Name, k.Stat, r.Kruskal["chi2"], 1e-9)
		d.check("Kruskal-Wallis p", r.Name, k.P, r.Kruskal["p"], 1e-9)
	}
}

// Exact tests of successes are R's fisher.test and binom.test.
func TestExactTestsAgreeWithR(t *testing.T) {
	_, successes := reference(t)
	d := &differences{t, map[string]float64{}, map[string]int{}}
	for i, s := range successes {
		n := func(name string) int { return int(*s[name]) }
		fisher, err := stats.Fisher(n("k1"), n("n1"), n("k2"), n("n2"))
		if err != nil {
			t.Fatal(err)
		}
		mcnemar, err := stats.McNemar(n("b"), n("c"))
		if err != nil {
			t.Fatal(err)
		}
		where := fmt.Sprintf("case %d", i)
		d.check("Fisher", where, fisher, s["fisher"], 1e-9)
		d.check("McNemar", where, mcnemar, s["mcnemar"], 1e-9)
	}
	d.report()
}
