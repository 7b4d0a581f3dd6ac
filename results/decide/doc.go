// Package decide is the test that decides what to do with a dataset: policies are trained on it in several ways, rolled
// out, and compared with plain cloning.
//
//	arms, notes, err := decide.Arms(data, asked)             which ways there are, by the dataset's labels
//	plan := decide.Plan(task, digest, arms, size)            an experiment about that dataset, for package runner
//	answer, err := decide.Judge(taken, arms)                 success, differences, one sentence
//
// An arm is a method of package balance, or weights of single demonstrations: those that are left out weigh nothing.
// Policies of one seed are paired: the same first weights, batches and initial states. The outcomes may as well be
// those of other programs, of policies that these have trained with the weights of each arm.
//
// The package trains and rolls out nothing, and writes nothing.
package decide
