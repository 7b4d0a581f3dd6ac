package stats

import (
	"fmt"
	"math"
)

// Power is the probability that a planned test rejects the null hypothesis at Alpha, given the effect of its design.
type Power struct {
	Power Maybe   `json:"power"`
	N     int     `json:"n"` // pairs or subjects, or values in each group
	Alpha float64 `json:"-"`
	Test  string  `json:"-"` // the planned test with its effect: "paired t, d_z = 0.8"
}

// Design is a planned test with the true effect that it has to detect: [PairedDesign], [TwoSampleDesign],
// [RepeatedDesign] or [BetweenDesign], or with that it must not, [EquivalenceDesign].
type Design interface {
	// rejects is the probability of p <= alpha with n pairs or subjects, or n values in each group, n >= 2.
	rejects(n, alpha float64) float64
	// check returns an error for parameters outside their ranges, and for an alpha in (0, 1) that the test cannot have.
	check(alpha float64) error
	// null reports whether the effect is zero.
	null() bool
	String() string
}

// PowerOf is the power of a design with n pairs or subjects (or values in each group) at two-sided level alpha. Both
// tails count, as in power.t.test(strict = TRUE) of R, G*Power and statsmodels; R's default leaves out the tail on
// the side opposite to the effect. For an effect of 0 the power is alpha. It returns an error for n < 2, alpha
// outside (0, 1), or (0, 1/2) for an [EquivalenceDesign], and effects that are not finite.
func PowerOf(d Design, n int, alpha float64) (Power, error) {
	if err := checkPlan(d, alpha); err != nil {
		return Power{}, err
	}
	if n < 2 {
		return Power{}, fmt.Errorf("stats: power of %v needs n of at least 2, not %d", d, n)
	}
	return Power{Some(d.rejects(float64(n), alpha)), n, alpha, d.String()}, nil
}

// maxRequiredN is the largest n that RequiredN tries. No experiment of this kind has as many trials.
const maxRequiredN = 1_000_000_000

