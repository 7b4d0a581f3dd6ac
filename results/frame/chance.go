package frame

import (
	"cmp"
	"fmt"
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/wording"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// Chance is a chance level of a design: the success of untrained policies (bench/chance.go), behaviour by behaviour.
type Chance struct {
	Level      bench.ChanceLevel
	Recorded   int               // initialisations with a record
	Behaviours []BehaviourChance // in the task's order; empty without records
}

// BehaviourChance is the chance level of one behaviour.
type BehaviourChance struct {
	Behaviour string
	// Success has the initialisations as clusters. Its Upper is the bound of confidence Level. It is undefined (N is
	// 0) for fewer than two initialisations.
	Success stats.ClusteredProportion
	Endings Endings
}

// String is the rate of success in percent with its upper bound: "0.1 (≤ 2.1)".
func (b BehaviourChance) String() string {
	return fmt.Sprintf("%s (≤ %.1f)", wording.Percent(b.Success.K, b.Success.N), 100*b.Success.Upper)
}

// Of returns the chance level of a behaviour; ok is false where it is not recorded.
func (c Chance) Of(behaviour string) (b BehaviourChance, ok bool) {
	i := slices.IndexFunc(c.Behaviours, func(b BehaviourChance) bool { return b.Behaviour == behaviour })
	if i < 0 || c.Behaviours[i].Success.N == 0 {
		return BehaviourChance{}, false
	}
	return c.Behaviours[i], true
}

// Chances returns the chance levels of a design's arms, in the order of bench.Design.ChanceLevels. They are counted
// under the design's oracle.
func (d Design) Chances() (all []Chance) {
	for _, l := range d.ChanceLevels() {
		all = append(all, ChanceOf(l, d.chance[l], d.Oracle))
	}
	return all
}

// ChanceUnder returns a chance level of a policy as the plan of the smallest seed has it, of those of this policy that
// have records of it; none is recorded where there is no such plan.
func ChanceUnder(frames []Frame, policy record.Policy, l bench.ChanceLevel, oracle scenes.Oracle) Chance {
	var own []record.Record
	for _, f := range frames {
		if size := f.Plan.Size; size.Policy != policy || len(own) > 0 && size.Seed >= own[0].Cell.Seed {
			continue
		}
		if of := chanceRecords(f.Plan, l, f.Records); len(of) > 0 {
			own = of
		}
	}
	return ChanceOf(l, own, oracle)
}

// chanceRecords returns the records of a chance level of a plan: those of bench.ChanceTrials initialisations, and of
// further ones up to the first that has none.
func chanceRecords(p bench.Plan, l bench.ChanceLevel, records Records) (own []record.Record) {
	for trial := 0; ; trial++ {
		r, ok := records.Get(p.ChanceCell(l, trial))
		if ok {
			own = append(own, r)
		} else if trial >= bench.ChanceTrials {
			return own
		}
	}
}

// ChanceOf computes a chance level from its records, one for each initialisation.
func ChanceOf(l bench.ChanceLevel, records []record.Record, oracle scenes.Oracle) Chance {
	c := Chance{Level: l, Recorded: len(records)}
	if len(records) == 0 {
		return c
	}
	for _, o := range records[0].Rollouts {
		b := BehaviourChance{Behaviour: o.Behaviour, Endings: endingsOf(records, o.Behaviour, oracle)}
		var k, n []int
		for _, r := range records {
			if own, ok := r.Of(o.Behaviour); ok {
				if successes, ok := own.Successes(oracle); ok {
					k, n = append(k, successes), append(n, len(own.Steps))
				}
			}
		}
		if p, err := stats.ClusteredUpper(k, n, Level, bench.ChanceCorrelation); err == nil {
			b.Success = p
		}
		c.Behaviours = append(c.Behaviours, b)
	}
	return c
}

// ChanceNote says what chance levels rest on, in one sentence: so many initialisations each.
func ChanceNote(initialisations ...int) string {
	return fmt.Sprintf("Chance: untrained policies of the same architecture, %s of %d rollouts per behaviour; in "+
		"brackets the upper %g %% bound, clustered by initialisation.",
		wording.PluralRange(initialisations, "initialisation"), bench.ChanceRollouts, 100*Level)
}

// WithinLimit reports whether the upper bound of every behaviour is at most bench.ChanceLimit; false without records.
func (c Chance) WithinLimit() bool {
	for _, b := range c.Behaviours {
		if b.Success.N == 0 || 100*b.Success.Upper > bench.ChanceLimit {
			return false
		}
	}
	return len(c.Behaviours) > 0
}

// untrainedOf returns the records of untrained policies that belong to a run: those of its policy, seed and version.
func untrainedOf(records []record.Record, s RunSettings) (own []record.Record) {
	for _, r := range records {
		c := r.Cell
		if c.Untrained() && c.Policy.Base() == s.Size.Policy.Base() && c.Seed == s.Size.Seed && c.Version == s.Version {
			own = append(own, r)
		}
	}
	return own
}

// chancesOf returns the chance levels that records of untrained policies of one run belong to, by task and
// variation.
func chancesOf(records []record.Record, oracle scenes.Oracle) (all []Chance) {
	var levels []bench.ChanceLevel
	byLevel := map[bench.ChanceLevel][]record.Record{}
	for _, r := range records {
		l := bench.ChanceLevel{Task: r.Cell.Task, Settings: r.Cell.Policy.Settings}
		if byLevel[l] == nil {
			levels = append(levels, l)
		}
		byLevel[l] = append(byLevel[l], r)
	}
	slices.SortStableFunc(levels, func(a, b bench.ChanceLevel) int {
		return cmp.Or(cmp.Compare(a.Task, b.Task), cmp.Compare(a.Variation(), b.Variation()))
	})
	for _, l := range levels {
		all = append(all, ChanceOf(l, byLevel[l], oracle))
	}
	return all
}

// ChanceCommand is the command line that measures a chance level of a plan.
func ChanceCommand(p bench.Plan, l bench.ChanceLevel) string {
	if command, ok := chanceAlone(p, l); ok {
		return command
	}
	return Command(p) // knobs belong to an experiment, whose run measures them
}

// moreChance is the number of initialisations that MoreChanceCommand asks for.
const moreChance = 5 * bench.ChanceTrials

// MoreChanceCommand is the command line that measures a chance level of a plan more exactly; false where it has been,
// and where no experiment measures it alone.
func MoreChanceCommand(p bench.Plan, c Chance) (string, bool) {
	command, ok := chanceAlone(p, c.Level)
	return fmt.Sprintf("%s --trials %d", command, moreChance), ok && c.Recorded < moreChance
}

// chanceAlone is the command line that measures a chance level alone; false where no experiment does.
func chanceAlone(p bench.Plan, l bench.ChanceLevel) (string, bool) {
	policy := p.Size.Policy
	policy.Settings = policy.Settings.With(l.Settings)
	experiment, ok := bench.ExperimentOfChance(bench.ChanceLevel{Task: l.Task})
	return fmt.Sprintf("counterpoise run %s --policy %s --seed %d", experiment, policy, p.Size.Seed),
		ok && bench.MeasuresChance(experiment)
}

// ChanceRecords returns the records of a chance level of a policy, from records of this version: those of the smallest
// seed that has any, by trial.
func ChanceRecords(records []record.Record, policy record.Policy, l bench.ChanceLevel) (own []record.Record) {
	for _, r := range records {
		c := r.Cell
		if !c.Untrained() || c.Version != bench.Version || c.Task != l.Task || c.Policy != policy ||
			len(own) > 0 && c.Seed > own[0].Cell.Seed {
			continue
		}
		if len(own) > 0 && c.Seed < own[0].Cell.Seed {
			own = nil
		}
		own = append(own, r)
	}
	slices.SortFunc(own, func(a, b record.Record) int { return cmp.Compare(a.Cell.Trial, b.Cell.Trial) })
	return own
}
