// Package runner makes the records of cells: it generates demonstrations, trains the policy and plays its rollouts.
//
// Run makes the records of those cells of a plan that a Store lacks, on several workers, by a CellRunner. Several
// processes, on one machine or on many, may run the same plan into the same store: each claims a cell before it starts
// it. A record depends on its cell alone: not on the number of workers, on the other cells of the run, or on what the
// caches hold.
//
// The package does not depend on which experiments there are, how numbers are tested or how tables look.
//
// # From a cell to a record
//
// NewCellRunner's CellRunner makes a record in four steps, each a function of the cell alone:
//
//	demonstrations  generated from record.PoolSeed, so that the datasets of a trial share episodes
//	features        for policies that observe pictures: each frame is drawn and encoded once by the frozen encoder
//	training        train.Train with the cell's method, keyed by record.Cell.TrainingKey
//	rollouts        of every behaviour of the task, rollout r from the state that record.Cell.StartKey draws for r
//
// Demonstrations and features are cached, because the arms of a trial share them: datasets in memory, features in
// memory and in a folder that may be deleted at any time. A cache changes the duration of a record and nothing else.
//
// # Rollouts
//
// Rollouts advance in batches: one call of the policy serves all environments of a batch that are still running, and
// each of them then executes the first actions of its chunk. A rollout ends at the control step at which both oracles
// (scenes.Oracle) have decided, or at the task's horizon; what follows an oracle's decision does not change it, so that
// the steps of CALVIN's oracle are those of a rollout that ends with it. Because the policy answers an observation with
// the same bits in any batch, the outcome of a rollout depends neither on the size of the batch nor on the other
// rollouts: the first n of 100 rollouts are the rollouts of a cell with n. Evaluate plays rollouts of a policy outside
// a plan, and Replay shows rollouts of a record.
//
// # The regression of the methods
//
// BenchmarkBalancing trains every method on every task at a size that takes two to three minutes of one core, and
// reports success, weights and times. Its output is committed, and two commands compare a changed program with it.
// All numbers but the times must be equal to the last digit:
//
//	go test -run '^$' -bench Balancing -benchtime 1x -cpu 1 ./bench/runner > new.txt
//	go run golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da -row /task,/method -ignore cpu \
//	  bench/runner/testdata/balancing.txt new.txt
//
// A new method has no base yet, and a method that is changed on purpose needs a new one:
//
//	go test -run '^$' -bench Balancing -benchtime 1x -cpu 1 ./bench/runner > bench/runner/testdata/balancing.txt
//
// BenchmarkStyleAxes measures what each style of demonstrations costs and how hard it is to fit (bench.StyleAxes); with
// -write it writes what list styles shows.
//
// The base was made with GOEXPERIMENT=simd and GODEBUG=asyncpreemptoff=1, as the script counterpoise builds. The last
// bits of another backend differ, so benchstat puts its numbers into a table of their own.
package runner
