// Package regret turns records of the experiment on the regret of the advice into what the advice is worth: what it
// costs against the best choice, and what it gains over plain cloning, on recipes drawn at random.
//
// The advice on each trial's demonstrations is in advice.json, which a command writes from the demonstrations alone
// (BenchmarkAdvice); rollouts are in the records. The two meet in this package and nowhere before.
//
// The best choice of a recipe is chosen on half of the trials and scored on the other half, both ways, because the best
// of several noisy means is too good where it was chosen. A recipe counts once it has all of its records.
package regret
