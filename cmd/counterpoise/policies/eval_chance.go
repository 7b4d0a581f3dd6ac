package policies

import (
	"fmt"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/shell"
	"counterpoise/internal/wording"
	"counterpoise/results/frame"
	"counterpoise/results/store"
	"counterpoise/scenes"
)

// chance is how often untrained policies succeed at the task of an evaluation, by both oracles, as far as it is
// recorded.
type chance struct {
	levels map[scenes.Oracle]frame.Chance
	policy string // the untrained policies' architecture
	source string // where the records are
	note   string // why there is no level; empty where there is one
}

// chanceOfPolicy returns the chance level of an architecture on the task of an evaluation: the one in the folder of
// --records, else the one that this program carries. A folder that the user names decides; the default one only if it
// has as many initialisations as the program or more, since an unfinished run may have left it. A chance level of any
// seed counts, since it is a rate over initialisations; where there are several, the smallest seed's. A folder that the
// user names and that cannot be read is an error.
func (p program) chanceOfPolicy(of record.Policy, e evaluation) (chance, error) {
	level := bench.ChanceLevel{Task: e.Task}
	c := chance{levels: map[scenes.Oracle]frame.Chance{}, policy: of.String(), source: e.records}
	s, err := store.Read(e.records)
	if err != nil && e.named {
		return chance{}, fmt.Errorf("--records: %w", err)
	}
	committed, carried := frame.CommittedChanceOf(of, level)
	if err == nil {
		records := frame.ChanceRecords(s.Records(), of, level)
		enough := e.named || !carried || len(records) >= committed.Initialisations()
		if len(records) > 0 && enough {
			for _, oracle := range oracles {
				c.levels[oracle] = frame.ChanceOf(level, records, oracle)
			}
			return c, nil
		}
	}
	if carried {
		for _, oracle := range oracles {
			c.levels[oracle] = committed.Level(oracle)
		}
		c.source = "committed records of " + committed.Source
		return c, nil
	}
	missing := fmt.Sprintf("chance of %s is not recorded in %s", e.Task, e.records)
	experiment, ok := bench.ExperimentOfChance(level)
	if !ok {
		return chance{note: missing + ", and no experiment has these knobs"}, nil
	}
	return chance{note: fmt.Sprintf("%s: %s run %s --policy %s --out %s measures it", missing, p.Name, experiment, of,
		shell.Quote(e.records))}, nil
}

// oracles are those by which chance levels are known.
var oracles = []scenes.Oracle{scenes.Earned, scenes.CALVIN}

// of returns the chance level of a behaviour by an oracle.
func (c chance) of(behaviour string, oracle scenes.Oracle) (frame.BehaviourChance, bool) {
	return c.levels[oracle].Of(behaviour)
}

// text says what decides about success and what the chance level rests on.
func (c chance) text(oracle scenes.Oracle) string {
	by := "success by " + frame.OracleText(oracle) + "; "
	if c.note != "" {
		return by + c.note
	}
	return fmt.Sprintf("%schance: %s without training, policy %s, in brackets the upper 95 %% bound (%s)", by,
		wording.Plural(c.levels[oracle].Recorded, "initialisation"), c.policy, c.source)
}

// kept returns the chance level by the earned oracle in the form of evaluations.
func (c chance) kept() (all []record.Chance) {
	for _, b := range c.levels[scenes.Earned].Behaviours {
		all = append(all, record.Chance{Behaviour: b.Behaviour, Policy: c.policy, Estimate: b.Success.Estimate,
			Upper: b.Success.Upper})
	}
	return all
}
