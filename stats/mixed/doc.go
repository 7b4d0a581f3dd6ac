// Package mixed fits the logistic mixed model of success rates: every method is tried in every trial, on groups of
// tasks, with several rollouts of each policy. Rollouts of one policy are not independent, and neither are rollouts
// from one starting state; random effects of both keep them from being counted as if they were.
//
// # Model
//
// Rollout i of method m in group g, with the policy of trial t, from start s succeeds with probability p:
//
//	logit p = β_mg + σ₁ u_t + σ₂ u_tm + σ₃ u_tmg + σ₄ u_tgs,   u ~ N(0, 1) independent
//
// In the formula language of R: success ~ method * group + (1 | trial) + (1 | trial:method) + (1 | trial:method:group)
// + (1 | trial:group:start). The term of the starts is left out on request and where no start is told; a term that
// the data can't tell from another one is left out with a warning (terms.go).
//
// # How it works
//
//	terms.go      which random effects the data can tell apart
//	arrange.go    entries of a trial as rows and effects, equal ones together
//	block.go      rows, effects and arrow-shaped matrix of one trial
//	laplace.go    modes of the effects by Newton's method (penalised iteratively reweighted least squares), the
//	              Laplace approximation of the likelihood, and its exact gradient
//	maximum.go    quasi-Newton search over all β and σ, ended by Newton steps; standard errors
//	fit.go        the fit: means, random effects, warnings, separation
//	effects.go    Wald tests of method, group and interaction
//	contrast.go   contrasts of methods with simultaneous intervals and single-step p values
//
// Trials share no random effect, so that the likelihood is a product over trials. Within a trial the finest effects
// have a diagonal matrix and are eliminated first; the rest is a dense matrix of a few dozen rows. Finest effects with
// the same outcomes are computed once, so that the time of one evaluation grows with the number of different outcomes,
// not with that of rollouts.
//
// A method that never, or always, succeeds in a group has no finite β: it is reported as separated, and contrasts that
// contain it are undefined. The other estimates are the exact maximum, the limit as that β goes to infinity. A prior
// (Options.Prior) makes all estimates finite.
//
// # Validation
//
// The tests compare the package with lme4 (glmer, nAGQ = 1), glmmTMB, emmeans and multcomp (testdata/reference.R), its
// gradient with differences, and the coverage of its intervals with simulated experiments.
//
// # References
//
//   - Bates, Mächler, Bolker & Walker, Fitting linear mixed-effects models using lme4, J. Stat. Softw. 67 (2015) 1
//   - Breslow & Clayton, Approximate inference in generalized linear mixed models, J. Am. Stat. Assoc. 88 (1993) 9
//   - Brooks et al., glmmTMB, The R Journal 9 (2017) 378; Kristensen et al., TMB, J. Stat. Softw. 70 (2016) 5: the
//     gradient of a Laplace approximation
//   - Hothorn, Bretz & Westfall, Simultaneous inference in general parametric models, Biometrical J. 50 (2008) 346
//   - Albert & Anderson, On the existence of maximum likelihood estimates in logistic regression models, Biometrika 71
//     (1984) 1: separation
package mixed
