package balance

// Sweep is a grid of given weights over k groups: all points of the simplex whose entries are multiples of 1/n, in
// lexicographic order. There are (n+k-1 choose k-1) of them. The best of them by rollouts is the oracle, an upper
// bound of what any weights can reach on the grid.
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
