package optimizer

import (
	"fmt"
	"math"
)

// Schedule is how the learning rate changes over the steps of a training run.
type Schedule string

const (
	// Constant keeps the rate.
	Constant Schedule = "constant"
	// Cosine lowers it from the full rate to zero along half a cosine.
	Cosine Schedule = "cosine"
)

func (s Schedule) Validate() error {
	if s != Constant && s != Cosine {
		return fmt.Errorf("policies: unknown schedule %q; known: %s, %s", s, Constant, Cosine)
	}
	return nil
}

// factor multiplies the rate at step t of T, t = 0..T-1.
//
//	cosine: (1 + cos(π t/T)) / 2      Loshchilov & Hutter 2017, SGDR, Eq. 5 with η_min = 0 and no restart
func (s Schedule) Factor(t, T int) float64 {
	if s == Constant {
		return 1
	}
	return (1 + math.Cos(math.Pi*float64(t)/float64(T))) / 2
}
