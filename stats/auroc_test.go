package stats

import (
	"math"
	"slices"
	"testing"

	"counterpoise/internal/seed"
)

// The interval covers areas of normal and of exponential values as often as its comment says, where the values of one
// group are few too, and says something for an estimate of 1.
func TestAUROCInterval(t *testing.T) {
	r := seed.Of("auroc").Rand()
	normal := func(shift float64) float64 { return r.NormFloat64() + shift }
	exponential := func(shift float64) float64 { return math.Log(r.ExpFloat64()) + shift }
	for _, c := range []struct {
		name  string
		draw  func(float64) float64
		area  func(shift float64) float64
		shift float64
	}{
		{"normal", normal, func(d float64) float64 { return math.Erfc(-d/2) / 2 }, 1},
		{"normal, near 1", normal, func(d float64) float64 { return math.Erfc(-d/2) / 2 }, 2.5},
		{"exponential", exponential, func(d float64) float64 { return 1 / (1 + math.Exp(-d)) }, 1},
		{"exponential, inverted", exponential, func(d float64) float64 { return 1 / (1 + math.Exp(-d)) }, -2},
	} {
		for _, n := range [][2]int{{20, 10}, {60, 6}, {40, 40}} {
			const times = 3000
			inside := 0
			for range times {
				x, y := make([]float64, n[0]), make([]float64, n[1])
				for i := range x {
					x[i] = c.draw(c.shift)
				}
				for i := range y {
					y[i] = c.draw(0)
				}
				slices.Sort(y)
				above := 0
				for _, v := range x {
					below, _ := slices.BinarySearch(y, v)
					above += below
				}
				ci, err := AUROCInterval(float64(above)/float64(n[0]*n[1]), n[0], n[1], .95)
				if err != nil {
					t.Fatal(err)
				}
				if ci.Contains(c.area(c.shift)) {
					inside++
				}
			}
			if got := float64(inside) / times; got < .915 || got >= .985 {
				t.Errorf("%s, %d and %d: covers %.3f, want .92 to .98", c.name, n[0], n[1], got)
			}
		}
	}
	if ci, err := AUROCInterval(1, 10, 10, .95); err != nil || ci.High.Or(0) != 1 || ci.Low.Or(0) < .7 ||
		ci.Low.Or(0) > .9 {
		t.Errorf("an area of 1 of 10 and 10: %v, %v", ci, err)
	}
	for _, bad := range []struct {
		a    float64
		m, n int
	}{{math.NaN(), 1, 1}, {1.1, 2, 2}, {.5, 0, 3}, {.5, 3, 0}} {
		if _, err := AUROCInterval(bad.a, bad.m, bad.n, .95); err == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}
