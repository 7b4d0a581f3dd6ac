package study

import (
	"slices"
	"testing"

	"counterpoise/bench"
	"counterpoise/policies/balance"
)

// Weights from outside get an arm on each set of demonstrations that they cover, compared with every method there in
// the behaviours that the experiment compares, and with other weights. The experiment's own designs stay as they are.
func TestWeighted(t *testing.T) {
	named := func(text string) balance.Given {
		m, err := balance.Named(text)
		if err != nil {
			t.Fatal(err)
		}
		return m.(balance.Given)
	}
	a, b := named("weights:a@0123456789abcdef"), named("weights:b@fedcba9876543210")
	e1, _ := bench.Experiments.Get("E1")
	got, ok := bench.Weighted(e1, []balance.Given{a, b}, func(task, recipe string, w balance.Given) bool {
		return recipe == pickLeft || recipe == pickRight && w.Name == "b"
	})
	if !ok || got.Name != "E1+a+b" || len(got.Designs) != 1 {
		t.Fatalf("got %+v", got)
	}
	d := got.Designs[0]
	var arms []string
	for _, arm := range d.Arms[4:] {
		arms = append(arms, arm.Name+" "+arm.Recipe+" "+arm.Method)
	}
	if want := []string{"a " + pickLeft + " " + a.String(), "b, left starved " + pickLeft + " " + b.String(),
		"b, right starved " + pickRight + " " + b.String()}; !slices.Equal(arms, want) {
		t.Errorf("arms are %q, want %q", arms, want)
	}
	if want := []bench.Comparison{
		{Behaviour: "left", Arm: "a", Against: "left starved"},
		{Behaviour: "left", Arm: "b, left starved", Against: "left starved"},
		{Behaviour: "left", Arm: "b, left starved", Against: "a"},
		{Behaviour: "right", Arm: "b, right starved", Against: "right starved"},
	}; !slices.Equal(d.Comparisons, want) {
		t.Errorf("comparisons are %+v, want %+v", d.Comparisons, want)
	}
	if again, _ := bench.Experiments.Get("E1"); len(again.Designs[0].Arms) != 4 {
		t.Error("E1 itself has changed")
	}
	if _, ok := bench.Weighted(e1, []balance.Given{a}, func(string, string, balance.Given) bool { return false }); ok {
		t.Error("weights of nothing have an experiment")
	}
	// Weights that are called like an arm of the design get another name there.
	e3, _ := bench.Experiments.Get("E3")
	got, _ = bench.Weighted(e3, []balance.Given{named("weights:remix@0123456789abcdef")},
		func(_, recipe string, _ balance.Given) bool { return recipe == pickMiddle })
	if name := got.Designs[0].Arms[3].Name; name != "remix from outside" {
		t.Errorf("weights called remix have the arm %q", name)
	}
	// An experiment that compares nothing: all behaviours.
	alpha, _ := bench.Experiments.Get("alpha")
	got, _ = bench.Weighted(alpha, []balance.Given{a}, func(task, _ string, _ balance.Given) bool {
		return task == "opening"
	})
	if n := len(alpha.Designs[1].Arms); len(got.Designs[0].Comparisons) != 2*n {
		t.Errorf("%d comparisons with %d arms", len(got.Designs[0].Comparisons), n)
	}
}
