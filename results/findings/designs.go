package findings

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/wording"
	"counterpoise/scenes"
)

// Records is a source of records by cell, such as a store. Get reports false where the cell has no record yet.
// Implementations: results/store and records in memory.
type Records interface {
	Get(record.Cell) (record.Record, bool)
}

// Design is a design of an experiment with the records of its cells: one per arm and trial, of which some may be
// missing. A Design holds no numbers of its own; every method reads the records again, so it sees records that
// were added since.
type Design struct {
	bench.Design
	Plan       bench.Plan // its size says how many trials and rollouts there are
	Experiment bench.Experiment
	// Oracle is the rule by which successes are counted: the plan's, or CALVIN's with an OracleWarning that says why
	// (record.CommonOracle). It is the same for all designs of a plan.
	Oracle        scenes.Oracle
	OracleWarning string
	records       Records
}

// DesignsOf returns the designs of a plan, in its order. It reads the plan's records to find their common oracle. A
// design of a confirmatory run has the trials of the look that it has reached (Design.AtLook).
func DesignsOf(plan bench.Plan, records Records) (designs []Design) {
	designs = withoutOracle(plan, records)
	oracle, warning := CommonOracle(plan, records)
	for i := range designs {
		designs[i].Oracle, designs[i].OracleWarning = oracle, warning
		designs[i] = designs[i].AtLook()
	}
	return designs
}

// AtLook returns the design with the trials of the last look that all its arms have reached, if its seed is that of a
// freeze and its experiment has looks, or the plan was run to looks (bench.Plan.AtLooks): experiments of a confirmatory
// run are extended one by one, and arms that they share may have more trials than the others. Before the first look it
// is the design itself.
func (d Design) AtLook() Design {
	frozen := d.Plan.AtLooks
	for _, r := range d.All() {
		frozen = frozen || r.Cell.SeedSource == record.SeedFreeze && d.Experiment.HasLooks()
		break
	}
	if !frozen {
		return d
	}
	complete := d.CompleteTrials()
	for _, n := range bench.Looks {
		if n <= complete {
			d.Plan.Size.Trials = n
		}
	}
	return d
}

// Together returns designs, of several plans, with their successes counted under one oracle: that of the first one's
// plan, or CALVIN's with a warning where some of the records lack its verdicts.
func Together(designs []Design) []Design {
	designs = slices.Clone(designs)
	if len(designs) > 0 {
		oracle, warning := record.CommonOracle(recordsOf(designs), designs[0].Plan.Oracle)
		for i := range designs {
			designs[i].Oracle, designs[i].OracleWarning = oracle, warning
		}
	}
	return designs
}

// CommonOracle returns the oracle under which the records of a plan are read: the plan's, or CALVIN's and a warning
// where some of them lack its verdicts (record.CommonOracle).
func CommonOracle(plan bench.Plan, records Records) (oracle scenes.Oracle, warning string) {
	return record.CommonOracle(recordsOf(withoutOracle(plan, records)), plan.Oracle)
}

// Under returns the designs of a plan with successes counted by the plan's oracle. Successes of a record that lacks its
// verdicts are missing (SuccessesOf): callers know that the records have them, or ask Design.Under.
func Under(plan bench.Plan, records Records) []Design {
	designs := withoutOracle(plan, records)
	for i := range designs {
		designs[i].Oracle = plan.Oracle
	}
	return designs
}

// withoutOracle returns the designs of a plan without an oracle.
func withoutOracle(plan bench.Plan, records Records) (designs []Design) {
	for _, e := range plan.Experiments {
		for _, d := range e.Designs {
			designs = append(designs, Design{Design: d, Plan: plan, Experiment: e, records: records})
		}
	}
	return designs
}

// Under returns the design with its successes counted by another oracle; ok is false where records lack its verdicts.
func (d Design) Under(oracle scenes.Oracle) (Design, bool) {
	common, _ := record.CommonOracle(recordsOf([]Design{d}), oracle)
	d.Oracle, d.OracleWarning = oracle, ""
	return d, common == oracle
}

// recordsOf iterates over the records of designs, each cell once, those of their chance levels included.
func recordsOf(designs []Design) iter.Seq[record.Record] {
	return func(yield func(record.Record) bool) {
		seen := map[record.Cell]bool{}
		visit := func(d Design, c record.Cell) bool {
			c.Experiment = ""
			if seen[c] {
				return true
			}
			seen[c] = true
			r, ok := d.records.Get(c)
			return !ok || yield(r)
		}
		for _, d := range designs {
			for _, a := range d.Arms {
				for t := range d.Plan.Size.Trials {
					if !visit(d, d.Cell(a, t)) {
						return
					}
				}
			}
			for _, l := range d.ChanceLevels() {
				for c := range chanceCells(d.Plan, l, d.records) {
					if !visit(d, c) {
						return
					}
				}
			}
		}
	}
}

// Name is the stem of names of files about the design: "e1-picking". It is unique within a plan: an experiment
// has one design per task.
func (d Design) Name() string {
	task := strings.NewReplacer(":", "-", ",", "-", "=", "").Replace(d.Task)
	return strings.ToLower(d.Experiment.Name + "-" + task)
}

