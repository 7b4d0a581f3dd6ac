package stats

import (
	"fmt"
	"math"
)

// Power is the chance that a planned test rejects at Alpha where the effect is what its design says.
type Power struct {
	Power Maybe   `json:"power"`
	N     int     `json:"n"` // pairs or subjects, or values in each group
	Alpha float64 `json:"-"`
	Test  string  `json:"-"` // the test that is planned, with its effect: "paired t, d_z = 0.8"
}

// Design is a planned test and the true effect it is to find: [PairedDesign], [TwoSampleDesign], [RepeatedDesign] or
// [BetweenDesign].
type Design interface {
	// rejects is the probability of p <= alpha with n pairs or subjects, or n values in each group, n >= 2.
	rejects(n, alpha float64) float64
	// check errs on parameters that describe no design.
	check() error
	// null says that there is no effect to find.
	null() bool
	String() string
}

// PowerOf is the power of a design with n pairs or subjects (or values in each group) at two-sided level alpha. Both
// tails count, as in R's power.t.test(strict = TRUE), G*Power and statsmodels; R's default leaves the tail on the wrong
// side out. It errs on n < 2, alpha outside (0, 1) and effects that are no numbers.
func PowerOf(d Design, n int, alpha float64) (Power, error) {
	if err := checkPlan(d, alpha); err != nil {
		return Power{}, err
	}
	if n < 2 {
		return Power{}, fmt.Errorf("stats: power of %v needs n of at least 2, not %d", d, n)
	}
	return Power{Some(d.rejects(float64(n), alpha)), n, alpha, d.String()}, nil
}

// maxRequiredN is where RequiredN gives up: no experiment of this kind has so many trials.
const maxRequiredN = 1_000_000_000

