package frame

import (
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/recordtest"
)

// What a folder answers is found out from its records alone.
func TestPlans(t *testing.T) {
	small, large := recordtest.PlanE1(t, 2), recordtest.PlanE1(t, 4)
	large.Size.Seed = 9
	var records []record.Record
	for _, p := range []bench.Plan{large, small} {
		for _, r := range recordtest.RecordsE1(p, recordtest.Four) {
			records = append(records, r)
		}
	}
	small.Size.SeedSource, large.Size.SeedSource = "", "" // the seeds of one size may have several sources
	other := records[0]
	other.Cell.Version = "0.9"
	plans, notes := Plans(append(records, other))
	if len(plans) != 2 || plans[0].Size != small.Size || plans[1].Size != large.Size ||
		plans[0].Experiments[0].Name != "E1" {
		t.Errorf("plans %+v, want those of 2 and 4 trials", plans)
	}
	if len(notes) != 1 || !strings.HasPrefix(notes[0], "1 record of version 0.9 left out") {
		t.Errorf("notes %q", notes)
	}
	if plans, _ := Plans(nil); len(plans) > 0 {
		t.Errorf("no records answer %v", plans)
	}
}

// What a run was asked for says how many trials there will be, of the experiment and size that it names. Records that
// go further count all the same.
func TestPlansThatWereAskedFor(t *testing.T) {
	p := recordtest.PlanE1(t, 3)
	var all []record.Record
	for _, r := range recordtest.RecordsE1(p, recordtest.Four) {
		all = append(all, r)
	}
	asked := func(experiment string, trials int, change func(*record.Size)) bench.Plan {
		a := bench.Plan{Name: experiment, Size: p.Size, AtLooks: true}
		a.Size.Trials = trials
		change(&a.Size)
		return a
	}
	same := func(*record.Size) {}
	for _, c := range []struct {
		asked  bench.Plan
		trials int
		looks  bool
	}{
		{asked("E1", 6, same), 6, true}, {asked("E1", 2, same), 3, true}, {asked("E2", 6, same), 3, false},
		{asked("E1", 6, func(s *record.Size) { s.Seed++ }), 3, false},
		{asked("E1", 6, func(s *record.Size) { s.SeedSource = record.SeedFlag }), 6, true},
	} {
		plans, _ := Plans(all, c.asked)
		if len(plans) != 1 || plans[0].Size.Trials != c.trials || plans[0].AtLooks != c.looks {
			t.Errorf("asked for %+v: %+v", c.asked, plans)
		}
	}
}

// Policies that differ in a setting are plans of their own, except where the arms of an experiment vary it.
func TestPlansOfSettings(t *testing.T) {
	var all []record.Record
	for _, policy := range []string{"state", "state:Batch=64"} {
		for _, name := range []string{"E1", "chunk"} {
			size := recordtest.Size(2)
			size.Policy, _ = record.ParsePolicy(policy)
			plan, err := bench.NewPlan(name, func(s *record.Size) { *s = size })
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range plan.Cells() {
				all = append(all, record.Record{Cell: c})
			}
		}
	}
	var got []string
	plans, _ := Plans(all)
	for _, p := range plans {
		got = append(got, p.Name+" "+p.Size.Policy.String())
	}
	want := []string{"E1 state", "chunk state", "E1 state:Batch=64", "chunk state:Batch=64"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
