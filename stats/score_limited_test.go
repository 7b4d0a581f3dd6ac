package stats

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

// Very unequal numbers of rollouts: p is that of an independent enumeration over a dense grid of rates, near Fisher's
// and Boschloo's of scipy, and the interval excludes 0 where p is at most .05, and only there (testdata/unequal.py).
func TestUnequalScore(t *testing.T) {
	var rows []struct {
		K1, N1, K2, N2      int
		P, Fisher, Boschloo float64
	}
	raw, err := os.ReadFile("testdata/unequal.json")
	if err == nil {
		err = json.Unmarshal(raw, &rows)
	}
	if err != nil || len(rows) < 10 {
		t.Fatal(err, len(rows))
	}
	for _, c := range rows {
		got, err := UnpairedScore(c.K1, c.N1, c.K2, c.N2, .95, true)
		if err != nil || !got.Exact || !got.Limited || math.Abs(got.P-c.P) > 2e-6 {
			t.Errorf("%+v: %+v, %v", c, got, err)
		}
		fisher, err := Fisher(c.K1, c.N1, c.K2, c.N2)
		if err != nil || math.Abs(fisher.Or(-1)-c.Fisher) > 1e-9 || got.P < c.Fisher/2 || got.P > 1.5*c.Boschloo {
			t.Errorf("%+v: p %v, Fisher %v, %v", c, got.P, fisher, err)
		}
		if low, high := got.CI.Low.Or(9), got.CI.High.Or(-9); (got.P <= .05) == (low <= 0 && 0 <= high) {
			t.Errorf("%+v: p %v and %v disagree", c, got.P, got.CI)
		}
		turned, _ := UnpairedScore(c.K2, c.N2, c.K1, c.N1, .95, true)
		if turned.P != got.P || math.Abs(turned.CI.Low.Or(9)+got.CI.High.Or(9)) > 1e-6 {
			t.Errorf("%+v: %+v, the other way round %+v", c, got, turned)
		}
		if c.N1+c.N2 > 1010 {
			continue
		}
		equal, err := UnpairedEquality(c.K1, c.N1, c.K2, c.N2, true)
		most := max(math.Abs(got.CI.Low.Or(9)), math.Abs(got.CI.High.Or(9)))
		if within := equal.Within(.05); err != nil || within > most+1e-5 || within < math.Abs(got.Difference) {
			t.Errorf("%+v: equal within %v, %v, interval %v", c, within, err, got.CI)
		}
	}
}

// The exact test of ten times as many rollouts keeps its level, whatever the common rate. The normal distribution
// does not.
func TestUnequalLevel(t *testing.T) {
	for _, n := range [][2]int{{4, 60}, {5, 50}, {2, 90}} {
		exact, normal := rejections(t, n[0], n[1], true), rejections(t, n[0], n[1], false)
		if most := greatestLevel(n[0], n[1], exact); most > .05+1e-9 || most < .02 {
			t.Errorf("%v: the level is %v", n, most)
		}
		if most := greatestLevel(n[0], n[1], normal); most < .08 {
			t.Errorf("%v: the control of the normal distribution has level %v", n, most)
		}
	}
}

// rejections are the counts that the test rejects at .05.
func rejections(t *testing.T, n1, n2 int, exact bool) func(k1, k2 int) bool {
	t.Helper()
	yes := map[[2]int]bool{}
	for k1 := range n1 + 1 {
		for k2 := range n2 + 1 {
			d := newLimited(k1, n1, k2, n2)
			if exact {
				yes[[2]int{k1, k2}] = d.exact(0, 1) <= .05
			} else {
				yes[[2]int{k1, k2}] = math.Abs(d.pooledZ(k1, k2)) >= criticalZ(.025)
			}
		}
	}
	return func(k1, k2 int) bool { return yes[[2]int{k1, k2}] }
}

// greatestLevel is the greatest probability of counts over common rates.
func greatestLevel(n1, n2 int, of func(k1, k2 int) bool) (most float64) {
	var a, b []float64
	for i := range 81 {
		// Rates from 1e-4 to .5, denser where few successes are expected.
		rate := math.Exp(math.Log(1e-4) + float64(i)/80*math.Log(.5/1e-4))
		var from1, from2 int
		a, from1 = binomialSpan(a[:0], n1, rate)
		b, from2 = binomialSpan(b[:0], n2, rate)
		level := 0.0
		for i, p := range a {
			for j, q := range b {
				if p*q > 1e-12 && of(from1+i, from2+j) {
					level += p * q
				}
			}
		}
		most = max(most, level)
	}
	return most
}

// Where the normal distribution decides it rejects at most 5.5 % of equal rates. Without the rule of expected numbers
// it would reject more with unequal numbers.
func TestNormalLevelOfManyRollouts(t *testing.T) {
	for _, c := range []struct {
		n1, n2  int
		without float64 // the least level without the rule
	}{{1001, 1001, 0}, {800, 1201, 0}, {501, 1503, 0}, {400, 1700, .08}, {200, 2500, .06}, {100, 4000, .09}} {
		normal := func(k1, k2 int) bool {
			d := unpaired{n1: c.n1, n2: c.n2}
			return math.Abs(d.pooledZ(k1, k2)) >= criticalZ(.025)
		}
		level := greatestLevel(c.n1, c.n2, func(k1, k2 int) bool {
			exact, _ := ofMany(k1, c.n1, k2, c.n2)
			return !exact && normal(k1, k2)
		})
		if level > .055 || c.n1 > 400 && level < .04 {
			t.Errorf("%d and %d: the level is %v", c.n1, c.n2, level)
		}
		if control := greatestLevel(c.n1, c.n2, normal); control < c.without {
			t.Errorf("%d and %d: without the rule the level is %v", c.n1, c.n2, control)
		}
	}
}

// pooledZ is the statistic of equal rates, by the textbook.
func (d unpaired) pooledZ(k1, k2 int) float64 {
	n1, n2 := float64(d.n1), float64(d.n2)
	pooled := float64(k1+k2) / (n1 + n2)
	if pooled == 0 || pooled == 1 {
		return 0
	}
	return (float64(k1)/n1 - float64(k2)/n2) / math.Sqrt(pooled*(1-pooled)*(1/n1+1/n2))
}
