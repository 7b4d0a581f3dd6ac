package films

import (
	"maps"
	"slices"

	"counterpoise/bench/record"
	"counterpoise/results/frame"
	"counterpoise/scenes"
)

// choice is a record with those of its rollouts that a report shows as films.
type choice struct {
	Record   record.Record
	Rollouts []record.Rollout
}

// choose chooses the rollouts of a plan that a report shows: for each behaviour of each task one that succeeded
// and one that failed, if there are any. It chooses them from few records, because each policy has to be trained again
// to be filmed: greedily, always the record with the most kinds of rollouts that are still wanted.
//
// Choosing the fewest records is a set cover; the greedy choice is near enough, because a task has few kinds of
// outcome. Ties go to the first record in the order of Design.Rows, so the choice is deterministic.
func choose(f frame.Frame) (choices []choice) {
	for _, d := range f.Designs {
		wanted := map[outcome]bool{}
		for _, b := range d.Behaviours() {
			wanted[outcome{b, true}], wanted[outcome{b, false}] = true, true
		}
		for len(wanted) > 0 {
			best, first := record.Record{}, map[outcome]int(nil)
			for r := range d.Rows() {
				if has := firstOf(r.Record, wanted, d.Oracle); len(has) > len(first) {
					best, first = r.Record, has
				}
			}
			// No record has any of the kinds that are left, such as a failure of a behaviour that never fails.
			if len(first) == 0 {
				break
			}
			choices = append(choices, choiceOf(best, first))
			maps.DeleteFunc(wanted, func(o outcome, _ bool) bool { _, ok := first[o]; return ok })
		}
	}
	return choices
}

// chooseOnce chooses the rollouts of several plans, those of each policy once.
func chooseOnce(frames []frame.Frame) (choices []choice) {
	seen := map[string]bool{}
	for _, f := range frames {
		for _, c := range choose(f) {
			if h := c.Record.Cell.Hash(); !seen[h] {
				seen[h], choices = true, append(choices, c)
			}
		}
	}
	return choices
}

// outcome is a kind of rollout. A design has two per behaviour.
type outcome struct {
	behaviour string
	success   bool
}

// firstOf returns, for each wanted kind that a record has, the number of the first rollout of that kind. It walks
// backwards, so the last entry that it writes is the first rollout of the kind.
func firstOf(r record.Record, wanted map[outcome]bool, oracle scenes.Oracle) map[outcome]int {
	first := map[outcome]int{}
	for _, o := range r.Rollouts {
		for i := range slices.Backward(o.Steps) {
			verdict, _, _ := o.Verdict(i, oracle)
			if k := (outcome{o.Behaviour, verdict == scenes.Right}); wanted[k] {
				first[k] = i
			}
		}
	}
	return first
}

// choiceOf lists rollouts of a record in the order of its behaviours, success first. The order on the page is then the
// same whatever record was chosen.
func choiceOf(r record.Record, first map[outcome]int) choice {
	c := choice{Record: r}
	for _, o := range r.Rollouts {
		for _, success := range []bool{true, false} {
			if n, ok := first[outcome{o.Behaviour, success}]; ok {
				c.Rollouts = append(c.Rollouts, record.Rollout{Behaviour: o.Behaviour, Number: n})
			}
		}
	}
	return c
}
