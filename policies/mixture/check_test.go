package mixture

import (
	"errors"
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
	// Whoever chose the method's settings is told of an overflow as such, see ErrNotNumbers.
	if err := CheckSimplex([]float64{math.NaN(), 1}, 2); !errors.Is(err, ErrNotNumbers) {
		t.Errorf("NaN: error %v", err)
	}
}

// held is a mixture with a held-out share.
type held struct{ share float64 }

func (held) Alpha() []float64   { return nil }
func (held) Observe([]float64)  {}
func (h held) HoldOut() float64 { return h.share }

// A share is at least 0 and less than 1: with all episodes held out nothing would be left to train on.
func TestHeldOutShare(t *testing.T) {
	for share, ok := range map[float64]bool{0: true, .5: true, .999: true, 1: false, -.1: false, math.NaN(): false} {
		if got, err := HeldOutShare(held{share}); (err == nil) != ok || ok && got != share {
			t.Errorf("%v: %v, error %v", share, got, err)
		}
	}
}
