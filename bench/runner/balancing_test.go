package runner

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/policies/balance"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// BenchmarkBalancing is the regression of the methods: the outcome of each method on each task, at a size that takes
// minutes. Everything but the times is deterministic, so one run tells whether a method still gives the same outcome:
//
//	success-pct             rollouts that succeed, mean over behaviours
//	worst-pct               the same of the behaviour with the fewest successes
//	alpha-GROUP             weight of a group at the end of training
//	s-training, s-rollouts  seconds
//
// testdata/balancing.txt is the committed output; the package's comment has the commands that compare with it and that
// write it again.
func BenchmarkBalancing(b *testing.B) {
	units(b)
	for _, task := range scenes.Tasks.Names() {
		for _, method := range balance.Methods.Names() {
			b.Run("task="+task+"/method="+method, func(b *testing.B) { balancing(b, task, method) })
		}
	}
}

// units tells benchstat that a number is exact, so that any other number is a change, and which direction is better.
// The backend is one of benchstat's keys, so that it does not compare numbers of different backends, whose last bits
// differ.
func units(b *testing.B) {
	exact := []string{"success-pct assume=exact better=higher", "worst-pct assume=exact better=higher"}
	for _, task := range scenes.Tasks.Names() {
		for _, c := range uneven(b, task).Counts {
			if u := "alpha-" + c.Behaviour + ":" + c.Style + " assume=exact"; !slices.Contains(exact, u) {
				exact = append(exact, u)
			}
		}
	}
	for _, u := range append(exact, "s-training better=lower", "s-rollouts better=lower") {
		fmt.Println("Unit", u)
	}
	fmt.Println("backend:", Backend())
}

// regressionSteps is the number of gradient steps: few, so that the first moves of the weights show, and not the
// calibrated number, so that a new calibration does not change every number.
const regressionSteps = 100

// regressionCell returns the cell of a method on a task.
func regressionCell(t testing.TB, task, method string) record.Cell {
	recipe := uneven(t, task).String()
	return record.Cell{
		Task: task, Recipe: recipe[len(task)+1:], Groups: string(demos.ByBoth), Method: method,
		Policy:   bench.StatePolicy,
		Rollouts: 20, Steps: regressionSteps, Seed: 11, Version: bench.Version,
	}
}

// The committed output is of today's demonstrations: its weights of natural sampling are the groups' shares of the
// frames, which depend on no processor. It was made with older ones if they differ, and must be made anew.
func TestBalancingIsCurrent(t *testing.T) {
	base, err := os.ReadFile("testdata/balancing.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range scenes.Tasks.Names() {
		_, line, _ := strings.Cut(string(base), "task="+task+"/method=natural ")
		line, _, _ = strings.Cut(line, "\n")
		c := regressionCell(t, task, "natural")
		c.Steps, c.Rollouts = 1, 1
		r, err := NewCellRunner(1, nil, "").Run(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		for g, weight := range r.Training.Alpha[0].Group {
			name := " alpha-" + r.Training.Groups[g]
			before, _, ok := strings.Cut(line, name)
			fields := strings.Fields(before)
			if !ok || len(fields) == 0 {
				t.Fatalf("testdata/balancing.txt has no%s of natural sampling in %s", name, task)
			}
			if was, err := strconv.ParseFloat(fields[len(fields)-1], 64); err != nil || math.Abs(was-weight) > 1e-4 {
				t.Errorf("%s:%s is %.4f, and %s in testdata/balancing.txt, which is older (%v): doc.go says how to "+
					"make it anew", task, name, weight, fields[len(fields)-1], err)
			}
		}
	}
}

func balancing(b *testing.B, task, method string) {
	c := regressionCell(b, task, method)
	var r record.Record
	for range b.N {
		var err error
		if r, err = NewCellRunner(1, nil, "").Run(context.Background(), c); err != nil {
			b.Fatal(err)
		}
	}
	sum, worst := 0.0, 100.0
	for _, o := range r.Rollouts {
		successes, _ := o.Successes(scenes.CALVIN)
		percent := 100 * float64(successes) / float64(c.Rollouts)
		sum, worst = sum+percent, min(worst, percent)
	}
	b.ReportMetric(sum/float64(len(r.Rollouts)), "success-pct")
	b.ReportMetric(worst, "worst-pct")
	for g, weight := range r.Training.Alpha[len(r.Training.Alpha)-1].Group {
		b.ReportMetric(weight, "alpha-"+r.Training.Groups[g])
	}
	b.ReportMetric(r.Duration.Training, "s-training")
	b.ReportMetric(r.Duration.Rollouts, "s-rollouts")
}

// uneven returns a recipe with both kinds of imbalance: the first behaviour is starved, and a third of the
// demonstrations of the last one end wrongly (style biased).
func uneven(b testing.TB, name string) demos.Recipe {
	b.Helper()
	task, err := scenes.Tasks.Get(name)
	if err != nil {
		b.Fatal(err)
	}
	behaviours := task.Behaviours()
	text, last := name+" ", behaviours[len(behaviours)-1]
	for i, behaviour := range behaviours {
		text += fmt.Sprintf("%s=%d,", behaviour, map[bool]int{true: 4, false: 12}[i == 0])
	}
	r, err := demos.ParseRecipe(text + last + ":biased=6")
	if err != nil {
		b.Fatal(err)
	}
	return r
}
