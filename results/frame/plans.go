package frame

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/shell"
	"counterpoise/internal/wording"
)

// Plans finds out from records alone which experiments they answer, and at which sizes: one plan for each experiment
// and each set of sizes and seed. Notes name the records that are left out because another version made them.
//
// A plan has as many trials as its records reach, and at least those that a run was asked for: asked has experiments by
// name with their sizes, where that is known. The order is that of the sizes, then that of the experiments' names.
// O(records + sizes × arms).
func Plans(records []record.Record, asked ...bench.Plan) (plans []bench.Plan, notes []string) {
	sizes, notes := Sizes(records)
	made := recordedOf(records)
	for _, s := range sizes {
		n := len(plans)
		for _, name := range bench.Experiments.Names() {
			e, _ := bench.Experiments.Get(name)
			if p, ok := answered(e, s, made); ok {
				plans = append(plans, asPlanned(p, asked))
			}
		}
		// Chance levels stand in the tables of every other experiment. They have sections of their own where there is
		// no other.
		if len(plans) == n {
			if p, ok := chancePlan(s, records); ok {
				plans = append(plans, p)
			}
		}
	}
	return plans, notes
}

// asPlanned returns the plan of an experiment with what is known of it besides its records.
func asPlanned(p bench.Plan, asked []bench.Plan) bench.Plan {
	e := p.Experiments[0]
	for _, a := range asked {
		if a.Name == e.Name && SizeOf(a.Cell(e, e.Designs[0], e.Designs[0].Arms[0], 0)) == p.Size.WithoutTrials() {
			p.Size.Trials, p.AtLooks = max(p.Size.Trials, a.Size.Trials), a.AtLooks
		}
	}
	return p
}

// chancePlan returns the plan of the experiments of chance levels at a size, with the tasks that have records.
func chancePlan(s record.Size, records []record.Record) (bench.Plan, bool) {
	p := bench.Plan{Size: s}
	p.Size.Trials = bench.ChanceTrials
	for _, r := range records {
		if r.Cell.Untrained() {
			p.Size.Trials = max(p.Size.Trials, r.Cell.Trial+1)
		}
	}
	measured := func(d bench.Design) bool {
		return slices.ContainsFunc(records, func(r record.Record) bool {
			return r.Cell.Task == d.Task && p.ChanceCell(d.ChanceLevels()[0], r.Cell.Trial).Same(r.Cell)
		})
	}
	for _, name := range bench.ChanceExperiments {
		e, _ := bench.Experiments.Get(name)
		e.Designs = slices.DeleteFunc(slices.Clone(e.Designs), func(d bench.Design) bool { return !measured(d) })
		if len(e.Designs) > 0 {
			p.Experiments = append(p.Experiments, e)
			p.Name = cmp.Or(p.Name, name)
		}
	}
	return p, p.Name != ""
}

// Sizes are the sizes at which records were made, without their trials, ordered by policy, seed, steps and rollouts.
// Notes name the records that are left out because another version made them.
//
// Records of another version are not mixed in, because a version changes whenever the same cell would give
// other numbers.
func Sizes(records []record.Record) (sizes []record.Size, notes []string) {
	others := map[string]int{}
	var untrained []record.Size
	for _, r := range records {
		switch s := SizeOf(r.Cell); {
		case r.Cell.Version != bench.Version:
			others[r.Cell.Version]++
		case r.Cell.Untrained():
			untrained = append(untrained, s)
		case !slices.Contains(sizes, s):
			sizes = append(sizes, s)
		}
	}
	// Chance levels have sizes of their own, and belong to every size of their policy and seed. They count as a size
	// where there is no other.
	for _, s := range untrained {
		same := func(o record.Size) bool { return o.Policy.Base() == s.Policy && o.Seed == s.Seed }
		if !slices.ContainsFunc(sizes, same) {
			sizes = append(sizes, s)
		}
	}
	slices.SortStableFunc(sizes, func(a, b record.Size) int {
		return cmp.Or(cmp.Compare(a.Policy.String(), b.Policy.String()), cmp.Compare(a.Seed, b.Seed),
			cmp.Compare(a.Steps, b.Steps), cmp.Compare(a.Rollouts, b.Rollouts))
	})
	for _, v := range slices.Sorted(maps.Keys(others)) {
		notes = append(notes, fmt.Sprintf("%s of version %s left out: this program makes and reads version %s.",
			wording.Plural(others[v], "record"), v, bench.Version))
	}
	return sizes, notes
}

