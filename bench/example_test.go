package bench_test

import (
	"encoding/json"
	"fmt"
	"strings"

	"counterpoise/bench"
)

// A plan is an experiment at a size; its cells are the policies that are trained and evaluated.
func ExampleNewPlan() {
	plan, err := bench.NewPlan("E1", func(s *bench.Size) { s.Trials, s.Rollouts = 2, 50 })
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
	// 54 cells; the first one:
	// task=opening recipe=slider=15,drawer=15 groups=behaviour method=natural policy=state
	// trial=0 rollouts=50 steps=250 seed=1 version=3.4
	// 2fb1012d2d3d7f24
}

// A policy is an observer, a network and a head. One that was not calibrated needs a number of steps.
func ExampleParsePolicy() {
	policy, err := bench.ParsePolicy("state+mlp+flow:Execute=2")
	fmt.Println(policy.Observer, policy.Network, policy.Head, policy.Settings.Execute, err)

	_, err = bench.NewPlan("E1", func(s *bench.Size) { s.Policy = policy })
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

// What an old record does not have is not recorded, which is not zero.
func ExampleOutcomes_Wrong() {
	var now, old bench.Outcomes
	json.Unmarshal([]byte(`{"behaviour":"slider","horizon":360,"steps":[0,70],"wrong":[52,0]}`), &now)
	json.Unmarshal([]byte(`{"behaviour":"slider","horizon":360,"steps":[0,70]}`), &old)
	fmt.Println(now.Wrong(0))
	fmt.Println(old.Wrong(0))
	// Output:
	// 52 true
	// 0 false
}
