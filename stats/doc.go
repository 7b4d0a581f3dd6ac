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
//	many tests           Holm, Bonferroni, BenjaminiHochberg, BenjaminiYekutieli
//	several looks        OBrienFleming, Boundary.Crossing
//	effect sizes         CohenD (d, d_z), HedgesG (g, g_z) with intervals; eta squared in ANOVA
//	success rates        Wilson; ClusteredUpper where trials are clustered
//	any statistic        Bootstrap with Mean, IQM or another Statistic; ProbabilityOfImprovement
//	independent groups   MannWhitney; WelchANOVA, KruskalWallis
//	single successes     McNemar (pairs), Fisher; UnpairedScore and PairedScore, exact, their intervals invert them;
//	                     CochranMantelHaenszel over tasks
//	normality            ShapiroWilk
//	many rollouts        Aggregates of Long: IQM, optimality gap, profiles, with paired resampling; AggregatesApart for
//	                     methods with trials of their own; package mixed
//	Bayes                PosteriorOf and JZS, on any paired or Student's t-test
//	correlated estimates MaxNormal: single-step p values and simultaneous intervals
//	planning             PowerOf, RequiredN and Detectable for a Design; the Design methods of Test and ANOVA for
//	                     pilots; ComponentsOf a pilot and Plan for trials and rollouts
//	all of it            package compare
//	distributions        TwoSidedT, UpperT, UpperF, UpperChi2, CriticalT, UpperNoncentralT, UpperNoncentralF
//
// # How it works
//
// Every test prepares its samples in three steps (sample.go): it leaves out NaNs and counts them, returns an error for
// infinities, and multiplies the rest by a power of two to magnitude 1, which is exact. Means and deviations have twice
// the precision of float64 (double.go), so cancellation loses no digits; squares, sums and all later steps use float64.
//
// Tail probabilities are computed directly, never as 1 - CDF, by an incomplete beta function that takes both x and 1
// - x (beta.go, tails.go). Noncentral t is an integral and noncentral F a sum of positive terms (noncentral.go), so
// small tails keep their relative accuracy. Effect-size intervals and power use these two.
//
// Within-subject designs use orthonormal contrasts of each subject's cells (within.go). Effect, error, the epsilons of
// Greenhouse & Geisser and of Huynh & Feldt, and Mauchly's test are functions of the contrast scores, for one factor,
// for each of two factors, and for their interaction.
//
// A statistic that does not exist is an undefined [Maybe]: null in JSON, never NaN or infinite. The slices of p values
// of Holm and its like (adjust.go) are the only place where NaN stands for a missing number.
//
// # Edge cases
//
//	case                                   decision
//	NaN                                    missing: left out pair by pair in paired tests and Pairwise, subject by
//	                                       subject in ANOVA and Friedman, one by one elsewhere; a warning has
//	                                       the count
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
//	scales from 5e-324 to 1.8e308          all statistics as at scale 1; an estimate, interval or SD that float64
//	                                       can't hold is undefined, with a warning
//	p below 5e-324                         0
//	ties in ranks                          values (differences) within 4 units in the last place per operand are tied,
//	                                       such as 0.7 - 0.6 and 0.4 - 0.3; ties share their mean rank
//	zero differences in Wilcoxon           left out, with a warning, as in R and scipy
//	ties in Wilcoxon                       exact p conditional on the ties (R falls back on the normal approximation)
//	ties in Mann and Whitney's test        exact p conditional on the ties up to 60 values, beyond that the normal
//	                                       approximation with continuity correction
//	a constant group in Welch's ANOVA      F undefined, with a warning (R: NaN)
//	more than 200 differences in Wilcoxon  normal approximation with continuity correction
//	no discordant pair in McNemar's test   p is 1, and counts in its family (R's binom.test(0, 0) is an error)
//	0 or n successes of n                  Wilson's interval ends at exactly 0 or 1; n = 0 is an error
//	a missing p in a family                stays missing and is not counted, as in R's p.adjust
//	a stratum of fewer than 10             bootstrapped, with a warning that the interval is too narrow
//	a trial that lacks a method or group   left out of Aggregates, with a warning
//	a Bayes factor beyond 1e308            undefined; its logarithm stands
//	effect of exactly 0                    power is alpha; RequiredN is an error
//	power of two-sided tests               counts both tails (R: strict = TRUE)
//
// # Validation
//
// The tests compare the package with testdata/stats.json to 1e-9 (80-digit arithmetic from the exact inputs, and the
// output of R, car, afex, effectsize, scipy and statsmodels), with testdata/r.json (base R 4.2.2, by
// testdata/reference.R), with published examples, and with every t, F and p that the recreated study prints
// (testdata/claims.csv); Bayes factors with BayesFactor, aggregates with rliable, MaxNormal with mvtnorm and R's qtukey
// (testdata/bayes.R, testdata/aggregates.py, mixed/testdata/reference.R); and what package compare puts together with R
// and pingouin over a grid of designs (compare/testdata). They also check invariances, identities, and rejection rates
// under simulated null hypotheses.
//
// # References
//
//   - Student, The probable error of a mean, Biometrika 6 (1908) 1; Welch, Biometrika 34 (1947) 28
//   - Maxwell & Delaney, Designing Experiments and Analyzing Data, 2nd ed., ch. 11-12: repeated measures, epsilons
//   - Jennison & Turnbull, Group Sequential Methods with Applications to Clinical Trials (2000): looks and boundaries
//   - Hollander & Wolfe, Nonparametric Statistical Methods, 2nd ed., ch. 3 and 7: signed ranks, Friedman
//   - Steiger & Fouladi in What If There Were No Significance Tests? (1997) 221: intervals of effect sizes
//   - Lakens, Front. Psychol. 4 (2013) 863: kinds of d and eta squared; Soc. Psychol. Pers. Sci. 8 (2017)
//     355: equivalence
//   - Agarwal et al., Deep Reinforcement Learning at the Edge of the Statistical Precipice, NeurIPS 2021: IQM,
//     bootstrap
//   - Brown, Cai & DasGupta, Interval estimation for a binomial proportion, Statist. Sci. 16 (2001) 101
//   - Rouder, Speckman, Sun, Morey & Iverson, Bayesian t tests, Psychon. Bull. Rev. 16 (2009) 225
//   - Genz & Bretz, Computation of Multivariate Normal and t Probabilities (2009)
//   - Ridout, Demétrio & Firth, Estimating intraclass correlation for binary data, Biometrics 55 (1999) 137
package stats
