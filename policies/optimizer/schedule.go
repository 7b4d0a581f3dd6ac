package optimizer

import (
	"fmt"
	"math"
)

// Schedule names how the learning rate changes over the steps of a training.
type Schedule string

const (
	// Constant keeps the learning rate.
	Constant Schedule = "constant"
	// Cosine lowers it along half a cosine, from the full rate at the first step towards zero after the last.
	Cosine Schedule = "cosine"
)

// Validate returns an error that lists the schedules unless s is one of them.
func (s Schedule) Validate() error {
	if s != Constant && s != Cosine {
		return fmt.Errorf("optimizer: unknown schedule %q; known: %s, %s", s, Constant, Cosine)
	}
	return nil
}

// Factor returns the factor, in (0, 1], by which the learning rate is multiplied at step t = 0, ..., T-1 of T.
//
//	constant: 1
//	cosine:   (1 + cos(π t/T)) / 2
//
// The cosine is that of SGDR (Loshchilov & Hutter 2017), Eq. 5, with η_min = 0 and no restart.
func (s Schedule) Factor(t, T int) float64 {
	if s == Constant {
		return 1
	}
	return (1 + math.Cos(math.Pi*float64(t)/float64(T))) / 2
}
