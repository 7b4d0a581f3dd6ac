// Package bench asks the questions: which policies are trained and tested, in which order, and what is written down.
//
// Its unit is the cell: one policy, named by everything that decides its behaviour (task, recipe of demonstrations,
// balancing method, kind of policy, trial, sizes, seed). A cell is deterministic, so its record never has to be made
// twice: a plan runs the cells that its store lacks, and running it again resumes it. Several processes, on one machine or
// on many, may run the same plan into the same store: each claims what it makes.
//
// An experiment is one file that registers itself: a question, the arms that it compares and the comparisons, all as
// data. Arms of one trial are paired: they share the pool of demonstrations, the network's initial weights, the order of
// mini-batches and the initial states of the rollouts, because the random numbers of each are keyed by the trial and
// never by the arm.
//
// How a method works, how numbers are tested and how tables look is unknown here: methods come from policies/balance by
// name, and results reads the records afterwards through its own door.
package bench
