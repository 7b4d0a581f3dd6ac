package bench_test

import (
	"fmt"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/record"
)

// A plan is an experiment at a size; its cells are the policies that are trained and evaluated.
func ExampleNewPlan() {
	plan, err := bench.NewPlan("rare", func(s *record.Size) { s.Trials, s.Rollouts = 2, 50 })
	if err != nil {
		fmt.Println(err)
		return
	}
	cells := plan.Cells()
	fmt.Println(len(cells), "cells; the first one:")
	name, sizes, _ := strings.Cut(cells[0].Name(), " trial=")
	fmt.Println(name)
	fmt.Println("trial=" + sizes)
	fmt.Println(cells[0].Hash())
	// Output:
	// 24 cells; the first one:
	// task=picking recipe=left=7,middle=21,right=21 groups=behaviour method=natural policy=state
	// trial=0 rollouts=50 steps=1000 seed=1 version=3.4
	// 8710ec26bde9a413
}

// A policy is an observer, a network and a head. One that was not calibrated needs a number of steps.
func ExampleCalibratedSteps() {
	policy, err := record.ParsePolicy("state+mlp+flow:Execute=2")
	fmt.Println(policy.Observer, policy.Network, policy.Head, policy.Settings.Execute, err)

	_, err = bench.NewPlan("rare", func(s *record.Size) { s.Policy = policy })
	remedy, problem, _ := strings.Cut(err.Error(), ": ")
	problem, known, _ := strings.Cut(problem, "; ")
	fmt.Println(remedy)
	fmt.Println(problem)
	fmt.Println(known)
	// Output:
	// state mlp flow 2 <nil>
	// --steps is needed
	// the calibration has no number of steps for policy state+mlp+flow:Execute=2 and task "picking"
	// it has them for state, vision, state+mlp+gaussian, state+transformer
}
