package store

import (
	"counterpoise/bench/record"
)

// record returns a record of a cell with the given numbers of successful rollouts of three behaviours.
func recordOf(c record.Cell, left, middle, right int) record.Record {
	r := record.Record{
		Cell: c,
		Training: record.Training{Backend: "a test",
			Config: record.Config{Observer: "state", Network: record.DefaultNetwork}},
		Provenance: record.Provenance{Commit: "0123456789abcdef", System: "linux/amd64", CPU: "A processor"},
	}
	for i, n := range []int{left, middle, right} {
		behaviour := []string{"left", "middle", "right"}[i]
		o := record.Outcomes{Behaviour: behaviour, Horizon: 360, Steps: make([]int, c.Rollouts)}
		for j := range n {
			o.Steps[j] = 100 + j
		}
		r.Rollouts = append(r.Rollouts, o)
	}
	return r
}
