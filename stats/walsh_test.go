package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// allWalshAverages is the definition: every average, sorted.
func allWalshAverages(d []float64) []float64 {
	var all []float64
	for i := range d {
		for j := range i + 1 {
			all = append(all, d[i]/2+d[j]/2)
		}
	}
	slices.Sort(all)
	return all
}

// TestWalshAverages compares every selection with the sorted averages, on samples with ties, both signs, zeros,
// subnormal numbers and a wide range of magnitudes.
func TestWalshAverages(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	draw := map[string]func() float64{
		"normal":    r.NormFloat64,
		"ties":      func() float64 { return float64(r.IntN(7) - 3) },
		"positive":  r.ExpFloat64,
		"negative":  func() float64 { return -r.ExpFloat64() },
		"wide":      func() float64 { return math.Ldexp(r.NormFloat64(), r.IntN(600)-300) },
		"subnormal": func() float64 { return math.Float64frombits(r.Uint64N(1000)) },
		"constant":  func() float64 { return 2.5 },
	}
	for name, next := range draw {
		for n := 1; n <= 24; n++ {
			t.Run(fmt.Sprint(name, n), func(t *testing.T) {
				d := make([]float64, n)
				for i := range d {
					d[i] = next()
				}
				want, w := allWalshAverages(d), newWalshAverages(d)
				if w.len() != len(want) {
					t.Fatalf("%d averages, want %d", w.len(), len(want))
				}
				for k, v := range want {
					if got := w.at(k); got != v || got == 0 && math.Signbit(got) {
						t.Fatalf("average %d of %v is %v, want %v", k, d, got, v)
					}
				}
				middle := want[len(want)/2]
				if len(want)%2 == 0 {
					middle = want[len(want)/2-1]/2 + middle/2
				}
				if got := w.median(); got != middle {
					t.Errorf("the median is %v, want %v", got, middle)
				}
			})
		}
	}
}

// TestWilcoxonOfAMillion is about memory: all Walsh averages of a million differences would take 4 TB. The estimate
// is held to the centre of symmetry of the sample, 3, within four standard errors of the Hodges-Lehmann estimate of a
// normal sample, √(π/3)/√n.
func TestWilcoxonOfAMillion(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	n := 1_000_000
	r := rand.New(rand.NewPCG(3, 4))
	a, b := make([]float64, n), make([]float64, n)
	for i := range a {
		a[i] = 3 + r.NormFloat64()
	}
	w, err := Wilcoxon(a, b, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	se := math.Sqrt(math.Pi/3) / math.Sqrt(float64(n))
	if d := w.PseudoMedian.Or(0) - 3; math.Abs(d) > 4*se {
		t.Errorf("the estimate is %v from the centre, more than four standard errors of %v", d, se)
	}
	half := (w.CI.High.Or(0) - w.CI.Low.Or(0)) / 2
	if want := 1.96 * se; math.Abs(half/want-1) > 0.02 {
		t.Errorf("the interval is ± %v, want ± %v within 2 %%", half, want)
	}
}

// BenchmarkWilcoxonRows measures the test with the estimate and its interval; bytes a row say that memory is linear.
func BenchmarkWilcoxonRows(b *testing.B) {
	for _, n := range []int{1000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := rand.New(rand.NewPCG(5, 6))
			x, y := make([]float64, n), make([]float64, n)
			for i := range x {
				x[i] = r.NormFloat64()
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Wilcoxon(x, y, 0.95); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
