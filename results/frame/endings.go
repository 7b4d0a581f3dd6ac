package frame

import (
	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/scenes"
)

// OracleText is an oracle in words, for captions: "the earned oracle".
func OracleText(o scenes.Oracle) string {
	if o == scenes.CALVIN {
		return "CALVIN's oracle"
	}
	return "the " + string(o) + " oracle"
}

// Endings says how the rollouts of one behaviour ended under an oracle, in percent: Right + Wrong + Neither = 100, up
// to the rounding of a sum. Known is false where it is not recorded whether a rollout that did not succeed showed
// another behaviour; the numbers are then 0.
type Endings struct {
	Right, Wrong, Neither float64
	Counts                record.Counts // the numbers of rollouts, which percent are rounded from
	Known                 bool
}

// Endings returns how the rollouts of a behaviour ended under an arm, over all trials that have a record.
func (d Design) Endings(a bench.Arm, behaviour string) Endings {
	var records []record.Record
	for r := range d.Of(a) {
		records = append(records, r.Record)
	}
	return endingsOf(records, behaviour, d.Oracle)
}

// endingsOf counts the rollouts of a behaviour over some records. One record without verdicts leaves all unknown: a
// share of some records would have another n than the success beside it.
func endingsOf(records []record.Record, behaviour string, oracle scenes.Oracle) Endings {
	var sum record.Counts
	for _, r := range records {
		o, ok := r.Of(behaviour)
		if !ok {
			return Endings{}
		}
		c, ok := o.Count(oracle)
		if !ok {
			return Endings{}
		}
		sum.Right, sum.Wrong, sum.Neither = sum.Right+c.Right, sum.Wrong+c.Wrong, sum.Neither+c.Neither
	}
	n := sum.Right + sum.Wrong + sum.Neither
	if n == 0 {
		return Endings{}
	}
	percent := func(k int) float64 { return 100 * float64(k) / float64(n) }
	return Endings{percent(sum.Right), percent(sum.Wrong), percent(sum.Neither), sum, true}
}

// NonFinite counts the rollouts of each arm that an action that was not finite has ended, by the arm's name, and lists
// the arms that have any, in the design's order. Records that do not say so count none.
func (d Design) NonFinite() (arms []string, rollouts map[string]int) {
	rollouts = map[string]int{}
	for r := range d.Rows() {
		for _, o := range r.Rollouts {
			n := o.NonFiniteRollouts()
			if n > 0 && rollouts[r.Arm.Name] == 0 {
				arms = append(arms, r.Arm.Name)
			}
			rollouts[r.Arm.Name] += n
		}
	}
	return arms, rollouts
}

// HasEndings reports whether the records say of some behaviour how its failures ended, and shown whether any rollout
// showed a wrong behaviour.
func (f Findings) HasEndings() (has, shown bool) {
	see := func(e Endings) { has, shown = has || e.Known, shown || e.Wrong > 0 }
	for _, b := range f.Behaviours() {
		for _, a := range f.Arms {
			see(f.Endings(a, b))
		}
		for _, c := range f.Chance {
			if own, ok := c.Of(b); ok {
				see(own.Endings)
			}
		}
	}
	return has, shown
}
