package frame

import (
	"math"
	"testing"
)

// The best of three given weights by all trials is b (5, 9, 4: mean 6). Left out in turn, the other trials choose b
// (9+4), a (6+6 against 5+4: 12 beats 9) and b (5+9), whose own trials are 5, 6 and 4.
func TestCrossValidated(t *testing.T) {
	a := Weighted{Given: true, Mean: 16. / 3, trials: []float64{6, 4, 6}}
	b := Weighted{Given: true, Mean: 6, trials: []float64{5, 9, 4}}
	method := Weighted{Mean: 99, trials: []float64{99, 99, 99}}
	if got := BestGiven([]Weighted{method, a, b}); got != 2 {
		t.Errorf("%d is best", got)
	}
	if got := BestGiven([]Weighted{a, b, b, method, a}); got != 1 {
		t.Errorf("%d is best, not the first of equal ones", got)
	}
	if got, ok := CrossValidated([]Weighted{method, a, b}); !ok || got != 13./3 {
		t.Errorf("%v, %v, want a mean of 5, 4 and 4", got, ok)
	}
	b.trials = []float64{5, math.NaN(), math.NaN()}
	if _, ok := CrossValidated([]Weighted{a, b}); ok {
		t.Error("one whole trial validates nothing")
	}
}
