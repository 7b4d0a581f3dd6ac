package mixture

import (
	"math"
	"testing"
)

// Weights are accepted if there is one a group, none is negative or NaN, and they sum to 1.
func TestCheckSimplex(t *testing.T) {
	for _, c := range []struct {
		alpha []float64
		ok    bool
	}{
		{[]float64{.5, .5}, true}, {[]float64{1, 0}, true},
		{[]float64{1}, false}, {[]float64{.5, .4}, false}, {[]float64{1.5, -.5}, false},
		{[]float64{math.NaN(), 1}, false}, {[]float64{math.Inf(1), 0}, false},
	} {
		if err := CheckSimplex(c.alpha, 2); (err == nil) != c.ok {
			t.Errorf("%v: error %v", c.alpha, err)
		}
	}
}
