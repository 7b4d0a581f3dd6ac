package stats

import (
	"math"
	"slices"

	"counterpoise/internal/seed"
)

// Places are units (starts, say) that have a place each (in a batch, say), and whose outcomes may go with it.
type Places struct {
	Sums, Sizes []float64 // by unit: the sum of its outcomes, above what is expected of them, and their number
	Blocks      [][]int   // units that may change places with each other
	Columns     [][]int   // places by unit, from 0; several where it is not known which places matter
}

// Test returns the p value of the greatest score of the columns (see score) among those of shuffled units, and its
// column:
//
//	p = (1 + shuffles that reach it)/(1 + shuffles),  P(p <= α) <= α where units may change places
//
// (Phipson & Smyth, Statistical Applications in Genetics and Molecular Biology 9 (2010) 39). The greatest of several
// columns needs no correction (Westfall & Young, Resampling-Based Multiple Testing (1993)). The same units have the
// same p. Without spread p is 1.
func (u Places) Test(shuffles int) (p float64, best int) {
	variance := 0.0
	for i, sum := range u.Sums {
		variance += sum * sum / u.Sizes[i] / float64(len(u.Sums))
	}
	if variance == 0 || len(u.Columns) == 0 {
		return 1, 0
	}
	places := make([]int, len(u.Columns))
	for c, column := range u.Columns {
		places[c] = 1 + slices.Max(column)
	}
	room := make([]float64, 2*slices.Max(places))
	sums, sizes := slices.Clone(u.Sums), slices.Clone(u.Sizes)
	greatest := func() (most float64, best int) {
		for c, column := range u.Columns {
			if v := score(column, sums, sizes, room[:2*places[c]], variance); c == 0 || v > most {
				most, best = v, c
			}
		}
		return most, best
	}
	observed, best := greatest()
	r := seed.Of("counterpoise", "places").Rand()
	reached := 1
	for range shuffles {
		for _, block := range u.Blocks {
			for i := len(block) - 1; i > 0; i-- {
				a, b := block[i], block[r.IntN(i+1)]
				sums[a], sums[b] = sums[b], sums[a]
				sizes[a], sizes[b] = sizes[b], sizes[a]
			}
		}
		if v, _ := greatest(); v >= observed-1e-9 {
			reached++
		}
	}
	return float64(reached) / float64(shuffles+1), best
}

// score is how much the means of the places differ, more than the units alone let them, in standard deviations:
//
//	(Q - (P - 1) s²) / (s² √(2 (P - 1))),  Q = Σ_p (Σ_{i in p} r_i)² / n_p
//
// with P places and the variance s² of the outcomes. Shuffles decide, so this only weighs columns. Room has two numbers
// for each place.
func score(column []int, sums, sizes, room []float64, variance float64) float64 {
	total, count := room[:len(room)/2], room[len(room)/2:]
	clear(room)
	for i, p := range column {
		total[p] += sums[i]
		count[p] += sizes[i]
	}
	q, used := 0.0, 0.0
	for p, t := range total {
		if count[p] > 0 {
			q += t * t / count[p]
			used++
		}
	}
	return (q/variance - (used - 1)) / math.Sqrt(2*max(1, used-1))
}
