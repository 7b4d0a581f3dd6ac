package recordtest

import (
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	_ "counterpoise/bench/study" // E1 and the others
	"counterpoise/scenes/demos"
)

// Records is records in memory, by the hash of their cell. It implements frame.Records.
type Records map[string]record.Record

// Get returns the record of a cell.
func (s Records) Get(c record.Cell) (record.Record, bool) {
	r, ok := s[c.Hash()]
	return r, ok
}

// PlanE1 is E1 on picking with some trials of ten rollouts.
func PlanE1(t testing.TB, trials int) bench.Plan {
	t.Helper()
	p, err := bench.NewPlan("E1", func(s *record.Size) {
		*s = record.Size{Trials: trials, Rollouts: 10, Steps: 100, Seed: 1, Policy: bench.StatePolicy}
	})
	if err != nil {
		t.Fatal(err)
	}
	p.Experiments[0].Designs = p.Experiments[0].Designs[:1] // picking
	return p
}

// Counts is the successes of ten rollouts under each arm of E1: behaviour (left, middle, right), then trial.
type Counts map[string][3][]int

// Four is four trials whose paired differences are left -2 -4 -3 -5, middle -1 0 1 -2, right -3 -1 -2 0.
var Four = Counts{
	"balanced":       {{7, 8, 6, 9}, {6, 6, 6, 6}, {9, 8, 9, 8}},
	"left starved":   {{5, 4, 3, 4}, {7, 7, 7, 7}, {9, 9, 9, 9}},
	"middle starved": {{8, 8, 8, 8}, {5, 6, 7, 4}, {9, 9, 9, 9}},
	"right starved":  {{8, 8, 8, 8}, {7, 7, 7, 7}, {6, 7, 7, 8}},
}

// Record is a record of a cell of picking in which so many rollouts of each behaviour succeeded.
func Record(c record.Cell, left, middle, right int) record.Record {
	groups := []demos.GroupCount{{Behaviour: "left", Demos: 2, Frames: 100 + c.Trial}}
	r := record.Record{
		Cell:       c,
		Data:       record.Data{Hash: "feed", Version: "1", Groups: groups},
		Training:   record.Training{Backend: "a test", Config: record.Config{Steps: c.Steps}},
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

// RecordsE1 is the records of a plan of E1.
func RecordsE1(p bench.Plan, n Counts) Records {
	s := Records{}
	e := p.Experiments[0]
	for _, a := range e.Designs[0].Arms {
		for t := range p.Size.Trials {
			c := p.Cell(e, e.Designs[0], a, t)
			s[c.Hash()] = Record(c, n[a.Name][0][t], n[a.Name][1][t], n[a.Name][2][t])
		}
	}
	return s
}
