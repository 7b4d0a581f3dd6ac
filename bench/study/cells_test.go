package study

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/golden"
)

// The cells of every profile and experiment are those that they were: names and hashes in their order, by a digest in
// testdata/cells.txt. A line that changes is an experiment whose committed records are of other cells than it has.
func TestCellsAreThoseOfTheRecords(t *testing.T) {
	var out strings.Builder
	for _, name := range slices.Concat(bench.Profiles.Names(), bench.Experiments.Names()) {
		p, err := bench.NewPlan(name, func(*record.Size) {})
		if err != nil {
			t.Fatal(err)
		}
		cells, sum := p.Cells(), sha256.New()
		for _, c := range cells {
			fmt.Fprintln(sum, c.Experiment, c.Name(), c.Hash())
		}
		fmt.Fprintf(&out, "%-28s %5d cells %x\n", name, len(cells), sum.Sum(nil)[:8])
	}
	golden.Check(t, "cells.txt", out.String())
}
