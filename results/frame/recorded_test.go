package frame

import (
	"slices"
	"testing"

	"counterpoise/bench/record"
	"counterpoise/internal/recordtest"
)

// A field that one record lacks is named; a field that is recorded as zero is not.
func TestNotRecorded(t *testing.T) {
	p := recordtest.PlanE1(t, 2)
	records := recordtest.RecordsE1(p, recordtest.Four)
	d := Of(p, records).Designs[0]
	want := []string{"device", "success earned by the gripper", "wrong behaviour", "clipped actions"}
	if got := d.NotRecorded(); !slices.Equal(got, want) {
		t.Errorf("not recorded: %q, want %q", got, want)
	}
	for h, r := range records {
		r.Device = &record.Device{Kind: "cpu"}
		for i := range r.Rollouts {
			zero := make([]int, len(r.Rollouts[i].Steps))
			r.Rollouts[i].EarnedSteps, r.Rollouts[i].WrongSteps, r.Rollouts[i].ClippedActions = zero, zero, zero
		}
		records[h] = r
	}
	if got := Of(p, records).Designs[0].NotRecorded(); len(got) > 0 {
		t.Errorf("not recorded: %q, want nothing", got)
	}
	one := d.Cell(d.Arms[0], 1).Hash()
	r := records[one]
	r.Device = nil
	records[one] = r
	if got := Of(p, records).Designs[0].NotRecorded(); !slices.Equal(got, []string{"device"}) {
		t.Errorf("not recorded: %q, want the device", got)
	}
}
