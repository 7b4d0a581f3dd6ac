package study

import (
	_ "embed"
	"encoding/csv"
	"slices"
	"strings"

	"counterpoise/bench"
)

// curate judges scores of single demonstrations (policies/curate) by the policy that is cloned from what they keep. A
// third of the demonstrations of a pool is in one bad style, or none is. Each score has one rule, within behaviours:
// split, which needs no share of bad ones, where the exploration showed it to drop something (results/scores), else the
// best two thirds, which is told the share. Arms of a trial have the same demonstrations, initial weights and initial
// states. Where leaving out the bad ones gains success, a score's worth is the share of that gain that it recovers.
//
// The sets of demonstrations are run one after the other, in the order of curate_sets.csv, which says which styles had
// been looked at when the scores and rules were chosen.
var _ = registerLater(Curate, curateExperiment)

// Curate is the name of the experiment on scores of demonstrations.
const Curate = "curate"

// CurateArm is one arm of the experiment on scores.
type CurateArm struct{ Name, Method string }

// Arms of the experiment on scores that are no scores.
const (
	CuratePlain   = "plain"
	CurateLeftOut = "left out"
)

// CurateYardsticks are plain cloning, and what labels are worth: of the style, and of success.
var CurateYardsticks = []CurateArm{
	{CuratePlain, "natural"}, {CurateLeftOut, "kept:optimal"}, {"success label", "kept:success"},
}

// CurateScores are the scores with their rules; the last two are controls. Of 30 demonstrations of a behaviour
// Share=0.66 keeps 20.
var CurateScores = []CurateArm{
	{"worst", "kept:worst,split"}, {"rabc", "kept:rabc,split"}, {"outcome", "kept:outcome,split"},
	{"hold", "kept:hold,split"}, {"jerk", "kept:jerk,keep:Share=0.66"},
	{"policyloss", "kept:policyloss,keep:Share=0.66"}, {"deminf", "kept:deminf,keep:Share=0.66"},
	{"resemblance", "kept:resemblance,keep:Share=0.66"},
	{"length", "kept:length,keep:Share=0.66"}, {"random", "kept:random,keep:Share=0.66"},
}

// CurateSet is the demonstrations of a pool: a third of them is in a style, or none where Style is empty. Seen says
// whether the style was looked at when scores and rules were chosen: yes, partly, no, or CurateNew. CostlyIn are the
// tasks in which the style costs more than bench.VerdictMargin by the whole interval of list styles, which lacks those
// that are new.
type CurateSet struct {
	Style, Seen string
	CostlyIn    []string
}

// CurateNew is what is said of styles that were written for this experiment, without sight of any score.
const CurateNew = "new"

//go:embed curate_sets.csv
var curateSets string

// CurateSets returns the sets in the order in which they are run.
func CurateSets() (all []CurateSet) {
	rows, err := csv.NewReader(strings.NewReader(curateSets)).ReadAll()
	if err != nil {
		panic(err) // the file is embedded
	}
	for _, row := range rows[1:] {
		all = append(all, CurateSet{row[0], row[1], strings.Fields(row[2])})
	}
	return all
}

// ArmName is the name of an arm on the set.
func (s CurateSet) ArmName(arm string) string { return s.String() + ", " + arm }

// String names the set.
func (s CurateSet) String() string {
	if s.Style == "" {
		return "nothing wrong"
	}
	return s.Style
}

// curateExperiment is the experiment on both tasks.
func curateExperiment() bench.Experiment {
	e := bench.Experiment{
		Name:     Curate,
		Question: "Which score of demonstrations finds those that are bad, and what is that worth to the policy?",
		Source:   "arXiv:2606.05588, arXiv:2606.10229: scores judged by one training",
	}
	for _, task := range []struct {
		name       string
		behaviours []string
	}{{"picking", []string{"left", "middle", "right"}}, {"opening", []string{"slider", "drawer"}}} {
		d := bench.Design{
			Task: task.name, Compared: "All behaviours, each arm against plain cloning",
			Sides: [2]string{"the arm", "plain cloning"},
		}
		for block, set := range CurateSets() {
			arms := slices.Concat(CurateYardsticks, CurateScores)
			recipe := strings.Join(task.behaviours, "=30,") + "=30"
			if set.Style == "" {
				arms = append([]CurateArm{CurateYardsticks[0]}, CurateScores...)
			} else {
				recipe = thirdOf(set.Style, task.behaviours)
			}
			for _, arm := range arms {
				a := onStyles(recipe, set.ArmName(arm.Name), arm.Method)
				a.Block = block
				d.Arms = append(d.Arms, a)
				if plain := set.ArmName(CuratePlain); a.Name != plain {
					d.Comparisons = append(d.Comparisons, compare(bench.AllBehaviours, a.Name, plain))
				}
			}
		}
		e.Designs = append(e.Designs, d)
	}
	return e
}