// RequiredN returns the smallest n whose power is at least the given one, with the power of that n. It doubles n
// until the power suffices, then bisects: O(log n) evaluations. It returns an error for power or alpha outside (0,
// 1), for an effect of zero, and where n would exceed 10^9.
func RequiredN(d Design, power, alpha float64) (Power, error) {
	if err := checkPlan(d, alpha); err != nil {
		return Power{}, err
	}
	if !(power > 0 && power < 1) {
		return Power{}, fmt.Errorf("stats: power %v is outside (0, 1): 0.8 is usual", power)
	}
	if d.null() {
		return Power{}, fmt.Errorf("stats: no n finds an effect of zero (%v)", d)
	}
	enough := func(n int) bool { return d.rejects(float64(n), alpha) >= power }
	high := 2
	for !enough(high) {
		if high *= 2; high > maxRequiredN {
			return Power{}, fmt.Errorf("stats: %v needs more than %d trials for power %v: "+
				"the effect is too small to plan for",
				d, maxRequiredN, power)
		}
	}
	low := high / 2 // the last n whose power was too small, or 1
	for high-low > 1 {
		if middle := (low + high) / 2; enough(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return PowerOf(d, high, alpha)
}

// Detectable is the smallest effect that n pairs or subjects (or values in each group) find with a power at two-sided
// level alpha, for a family of designs whose power rises with their effect: by bisection, to 2⁻⁴⁰ of it.
func Detectable(design func(effect float64) Design, n int, power, alpha float64) float64 {
	enough := func(effect float64) bool {
		p, err := PowerOf(design(effect), n, alpha)
		return err != nil || p.Power.Or(1) >= power
	}
	low, high := 0.0, 1.0
	for !enough(high) && high < 1e6 {
		low, high = high, 2*high
	}
	for range 40 {
		if middle := (low + high) / 2; enough(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}

// checkPlan returns an error for an alpha outside its range and for a design with parameters outside theirs.
func checkPlan(d Design, alpha float64) error {
	if !(alpha > 0 && alpha < 1) {
		return fmt.Errorf("stats: alpha %v is outside (0, 1): 0.05 is usual", alpha)
	}
	return d.check(alpha)
}

// PairedDesign is a paired t-test of n pairs (or a one-sample t-test) where the true mean difference is DZ standard
// deviations of the differences. T is noncentral t with
//
//	ν = n - 1, δ = d_z √n
//
// R: power.t.test(type = "paired").
type PairedDesign struct{ DZ float64 }

func (d PairedDesign) rejects(n, alpha float64) float64 {
	return rejectsT(d.DZ*math.Sqrt(n), n-1, alpha)
}
func (d PairedDesign) check(float64) error { return checkEffectSize("d_z", d.DZ) }
func (d PairedDesign) null() bool          { return d.DZ == 0 }
func (d PairedDesign) String() string      { return fmt.Sprintf("paired t, d_z = %.4g", d.DZ) }

// TwoSampleDesign is Student's t-test of two groups of n values each, where the true means are D common standard
// deviations apart. T is noncentral t with
//
//	ν = 2n - 2, δ = d √(n/2)
//
// R: power.t.test(type = "two.sample").
type TwoSampleDesign struct{ D float64 }

func (d TwoSampleDesign) rejects(n, alpha float64) float64 {
	return rejectsT(d.D*math.Sqrt(n/2), 2*n-2, alpha)
}
func (d TwoSampleDesign) check(float64) error { return checkEffectSize("d", d.D) }
func (d TwoSampleDesign) null() bool          { return d.D == 0 }
func (d TwoSampleDesign) String() string      { return fmt.Sprintf("Student's t, d = %.4g", d.D) }

// MeasuredDesign is a t-test with the standard error and the degrees of freedom of one that was made, such as Welch's
// at the spreads of its samples. The true difference is T standard errors; the number of units does not count.
type MeasuredDesign struct{ T, DF float64 }

func (d MeasuredDesign) rejects(_, alpha float64) float64 { return rejectsT(d.T, d.DF, alpha) }
func (d MeasuredDesign) check(float64) error              { return checkEffectSize("T", d.T) }
func (d MeasuredDesign) null() bool                       { return d.T == 0 }
func (d MeasuredDesign) String() string {
	return fmt.Sprintf("t with %.4g degrees of freedom, %.4g standard errors", d.DF, d.T)
}

// rejectsT is P(|T| >= t_crit) of the noncentral t distribution, t_crit the two-sided critical value at alpha.
func rejectsT(ncp, df, alpha float64) float64 {
	critical := CriticalT(alpha, df)
	return min(1, UpperNoncentralT(critical, df, ncp)+UpperNoncentralT(critical, df, -ncp))
}

// RepeatedDesign is a one-way repeated-measures ANOVA of K conditions on n subjects (Muller & Barton, J. Am. Statist.
// Ass. 84 (1989) 549; G*Power 3.1, "repeated measures, within factors"). The F statistic is noncentral F with
//
//	df₁ = (K - 1)ε, df₂ = (n - 1)(K - 1)ε, λ = n K F² ε
//
// F is the standard deviation (divisor K) of the true condition means over the error standard deviation (the square
// root of the error mean square). With Cohen's f over the standard deviation within cells and a correlation ρ between
// conditions, F = f/√(1 - ρ). With two conditions λ = n d_z², which is the paired t-test.
type RepeatedDesign struct {
	F       float64 // effect size, >= 0
	K       int     // conditions, >= 2
	Epsilon float64 // Box's sphericity ε, in [1/(K - 1), 1]; 0 stands for 1
}

func (d RepeatedDesign) rejects(n, alpha float64) float64 {
	k, e := float64(d.K), d.epsilon()
	return rejectsF(n*k*d.F*d.F*e, (k-1)*e, (n-1)*(k-1)*e, alpha)
}

// epsilon is Epsilon, or its default of 1.
func (d RepeatedDesign) epsilon() float64 {
	if d.Epsilon == 0 {
		return 1
	}
	return d.Epsilon
}

func (d RepeatedDesign) check(float64) error {
	if d.K < 2 {
		return fmt.Errorf("stats: an ANOVA compares at least 2 conditions, not %d", d.K)
	}
	if e := d.epsilon(); !(e >= 1/float64(d.K-1)-1e-9 && e <= 1) {
		return fmt.Errorf("stats: sphericity epsilon %v of %d conditions is outside [%.4g, 1]",
			e, d.K, 1/float64(d.K-1))
	}
	return checkF(d.F)
}
func (d RepeatedDesign) null() bool { return d.F == 0 }
func (d RepeatedDesign) String() string {
	return fmt.Sprintf("repeated-measures ANOVA of %d conditions, f = %.4g of the error SD, epsilon = %.4g",
		d.K, d.F, d.epsilon())
}

// BetweenDesign is a one-way ANOVA of K independent groups of n values each. The F statistic is noncentral F with
//
//	df₁ = K - 1, df₂ = K(n - 1), λ = n K F²
//
// R: power.anova.test with between.var/within.var = F² K/(K - 1).
type BetweenDesign struct {
	F float64 // Cohen's f, >= 0: standard deviation (divisor K) of the true means over the one within groups
	K int     // groups, >= 2
}

func (d BetweenDesign) rejects(n, alpha float64) float64 {
	k := float64(d.K)
	return rejectsF(n*k*d.F*d.F, k-1, k*(n-1), alpha)
}
func (d BetweenDesign) check(float64) error {
	if d.K < 2 {
		return fmt.Errorf("stats: an ANOVA compares at least 2 groups, not %d", d.K)
	}
	return checkF(d.F)
}
func (d BetweenDesign) null() bool     { return d.F == 0 }
func (d BetweenDesign) String() string { return fmt.Sprintf("ANOVA of %d groups, f = %.4g", d.K, d.F) }

// rejectsF is P(F >= f_crit) of the noncentral F distribution, f_crit the critical value at alpha.
func rejectsF(ncp, df1, df2, alpha float64) float64 {
	return UpperNoncentralF(criticalF(alpha, df1, df2), df1, df2, ncp)
}

// checkF returns an error unless 0 <= f <= 1e6. An f is a standard deviation, of means.
func checkF(f float64) error {
	if f < 0 {
		return fmt.Errorf("stats: effect f = %v is negative: it is the standard deviation of the means, 0 or more", f)
	}
	return checkEffectSize("f", f)
}

// checkEffectSize returns an error unless |v| <= 1e6. An effect beyond 10^6 standard deviations is an input error,
// and the noncentral tails are not needed there: the power is 1.
func checkEffectSize(name string, v float64) error {
	if !(math.Abs(v) <= 1e6) {
		return fmt.Errorf("stats: effect %s = %v is not a number between -1e6 and 1e6", name, v)
	}
	return nil
}
