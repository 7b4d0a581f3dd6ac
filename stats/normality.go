package stats

import (
	"fmt"
	"math"
	"slices"
)

// ShapiroWilk is the test of normality of Shapiro & Wilk (Biometrika 52 (1965) 591) with the coefficients and p values
// of Royston (Appl. Statist. 44 (1995) 547, algorithm AS R94). With the sorted values x_(i) and weights a_i,
//
//	W = (Σ a_i x_(i))²/(Σ a_i² Σ (x_i - x̄)²)
//
// R: shapiro.test. It is undefined for fewer than 3 and for more than 5000 values, and for constant ones. NaNs are left
// out. It returns an error for infinities.
func ShapiroWilk(x []float64) (Assumption, error) {
	kept, err := withoutNaN("x", x)
	if err != nil {
		return Assumption{}, err
	}
	return shapiroWilk(scaledDown(kept, exponent(kept))), nil
}

// ShapiroWilkOfPairs is the test of [ShapiroWilk] of the differences a[i] - b[i], which may exceed float64. Pairs with
// a NaN are left out. It returns an error for samples of different lengths and for infinities.
func ShapiroWilkOfPairs(a, b []float64) (Assumption, error) {
	x, y, err := completePairs(a, b)
	if err != nil {
		return Assumption{}, err
	}
	d, _ := differences(x, y)
	for i := range d {
		d[i] = double{hi: d[i].float()}
	}
	return shapiroWilk(d), nil
}

// shapiroWilk is the test of values of which the largest magnitude lies in [1/2, 1), or all are 0.
func shapiroWilk(scaled []double) Assumption {
	check, n := Assumption{Name: "normal values"}, len(scaled)
	if n < 3 || n > 5000 {
		check.Note = fmt.Sprintf("%s: the test of Shapiro and Wilk takes 3 to 5000", counted(n, "value"))
		return check
	}
	m := momentsOf(scaled)
	deviations := make([]float64, n)
	for i, v := range scaled {
		deviations[i] = v.minus(m.mean).float()
	}
	slices.Sort(deviations)
	// A range of the size of rounding errors has no shape; R stops at 1e-19 of the scale.
	if !(deviations[n-1]-deviations[0] > 16*epsilon) {
		check.Note = "the values are constant: not tested"
		return check
	}
	a := shapiroWeights(n)
	sum, squares, norm := 0.0, 0.0, 0.0
	for i, d := range deviations {
		sum, squares, norm = sum+a[i]*d, squares+d*d, norm+a[i]*a[i]
	}
	w := min(1, sum*sum/(squares*norm))
	check.P = Some(shapiroP(w, n))
	check.Note = fmt.Sprintf("Shapiro-Wilk W = %.4g", w)
	return check
}

// polynomial is c[0] + c[1] x + c[2] x² + ...
func polynomial(x float64, c ...float64) float64 {
	v := 0.0
	for _, a := range slices.Backward(c) {
		v = v*x + a
	}
	return v
}

// shapiroWeights are the weights a_1, ..., a_n of AS R94, antisymmetric about the middle: normal scores
//
//	m_i = Φ⁻¹((i - 3/8)/(n + 1/4))
//
// of which the outermost one (n > 5: two) have a correction that is a polynomial in n^(-1/2), and the others a common
// factor that keeps Σ a_i² = 1.
func shapiroWeights(n int) []float64 {
	a := make([]float64, n)
	if n == 3 {
		a[0], a[2] = -math.Sqrt2/2, math.Sqrt2/2
		return a
	}
	m, size := make([]float64, n), 0.0
	for i := range m {
		p := (float64(i+1) - 0.375) / (float64(n) + 0.25)
		m[i] = math.Sqrt2 * math.Erfinv(2*p-1)
		size += m[i] * m[i]
	}
	root, length := 1/math.Sqrt(float64(n)), math.Sqrt(size)
	last := m[n-1]/length + polynomial(root, 0, .221157, -.147981, -2.07119, 4.434685, -2.706056)
	fixed, rest, share := 1, size-2*m[n-1]*m[n-1], 1-2*last*last
	a[n-1] = last
	if n > 5 {
		second := m[n-2]/length + polynomial(root, 0, .042981, -.293762, -1.752461, 5.682633, -3.582633)
		fixed, rest, share = 2, rest-2*m[n-2]*m[n-2], share-2*second*second
		a[n-2] = second
	}
	factor := math.Sqrt(rest / share)
	for i := n / 2; i < n-fixed; i++ {
		a[i] = m[i] / factor
	}
	for i := range n / 2 {
		a[i] = -a[n-1-i]
	}
	return a
}

// shapiroP is the p value of W: exact for three values, else by a normal approximation of a transform of 1 - W.
func shapiroP(w float64, n int) float64 {
	size := float64(n)
	if n == 3 {
		return min(1, max(0, 6/math.Pi*(math.Asin(math.Sqrt(w))-math.Asin(math.Sqrt(.75)))))
	}
	y := math.Log(1 - w)
	var mean, sd float64
	if n <= 11 {
		gamma := polynomial(size, -2.273, .459)
		if y >= gamma {
			return 0
		}
		y = -math.Log(gamma - y)
		mean = polynomial(size, .544, -.39978, .025054, -6.714e-4)
		sd = math.Exp(polynomial(size, 1.3822, -.77857, .062767, -.0020322))
	} else {
		log := math.Log(size)
		mean = polynomial(log, -1.5861, -.31082, -.083751, .0038915)
		sd = math.Exp(polynomial(log, -.4803, -.082676, .0030302))
	}
	return math.Erfc((y-mean)/sd/math.Sqrt2) / 2
}
