package stats

import (
	"math"
	"testing"

	"counterpoise/internal/seed"
)

// With equally spaced looks, z_K is the constant of O'Brien & Fleming's test as Jennison & Turnbull print it (Group
// Sequential Methods with Applications to Clinical Trials, 2000, table 2.3), to three decimals.
func TestOBrienFlemingPublished(t *testing.T) {
	for alpha, constants := range map[float64][]float64{
		.01: {2.576, 2.580, 2.595, 2.609, 2.621},
		.05: {1.960, 1.977, 2.004, 2.024, 2.040},
		.10: {1.645, 1.678, 1.710, 1.733, 1.751},
	} {
		var looks []int
		for i, want := range constants {
			looks = append(looks, 10*(i+1))
			b, err := OBrienFleming(looks, alpha, 2)
			if err != nil {
				t.Fatal(err)
			}
			if got := b.Critical[i]; math.Abs(got-want) > .0005001 {
				t.Errorf("alpha %g, %d looks: %.5f, published %.3f", alpha, i+1, got, want)
			}
		}
	}
}

// Boundaries, spent probabilities and power of looks at 30, 60 and 100 are those of multivariate normal probabilities
// (testdata/sequential.R).
func TestOBrienFlemingAgainstR(t *testing.T) {
	for _, c := range []struct {
		sides                           int
		critical, levels, spent, drift3 []float64
	}{
		{1, []float64{3.099272441, 2.191516560, 1.697541428}, []float64{.000969983, .014207216, .044797173},
			[]float64{.000969983, .014591285, .05}, []float64{.072681830, .554370948, .907220606}},
		{2, []float64{3.638313418, 2.572676090, 1.992786330}, []float64{.000274429, .010091561, .046284849},
			[]float64{.000274429, .010203315, .05}, []float64{.023013557, .402340015, .846216332}},
	} {
		b, err := OBrienFleming([]int{30, 60, 100}, .05, c.sides)
		if err != nil {
			t.Fatal(err)
		}
		for what, pair := range map[string][2][]float64{
			"critical": {b.Critical, c.critical}, "levels": {b.Levels, c.levels},
			"spent": {b.Crossing(0), c.spent}, "power": {b.Crossing(3), c.drift3},
		} {
			for k, got := range pair[0] {
				if math.Abs(got-pair[1][k]) > 2e-7 {
					t.Errorf("%d sides, %s at look %d: %.9f, R has %.9f", c.sides, what, k+1, got, pair[1][k])
				}
			}
		}
	}
}

// A first look at a vanishing share of all observations spends nothing, so the last look has the critical value of a
// test without looks. A look right after another hardly changes the constant, 1.977 of two equally spaced looks.
func TestOBrienFlemingNeedsNoEvenLooks(t *testing.T) {
	for _, c := range []struct {
		looks     []int
		sides     int
		want, tol float64
	}{
		{[]int{1, 1000}, 2, 1.959963984540054, 1e-12}, {[]int{1, 5000}, 1, 1.644853626951473, 1e-12},
		{[]int{1, 10_000}, 2, 1.959963984540054, 1e-12}, {[]int{1, 10_000_000}, 1, 1.644853626951473, 1e-12},
		{[]int{2, 3, 10_000_000}, 2, 1.959963984540054, 1e-12}, {[]int{5000, 5001, 10_000}, 2, 1.977, .001},
	} {
		b, err := OBrienFleming(c.looks, .05, c.sides)
		if err != nil {
			t.Fatal(err)
		}
		if got := b.Critical[len(b.Critical)-1]; math.Abs(got-c.want) > c.tol {
			t.Errorf("looks at %v, %d sides: %.15f, want %.15f", c.looks, c.sides, got, c.want)
		}
	}
}

// Nominal levels serve t-tests: of 20,000 simulated null experiments with 100 pairs, 5 % are rejected at a look.
func TestOBrienFlemingWithT(t *testing.T) {
	looks := []int{30, 60, 100}
	const experiments = 20_000
	for sides := 1; sides <= 2; sides++ {
		b, err := OBrienFleming(looks, .05, sides)
		if err != nil {
			t.Fatal(err)
		}
		r, rejected := seed.Of("looks", sides).Rand(), 0
		for range experiments {
			sum, squares, n := 0.0, 0.0, 0.0
			for k, look := range looks {
				for ; n < float64(look); n++ {
					x := r.NormFloat64()
					sum, squares = sum+x, squares+x*x
				}
				statistic := sum / n / math.Sqrt((squares-sum*sum/n)/(n-1)/n)
				p := UpperT(statistic, n-1)
				if sides == 2 {
					p = TwoSidedT(statistic, n-1)
				}
				if p <= b.Levels[k] {
					rejected++
					break
				}
			}
		}
		// Three standard errors of a proportion of .05 are .0046.
		if share := float64(rejected) / experiments; math.Abs(share-.05) > .0046 {
			t.Errorf("%d sides: %.4f of null experiments are rejected, want .05", sides, share)
		}
	}
}

func TestOBrienFlemingErrors(t *testing.T) {
	for what, c := range map[string]struct {
		looks []int
		alpha float64
		sides int
	}{
		"no look": {nil, .05, 2}, "no observations": {[]int{0, 10}, .05, 2}, "a step back": {[]int{30, 30}, .05, 2},
		"too close": {[]int{999_999, 1_000_000}, .05, 2},
		"alpha":     {[]int{10}, .5, 2}, "sides": {[]int{10}, .05, 3},
	} {
		if _, err := OBrienFleming(c.looks, c.alpha, c.sides); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}

// The values of R's p.adjust(p, "BY") (testdata/sequential.R).
func TestBenjaminiYekutieli(t *testing.T) {
	nan := math.NaN()
	for _, c := range [][2][]float64{
		{{.001, .008, .039, .041, .042, .06, .074, .205},
			{.021742857, .086971429, .182640000, .182640000, .182640000, .217428571, .229853061, .557160714}},
		{{.04, nan, .001, .9}, {.11, nan, .0055, 1}},
	} {
		for i, got := range BenjaminiYekutieli(c[0]) {
			if want := c[1][i]; math.IsNaN(got) != math.IsNaN(want) || math.Abs(got-want) > 1e-9 {
				t.Errorf("p %v becomes %v, R has %v", c[0][i], got, want)
			}
		}
	}
}
