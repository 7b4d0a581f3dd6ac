package mixed

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"testing"

	"counterpoise/stats"
)

// The tests of this file compare the package with testdata/reference.json, which testdata/reference.R wrote.

// rFit is the output of glmer or glmmTMB: logits of the cells, their standard errors, SDs of the random effects.
type rFit struct {
	Beta, SE, SD []float64
	LogLik       float64
}

// rContrasts is the output of emmeans or multcomp.
type rContrasts struct{ Estimate, SE, P, Low, High []float64 }

type rCase struct {
	Name           string
	Trial          []string
	Method, Group  []string
	Start, K, N    []int
	Terms, Cells   []string
	GLMER, GLMMTMB rFit
	Joint          *struct {
		Term     []string
		DF, F, P []float64
	}
	Methods, Within, Dunnett *rContrasts
}

type rValues struct {
	Fits []rCase
	MVN  []struct {
		Cov   [][]float64
		At, P []float64
	}
}

func reference(t *testing.T) (v rValues) {
	t.Helper()
	text, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// data is the observations of a case.
func (c rCase) data() stats.Long {
	var d stats.Long
	index := func(names *[]string, name string) int32 {
		i := slices.Index(*names, name)
		if i < 0 {
			i, *names = len(*names), append(*names, name)
		}
		return int32(i)
	}
	for i := range c.K {
		start := int32(-1)
		if slices.Contains(c.Terms, "start") {
			start = int32(c.Start[i])
			d.Starts = max(d.Starts, c.Start[i]+1)
		}
		d.Entries = append(d.Entries, stats.Entry{Method: index(&d.Methods, c.Method[i]),
			Trial: index(&d.Trials, c.Trial[i]), Group: index(&d.Groups, c.Group[i]), Start: start,
			Rollouts: int32(c.N[i]), Sum: float64(c.K[i])})
	}
	return d
}

// R's optimisers stop at a likelihood within 1e-6 or so of the maximum, which leaves the estimates errors of 1e-3 of
// their standard errors; ours is never lower than theirs.
func TestAgreesWithR(t *testing.T) {
	for _, c := range reference(t).Fits {
		t.Run(c.Name, func(t *testing.T) {
			fit, err := New(c.data(), Options{})
			if err != nil {
				t.Fatal(err)
			}
			for name, r := range map[string]rFit{"glmer": c.GLMER, "glmmTMB": c.GLMMTMB} {
				if fit.LogLik < r.LogLik-1e-7 || fit.LogLik > r.LogLik+1e-4 {
					t.Errorf("log-likelihood %.8f, %s has %.8f", fit.LogLik, name, r.LogLik)
				}
				for i, cell := range c.Cells {
					ours := fit.Cells[slices.IndexFunc(fit.Cells,
						func(x Cell) bool { return x.Method+" "+x.Group == cell })]
					se := ours.SE.Or(math.NaN())
					near(t, name+": logit of "+cell, ours.Logit.Or(math.NaN()), r.Beta[i], 2e-3*se)
					near(t, name+": standard error of "+cell, se, r.SE[i], 2e-3*se)
				}
				for i, v := range r.SD {
					near(t, name+": SD "+strconv.Itoa(i), fit.Random[i].SD, v, 2e-3)
				}
			}
		})
	}
}

// Tests of effects and simultaneous contrasts are those of emmeans (joint_tests; adjust = "mvt", whose integration has
// errors of some 1e-4).
func TestContrastsAgreeWithEmmeans(t *testing.T) {
	for _, c := range reference(t).Fits {
		if c.Joint == nil {
			continue
		}
		fit, err := New(c.data(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, term := range c.Joint.Term {
			e := fit.Effects[slices.IndexFunc(fit.Effects, func(e Effect) bool { return e.Name == term })]
			near(t, c.Name+": chi2/df of "+term, e.Chi2.Or(math.NaN())/float64(e.DF), c.Joint.F[i], 6e-3*max(1,
				c.Joint.F[i]))
			near(t, c.Name+": df of "+term, float64(e.DF), c.Joint.DF[i], 0)
			near(t, c.Name+": p of "+term, e.P.Or(math.NaN()), c.Joint.P[i], 1e-3)
		}
		families := map[string][]Contrast{}
		for _, x := range fit.Contrasts {
			name := "within"
			if x.Group == "" || c.Within == nil {
				name = "methods"
			}
			families[name] = append(families[name], x)
		}
		for name, want := range map[string]*rContrasts{"methods": c.Methods, "within": c.Within} {
			if want == nil {
				continue
			}
			if len(families[name]) != len(want.Estimate) {
				t.Fatalf("%s: %d contrasts, emmeans has %d", c.Name, len(families[name]), len(want.Estimate))
			}
			for _, x := range families[name] {
				// emmeans lists within-group contrasts group by group.
				i := slices.IndexFunc(want.Estimate, func(v float64) bool { return math.Abs(v-x.LogOdds.Or(0)) < 5e-3 })
				if i < 0 {
					t.Errorf("%s: emmeans has no contrast of %v", c.Name, x)
					continue
				}
				se := want.SE[i]
				what := c.Name + ", " + name + ": " + x.A + " - " + x.B + " " + x.Group
				near(t, what+": SE", x.SE.Or(0), se, 2e-3*se)
				near(t, what+": p", x.PAdjusted.Or(0), want.P[i], 2e-3)
				near(t, what+": low", x.CI.Low.Or(0), want.Low[i], 1e-2*se)
				near(t, what+": high", x.CI.High.Or(0), want.High[i], 1e-2*se)
			}
		}
	}
}

// Probabilities of the largest of correlated normal variables are those of mvtnorm (R), which has absolute errors of up
// to 3e-4 at singular correlations.
func TestMaxNormalAgreesWithMvtnorm(t *testing.T) {
	for _, c := range reference(t).MVN {
		d, err := stats.NewMaxNormal(c.Cov, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, at := range c.At {
			near(t, fmt.Sprintf("%d variables: P(max >= %g)", len(c.Cov), at), d.P(at), c.P[i], 5e-4)
		}
	}
}

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s is %.8g, want %.8g within %.2g", what, got, want, within)
	}
}
