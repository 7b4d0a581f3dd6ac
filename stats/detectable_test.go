package stats

import (
	"math"
	"testing"
)

// The smallest difference that is found with probability 0.8 has that probability in an enumeration of all counts, each
// tested by the test that decides, and a slightly smaller one has not; at the level of one pair and of one of three.
func TestUnpairedDetectableByEnumeration(t *testing.T) {
	for _, c := range []struct {
		pooled float64
		n1, n2 int
		alpha  float64
	}{{.5, 12, 9, .05}, {.775, 20, 20, .05 / 3}, {1, 10, 14, .05}} {
		got, err := UnpairedDetectable(c.pooled, c.n1, c.n2, .8, c.alpha, true)
		d, ok := got.Get()
		if err != nil || !ok {
			t.Fatalf("%+v: %v, %v", c, got, err)
		}
		rejected := map[[2]int]bool{}
		for k1 := range c.n1 + 1 {
			for k2 := range c.n2 + 1 {
				u := &unpaired{k1: k1, n1: c.n1, k2: k2, n2: c.n2, choose1: logChooses(c.n1), choose2: logChooses(c.n2)}
				rejected[[2]int{k1, k2}] = u.exact(0, math.Inf(1)) <= c.alpha // the p value of UnpairedScore
			}
		}
		power := func(a, b float64) (sum float64) {
			for k, yes := range rejected {
				if yes {
					sum += chanceOf(k[0], c.n1, a) * chanceOf(k[1], c.n2, b)
				}
			}
			return sum
		}
		of := func(d float64) float64 {
			low := math.Max(0, math.Min(1-d, c.pooled-d/2))
			return math.Min(power(low+d, low), power(low, low+d))
		}
		if of(d) < .8-1e-6 || of(d-1e-4) >= .8 {
			t.Errorf("%+v: the power of %v is %v, and %v of a smaller one", c, d, of(d), of(d-1e-4))
		}
	}
}

// chanceOf is the binomial probability of k of n.
func chanceOf(k, n int, p float64) float64 {
	return math.Exp(logChoose(n, k)) * math.Pow(p, float64(k)) * math.Pow(1-p, float64(n-k))
}

func TestPairedDetectableByEnumeration(t *testing.T) {
	const n = 18
	for _, c := range []struct{ share, alpha float64 }{{.4, .05}, {0, .05}, {.2, .05 / 3}} {
		got, err := PairedDetectable(c.share, n, .8, c.alpha, true)
		d, ok := got.Get()
		if err != nil || !ok {
			t.Fatalf("%+v: %v, %v", c, got, err)
		}
		var rejected [][2]int
		for b := range n + 1 {
			for w := range n - b + 1 {
				pairs := &paired{b: b, c: w, n: n}
				if pairs.exact(0, math.Inf(1)) <= c.alpha { // the p value of PairedScore
					rejected = append(rejected, [2]int{b, w})
				}
			}
		}
		of := func(d float64) (sum float64) {
			q := math.Max(c.share, d)
			alone := (q + d) / 2
			for _, k := range rejected {
				sum += chanceOf(k[0], n, alone) * chanceOf(k[1], n-k[0], (q-d)/2/(1-alone))
			}
			return sum
		}
		if of(d) < .8-1e-6 || of(d-1e-4) >= .8 {
			t.Errorf("%+v: the power of %v is %v, and %v of a smaller one", c, d, of(d), of(d-1e-4))
		}
	}
}

// The number of starts is the one from which on the power is reached, by enumeration of all counts with the p value of
// PairedScore.
func TestPairedStartsByEnumeration(t *testing.T) {
	for _, c := range []struct{ difference, share, power float64 }{{.4, .5, .8}, {-.5, .5, .8}, {.35, .55, .5}} {
		n, err := PairedStarts(c.difference, c.share, c.power, .05)
		if err != nil {
			t.Fatal(err)
		}
		d := math.Abs(c.difference)
		of := func(n int) (sum float64) {
			alone := (c.share + d) / 2
			for b := range n + 1 {
				for w := range n - b + 1 {
					if pairs := (&paired{b: b, c: w, n: n}); pairs.exact(0, math.Inf(1)) <= .05 {
						sum += chanceOf(b, n, alone) * chanceOf(w, n-b, (c.share-d)/2/(1-alone))
					}
				}
			}
			return sum
		}
		if of(n) < c.power || of(n-1) >= c.power {
			t.Errorf("%+v: %d starts have power %v, and one fewer %v", c, n, of(n), of(n-1))
		}
	}
	for _, c := range [][2]float64{{0, .5}, {.6, .5}, {.5, 1.1}} {
		if n, err := PairedStarts(c[0], c[1], .8, .05); err == nil {
			t.Errorf("%v: %d starts", c, n)
		}
	}
}

