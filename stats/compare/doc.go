// Package compare is the significance table of a paper: methods in, and out come their summaries, tests of all of them
// and of every two, effect sizes, equality, Bayes factors and posteriors, aggregates, and the sizes of the next
// experiment.
//
// # Units
//
// A unit is what varies at random: a training seed, a subject, a starting state. Rollouts of one unit and group are
// averaged first, and then groups, each with the same weight; the tests see one score a method and unit, so rollouts of
// one policy never count as if they were independent. Methods that share units are paired.
//
// Where every method has one policy and its rollouts are successes or failures, they are the units themselves, and
// their groups are strata: the tests are about these policies.
//
// # Which tests
//
//	design                    all methods                              two methods
//	paired                    repeated-measures ANOVA (sphericity      paired t, Wilcoxon's signed ranks
//	                          corrected), Friedman
//	paired, scores missing    linear mixed model (REML, Satterthwaite) the same, on the pairs that both have; the
//	                                                                   model's contrasts beside
//	apart                     Welch's ANOVA, Kruskal-Wallis            Welch's t, Mann-Whitney
//	one success a unit        as above                                 decided by an exact score test, whose interval
//	                                                                   inverts it; besides: McNemar's or Fisher's test
//	several groups of these   as above, pooled                         decided by Cochran, Mantel and Haenszel's exact
//	                                                                   test and the interval of its odds ratio
//	several rollouts a unit   besides: logistic mixed model            besides: odds ratios
//
// One test decides a pair (Pair.Decision), so that p and interval never disagree: the paired t-test, Welch's, or those
// of the last two rows. The others stand beside it.
//
// Holm's correction is over all pairs of a family: the pairs of the mean over groups are one family, and those within
// the groups another. Effect sizes are Hedges' g (g_z of pairs) with intervals by the noncentral t distribution, and
// rank-biserial correlations. Equality is two one-sided tests at a margin that is given: t-tests, of single successes
// the exact tests that decide, and of several groups of these limits of the mean of the groups' differences; the
// smallest margin that the data would have shown stands beside. Bayes factors are those of Rouder et al. (JZS), without
// pairing of Student's t, and so is the posterior of the difference under a flat prior: how probable it is that one
// method is better by more than the margin, that they differ by at most it, and that the other is better by more.
//
// Power for next time is, for each pair, the smallest difference that as many units show with probability 0.8: by the
// test that decides, at the level of the first step of Holm's correction. Of t-tests the units that the observed
// difference takes stand beside, which overstates what is certain: an effect that was chosen because it was significant
// is too large on average. Bayes factors, posteriors and these units are of t-tests alone.
//
// Assumptions are checked, and a check that fails is a warning in the result: normal differences (Shapiro-Wilk), an
// outlier (Grubbs), equal spread, sphericity. No test is chosen by them: that would change its level.
package compare
