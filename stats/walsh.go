package stats

import (
	"math"
	"slices"
)

// walshAverages is the multiset of the n(n + 1)/2 Walsh averages (d_i + d_j)/2, i <= j, of a sample. It holds the
// halves d_i/2 in ascending order and never the averages themselves: as a matrix whose rows and columns ascend, they
// can be counted in O(n) time, so that a selection takes O(n) memory where the averages would take O(n²).
type walshAverages []float64

// newWalshAverages returns the Walsh averages of a sample of finite numbers, in O(n log n) time.
func newWalshAverages(d []float64) walshAverages {
	halves := make(walshAverages, len(d))
	for i, v := range d {
		halves[i] = v / 2
	}
	slices.Sort(halves)
	return halves
}

// len returns the number of averages, n(n + 1)/2.
func (w walshAverages) len() int { return len(w) * (len(w) + 1) / 2 }

// upTo returns the number of averages that are at most v, in O(n) time. The number of columns j with
// w_i + w_j <= v falls as the row i rises, so that one walk down the rows and back along the columns meets the whole
// boundary. The sum of two floating-point numbers never falls when one of them rises: the walk is exact.
func (w walshAverages) upTo(v float64) int {
	count, columns := 0, len(w)
	for i := range w {
		for columns > i && w[i]+w[columns-1] > v {
			columns--
		}
		if columns <= i {
			break
		}
		count += columns - i
	}
	return count
}

// at returns the k-th smallest average, k in [0, len). It is the least floating-point number v with upTo(v) > k, which
// is an average because the count rises only there. Bisection over the 64-bit patterns of the floating-point numbers
// finds it in at most 64 counts, O(64 n) in all, whatever the sample. (Johnson and Mizoguchi, SIAM J. Comput. 7 (1978)
// 147, and Monahan, ACM Trans. Math. Softw. 10 (1984) 265, select in O(n log n) by partitioning the rows.)
func (w walshAverages) at(k int) float64 {
	low, high := floatOrder(w[0]+w[0]), floatOrder(w[len(w)-1]+w[len(w)-1])
	for low < high {
		middle := low + (high-low)/2
		if w.upTo(floatAt(middle)) > k {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return floatAt(low) + 0 // -0 and 0 count alike: return 0
}

// median returns the median of the averages, the mean of the two in the middle where their number is even.
func (w walshAverages) median() float64 {
	m := w.len()
	upper := w.at(m / 2)
	if m%2 == 1 {
		return upper
	}
	return w.at(m/2-1)/2 + upper/2
}

// signBit is the bit of a float64 that holds its sign.
const signBit = 1 << 63

// floatOrder maps floating-point numbers to integers in the same order: x < y implies floatOrder(x) < floatOrder(y).
// The patterns of positive numbers ascend already and get the sign bit; those of negative numbers descend and are
// inverted.
func floatOrder(x float64) uint64 {
	b := math.Float64bits(x)
	if b&signBit != 0 {
		return ^b
	}
	return b | signBit
}

// floatAt is the inverse of floatOrder.
func floatAt(order uint64) float64 {
	if order&signBit != 0 {
		return math.Float64frombits(order &^ signBit)
	}
	return math.Float64frombits(^order)
}
