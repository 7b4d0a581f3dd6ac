package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// The functions of this file compute tail probabilities directly, never as 1 - CDF. At F = 10^5 with 4 and 36 degrees
// of freedom the tail is 3e-72, and the difference 1 - CDF is 1e-16 (as in distuv.F.Survival of gonum).

// TwoSidedT is P(|T| >= |t|) where T has Student's t distribution with df > 0 degrees of freedom (Abramowitz & Stegun
// 26.7.1 with 26.5.27). t must be finite.
//
//	P(|T| >= |t|) = I_x(ν/2, 1/2), x = ν/(ν + t²)
//
// R: 2*pt(-abs(t), df).
func TwoSidedT(t, df float64) float64 {
	r := math.Abs(t) / math.Sqrt(df)
	if r > 1e100 { // x = r^-2 is below 1e-200, where I_x(a, b) = x^a/(a B(a, b)) to the last bit
		a := df / 2
		return math.Exp(-df*math.Log(r)-mathext.Lbeta(a, 0.5)) / a
	}
	return regularizedBeta(df/2, 0.5, 1/(1+r*r), r*r/(1+r*r))
}

// UpperT is P(T >= t) where T has Student's t distribution with df > 0 degrees of freedom. R: pt(t, df, lower.tail =
// FALSE).
func UpperT(t, df float64) float64 {
	if t < 0 {
		return 1 - TwoSidedT(t, df)/2
	}
	return TwoSidedT(t, df) / 2
}

// UpperF is P(F >= f) where F has Fisher's F distribution with df1, df2 > 0 degrees of freedom (Abramowitz & Stegun
// 26.6.2). f must be finite; a negative f counts as 0.
//
//	P(F >= f) = I_x(ν₂/2, ν₁/2), x = ν₂/(ν₂ + ν₁ f)
//
// R: pf(f, df1, df2, lower.tail = FALSE).
func UpperF(f, df1, df2 float64) float64 {
	r := max(0, f*(df1/df2))
	return regularizedBeta(df2/2, df1/2, 1/(1+r), r/(1+r))
}

// UpperChi2 is P(χ² >= x) = Q(ν/2, x/2) with df > 0 degrees of freedom, Q the regularised upper incomplete gamma
// function (Abramowitz & Stegun 26.4.19). A negative x counts as 0. R: pchisq(x, df, lower.tail = FALSE).
func UpperChi2(x, df float64) float64 { return mathext.GammaIncRegComp(df/2, max(0, x)/2) }

// QuantileChi2 is the x > 0 with P(χ² <= x) = p, for p in (0, 1) and df > 0 degrees of freedom, by bisection. R:
// qchisq(p, df).
func QuantileChi2(p, df float64) float64 {
	below := func(x float64) bool { return UpperChi2(x, df) > 1-p }
	high := df + 10*math.Sqrt(2*df) + 10 // beyond lies less than 1e-6
	for below(high) {
		high *= 2
	}
	return bisect(0, high, below)
}

// CriticalT is the two-sided critical value of Student's t: the t > 0 with P(|T| >= t) = alpha, for alpha in (0, 1).
// R: qt(1 - alpha/2, df).
func CriticalT(alpha, df float64) float64 {
	return solveTail(alpha, 1,
		func(t float64) float64 { return TwoSidedT(t, df) },
		func(t float64) float64 { // -2 density of T = -2 x^(ν/2) y^(1/2)/(t B(ν/2, 1/2)), x and y as above
			r2 := t * t / df
			return -2 * betaPower(df/2, 0.5, 1/(1+r2), r2/(1+r2)) / t
		})
}

// criticalF is the critical value of Fisher's F: the f > 0 with P(F >= f) = alpha, for alpha in (0, 1).
func criticalF(alpha, df1, df2 float64) float64 {
	return solveTail(alpha, 1,
		func(f float64) float64 { return UpperF(f, df1, df2) },
		func(f float64) float64 {
			r := f * df1 / df2
			return -betaPower(df2/2, df1/2, 1/(1+r), r/(1+r)) / f
		})
}

// criticalZ is the z with P(Z >= z) = alpha for a standard normal Z.
func criticalZ(alpha float64) float64 { return math.Sqrt2 * math.Erfcinv(2*alpha) }

// upperZ is P(Z >= z) for a standard normal Z.
func upperZ(z float64) float64 { return math.Erfc(z/math.Sqrt2) / 2 }
