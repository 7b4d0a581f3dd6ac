package skills

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"counterpoise/internal/seed"
)

// Settings of the choice of the number of groups.
const (
	references = 39 // sets without groups that the points are compared with: p is 1/40 at least
	mostGroups = 12
	leastIn    = 3 // demonstrations of a group; those of a smaller one join the nearest
)

// cluster groups points and returns the group of each. The number k of groups is that with the largest mean silhouette
// (Rousseeuw 1987, "Silhouettes: a graphical aid to the interpretation and validation of cluster analysis"): with a_i
// the mean distance of point i from the others of its group, and b_i the least mean distance from those of another,
//
//	s_i = (b_i - a_i) / max(a_i, b_i),   0 for a group of one
//
// A silhouette cannot say that there is one group. There is one unless the largest is greater than the largest of each
// of 39 sets that have none, over the same numbers of groups, drawn evenly from the box around the principal components
// of the points, the reference of Tibshirani, Walther and Hastie 2001, "Estimating the number of clusters in a data set
// via the gap statistic".
func cluster(points [][]float64, key seed.Key) []int {
	n := len(points)
	most := min(mostGroups, n/leastIn)
	if most < 2 {
		return make([]int, n)
	}
	if points = principal(points); points[0] == nil { // all alike
		return make([]int, n)
	}
	d := distances(points)
	merges := ward(d)
	k, best := widest(d, merges, most)
	low, high := box(points)
	for b := range references {
		r := key.With("reference", b).Rand()
		drawn := make([][]float64, n)
		for i := range drawn {
			for j := range low {
				drawn[i] = append(drawn[i], low[j]+(high[j]-low[j])*r.Float64())
			}
		}
		d := distances(drawn)
		if _, other := widest(d, ward(d), most); other >= best {
			return make([]int, n)
		}
	}
	return joined(points, cut(merges, k))
}

// widest returns the number of groups, from 2 to most, with the largest mean silhouette of points with distances d, and
// that silhouette.
func widest(d [][]float64, merges []merge, most int) (k int, best float64) {
	best = math.Inf(-1)
	for g := 2; g <= most; g++ {
		if s := silhouette(d, cut(merges, g), g); s > best {
			k, best = g, s
		}
	}
	return k, best
}

// distances returns the distances of points from each other.
func distances(points [][]float64) [][]float64 {
	d := make([][]float64, len(points))
	for i := range d {
		d[i] = make([]float64, len(points))
		for j := range i {
			d[i][j] = math.Sqrt(squared(points[i], points[j]))
			d[j][i] = d[i][j]
		}
	}
	return d
}

// silhouette returns the mean silhouette of k groups of points with distances d.
func silhouette(d [][]float64, of []int, k int) (mean float64) {
	n := make([]float64, k)
	for _, g := range of {
		n[g]++
	}
	sum := make([]float64, k)
	for i, own := range of {
		clear(sum)
		for j, v := range d[i] {
			sum[of[j]] += v
		}
		if n[own] < 2 {
			continue
		}
		a, b := sum[own]/(n[own]-1), math.Inf(1)
		for g := range sum {
			if g != own {
				b = min(b, sum[g]/n[g])
			}
		}
		if a != b {
			mean += (b - a) / max(a, b) / float64(len(of))
		}
	}
	return mean
}

// principal returns points by their principal components, those that together have 99 % of the variance.
func principal(points [][]float64) [][]float64 {
	n, width := len(points), len(points[0])
	x := mat.NewDense(n, width, nil)
	for j := range width {
		mean := 0.0
		for i := range n {
			mean += points[i][j] / float64(n)
		}
		for i := range n {
			x.Set(i, j, points[i][j]-mean)
		}
	}
	var svd mat.SVD
	out := make([][]float64, n)
	if !svd.Factorize(x, mat.SVDThin) {
		return out
	}
	values := svd.Values(nil)
	var u mat.Dense
	svd.UTo(&u)
	all, sum := 0.0, 0.0
	for _, v := range values {
		all += v * v
	}
	for j, v := range values {
		if all == 0 || sum >= .99*all {
			break
		}
		sum += v * v
		for i := range out {
			out[i] = append(out[i], v*u.At(i, j))
		}
	}
	return out
}

// box returns the least and the greatest value of each coordinate.
func box(points [][]float64) (low, high []float64) {
	low, high = slices.Clone(points[0]), slices.Clone(points[0])
	for _, p := range points {
		for j, v := range p {
			low[j], high[j] = min(low[j], v), max(high[j], v)
		}
	}
	return low, high
}

// joined puts the points of groups of fewer than leastIn into the group with the nearest mean, and numbers the groups
// anew in the order of their first points.
func joined(points [][]float64, of []int) []int {
	means, n := meansOf(points, of)
	number := map[int]int{}
	out := make([]int, len(of))
	for i, g := range of {
		if n[g] < leastIn {
			g = nearest(points[i], means, n)
		}
		if _, met := number[g]; !met {
			number[g] = len(number)
		}
		out[i] = number[g]
	}
	return out
}

// meansOf returns the mean of the points of each group and how many it has. Points of the group -1 are in none.
func meansOf(points [][]float64, of []int) (means [][]float64, n []int) {
	for i, g := range of {
		for len(means) <= g {
			means, n = append(means, make([]float64, len(points[i]))), append(n, 0)
		}
		if g < 0 {
			continue
		}
		n[g]++
		for j, v := range points[i] {
			means[g][j] += v
		}
	}
	for g, m := range means {
		for j := range m {
			m[j] /= float64(n[g])
		}
	}
	return means, n
}

// nearest returns the group whose mean is nearest to a point, of those that have leastIn points or more. There is one
// wherever cluster made the groups.
func nearest(p []float64, means [][]float64, n []int) (group int) {
	least := math.Inf(1)
	for g, m := range means {
		if d := squared(p, m); n[g] >= leastIn && d < least {
			group, least = g, d
		}
	}
	return group
}