// Cell is the cell of an arm in a trial. The cell is the identity of the record: the same arm in two
// experiments has one cell and one record.
func (d Design) Cell(a bench.Arm, trial int) record.Cell {
	return d.Plan.Cell(d.Experiment, d.Design, a, trial)
}

// Record returns the record of an arm in a trial, if there is one. trial counts from 0.
func (d Design) Record(a bench.Arm, trial int) (record.Record, bool) {
	return d.records.Get(d.Cell(a, trial))
}

// All iterates over the records that there are, arm by arm and trial by trial. The order does not depend on the
// order in which records were made.
func (d Design) All() iter.Seq2[bench.Arm, record.Record] {
	return func(yield func(bench.Arm, record.Record) bool) {
		for _, a := range d.Arms {
			for t := range d.Plan.Size.Trials {
				if r, ok := d.Record(a, t); ok && !yield(a, r) {
					return
				}
			}
		}
	}
}

// Arm returns the arm of a name; the zero arm, which has no records, where there is none. A misspelt name is
// caught where it is read (package claims, package bench), so nothing is reported here.
func (d Design) Arm(name string) bench.Arm {
	for _, a := range d.Arms {
		if a.Name == name {
			return a
		}
	}
	return bench.Arm{}
}

// ArmOf returns the first arm that a cell belongs to. Arms with equal cells, such as one that stands under two
// names, give the first. O(arms).
func (d Design) ArmOf(c record.Cell) (bench.Arm, bool) {
	for _, a := range d.Arms {
		if c.Trial < d.Plan.Size.Trials && d.Cell(a, c.Trial).Same(c) {
			return a, true
		}
	}
	return bench.Arm{}, false
}

// Behaviours are the behaviours of the task, in its order, as the first record lists them; those of a chance level for
// a design without arms; none without records. Later records of the design have the same list, because the task decides
// it.
func (d Design) Behaviours() (names []string) {
	for _, r := range d.All() {
		for _, o := range r.Rollouts {
			names = append(names, o.Behaviour)
		}
		return names
	}
	if len(d.Arms) > 0 {
		return nil
	}
	for _, c := range d.Chances() {
		for _, b := range c.Behaviours {
			names = append(names, b.Behaviour)
		}
	}
	return names
}

// ComparedArms are the arms that the comparisons of a behaviour involve, in the design's order. An arm stands
// once, however many comparisons it is part of.
func (d Design) ComparedArms(behaviour string) (arms []string) {
	for _, a := range d.Arms {
		for _, c := range d.Comparisons {
			if c.Behaviour == behaviour && (c.Arm == a.Name || c.Against == a.Name) {
				arms = append(arms, a.Name)
				break
			}
		}
	}
	return arms
}

// ComparesOnce reports whether no behaviour is compared more than once. If so, the design's words for the two sides
// (Sides) tell the comparisons apart; otherwise the names of the arms are needed. It is true of a design
// without comparisons.
func (d Design) ComparesOnce() bool {
	seen := map[string]bool{}
	for _, c := range d.Comparisons {
		if seen[c.Behaviour] {
			return false
		}
		seen[c.Behaviour] = true
	}
	return true
}

// begun returns the design with the arms that have a record and the comparisons among them, and how many arms are left
// out. A design without any record stays as it is.
func (d Design) begun() (Design, int) {
	has := map[string]bool{}
	for a := range d.All() {
		has[a.Name] = true
	}
	without := func(a bench.Arm) bool { return !has[a.Name] }
	if left := len(d.Arms) - len(has); left > 0 && len(has) > 0 {
		d.Arms = slices.DeleteFunc(slices.Clone(d.Arms), without)
		d.Comparisons = slices.DeleteFunc(slices.Clone(d.Comparisons), func(c bench.Comparison) bool {
			return !has[c.Arm] || !has[c.Against]
		})
		return d, left
	}
	return d, 0
}

// Missing is the number of cells without a record. A number above 0 means that the findings will change.
func (d Design) Missing() int {
	n := len(d.Arms) * d.Plan.Size.Trials
	for range d.All() {
		n--
	}
	return n
}

// TrialsText says how many trials the arms have that have records: "6 trials", and where records are missing "3 of 6
// trials", "up to 4 of 6 trials" or "up to 6 trials".
func (d Design) TrialsText() string {
	text, planned := wording.Plural(d.Plan.Size.Trials, "trial"), d.Plan.Size.Trials
	least, most := planned, 0
	for _, a := range d.Arms {
		n := 0
		for t := range planned {
			if _, ok := d.Record(a, t); ok {
				n++
			}
		}
		if n > 0 {
			least, most = min(least, n), max(most, n)
		}
	}
	switch {
	case most == 0 || least == planned:
		return text
	case least == most:
		return fmt.Sprintf("%d of %s", most, text)
	case most == planned:
		return "up to " + text
	}
	return fmt.Sprintf("up to %d of %s", most, text)
}

// CompleteTrials is the number of leading trials in which every arm has a record. Trials after one with a gap do not
// count, because looks at the data are at whole numbers of trials.
func (d Design) CompleteTrials() int {
	for t := range d.Plan.Size.Trials {
		for _, a := range d.Arms {
			if _, ok := d.Record(a, t); !ok {
				return t
			}
		}
	}
	return d.Plan.Size.Trials
}
