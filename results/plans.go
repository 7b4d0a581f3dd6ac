package results

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/internal/wording"
)

// Plans finds out from records alone which experiments they answer, and at which sizes: one plan for each experiment and
// each set of sizes and seed. What this program can't read as an experiment is said in notes.
func Plans(records []bench.Record) (plans []bench.Plan, notes []string) {
	sizes, notes := sizesOf(records)
	for _, s := range sizes {
		for _, name := range bench.Experiments.Names() {
			e, _ := bench.Experiments.Get(name)
			if p, ok := answered(e, s, records); ok {
				plans = append(plans, p)
			}
		}
	}
	return plans, notes
}

// sizesOf are the sizes at which records were made, in order, without their trials; notes say which records this program does not
// read.
func sizesOf(records []bench.Record) (sizes []bench.Size, notes []string) {
	strangers := map[string]int{}
	for _, r := range records {
		if r.Cell.Version != bench.Version {
			strangers[r.Cell.Version]++
			continue
		}
		if s := size(r.Cell); !slices.Contains(sizes, s) {
			sizes = append(sizes, s)
		}
	}
	slices.SortStableFunc(sizes, func(a, b bench.Size) int {
		return cmp.Or(cmp.Compare(a.Policy, b.Policy), cmp.Compare(a.Seed, b.Seed), cmp.Compare(a.Steps, b.Steps), cmp.Compare(a.Rollouts, b.Rollouts))
	})
	for _, v := range slices.Sorted(maps.Keys(strangers)) {
		notes = append(notes, fmt.Sprintf("%s of version %s left out: this program makes and reads version %s.", wording.Plural(strangers[v], "record"), v, bench.Version))
	}
	return sizes, notes
}

// size is what a cell says of the size of its plan: everything but the trials.
func size(c bench.Cell) bench.Size {
	policy, _, _ := strings.Cut(c.Policy, ":")
	s := bench.Size{Rollouts: c.Rollouts, Steps: c.Steps, Seed: c.Seed, Policy: policy}
	if s.Steps == bench.FrozenSteps(c.Task, policy) {
		s.Steps = 0
	}
	return s
}

// budget is the number of gradient steps in words.
func budget(s bench.Size) string {
	if s.Steps == 0 {
		return "the calibrated steps"
	}
	return wording.Plural(s.Steps, "step")
}

// answered is the plan of an experiment whose records are there: some of them made for it, or, where it compares anything,
// at least one of each arm.
func answered(e bench.Experiment, s bench.Size, records []bench.Record) (bench.Plan, bool) {
	p := bench.Plan{Name: e.Name, Experiments: []bench.Experiment{e}, Size: s}
	asked, compares, arms, found := false, false, 0, 0
	for _, d := range e.Designs {
		compares = compares || len(d.Comparisons) > 0
		for _, a := range d.Arms {
			trials := 0
			for _, r := range records {
				c := p.Cell(e, d, a, r.Cell.Trial)
				c.Experiment = r.Cell.Experiment
				if c == r.Cell {
					trials = max(trials, c.Trial+1)
					asked = asked || c.Experiment == e.Name
				}
			}
			p.Size.Trials = max(p.Size.Trials, trials)
			arms, found = arms+1, found+min(1, trials)
		}
	}
	return p, found > 0 && (asked || compares && found == arms)
}
