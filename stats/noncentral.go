package stats

import (
	"math"
	"slices"
	"sync"
)

// UpperNoncentralT is P(T >= t) of the noncentral t distribution with ν = df >= 1 degrees of freedom and noncentrality
// δ = ncp: T = (Z + δ)/S, where Z is standard normal, S² = χ²_ν/ν, and both are independent.
//
//	P(T >= t) = ∫₀^∞ Φ̄(ts - δ) f(s) ds
//	log f(s) = log 2 + ½ log(ν/4π) - e(ν/2) - log s + ν(log s - (s² - 1)/2)
//
// f is the density of S, Φ̄ the upper tail of the standard normal and e the stirlingError. The lower tail P(T <= t) is
// UpperNoncentralT(-t, df, -ncp). R: pt(t, df, ncp, lower.tail = FALSE).
//
// Both factors are log-concave in s, so the integrand has one peak. The function finds the peak, cuts the range where
// the integrand has fallen by a factor of e^-45, and integrates by Gauss-Legendre panels that end where Φ̄ changes
// fastest. All terms are positive, so small tails keep their relative accuracy: 1e-13 for integer df; 1e-6 for a
// fractional df below 5, where f(s) starts like a fractional power of s.
func UpperNoncentralT(t, df, ncp float64) float64 {
	g := tIntegrand{t, df, ncp, math.Ln2 + 0.5*math.Log(df/(4*math.Pi)) - stirlingError(df/2)}
	peak := bisect(0, 2+2*math.Abs(ncp)/math.Sqrt(df), func(s float64) bool { return g.slope(s) > 0 })
	floor := g.log(peak) - 45
	low := bisect(0, peak, func(s float64) bool { return g.log(s) < floor })
	far := 2 * peak
	for g.log(far) > floor {
		far *= 2
	}
	high := bisect(peak, far, func(s float64) bool { return g.log(s) > floor })
	ends := []float64{low, peak, high}
	for _, z := range []float64{-8, 0, 8} { // Φ̄ falls from 1 to 0 within |ts - δ| < 8
		if s := (ncp + z) / t; t != 0 && s > low && s < high {
			ends = append(ends, s)
		}
	}
	slices.Sort(ends)
	sum := 0.0
	for i := range len(ends) - 1 {
		sum += integrate(ends[i], ends[i+1], func(s float64) float64 { return math.Exp(g.log(s)) })
	}
	return min(1, sum)
}

// tIntegrand is the integrand Φ̄(ts - δ) f(s) of UpperNoncentralT; constant is the part of log f(s) that does not
// depend on s.
type tIntegrand struct{ t, df, ncp, constant float64 }

// log is the logarithm of the integrand at s > 0.
func (g tIntegrand) log(s float64) float64 {
	e := s - 1
	return g.constant - math.Log(s) + g.df*(log1pMinus(e, s)-e*e/2) + logUpperZ(g.t*s-g.ncp)
}

// slope is the derivative of log at s > 0. It decreases in s, because the integrand is log-concave.
func (g tIntegrand) slope(s float64) float64 {
	z := g.t*s - g.ncp
	hazard := math.Exp(-z*z/2 - 0.5*math.Log(2*math.Pi) - logUpperZ(z))
	if z > 30 {
		hazard = z + 1/z
	}
	return (g.df-1)/s - g.df*s - g.t*hazard
}

// logUpperZ is log Φ̄(z). For z >= 30 it uses the asymptotic series of Mills' ratio (Abramowitz & Stegun 26.2.12),
// because Φ̄ underflows near z = 38.
func logUpperZ(z float64) float64 {
	if z < 30 {
		return math.Log(upperZ(z))
	}
	q := 1 / (z * z)
	return -z*z/2 - math.Log(z*math.Sqrt(2*math.Pi)) + math.Log1p(-q*(1-q*(3-q*15)))
}

