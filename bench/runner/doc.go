// Package runner makes the records of cells: it generates demonstrations, trains the policy and plays its rollouts.
//
// Run takes the cells of a plan that a Store lacks and has workers make them, each by a CellRunner. Several
// processes, on one machine or on many, may run the same plan into the same store: each claims a cell before it
// starts it. A record depends on its cell alone: not on the number of workers, on the other cells of the run, or on
// what the caches hold.
//
// The package does not know which experiments there are, how numbers are tested or how tables look.
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
// The base was made with GOEXPERIMENT=simd and GODEBUG=asyncpreemptoff=1, as the script counterpoise builds. The last
// bits of another backend differ, so benchstat puts its numbers into a table of their own.
package runner
