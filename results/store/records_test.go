package store

import (
	"counterpoise/bench"
	"counterpoise/policies/train"
)

// record returns a record of a cell with the given numbers of successful rollouts of three behaviours.
func record(c bench.Cell, left, middle, right int) bench.Record {
	r := bench.Record{
		Cell: c,
		Training: bench.Training{Backend: "a test",
			Config: train.Config{Observer: "state", Network: bench.DefaultNetwork}},
		Provenance: bench.Provenance{Commit: "0123456789abcdef", System: "linux/amd64", CPU: "A processor"},
	}
	for i, n := range []int{left, middle, right} {
		behaviour := []string{"left", "middle", "right"}[i]
		o := bench.Outcomes{Behaviour: behaviour, Horizon: 360, Steps: make([]int, c.Rollouts)}
		for j := range n {
			o.Steps[j] = 100 + j
		}
		r.Rollouts = append(r.Rollouts, o)
	}
	return r
}
