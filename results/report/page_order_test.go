package report

import (
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/study"
	"counterpoise/internal/recordtest"
	"counterpoise/results"
	"counterpoise/results/frame"
)

// A page of two runs begins with the experiments of the run whose claims it opens with, tells the runs apart in the
// headings of what both have, and leads from a claim to the experiment of its own run.
func TestPageTellsRunsApart(t *testing.T) {
	names := []string{"E1", "E2", "E3", "E4", "E5", "E6"}
	e1, _ := bench.Experiments.Get("E1")
	other := recordtest.Size(2)
	other.Seed = 7
	plans := []bench.Plan{{Name: "E1", Experiments: []bench.Experiment{e1}, Size: other}}
	for _, name := range names {
		e, _ := bench.Experiments.Get(name)
		plans = append(plans, bench.Plan{Name: name, Experiments: []bench.Experiment{e}, Size: recordtest.Size(2)})
	}
	records := recordtest.RecordsOf(recordtest.Varied(nil), 2, names...)
	data, err := Page{Dir: "out", Frames: frame.Frames(plans, records)}.HTML()
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	last := 0
	for _, want := range []string{
		`href="#e1-picking-state-seed1-steps10-rollouts100">C01</a>`,
		`-title">E1, picking, seed 1</h2>`, `-title">E2, picking</h2>`, `-title">E6, opening</h2>`,
		`-title">E1, picking, seed 7</h2>`, `-title">Claims</h2>`,
	} {
		at := strings.Index(page, want)
		if at < last {
			t.Errorf("%s stands at %d, the one before at %d", want, at, last)
		}
		last = at
	}
}

// The seed of a frozen run is called by its row of results/freeze.md.
func TestSeedName(t *testing.T) {
	freezes, err := study.ParseFreezes(results.Freezes)
	if err != nil || len(freezes) < 2 {
		t.Fatal(freezes, err)
	}
	second, err := freezes[1].Seed()
	if err != nil {
		t.Fatal(err)
	}
	for seed, want := range map[uint64]string{7: "seed 7", second: "freeze 2", second + 1: "seed "} {
		if got := seedName(seed); !strings.HasPrefix(got, want) {
			t.Errorf("seed %d is called %q", seed, got)
		}
	}
}
