package theory

import (
	"math"

	"counterpoise/internal/seed"
)

// cloud is a set of samples of k linear sub-policies, group by group. Sub-policy i acts as
//
//	a = θ_i s + ε,   ε ~ N(0, 0.1² I)
//
// on a scalar state s; its action a and its parameter θ_i are points of the plane.
type cloud struct {
	s [][]float64    // states, indexed [group][sample]
	a [][][2]float64 // actions, indexed alike
}

// newCloud draws n[i] samples of group i. The states are normal, then scaled so that the mean of s² over group i is
// moment[i] to rounding.
func newCloud(moment []float64, n ...int) cloud {
	r := seed.Of("theory", "cloud").Rand()
	c := cloud{make([][]float64, len(n)), make([][][2]float64, len(n))}
	for i := range n {
		theta := [2]float64{r.NormFloat64(), r.NormFloat64()}
		sum := 0.0
		for range n[i] {
			s := r.NormFloat64()
			c.s[i], sum = append(c.s[i], s), sum+s*s
		}
		for t := range c.s[i] {
			c.s[i][t] *= math.Sqrt(moment[i] * float64(n[i]) / sum)
			s := c.s[i][t]
			c.a[i] = append(c.a[i], [2]float64{theta[0]*s + 0.1*r.NormFloat64(), theta[1]*s + 0.1*r.NormFloat64()})
		}
	}
	return c
}

// fit returns the weighted least-squares parameter of all samples, each sample of group i with weight w_i:
//
//	θ = argmin sum_i w_i sum_t |a_it - θ s_it|² = sum_i w_i sum_t s_it a_it / sum_i w_i sum_t s_it²
func (c cloud) fit(w []float64) (theta [2]float64) {
	var sa [2]float64
	ss := 0.0
	for i := range c.s {
		for t, s := range c.s[i] {
			ss += w[i] * s * s
			for d := range sa {
				sa[d] += w[i] * s * c.a[i][t][d]
			}
		}
	}
	return [2]float64{sa[0] / ss, sa[1] / ss}
}

// own returns the least-squares parameters θ_i of each group alone.
func (c cloud) own() (thetas [][2]float64) {
	for i := range c.s {
		w := make([]float64, len(c.s))
		w[i] = 1
		thetas = append(thetas, c.fit(w))
	}
	return thetas
}

// sum returns sum_i w_i θ_i.
func sum(w []float64, thetas [][2]float64) (theta [2]float64) {
	for i := range w {
		theta[0] += w[i] * thetas[i][0]
		theta[1] += w[i] * thetas[i][1]
	}
	return theta
}

// apart returns the distance of two points of the plane.
func apart(a, b [2]float64) float64 { return math.Hypot(a[0]-b[0], a[1]-b[1]) }
