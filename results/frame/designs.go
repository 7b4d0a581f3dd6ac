package frame

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/wording"
)

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
	for r := range d.Rows() {
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
	lacks := func(a bench.Arm) bool { return d.N(a) == 0 }
	begun := slices.DeleteFunc(slices.Clone(d.Arms), lacks)
	left := len(d.Arms) - len(begun)
	if len(begun) == 0 || left == 0 {
		return d, 0
	}
	d.Comparisons = slices.DeleteFunc(slices.Clone(d.Comparisons), func(c bench.Comparison) bool {
		return lacks(d.Arm(c.Arm)) || lacks(d.Arm(c.Against))
	})
	d.Arms = begun
	return d, left
}

// Missing is the number of cells without a record. A number above 0 means that the findings will change.
func (d Design) Missing() int {
	n := len(d.Arms) * d.Plan.Size.Trials
	for _, a := range d.Arms {
		n -= d.N(a)
	}
	return n
}

// TrialsText says how many trials the arms have that have records: "6 trials", and where records are missing "3 of 6
// trials", "up to 4 of 6 trials" or "up to 6 trials".
func (d Design) TrialsText() string {
	text, planned := wording.Plural(d.Plan.Size.Trials, "trial"), d.Plan.Size.Trials
	least, most := planned, 0
	for _, a := range d.Arms {
		if n := d.N(a); n > 0 {
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
			if d.Row(a, t) == nil {
				return t
			}
		}
	}
	return d.Plan.Size.Trials
}
