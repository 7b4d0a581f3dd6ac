package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// Tails are computed as tails, never as 1 - CDF: at F = 500 with 4 and 36 degrees of freedom that difference is 0 where
// the truth is 3e-31 (gonum's distuv.F.Survival is such a difference; its StudentsT.Survival is not).

// TwoSidedT is P(|T| >= |t|) for Student's t with df > 0 degrees of freedom, t finite.
//
//	P(|T| >= |t|) = I_x(ν/2, 1/2), x = ν/(ν + t²)        Abramowitz & Stegun 26.7.1 with 26.5.27
func TwoSidedT(t, df float64) float64 {
	r := math.Abs(t) / math.Sqrt(df)
	if r > 1e100 { // x = r^-2 is below 1e-200, so I_x(a, b) = x^a/(a B(a, b)) to the last bit
		a := df / 2
		return math.Exp(-df*math.Log(r)-mathext.Lbeta(a, 0.5)) / a
	}
	return mathext.RegIncBeta(df/2, 0.5, 1/(1+r*r))
}

// UpperT is P(T >= t) for Student's t with df > 0 degrees of freedom.
func UpperT(t, df float64) float64 {
	if t < 0 {
		return 1 - TwoSidedT(t, df)/2
	}
	return TwoSidedT(t, df) / 2
}

// UpperF is P(F >= f) for Fisher's F with df1, df2 > 0 degrees of freedom.
//
//	P(F >= f) = I_x(ν₂/2, ν₁/2), x = ν₂/(ν₂ + ν₁ f)      Abramowitz & Stegun 26.6.2
func UpperF(f, df1, df2 float64) float64 {
	if f <= 0 {
		return 1
	}
	return mathext.RegIncBeta(df2/2, df1/2, 1/(1+f*df1/df2))
}

// UpperChi2 is P(χ² >= x) with df > 0 degrees of freedom: Q(ν/2, x/2).    Abramowitz & Stegun 26.4.19
func UpperChi2(x, df float64) float64 {
	if x <= 0 {
		return 1
	}
	return mathext.GammaIncRegComp(df/2, x/2)
}

// CriticalT is the t > 0 with P(|T| >= t) = alpha: gonum's inverse, then Newton steps on the tail until they rest.
func CriticalT(alpha, df float64) float64 {
	student := distuv.StudentsT{Sigma: 1, Nu: df}
	t := -student.Quantile(alpha / 2)
	for range 8 {
		step := (TwoSidedT(t, df) - alpha) / (2 * student.Prob(t))
		if math.IsNaN(step) || math.IsInf(step, 0) || t+step <= 0 {
			break
		}
		t += step
		if math.Abs(step) <= 1e-15*t {
			break
		}
	}
	return t
}
