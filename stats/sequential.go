package stats

import (
	"fmt"
	"math"
)

// Boundary is the stopping boundary of a group-sequential test: the data are looked at several times, and the test
// rejects at the first look at which the standardised statistic crosses the critical value of that look. All looks
// together reject a true null hypothesis with probability Alpha.
type Boundary struct {
	Alpha       float64   // of all looks together, in (0, 1/2)
	Sides       int       // 1: large values reject; 2: large absolute values reject
	Information []float64 // at each look as a share of the last look's, ascending, in (0, 1]; trials are information
	Critical    []float64 // critical value of the standard normal statistic at each look
	Levels      []float64 // the same as nominal levels: reject where the p value with Sides tails is at most the level
}

// OBrienFleming returns the boundary of O'Brien & Fleming (Biometrics 35 (1979) 549) for looks at some numbers of
// observations, ascending, of which the last is the planned maximum:
//
//	z_k = C/√t_k, t_k = n_k/n_K, with C so that P(|Z_k| >= z_k for any k) = α      (without |.| for one side)
//
// The statistics Z_k √t_k are those of a Brownian motion at the times t_k. The first looks hardly spend any α, and the
// last has nearly the level of a test without looks. For statistics that are not normal the nominal levels take the
// place of the critical values (Jennison & Turnbull, Group Sequential Methods, 2000, 3.8): for t-tests this is accurate
// from about 10 observations at the first look. C is found by bisection to the last bit. R: gsDesign(sfu = "OF") with
// equally spaced looks. It returns an error unless the numbers ascend from 1, each by 1e-5 of itself or more, 0 < α <
// 1/2 and sides is 1 or 2.
func OBrienFleming(observations []int, alpha float64, sides int) (Boundary, error) {
	b := Boundary{Alpha: alpha, Sides: sides}
	if !(alpha > 0 && alpha < 0.5) {
		return b, fmt.Errorf("stats: alpha %v of a group-sequential test is outside (0, 0.5): 0.05 is usual", alpha)
	}
	if sides != 1 && sides != 2 {
		return b, fmt.Errorf("stats: a group-sequential test has 1 or 2 sides, not %d", sides)
	}
	if len(observations) == 0 {
		return b, fmt.Errorf("stats: a group-sequential test needs a look")
	}
	for i, n := range observations {
		if n < 1 || i > 0 && n <= observations[i-1] {
			return b, fmt.Errorf("stats: looks at %v observations: the numbers must ascend from 1", observations)
		}
		if i > 0 && float64(n-observations[i-1]) < closest*float64(n) {
			return b, fmt.Errorf("stats: looks at %d and %d observations are too close to tell apart: leave one out",
				observations[i-1], n)
		}
		b.Information = append(b.Information, float64(n)/float64(observations[len(observations)-1]))
	}
	b.Critical = make([]float64, len(observations))
	// 12 standard deviations are crossed with a probability below 1e-32, and C = 0 crosses with at least 1/2.
	b.scale(bisect(0, 12, func(c float64) bool {
		b.scale(c)
		crossed := b.Crossing(0)
		return crossed[len(crossed)-1] > alpha
	}))
	for _, z := range b.Critical {
		b.Levels = append(b.Levels, float64(sides)*upperZ(z))
	}
	return b, nil
}

// closest is the least number of new observations of a look, as a share of all that it has. A tenth of it takes
// [Boundary.Crossing] three times as long, seconds for a boundary.
const closest = 1e-5

// scale sets the critical values to C/√t_k.
func (b *Boundary) scale(c float64) {
	for k, t := range b.Information {
		b.Critical[k] = c / math.Sqrt(t)
	}
}

// Crossing returns the probability that the statistic has crossed the boundary by each look, where its expectation at
// the last look is drift: E[Z_k] = drift √t_k. Drift 0 gives the α that is spent, and another drift the power.
//
// It is the recursive integration of Armitage, McPherson & Rowe (J. R. Statist. Soc. A 132 (1969) 235). With S_k = Z_k
// √t_k, boundaries a_k = z_k √t_k, δ = t_k - t_{k-1} and f_k the density of S_k among the paths that have not crossed,
//
//	f_k(s) = ∫ f_{k-1}(u) φ((s - u - drift δ)/√δ)/√δ du over the continuation region of look k - 1
//	P(first crossing at k) = ∫ f_{k-1}(u) P(S_k beyond a_k | S_{k-1} = u) du
//
// with f_0 a unit mass at 0. The integrals are Gauss-Legendre sums of 32 points a panel over the part of the
// continuation region within 9 standard deviations √t_k. There are four panels, or as many as keep each within six
// standard deviations √δ of the steps to and from the look, because f_k falls to 0 at a boundary over such a distance.
// Looks in steps of similar size take O(128² looks), one that is n times as late as its step O(√n) times as long.
func (b Boundary) Crossing(drift float64) []float64 {
	crossed := make([]float64, len(b.Critical))
	nodes, mass := []float64{0}, []float64{1} // S_{k-1} and its probability among paths that go on
	sum, before := 0.0, 0.0
	for k, t := range b.Information {
		shift, sd := drift*(t-before), math.Sqrt(t-before)
		limit := b.Critical[k] * math.Sqrt(t)
		for i, u := range nodes {
			sum += mass[i] * upperZ((limit-u-shift)/sd)
			if b.Sides == 2 {
				sum += mass[i] * upperZ((limit+u+shift)/sd)
			}
		}
		crossed[k], before = min(1, sum), t
		if k == len(b.Critical)-1 {
			break
		}
		// Paths beyond 9 standard deviations are worth less than 1e-18.
		low, high := drift*t-9*math.Sqrt(t), min(limit, drift*t+9*math.Sqrt(t))
		if b.Sides == 2 {
			low = max(low, -limit)
		}
		if low >= high {
			nodes, mass = nil, nil // all paths have crossed
			continue
		}
		step := min(sd, math.Sqrt(b.Information[k+1]-t))
		next, weights := legendrePanels(low, high, max(4, int(math.Ceil((high-low)/(6*step)))))
		first := 0
		for j, s := range next {
			density := 0.0
			for first < len(nodes) && (s-nodes[first]-shift)/sd > 39 { // the exponential is 0
				first++
			}
			for i := first; i < len(nodes); i++ {
				z := (s - nodes[i] - shift) / sd
				if z < -39 {
					break
				}
				density += mass[i] * math.Exp(-z*z/2)
			}
			weights[j] *= density / (sd * math.Sqrt(2*math.Pi))
		}
		nodes, mass = next, weights
	}
	return crossed
}

// legendrePanels returns the points, ascending, and weights of Gauss-Legendre panels of 32 points each on [low, high].
func legendrePanels(low, high float64, panels int) (points, weights []float64) {
	x, w := legendre32()
	half := (high - low) / float64(2*panels)
	for p := range panels {
		centre := low + half*float64(2*p+1)
		for i := range x {
			points, weights = append(points, centre+half*x[i]), append(weights, half*w[i])
		}
	}
	return points, weights
}
