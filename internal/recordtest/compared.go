package recordtest

import (
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/record"
)

// ListE1 returns the records of a plan of E1 without those of some arms, by arm and trial.
func ListE1(p bench.Plan, n Counts, without ...string) (rs []record.Record) {
	s := RecordsE1(p, n)
	e := p.Experiments[0]
	for _, a := range e.Designs[0].Arms {
		for t := range p.Size.Trials {
			if r, ok := s.Get(p.Cell(e, e.Designs[0], a, t)); ok &&
				!strings.Contains(strings.Join(without, " "), a.Name) {
				rs = append(rs, r)
			}
		}
	}
	return rs
}

// Five is Four with two more successes in each trial of left under balanced, and the same counts for the rest.
var Five = Counts{
	"balanced":       {{9, 10, 8, 10}, {6, 6, 6, 6}, {9, 8, 9, 8}},
	"left starved":   {{5, 4, 3, 4}, {7, 7, 7, 7}, {9, 9, 9, 9}},
	"middle starved": {{8, 8, 8, 8}, {5, 6, 7, 4}, {9, 9, 9, 9}},
	"right starved":  {{8, 8, 8, 8}, {7, 7, 7, 7}, {6, 7, 7, 8}},
}