// UpperNoncentralF is P(F >= f) of the noncentral F distribution with df1, df2 > 0 degrees of freedom and noncentrality
// λ = ncp >= 0, a Poisson mixture of beta tails (Abramowitz & Stegun 26.6.20):
//
//	P(F >= f) = Σ_j e^(-λ/2)(λ/2)^j/j! · I_x(ν₂/2, ν₁/2 + j), x = ν₂/(ν₂ + ν₁ f)
//
// The sum runs in both directions from its largest Poisson weight until a term is below 1e-18 of the sum. All terms are
// positive, so small tails keep their relative accuracy. The weights have an SD of s = √(λ/2), and the beta tails rise
// over s or more as j grows, so a sum over every h-th j, with h the power of 2 in (s/32, s/16], is that over all to
// rounding. It takes some 600 terms however large λ is. R: pf(f, df1, df2, ncp, lower.tail = FALSE), which has 9 digits
// at λ = 10^4 and fewer beyond.
func UpperNoncentralF(f, df1, df2, ncp float64) float64 {
	if ncp == 0 {
		return UpperF(f, df1, df2)
	}
	r, half := max(0, f*(df1/df2)), ncp/2
	x, y := 1/(1+r), r/(1+r)
	step := max(1, math.Exp2(math.Floor(math.Log2(math.Sqrt(half)/16))))
	sum, mode := 0.0, math.Floor(half)
	for j := mode; ; j += step {
		w := step * poissonWeight(j, half)
		sum += w * regularizedBeta(df2/2, df1/2+j, x, y)
		if w < 1e-18*sum || w == 0 {
			break
		}
	}
	for j := mode - step; j >= 0; j -= step {
		term := step * poissonWeight(j, half) * regularizedBeta(df2/2, df1/2+j, x, y)
		sum += term
		if term < 1e-18*sum {
			break
		}
	}
	return min(1, sum)
}

// poissonWeight is the Poisson probability of a whole number j >= 0 with mean m, after Loader, "Fast and accurate
// computation of binomial probabilities" (2000), with δ the stirlingError:
//
//	e^(-m) m^j/j! = exp(j (log(m/j) - (m - j)/j) - δ(j))/√(2πj),   e^(-m) at j = 0
//
// Large terms cancel algebraically: the difference of j log m - m and log j! has no digits left at m = 10^13.
func poissonWeight(j, m float64) float64 {
	if j == 0 {
		return math.Exp(-m)
	}
	return math.Exp(j*log1pMinus((m-j)/j, m/j)-stirlingError(j)) / math.Sqrt(2*math.Pi*j)
}

// solveNoncentrality is the δ with P(T >= t; δ) = p for p in (0, 1). With p = α/2 it is the lower end of the 1 - α
// interval of δ. The probit of the probability is nearly linear in δ, so the secant method usually needs fewer than
// ten steps.
func solveNoncentrality(t, df, p float64) float64 {
	target := criticalZ(p)
	off := func(d float64) float64 { return target - criticalZ(UpperNoncentralT(t, df, d)) }
	d0, d1 := t, t-target*math.Sqrt(1+t*t/(2*df))
	y0, y1 := off(d0), off(d1)
	for range 60 {
		if y1 == y0 || math.Abs(d1-d0) <= 1e-14*max(1, math.Abs(d1)) {
			break
		}
		next := d1 - y1*(d1-d0)/(y1-y0)
		d0, y0, d1 = d1, y1, next
		y1 = off(d1)
	}
	return d1
}

// bisect returns the end of the part of [low, high] where ok holds, to the last bit, for an ok that holds up to some
// point and fails from there on. It returns high where ok holds everywhere.
func bisect(low, high float64, ok func(float64) bool) float64 {
	for range 200 {
		middle := low + (high-low)/2
		if middle <= low || middle >= high {
			break
		}
		if ok(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// integrate is ∫f over [low, high] by four Gauss-Legendre panels of 32 points each.
func integrate(low, high float64, f func(float64) float64) float64 {
	const panels = 4
	x, w := legendre32()
	half, sum := (high-low)/(2*panels), 0.0
	for p := range panels {
		centre := low + half*float64(2*p+1)
		for i := range x {
			sum += w[i] * f(centre+half*x[i])
		}
	}
	return sum * half
}

// legendre32 returns the nodes x_i and weights w_i of the 32-point Gauss-Legendre rule on [-1, 1] (Abramowitz & Stegun
// 25.4.29). The nodes are the zeros of the Legendre polynomial P_32, by Newton's method from
// cos(π(i - 1/4)/(n + 1/2)), i from 1; the weights are
//
//	w_i = 2/((1 - x_i²) P'_32(x_i)²)
var legendre32 = sync.OnceValues(func() (x, w [32]float64) {
	n := float64(len(x))
	for i := range x {
		z, slope := math.Cos(math.Pi*(float64(i)+0.75)/(n+0.5)), 0.0
		for range 8 {
			p, before := 1.0, 0.0
			for k := 1.0; k <= n; k++ {
				p, before = ((2*k-1)*z*p-(k-1)*before)/k, p
			}
			slope = n * (z*p - before) / (z*z - 1)
			z -= p / slope
		}
		x[i], w[i] = z, 2/((1-z*z)*slope*slope)
	}
	return x, w
})
