package frame

import (
	"slices"

	"counterpoise/bench/record"
)

// optionalFields are what records of older schema versions lack (record.SchemaVersion), each with whether a record has
// it. A field that is added to records later gets a line here, so that pages of older results say that it is
// missing.
var optionalFields = []struct {
	name     string
	recorded func(record.Record) bool
}{
	{"device", func(r record.Record) bool { _, ok := r.TrainedOn(); return ok }},
	{"source of the seed", func(r record.Record) bool { return r.Cell.SeedSource != "" }},
	{"success earned by the gripper", inAllRollouts(record.Outcomes.Earned)},
	{"wrong behaviour", inAllRollouts(record.Outcomes.Wrong)},
	{"clipped actions", inAllRollouts(record.Outcomes.Clipped)},
}

// inAllRollouts reports whether a number is recorded for every rollout of a record. A list that is shorter than
// the list of outcomes counts as not recorded.
func inAllRollouts(number func(record.Outcomes, int) (int, bool)) func(record.Record) bool {
	return func(r record.Record) bool {
		for _, o := range r.Rollouts {
			for i := range o.Steps {
				if _, ok := number(o, i); !ok {
					return false
				}
			}
		}
		return true
	}
}

// NotRecorded names the fields that at least one record of a design lacks. They are unknown, not zero: no number is
// computed from them. The names are in the order in which records lack them, each once.
func (d Design) NotRecorded() (names []string) {
	for r := range d.Rows() {
		for _, f := range optionalFields {
			if !f.recorded(r.Record) && !slices.Contains(names, f.name) {
				names = append(names, f.name)
			}
		}
	}
	return names
}
