package stats

import (
	"math"
	"slices"

	"counterpoise/internal/seed"
)

// maxBounded bounds the units that are bet on; maxBets bounds the bets of all orders: about a second.
const maxBounded, maxBets = 20_000, 40_000

// maxOrders is the number of random orders of the units that are bet on.
const maxOrders = 16

// BoundedDifference returns an interval of the mean of differences between -width and width that holds for any
// distribution (see boundedMean): of x, the differences of pairs, where y is empty, and of x - y of independent samples
// else, whose units are then set against each other at random. Rows of a file have no order to rely on (they may be
// sorted by score), so values are sorted, and the random orders are drawn with a seed that is made from the values: the
// interval is a function of them alone, and turns its sign where the samples are swapped. It is undefined without
// differences and for more than 20,000 values. It is an error if the level is outside (0, 1).
func BoundedDifference(x, y []float64, width, level float64) (Interval, error) {
	n := len(x)
	if len(y) > 0 {
		n = min(n, len(y))
	}
	if n == 0 || max(len(x), len(y)) > maxBounded {
		return Interval{}, nil
	}
	x, y = slices.Sorted(slices.Values(x)), slices.Sorted(slices.Values(y))
	first, second := digits(x, width), digits(y, width)
	turned := slices.Compare(first, second) > 0
	if len(y) == 0 {
		second = digits(negative(x), width)
		if turned = slices.Compare(first, second) > 0; turned {
			x = negative(x)
		}
	} else if turned {
		x, y = y, x
	}
	if turned {
		first, second = second, first
	}
	r := seed.Of("bounded mean", first, second).Rand()
	orders := make([][]float64, max(1, min(maxOrders, maxBets/n)))
	shuffle := func(values []float64) {
		r.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
	}
	for o := range orders {
		shuffle(x)
		shuffle(y)
		orders[o] = slices.Clone(x[:n])
		for k := range orders[o] {
			if len(y) > 0 {
				orders[o][k] -= y[k]
			}
			orders[o][k] = min(width, max(-width, orders[o][k])) // means are rounded
		}
	}
	ci, err := boundedMean(orders, -width, width, level)
	if low, ok := ci.Low.Get(); ok && turned {
		ci.Low, ci.High = Some(0-ci.High.Or(0)), Some(0-low)
	}
	return ci, err
}

// digits are values in units of a billionth of the width: without what differs by the order of sums.
func digits(values []float64, width float64) (out []int64) {
	for _, v := range values {
		out = append(out, int64(math.Round(v/width*1e9)))
	}
	return out
}

// negative are the negative values, ascending where the values are.
func negative(values []float64) (out []float64) {
	for _, v := range slices.Backward(values) {
		out = append(out, 0-v)
	}
	return out
}
