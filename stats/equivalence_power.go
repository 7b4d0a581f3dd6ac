package stats

import (
	"fmt"
	"math"
)

// EquivalenceDesign is an equality test by two one-sided t-tests ([Equivalent]) where the true mean difference is
// Effect and the margin is Margin, both in standard deviations: of the differences of n pairs, or, with TwoSample,
// the common one of two groups of n values each. With S² = χ²_ν/ν, the standard error h of a difference with SD 1,
// and t the upper alpha quantile of Student's distribution (Phillips, J. Pharmacokin. Biopharm. 18 (1990) 137),
//
//	h = 1/√n, ν = n - 1 (pairs) or h = √(2/n), ν = 2n - 2
//	power = E_S max(0, Φ((Margin - Effect)/h - tS) - Φ((-Margin - Effect)/h + tS))
//
// Alpha is that of each one-sided test, in (0, 1/2). R: PowerTOST::power.TOST(method = "exact"), without its second
// integral for the correlation of the two tests, which this form has no need of.
type EquivalenceDesign struct {
	Effect, Margin float64
	TwoSample      bool
}

func (d EquivalenceDesign) rejects(n, alpha float64) float64 {
	h, df := 1/math.Sqrt(n), n-1
	if d.TwoSample {
		h, df = math.Sqrt(2/n), 2*n-2
	}
	t := CriticalT(2*alpha, df)
	low, high := (-d.Margin-d.Effect)/h, (d.Margin-d.Effect)/h
	// Beyond S = (high - low)/2t the interval is longer than the margins. Nearly all of S lies within ten SDs of 1.
	spread := 10 / math.Sqrt(2*df)
	from, to := max(0, 1-spread), min(1+spread, (high-low)/(2*t))
	if to <= from {
		return 0
	}
	// Density of S, with its largest logarithm near S = 1, so that nothing underflows for many degrees of freedom.
	logGamma, _ := math.Lgamma(df / 2)
	front := math.Ln2 + df/2*math.Log(df/2) - logGamma
	integrand := func(s float64) float64 {
		if s <= 0 && df > 1 {
			return 0
		}
		density := math.Exp(front + (df-1)*math.Log(max(s, 1e-300)) - df*s*s/2)
		return density * max(0, upperZ(low+t*s)-upperZ(high-t*s))
	}
	// Simpson's rule with 2000 steps: its error is below 1e-10 of the power.
	const steps = 2000
	width, sum := (to-from)/steps, 0.0
	for i := range steps + 1 {
		weight := 2.0 + 2*float64(i%2)
		if i == 0 || i == steps {
			weight = 1
		}
		sum += weight * integrand(from+float64(i)*width)
	}
	return min(1, sum*width/3)
}

func (d EquivalenceDesign) check(alpha float64) error {
	if err := checkEquivalenceAlpha(alpha); err != nil {
		return err
	}
	if !(d.Margin > 0) || !(math.Abs(d.Effect) < d.Margin) {
		return fmt.Errorf("stats: a difference of %.4g SDs does not lie within a margin of %.4g: no n shows equality",
			d.Effect, d.Margin)
	}
	return checkEffectSize("margin", d.Margin)
}
func (d EquivalenceDesign) null() bool { return false }
func (d EquivalenceDesign) String() string {
	of := "paired"
	if d.TwoSample {
		of = "two-sample"
	}
	return fmt.Sprintf("two one-sided %s t, difference %.4g, margin %.4g SDs", of, d.Effect, d.Margin)
}
