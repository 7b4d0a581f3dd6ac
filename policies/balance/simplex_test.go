package balance

import (
	"math"
	"testing"

	"counterpoise/internal/seed"
)

func TestProjectByHand(t *testing.T) {
	for _, c := range []struct{ v, want []float64 }{
		{[]float64{.2, .8}, []float64{.2, .8}},                 // already there
		{[]float64{.5, .9}, []float64{.3, .7}},                 // τ = .2
		{[]float64{-1, 2}, []float64{0, 1}},                    // a corner
		{[]float64{1, .6, -3}, []float64{.7, .3, 0}},           // τ = .3 from the two largest
		{[]float64{7}, []float64{1}},                           // k = 1
		{[]float64{5, 5, 5, 5}, []float64{.25, .25, .25, .25}}, // all alike
	} {
		for i, a := range project(c.v) {
			if math.Abs(a-c.want[i]) > 1e-12 {
				t.Errorf("%v: projected to %v, want %v", c.v, project(c.v), c.want)
				break
			}
		}
	}
}

// No point of the simplex is nearer than the projection (the definition), for random points and competitors.
func TestProjectIsNearest(t *testing.T) {
	r := seed.Of("simplex").Rand()
	distance := func(a, b []float64) (d float64) {
		for i := range a {
			d += (a[i] - b[i]) * (a[i] - b[i])
		}
		return d
	}
	for range 500 {
		v, other := make([]float64, 1+r.IntN(6)), []float64(nil)
		for i := range v {
			v[i] = 2 * r.NormFloat64()
			other = append(other, r.ExpFloat64())
		}
		alpha, near := project(v), distance(project(v), v)
		if err := simplex(alpha, len(v)); err != nil {
			t.Fatal(err)
		}
		for step := 1.0; step > 1e-4; step /= 3 { // from far away and from close by
			point := normalised(append([]float64(nil), other...))
			for i := range point {
				point[i] = step*point[i] + (1-step)*alpha[i]
			}
			if distance(point, v) < near-1e-12 {
				t.Fatalf("%v: %v is nearer than %v", v, point, alpha)
			}
		}
	}
}