// SizeOf is the size of the plan that a cell belongs to, without its trials. Steps is 0 where the cell trained
// for the calibrated number, as in a plan that names no number, so that a run of several tasks, whose
// calibrations differ, is one size, and where the experiment's arms have numbers of steps of their own. The policy is
// without the settings that arms of the experiment vary, and without all where the experiment is not known or the cell
// is one of chance, which belongs to every size of its policy.
func SizeOf(c record.Cell) record.Size {
	e, err := bench.Experiments.Get(c.Experiment)
	s := record.Size{Rollouts: c.Rollouts, Steps: c.Steps, Seed: c.Seed, Policy: c.Policy.Base()}
	if err == nil && !c.Untrained() {
		s.Policy.Settings = c.Policy.Settings.Without(e.VariedSettings())
	}
	if calibration, ok := bench.Calibrated(c.Task, c.Policy); ok && s.Steps == calibration.Steps {
		s.Steps = 0
	}
	if err == nil && e.VariesSteps() {
		s.Steps = 0
	}
	return s
}

// StepsText is the number of gradient steps of a size in words. 0 stands for the calibration table's number of
// the task and policy.
func StepsText(s record.Size) string {
	if s.Steps == 0 {
		return "the calibrated steps"
	}
	return wording.Plural(s.Steps, "step")
}

// Command is the command line that makes a plan's records. The defaults are spelled out too, so the line gives
// the same records after a change of defaults. A seed that a freeze has fixed is left out: the program has it. Chance
// levels alone take no number of rollouts or steps, and of trials only one above the usual.
func Command(p bench.Plan) string {
	s := p.Size
	line := fmt.Sprintf("counterpoise run %s --policy %s", shell.Quote(cmp.Or(p.File, p.Name)), s.Policy)
	alone := bench.MeasuresChance(p.Name)
	if !alone || s.Trials > bench.ChanceTrials {
		line += fmt.Sprintf(" --trials %d", s.Trials)
	}
	if !alone {
		line += fmt.Sprintf(" --rollouts %d", s.Rollouts)
	}
	if s.SeedSource != record.SeedFreeze {
		line += fmt.Sprintf(" --seed %d", s.Seed)
	}
	if s.Steps > 0 && !alone {
		line += fmt.Sprintf(" --steps %d", s.Steps)
	}
	for _, file := range p.Weights {
		line += " --weights " + shell.Quote(file)
	}
	return line
}

// answered returns the plan of an experiment if its records are there: if some of them were made for it, or, where it
// compares anything, if each arm has at least one.
//
// An experiment may find all its records among those of other experiments, whose arms it shares. It is then
// answered if it compares something and every arm is there; otherwise a stray shared record would open a
// section of its own.
func answered(e bench.Experiment, s record.Size, made recorded) (bench.Plan, bool) {
	p := bench.Plan{Name: e.Name, Experiments: []bench.Experiment{e}, Size: s}
	own, compares, arms, found := false, false, 0, 0
	for _, d := range e.Designs {
		// An experiment that only describes needs a record of its own.
		compares = compares || len(d.Comparisons) > 0
		for _, a := range d.Arms {
			trials := 0
			if m, ok := made[ofAnyTrial(p.Cell(e, d, a, 0))]; ok {
				trials, own = m.trials, own || slices.Contains(m.experiments, e.Name)
			}
			p.Size.Trials = max(p.Size.Trials, trials)
			arms, found = arms+1, found+min(1, trials)
		}
	}
	return p, found > 0 && (own || compares && found == arms)
}

// recorded says of each cell, of any trial, which records there are. The cells of an arm differ in their trial alone.
type recorded map[record.Cell]struct {
	trials      int      // one more than the last trial
	experiments []string // that its records were made for
}

func recordedOf(records []record.Record) recorded {
	made := recorded{}
	for _, r := range records {
		c := ofAnyTrial(r.Cell)
		m := made[c]
		m.trials = max(m.trials, r.Cell.Trial+1)
		if !slices.Contains(m.experiments, r.Cell.Experiment) {
			m.experiments = append(m.experiments, r.Cell.Experiment)
		}
		made[c] = m
	}
	return made
}

// ofAnyTrial is a cell without its trial and without the fields that are no part of its name (record.Cell.Same).
func ofAnyTrial(c record.Cell) record.Cell {
	c.Experiment, c.SeedSource, c.Trial = "", "", 0
	return c
}

// Again is the command that makes the records of a design again. Experiments of a confirmatory run, and of one that is
// rehearsed on another seed, stand at looks of their own, to which the whole plan was not run: each of them is then
// made alone, on the seed.
func (d Design) Again() string {
	p := d.Plan
	if p.Size.SeedSource == record.SeedFreeze || p.AtLooks {
		p.Name, p.Experiments, p.Size.SeedSource = d.Experiment.Name, []bench.Experiment{d.Experiment}, record.SeedFlag
	}
	return Command(p)
}