// Given how many rollouts of each task succeeded, the power and the difference of an odds ratio are those of all tables
// with these totals, each tested by the test itself.
func TestStratifiedPowerByEnumeration(t *testing.T) {
	strata := []Stratum{{K1: 9, N1: 12, K2: 6, N2: 10}, {K1: 3, N1: 8, K2: 2, N2: 14}}
	for _, alpha := range []float64{.05, .05 / 3} {
		m := newTotals(strata, alpha)
		for _, odds := range []float64{1, 3, .1, 12} {
			all, power, difference := 0.0, 0.0, 0.0
			for i := range strata[0].K1 + strata[0].K2 + 1 {
				for j := range strata[1].K1 + strata[1].K2 + 1 {
					tables, weight, d := []Stratum{}, 1.0, 0.0
					for g, k := range []int{i, j} {
						s := strata[g]
						other := s.K1 + s.K2 - k
						if k > s.N1 || other > s.N2 {
							weight = 0
							break
						}
						weight *= math.Exp(logChoose(s.N1, k)+logChoose(s.N2, other)) * math.Pow(odds, float64(k))
						d += (float64(k)/float64(s.N1) - float64(other)/float64(s.N2)) / 2
						tables = append(tables, Stratum{K1: k, N1: s.N1, K2: other, N2: s.N2})
					}
					if weight == 0 {
						continue
					}
					r, err := CochranMantelHaenszel(tables, .95)
					if err != nil {
						t.Fatal(err)
					}
					all, difference = all+weight, difference+weight*d
					if r.P <= alpha {
						power += weight
					}
				}
			}
			if p, d := m.power(math.Log(odds)), m.difference(math.Log(odds)); math.Abs(p-power/all) > 1e-9 ||
				math.Abs(d-difference/all) > 1e-9 {
				t.Errorf("alpha %.3g, odds ratio %g: power %v and difference %v, enumeration has %v and %v", alpha,
					odds, p, d, power/all, difference/all)
			}
		}
	}
}

// Binomial rollouts of tasks with these rates are found as often as that, nearly.
func TestStratifiedDetectableBySimulation(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const alpha, runs = .05 / 3, 1500
	strata := []Stratum{{17, 20, 19, 20}, {14, 20, 15, 20}, {10, 20, 14, 20}, {8, 30, 3, 10}}
	got, err := StratifiedDetectable(strata, .8, alpha)
	if err != nil {
		t.Fatal(err)
	}
	rates := func(log float64) (a, b []float64, difference float64) {
		for _, s := range strata {
			p := float64(s.K1+s.K2) / float64(s.N1+s.N2)
			l, w := math.Log(p/(1-p)), float64(s.N2)/float64(s.N1+s.N2)
			first, second := 1/(1+math.Exp(-l-w*log)), 1/(1+math.Exp(-l+(1-w)*log))
			a, b, difference = append(a, first), append(b, second), difference+(first-second)/float64(len(strata))
		}
		return a, b, difference
	}
	low, high := 0.0, 10.0
	for range 40 {
		middle := (low + high) / 2
		if _, _, d := rates(middle); d < got.Or(0) {
			low = middle
		} else {
			high = middle
		}
	}
	a, b, _ := rates(low)
	shown, r := 0, key.With("stratified detectable").Rand()
	for range runs {
		var draw []Stratum
		for g, s := range strata {
			x := Stratum{N1: s.N1, N2: s.N2}
			for range s.N1 {
				x.K1 += int(flip(r, a[g]))
			}
			for range s.N2 {
				x.K2 += int(flip(r, b[g]))
			}
			draw = append(draw, x)
		}
		test, err := CochranMantelHaenszel(draw, .95)
		if err != nil {
			t.Fatal(err)
		}
		if test.P <= alpha {
			shown++
		}
	}
	if share := float64(shown) / runs; share < .75 || share > .85 {
		t.Errorf("a difference of %v is shown in %.3f of %d runs, want about 0.8", got, share, runs)
	}
}

// Of many rollouts the normal distribution finds what the exact test does.
func TestStratifiedDetectableOfMany(t *testing.T) {
	strata := []Stratum{{1500, 2000, 1450, 2000}, {600, 2000, 620, 1500}}
	exact, err := StratifiedDetectable(strata, .8, .05)
	if about := stratifiedNormal(strata, .8, .05); err != nil || math.Abs(exact.Or(0)/about.Or(1)-1) > .03 {
		t.Errorf("%v, %v by the normal distribution, %v", exact, about, err)
	}
	huge := []Stratum{{15000, 20000, 14500, 20000}, {6000, 20000, 6200, 15000}}
	if got, err := StratifiedDetectable(huge, .8, .05); err != nil || !(got.Or(1) < exact.Or(0)) {
		t.Errorf("%v, %v of more rollouts, %v of few", got, err, exact)
	}
}

// The normal distributions beyond the bounds of enumeration continue it.
func TestDetectableOfMany(t *testing.T) {
	for _, exact := range []struct{ at, beyond func() (Maybe, error) }{
		{func() (Maybe, error) { return UnpairedDetectable(.7, 390, 390, .8, .05, true) },
			func() (Maybe, error) { return UnpairedDetectable(.7, 410, 410, .8, .05, true) }},
		{func() (Maybe, error) { return PairedDetectable(.3, 120, .8, .05, true) },
			func() (Maybe, error) { return PairedDetectable(.3, 121, .8, .05, true) }},
		{func() (Maybe, error) { return PairedDetectable(.3, 395, .8, .05, false) },
			func() (Maybe, error) { return PairedDetectable(.3, 405, .8, .05, false) }},
	} {
		a, err := exact.at()
		b, wrong := exact.beyond()
		if err != nil || wrong != nil || math.Abs(a.Or(0)-b.Or(1)) > .01 {
			t.Errorf("%v and %v, %v, %v", a, b, err, wrong)
		}
	}
	for _, none := range []func() (Maybe, error){
		func() (Maybe, error) { return UnpairedDetectable(.5, 2, 2, .8, .05, true) },
		func() (Maybe, error) { return PairedDetectable(.5, 3, .8, .05, true) },
		func() (Maybe, error) { return StratifiedDetectable([]Stratum{{2, 2, 1, 2}}, .8, .05) },
	} {
		if got, err := none(); got.Defined() || err != nil {
			t.Errorf("%v, %v: nothing is found with so few", got, err)
		}
	}
}
