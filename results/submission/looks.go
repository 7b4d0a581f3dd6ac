package submission

import (
	"slices"

	"counterpoise/bench"
)

// atLook returns a plan of a confirmatory run with the trials of the last look (bench.Looks) at which it has all its
// records. Experiments of such a run are extended one by one, and some of their cells are those of others that were
// extended further: what an experiment has beyond its look is not missing. Other plans, and those before their first
// look, stay as they are.
func atLook(p bench.Plan, frozen map[uint64]bool, has map[string]bool) bench.Plan {
	if !frozen[p.Size.Seed] {
		return p
	}
	for _, n := range slices.Backward(bench.Looks) {
		q := p
		q.Size.Trials = n
		if n <= p.Size.Trials && len(missing(q, has)) == 0 {
			return q
		}
	}
	return p
}

// missing names the cells of a plan that have no record. Those of untrained policies may be missing.
func missing(p bench.Plan, has map[string]bool) (cells []string) {
	for _, c := range p.Cells() {
		if !c.Untrained() && !has[c.Hash()] {
			cells = append(cells, c.String())
		}
	}
	return cells
}
