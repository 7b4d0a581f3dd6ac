package skills

import (
	"cmp"
	"math"
	"slices"
)

// merge joins the clusters of two points; height is twice the growth of the sum of squares within clusters.
type merge struct {
	a, b   int
	height float64
}

// ward clusters points with distances by the method of Ward 1963, "Hierarchical Grouping to Optimize an Objective
// Function": of all pairs of clusters those are joined whose union adds least to the sum of squared distances from the
// means,
//
//	d(i, j) = 2 n_i n_j / (n_i + n_j) |m_i - m_j|²
//
// updated by the formula of Lance and Williams 1967,
//
//	d(ij, k) = ((n_i + n_k) d(i, k) + (n_j + n_k) d(j, k) - n_k d(i, j)) / (n_i + n_j + n_k)
//
// along chains of nearest neighbours (Murtagh 1983), which takes n² steps. The merges are returned by height.
func ward(distances [][]float64) []merge {
	n := len(distances)
	d := make([][]float64, n)
	for i := range d {
		for _, v := range distances[i] {
			d[i] = append(d[i], v*v)
		}
	}
	size, gone := slices.Repeat([]float64{1}, n), make([]bool, n)
	var merges []merge
	var chain []int
	for len(merges) < n-1 {
		if len(chain) == 0 {
			chain = append(chain, slices.Index(gone, false))
		}
		last := chain[len(chain)-1]
		near, least := -1, math.Inf(1)
		if len(chain) > 1 { // of equals the one before, so that chains end
			near = chain[len(chain)-2]
			least = d[last][near]
		}
		for k := range n {
			if k != last && !gone[k] && d[last][k] < least {
				near, least = k, d[last][k]
			}
		}
		if len(chain) < 2 || near != chain[len(chain)-2] {
			chain = append(chain, near)
			continue
		}
		chain = chain[:len(chain)-2]
		i, j := min(last, near), max(last, near)
		merges = append(merges, merge{i, j, least})
		for k := range n {
			if k != i && k != j && !gone[k] {
				sum := (size[i]+size[k])*d[i][k] + (size[j]+size[k])*d[j][k] - size[k]*least
				d[i][k] = sum / (size[i] + size[j] + size[k])
				d[k][i] = d[i][k]
			}
		}
		size[i] += size[j]
		gone[j] = true
	}
	slices.SortStableFunc(merges, func(a, b merge) int { return cmp.Compare(a.height, b.height) })
	return merges
}

// cut returns the cluster of each point where there are k, numbered in the order of their first points.
func cut(merges []merge, k int) []int {
	n := len(merges) + 1
	parent := make([]int, n)
	for i := range parent {
		parent[i] = i
	}
	root := func(i int) int {
		for parent[i] != i {
			i = parent[i]
		}
		return i
	}
	for _, m := range merges[:n-k] {
		a, b := root(m.a), root(m.b)
		parent[max(a, b)] = min(a, b)
	}
	of := make([]int, n)
	var roots []int
	for i := range of {
		r := root(i)
		at := slices.Index(roots, r)
		if at < 0 {
			at, roots = len(roots), append(roots, r)
		}
		of[i] = at
	}
	return of
}

// squared returns the squared distance of two points.
func squared(a, b []float64) (sum float64) {
	for i := range a {
		sum += (a[i] - b[i]) * (a[i] - b[i])
	}
	return sum
}
