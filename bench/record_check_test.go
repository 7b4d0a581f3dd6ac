package bench

import (
	"strings"
	"testing"

	"counterpoise/bench/record"
)

// A record has outcomes and demonstrations of its task's behaviours, and the data of its cell's seed. A task that this
// program does not have may have any.
func TestRecordsOfOtherTasksAndSeeds(t *testing.T) {
	recordOf := func() record.Record {
		r := record.Record{Schema: record.SchemaVersion, Cell: record.Cell{Task: "opening", Method: "natural",
			Rollouts: 1,
			Steps:    10, Seed: 1, Version: Version}}
		r.Data.Seed = record.PoolSeed("opening", 0, 1)
		for _, b := range []string{"slider", "drawer"} {
			r.Rollouts = append(r.Rollouts, record.Outcomes{Behaviour: b, Horizon: 9, Steps: []int{9}})
			r.Data.Groups = append(r.Data.Groups, record.GroupCount{Behaviour: b, Demos: 1, Frames: 1})
		}
		return r
	}
	for _, c := range []struct {
		change func(*record.Record)
		word   string // of the error; empty: none
	}{
		{func(r *record.Record) {}, ""},
		{func(r *record.Record) { r.Data.Seed++ }, "its data has seed"},
		{func(r *record.Record) { r.Data.Seed++; r.Cell.Version = "2.3" }, ""},
		{func(r *record.Record) { r.Rollouts = r.Rollouts[:1] }, "its task's are"},
		{func(r *record.Record) { r.Data.Groups[0].Behaviour = "left" }, `demonstrations of "left"`},
		{func(r *record.Record) { r.Cell.Task, r.Data.Seed, r.Rollouts = "juggling", 0, r.Rollouts[:1] }, ""},
		{func(r *record.Record) { r.Rollouts[0].Steps[0] = 10 }, "outcomes has 10 for rollout 0"},
	} {
		r := recordOf()
		c.change(&r)
		if err := CheckRecord(r); (err == nil) != (c.word == "") || err != nil && !strings.Contains(err.Error(),
			c.word) {
			t.Errorf("%v, want an error with %q", err, c.word)
		}
	}
}
