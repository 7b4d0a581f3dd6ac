package study

import (
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
)

// Every cell of every profile and experiment is found by its name, by its hash, and under an experiment that has it.
func TestCellsAreFoundByName(t *testing.T) {
	seen := map[string]bool{} // plans share most of their cells
	for _, name := range append(bench.Profiles.Names(), bench.Experiments.Names()...) {
		p, err := bench.NewPlan(name, func(*record.Size) {})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range p.Cells() {
			if seen[c.Name()] {
				continue
			}
			seen[c.Name()] = true
			got, err := bench.ParseCell(c.Name())
			if err != nil || got.Name() != c.Name() || got.Experiment == "" {
				t.Fatalf("%s is read as %+v, %v", c.Name(), got, err)
			}
			if len(seen)%5000 == 1 { // it takes half a second
				if got, ok := bench.FindCell(c.Hash()); !ok || got.Name() != c.Name() {
					t.Errorf("%s is found as %+v, %v", c.Hash(), got, ok)
				}
			}
		}
	}
	if c, ok := bench.FindCell("0123456789abcdef"); ok {
		t.Errorf("a hash of nothing is %v", c)
	}
}
