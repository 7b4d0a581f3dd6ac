package bench

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench/record"
	"counterpoise/internal/settings"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// The chance level of a task is how often a policy succeeds that has learned nothing. Every table of success has it,
// because a threshold may be crossed by accident: a robot arm that sweeps over the table opens doors.
//
// An untrained policy is the policy that a training starts from: the architecture of the plan's policy (observer,
// network, head, settings), with the initial weights that the arms of its trial share (Cell.TrainingKey), after no
// gradient step. Its inputs are standardised as those of trained policies are, by balanced demonstrations from the
// pool of the trial. Its outputs are in the units of actions already, as those of every head are: they are not
// standardised in training, so nothing is to be undone.
//
// A cell of an untrained policy is a cell like any other, with the method Untrained and 0 steps. The trial is the
// initialisation. All experiments of a run share the cells; only settings of the policy and knobs of the task have
// cells of their own.

// The size of a chance level. Twenty initialisations of 100 rollouts without a success bound the chance level at .9 %
// (ChanceCorrelation). Ten bound it at 1.75 %, and with a single success above the limit of 2 %.
const (
	ChanceTrials   = 20  // initialisations of a plan; tables count further ones that are recorded
	ChanceRollouts = 100 // of each behaviour and initialisation
)

// ChanceCorrelation is the least intraclass correlation of the rollouts of one initialisation that the bound of a
// chance level assumes (stats.ClusteredUpper). A policy drifts in a direction of its own, so its rollouts are alike,
// and initialisations without a success tell nothing about how much. Under CALVIN's oracle untrained policies do open
// the slider: in results/quick 64 of 2,000 rollouts do, 14 of an initialisation at most, and the estimate is .05. Three
// times as much leaves room for policies whose rollouts are more alike.
const ChanceCorrelation = 0.15

// ChanceLimit is the highest upper bound of a chance level, in percent, under which a task measures skill.
const ChanceLimit = 2.0

// chanceDemonstrations is the number of demonstrations of each behaviour by which the inputs of untrained policies are
// standardised: about 600 frames each, from the pool of the trial.
const chanceDemonstrations = 15

// ChanceLevel names one chance level of a plan: what it depends on besides the plan's policy and seed.
type ChanceLevel struct {
	Task     string // with its knobs, canonical
	Settings record.PolicySettings
}

// Variation returns knobs and settings as text; it is empty for most chance levels.
func (l ChanceLevel) Variation() string {
	_, knobs, _ := strings.Cut(l.Task, ":")
	return strings.Trim(knobs+","+settings.Format(l.Settings), ",")
}

// ChanceLevels returns the chance levels of a design's arms, each once, in their order. A design without arms has that
// of its task.
func (d Design) ChanceLevels() []ChanceLevel {
	if len(d.Arms) == 0 {
		return []ChanceLevel{{Task: d.Task}}
	}
	var levels []ChanceLevel
	for _, a := range d.Arms {
		if l := (ChanceLevel{d.TaskOf(a), a.Settings}); !slices.Contains(levels, l) {
			levels = append(levels, l)
		}
	}
	return levels
}

// ChanceCell returns the cell of one initialisation of a chance level.
func (p Plan) ChanceCell(l ChanceLevel, trial int) record.Cell {
	c := record.Cell{
		Experiment: ChanceExperiment, Task: l.Task, Recipe: chanceRecipe(l.Task), Groups: string(demos.ByBehaviour),
		Method: record.Untrained, Policy: p.Size.Policy, Trial: trial, Rollouts: ChanceRollouts, Seed: p.Size.Seed,
		SeedSource: p.Size.SeedSource, Version: Version,
	}
	c.Policy.Settings = c.Policy.Settings.With(l.Settings)
	return c
}

// ChanceCells returns the cells of the plan's chance levels, each once. Each has ChanceTrials initialisations; of an
// experiment that measures chance levels alone it has the plan's number of trials if that is greater, for a level near
// the limit.
func (p Plan) ChanceCells() (cells []record.Cell) {
	trials := ChanceTrials
	if MeasuresChance(p.Name) {
		trials = max(trials, p.Size.Trials)
	}
	var seen []ChanceLevel
	for _, e := range p.Experiments {
		for _, d := range e.Designs {
			for _, l := range d.ChanceLevels() {
				if slices.Contains(seen, l) {
					continue
				}
				seen = append(seen, l)
				for trial := range trials {
					cells = append(cells, p.ChanceCell(l, trial))
				}
			}
		}
	}
	return cells
}

// ExperimentOfChance returns the name of an experiment that measures a chance level: one of ChanceExperiments for a
// task and a policy with the settings that they have, else the first by name with an arm that has them;
// false where there is none.
func ExperimentOfChance(l ChanceLevel) (name string, ok bool) {
	for _, name := range slices.Concat(ChanceExperiments, Experiments.Names()) {
		e, err := Experiments.Get(name)
		if err != nil {
			continue
		}
		for _, d := range e.Designs {
			if slices.Contains(d.ChanceLevels(), l) {
				return name, true
			}
		}
	}
	return "", false
}

// chanceRecipe returns the demonstrations that standardise the inputs of a task's untrained policies, in canonical
// form; it is empty for an unknown task, which a cell's checks report.
func chanceRecipe(name string) string {
	task, err := scenes.ParseTask(name)
	if err != nil {
		return ""
	}
	var parts []string
	for _, b := range task.Behaviours() {
		parts = append(parts, fmt.Sprintf("%s=%d", b, chanceDemonstrations))
	}
	return strings.Join(parts, ",")
}

// ChanceExperiment is the name of the experiment that measures chance levels alone, and the label of their cells.
const ChanceExperiment = "chance"

// ChanceExperiments are the names of the experiments that measure chance levels alone, in the order in which they were
// registered: ChanceExperiment is the first, and has the tasks with their default knobs.
var ChanceExperiments []string

// RegisterChance registers an experiment that measures the chance levels of tasks alone. Its designs have no arms: its
// cells are those of the chance levels, which every other plan of the tasks has too.
func RegisterChance(name, question string, tasks ...string) {
	e := Experiment{Name: name, Question: question, Source: "the row chance of every table of success"}
	for _, task := range tasks {
		e.Designs = append(e.Designs, Design{Task: task})
	}
	Experiments.Add(name, e)
	ChanceExperiments = append(ChanceExperiments, name)
}

// ChanceQuestion is what experiments of chance levels ask.
const ChanceQuestion = "How often does a policy succeed that has learned nothing?"

func init() { RegisterChance(ChanceExperiment, ChanceQuestion, scenes.Tasks.Names()...) }

// MeasuresChance reports whether an experiment measures chance levels alone.
func MeasuresChance(experiment string) bool { return slices.Contains(ChanceExperiments, experiment) }
