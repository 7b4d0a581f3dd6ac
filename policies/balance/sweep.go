package balance

// Sweep is a grid of given weights over k groups: all whose entries are multiples of 1/n. Trained one by one and
// compared by rollouts, the best of them is the oracle: what weights could do at all. There are (n+k-1 choose k-1) of
// them.
func Sweep(k, n int) []Fixed {
	if k == 1 {
		return []Fixed{{1}}
	}
	var grid []Fixed
	var fill func(at []int, left int)
	fill = func(at []int, left int) {
		if len(at) == k-1 {
			f := make(Fixed, 0, k)
			for _, a := range append(at, left) {
				f = append(f, float64(a)/float64(n))
			}
			grid = append(grid, f)
			return
		}
		for a := range left + 1 {
			fill(append(at[:len(at):len(at)], a), left-a)
		}
	}
	fill(nil, n)
	return grid
}
