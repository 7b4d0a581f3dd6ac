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
//
// # The regression of the methods
//
// BenchmarkBalancing trains every method on every task at a size that takes two to three minutes of one core, and reports success,
// weights and times. What it came to is committed, and one command says what a change of the code has changed; all but the times
// has to be equal to the digit:
//
//	go test -run '^$' -bench Balancing -benchtime 1x -cpu 1 ./bench > new.txt && go run golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da -row /task,/method -ignore cpu bench/testdata/balancing.txt new.txt
//
// A method that is new has no base, and one that is meant to do something else needs a new one:
//
//	go test -run '^$' -bench Balancing -benchtime 1x -cpu 1 ./bench > bench/testdata/balancing.txt
//
// The base was made with GOEXPERIMENT=simd and GODEBUG=asyncpreemptoff=1, as the script counterpoise builds. The last bits of another
// backend differ, so its numbers stand in a table of their own.
package bench
