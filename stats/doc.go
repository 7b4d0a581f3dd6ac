// Package stats holds statistical tests, confidence intervals, effect sizes and power analysis. Its functions take
// slices of numbers and return results as values: estimate, interval, statistic, degrees of freedom, p, effect size,
// n, the assumptions that were checked, and [Warnings].
//
// The package does not depend on the benchmark: it has no methods, tasks, trials, files or tables. It prints nothing
// and has no state. Only the bootstrap uses random numbers, from a key that the caller gives.
//
// # Contents
//
//	two samples          PairedT, StudentT, WelchT, Wilcoxon; Equivalent on any t-test
//	several conditions   RepeatedMeasures, TwoWayRepeatedMeasures, Friedman; Pairwise for the pairs
//	many tests           Holm, Bonferroni, BenjaminiHochberg
//	effect sizes         CohenD (d, d_z), HedgesG (g, g_z) with intervals, AverageD; eta squared in ANOVA
//	success rates        Wilson, ClopperPearson
//	any statistic        Bootstrap with Mean, IQM or another Statistic; ProbabilityOfImprovement
//	planning             PowerOf and RequiredN for a Design; the Design methods of Test and ANOVA for pilots
//	distributions        TwoSidedT, UpperT, UpperF, UpperChi2, CriticalT, UpperNoncentralT, UpperNoncentralF
//
// # How it works
//
// A sample enters in three steps (sample.go): NaNs are left out and counted, infinities refused, and the rest is
// multiplied by a power of two to magnitude 1, which is exact. Means and deviations are taken in twice the precision of
// float64 (double.go), so cancellation costs nothing; squares, sums and everything after are plain float64.
//
// Tails are computed as tails, never as 1 - CDF, by an incomplete beta function that is given both x and 1 - x
// (beta.go, tails.go). Noncentral t is an integral and noncentral F a sum of positive terms (noncentral.go): small
// tails keep their digits. Effect-size intervals and power rest on these two.
//
// Within-subject designs share one kernel (within.go): orthonormal contrasts of each subject's cells. Effect, error,
// Greenhouse and Geisser's, Huynh and Feldt's epsilon and Mauchly's test are functions of those contrasts, for one
// factor, each of two factors, and their interaction alike.
//
// Undefined is a value of its own, [Maybe]: null in JSON, never a NaN or an infinity. (The slices of p values that go
// in and out of Holm, Bonferroni and BenjaminiHochberg are the one place where a NaN stands for a missing number.)
//
// # Decided cases
//
//	case                                   decision
//	NaN                                    missing: left out pair by pair in paired tests and Pairwise, subject by
//	                                       subject in ANOVA and Friedman, one by one elsewhere; a warning has the count
//	±Inf                                   error
//	fewer than two values, pairs, subjects error; in Pairwise that pair is undefined, with a warning
//	n = 2                                  t with 1 degree of freedom; Hedges' g undefined (d has no expectation);
//	                                       in ANOVA with k > 2: Mauchly and HF undefined, GG is the lower bound
//	all differences 0                      t, p, interval, d undefined (0/0); mean difference 0
//	all differences equal, not 0           t, p, interval, d undefined (t is infinite); mean difference stands
//	differences equal up to rounding       computed exactly, with a warning (R's t.test stops with an error)
//	both samples constant                  as for constant differences; Welch's df undefined too
//	one sample constant                    computed from the other's spread, with a warning
//	a constant condition in ANOVA          computed, with a warning
//	no error variance in ANOVA             F, p, epsilon undefined; partial eta squared 1 (undefined if SS_effect = 0)
//	k = 2                                  GG = HF = 1, F = t²; Mauchly undefined (R prints W = 1, p = 1)
//	n - 1 < k - 1, or conditions that      Mauchly undefined, with a warning (R: NaN, or W of the size of rounding
//	  make the error covariance singular   errors)
//	HF's denominator is 0                  HF undefined, p_hf uncorrected, with a warning (R: NaN)
//	HF above 1                             returned unchanged, as in R; p_hf counts it as 1
//	Mauchly's p                            Box's correction with p = k - 1 throughout; R 4.2.2 and car use the number
//	                                       of cells for p in one term, which changes p by about 1e-3 relative
//	scales from 5e-324 to 1.8e308          all statistics as at scale 1; an estimate, interval or SD that float64 can't
//	                                       hold is undefined, with a warning
//	p below 5e-324                         0
//	ties in ranks                          values (differences) within 4 units in the last place per operand are tied,
//	                                       such as 0.7 - 0.6 and 0.4 - 0.3; ties share their mean rank
//	zero differences in Wilcoxon           left out, with a warning, as in R and scipy
//	ties in Wilcoxon                       exact p conditional on the ties (R falls back on the normal approximation)
//	more than 200 differences in Wilcoxon  normal approximation with continuity correction
//	0 or n successes of n                  Wilson's and Clopper-Pearson's end at exactly 0 or 1; n = 0 is an error
//	a missing p in a family                stays missing and is not counted, as in R's p.adjust
//	a stratum of fewer than 10             bootstrapped, with a warning that the interval is too narrow
//	effect of exactly 0                    power is alpha; RequiredN is an error
//	power of two-sided tests               counts both tails (R: strict = TRUE)
//
// # Validation
//
// testdata/stats.json (80-digit arithmetic from the exact inputs, and what R, car, afex, effectsize, scipy and
// statsmodels print) to 1e-9; testdata/r.json, which testdata/reference.R wrote with base R 4.2.2; published examples;
// invariances and identities; simulated null hypotheses; and every t, F and p that the study recreated here prints
// (testdata/claims.csv).
//
// # References
//
//   - Student, The probable error of a mean, Biometrika 6 (1908) 1; Welch, Biometrika 34 (1947) 28
//   - Maxwell & Delaney, Designing Experiments and Analyzing Data, 2nd ed., ch. 11-12: repeated measures, epsilons
//   - Hollander & Wolfe, Nonparametric Statistical Methods, 2nd ed., ch. 3 and 7: signed ranks, Friedman
//   - Steiger & Fouladi in What If There Were No Significance Tests? (1997) 221: intervals of effect sizes
//   - Lakens, Front. Psychol. 4 (2013) 863: kinds of d and eta squared; Soc. Psychol. Pers. Sci. 8 (2017) 355: equivalence
//   - Agarwal et al., Deep Reinforcement Learning at the Edge of the Statistical Precipice, NeurIPS 2021: IQM,
//     bootstrap
//   - Brown, Cai & DasGupta, Interval estimation for a binomial proportion, Statist. Sci. 16 (2001) 101
package stats
