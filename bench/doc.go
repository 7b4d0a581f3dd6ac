// Package bench describes the benchmark as data: experiments, arms, plans and the calibration table of cells. It
// runs nothing; package bench/runner makes the records of cells.
//
// The unit is the cell: one policy, trained and evaluated, named by everything that decides its behaviour (task with
// its knobs, recipe of demonstrations, balancing method, observer, network and head, trial, sizes, seed). A cell is
// deterministic, so its record never has to be made twice: a plan runs the cells that its store lacks, and running it
// again resumes it. Names of cells are keys of committed records and do not change.
//
// An experiment is a question, the arms that it compares and the comparisons, all as data. The catalogue Experiments
// has those of the profile quick and of the chance levels; package bench/study adds those of the study, and package
// bench/definition reads others from files. Arms of one trial are paired: they share the pool of demonstrations, the
// network's initial weights, the order of mini-batches and the initial states of the rollouts, because the random
// numbers of each are keyed by the trial and never by the arm.
//
// The number of gradient steps of a task and a policy is in the table Calibrations; a plan with a pair that is not in
// it is refused before it runs. Package bench/record has the records and their schema.
//
// The package does not know how a method works, how numbers are tested or how tables look: methods come from
// policies/balance by name, and the packages in folder results read the records.
package bench