// RequiredN is the smallest n with at least the power asked for, and the power that it has. It errs on power or alpha
// outside (0, 1), on an effect of zero, and where a thousand million would not do.
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
			return Power{}, fmt.Errorf("stats: %v needs more than %d trials for power %v: the effect is too small to plan for", d, maxRequiredN, power)
		}
	}
	low := high / 2 // the last n that was not enough, or 1
	for high-low > 1 {
		if middle := (low + high) / 2; enough(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return PowerOf(d, high, alpha)
}

// checkPlan errs on a design or an alpha that can't be.
func checkPlan(d Design, alpha float64) error {
	if !(alpha > 0 && alpha < 1) {
		return fmt.Errorf("stats: alpha %v is outside (0, 1): 0.05 is usual", alpha)
	}
	return d.check()
}

// PairedDesign is a paired t-test of n pairs (or a one-sample test) where the true mean difference is DZ standard
// deviations of the differences. T has ν = n - 1 and noncentrality DZ √n.
type PairedDesign struct{ DZ float64 }

func (d PairedDesign) rejects(n, alpha float64) float64 {
	return rejectsT(d.DZ*math.Sqrt(n), n-1, alpha)
}
func (d PairedDesign) check() error   { return checkEffectSize("d_z", d.DZ) }
func (d PairedDesign) null() bool     { return d.DZ == 0 }
func (d PairedDesign) String() string { return fmt.Sprintf("paired t, d_z = %.4g", d.DZ) }

// TwoSampleDesign is Student's t-test of two groups of n where the true means are D common standard deviations apart.
// T has ν = 2n - 2 and noncentrality D √(n/2).
type TwoSampleDesign struct{ D float64 }

func (d TwoSampleDesign) rejects(n, alpha float64) float64 {
	return rejectsT(d.D*math.Sqrt(n/2), 2*n-2, alpha)
}
func (d TwoSampleDesign) check() error   { return checkEffectSize("d", d.D) }
func (d TwoSampleDesign) null() bool     { return d.D == 0 }
func (d TwoSampleDesign) String() string { return fmt.Sprintf("Student's t, d = %.4g", d.D) }

// rejectsT is P(|T| >= t_crit) under the noncentral t distribution.
func rejectsT(ncp, df, alpha float64) float64 {
	critical := CriticalT(alpha, df)
	return min(1, UpperNoncentralT(critical, df, ncp)+UpperNoncentralT(critical, df, -ncp))
}

// RepeatedDesign is a one-way repeated-measures ANOVA of K conditions on n subjects. F is the standard deviation
// (divisor K) of the true condition means over the error standard deviation (the root of the error mean square): with
// Cohen's f over the within-cell spread and a correlation ρ between conditions, F = f/√(1 - ρ). Epsilon is Box's
// sphericity ε in [1/(K - 1), 1]; 0 means 1. The test has df₁ = (K - 1)ε, df₂ = (n - 1)(K - 1)ε and
//
//	λ = n K F² ε        Muller & Barton, J. Am. Statist. Ass. 84 (1989) 549; G*Power 3.1, "repeated measures, within factors"
//
// With two conditions λ = n d_z²: the paired t-test.
type RepeatedDesign struct {
	F       float64
	K       int
	Epsilon float64
}

func (d RepeatedDesign) rejects(n, alpha float64) float64 {
	k, e := float64(d.K), d.epsilon()
	return rejectsF(n*k*d.F*d.F*e, (k-1)*e, (n-1)*(k-1)*e, alpha)
}

// epsilon is Epsilon with its default.
func (d RepeatedDesign) epsilon() float64 {
	if d.Epsilon == 0 {
		return 1
	}
	return d.Epsilon
}

func (d RepeatedDesign) check() error {
	if d.K < 2 {
		return fmt.Errorf("stats: an ANOVA compares at least 2 conditions, not %d", d.K)
	}
	if e := d.epsilon(); !(e >= 1/float64(d.K-1)-1e-9 && e <= 1) {
		return fmt.Errorf("stats: sphericity epsilon %v of %d conditions is outside [%.4g, 1]", e, d.K, 1/float64(d.K-1))
	}
	return checkEffectSize("f", d.F)
}
func (d RepeatedDesign) null() bool { return d.F == 0 }
func (d RepeatedDesign) String() string {
	return fmt.Sprintf("repeated-measures ANOVA of %d conditions, f = %.4g of the error SD, epsilon = %.4g", d.K, d.F, d.epsilon())
}

// BetweenDesign is a one-way ANOVA of K independent groups of n. F is Cohen's f: the standard deviation (divisor K) of
// the true means over the common standard deviation within groups. λ = n K F², df₁ = K - 1, df₂ = K(n - 1).
// R: power.anova.test with between.var/within.var = F² K/(K - 1).
type BetweenDesign struct {
	F float64
	K int
}

func (d BetweenDesign) rejects(n, alpha float64) float64 {
	k := float64(d.K)
	return rejectsF(n*k*d.F*d.F, k-1, k*(n-1), alpha)
}
func (d BetweenDesign) check() error {
	if d.K < 2 {
		return fmt.Errorf("stats: an ANOVA compares at least 2 groups, not %d", d.K)
	}
	return checkEffectSize("f", d.F)
}
func (d BetweenDesign) null() bool     { return d.F == 0 }
func (d BetweenDesign) String() string { return fmt.Sprintf("ANOVA of %d groups, f = %.4g", d.K, d.F) }

// rejectsF is P(F >= f_crit) under the noncentral F distribution.
func rejectsF(ncp, df1, df2, alpha float64) float64 {
	return UpperNoncentralF(criticalF(alpha, df1, df2), df1, df2, ncp)
}

// checkEffectSize errs unless v is a number a design can have: beyond 1e6 standard deviations every test is certain.
func checkEffectSize(name string, v float64) error {
	if !(math.Abs(v) <= 1e6) {
		return fmt.Errorf("stats: effect %s = %v is not a number between -1e6 and 1e6", name, v)
	}
	return nil
}
