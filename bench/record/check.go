package record

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
)

// MaxTrial bounds the trials of a record: a plan has at most hundreds, and tables have a place for every trial.
const MaxTrial = 100_000

// Check returns an error if a record contradicts its cell or itself: another number of rollouts, lists of different
// lengths, steps beyond the horizon, a rollout that one oracle decided twice or after its end, weights that are
// negative
// or do not sum to 1, or weights or losses of another number of groups or at steps that do not rise. Records of every
// schema version are checked. What must be known of tasks and seeds, bench.CheckRecord checks.
func (r Record) Check() error {
	c := r.Cell
	switch {
	case c.Trial < 0 || c.Trial > MaxTrial:
		return fmt.Errorf("trial %d is not one of 0 to %d", c.Trial, MaxTrial)
	case c.Rollouts < 0 || c.Steps < 0:
		return fmt.Errorf("its cell has %d rollouts and %d steps", c.Rollouts, c.Steps)
	case len(r.Rollouts) == 0 && c.Rollouts > 0:
		return errors.New("it has no outcomes")
	}
	seen := map[string]bool{}
	for _, o := range r.Rollouts {
		if seen[o.Behaviour] {
			return fmt.Errorf("it has outcomes of %q twice", o.Behaviour)
		}
		seen[o.Behaviour] = true
		if err := o.check(c.Rollouts); err != nil {
			return fmt.Errorf("outcomes of %q: %w", o.Behaviour, err)
		}
	}
	for _, g := range r.Data.Groups {
		if g.Demos < 0 || g.Frames < 0 {
			return fmt.Errorf("group %q has %d demonstrations and %d frames", g.Behaviour, g.Demos, g.Frames)
		}
	}
	// Tables read the reference loss of group i in the i-th run of this method (see Training.References).
	method, _, _ := strings.Cut(c.Method, ":")
	if n := len(r.Training.References); method == "ours" && n > 0 && n < len(r.Training.Groups) {
		return fmt.Errorf("it has %d reference runs for %d groups", n, len(r.Training.Groups))
	}
	return r.Training.check(c.Steps)
}

// check returns an error unless every recorded list has an entry for each rollout, steps lie within the horizon, and no
// rollout contradicts itself.
func (o Outcomes) check(rollouts int) error {
	for _, l := range []struct {
		name    string
		entries []int
		most    int // largest entry; the horizon for steps
	}{
		{"outcomes", o.Steps, o.Horizon}, {"earned", o.EarnedSteps, o.Horizon}, {"wrong", o.WrongSteps, o.Horizon},
		{"earned_wrong", o.EarnedWrongSteps, o.Horizon}, {"nonfinite", o.NonFiniteSteps, o.Horizon},
		{"clipped", o.ClippedActions, o.Horizon},
	} {
		if len(l.entries) != rollouts && !(l.entries == nil && l.name != "outcomes") {
			return fmt.Errorf("%s of %d rollouts, its cell has %d", l.name, len(l.entries), rollouts)
		}
		for i, v := range l.entries {
			if v < 0 || v > l.most {
				return fmt.Errorf("%s has %d for rollout %d, beyond 0 to %d", l.name, v, i, l.most)
			}
		}
	}
	return o.checkVerdicts()
}

// checkVerdicts returns an error for a rollout of which one oracle has two verdicts, or one from the step on at which
// an action that was not finite ended it. Every list that is recorded has an entry for each rollout.
func (o Outcomes) checkVerdicts() error {
	for _, oracle := range []Oracle{CALVIN, Earned} {
		rights, wrongs := o.stepsOf(oracle)
		for r := range o.Steps {
			right, _ := recorded(rights, r)
			wrong, _ := recorded(wrongs, r)
			if right > 0 && wrong > 0 {
				return fmt.Errorf("rollout %d succeeded at step %d and showed another behaviour at step %d, by the "+
					"same oracle %q", r, right, wrong, oracle)
			}
			if end, _ := o.NonFinite(r); end > 0 && max(right, wrong) >= end {
				return fmt.Errorf("rollout %d was decided at step %d by the oracle %q, and had ended at step %d by an "+
					"action that was not finite", r, max(right, wrong), oracle, end)
			}
		}
	}
	return nil
}

// check returns an error unless all weights and losses have the same number of groups (that of Groups where groups have
// names), weights are shares of 1, collapses are of known groups, and the steps of Alpha and Loss rise.
func (t Training) check(steps int) error {
	groups := len(t.Groups)
	fits := func(what string, values []float64) error {
		if groups == 0 { // records without names of groups
			groups = len(values)
		}
		if len(values) != groups {
			return fmt.Errorf("it has %s of %d groups, and %d groups", what, len(values), groups)
		}
		return nil
	}
	weights, trajectories := [][]Point{t.Alpha}, [][]Point{t.Alpha, t.Loss}
	for _, trajectory := range trajectories {
		last := -1
		for _, p := range trajectory {
			if p.Step <= last || p.Step > steps {
				return fmt.Errorf("it has weights or losses at step %d after step %d, its cell has %d steps", p.Step,
					last, steps)
			}
			last = p.Step
		}
	}
	before := t.References
	if t.First != nil {
		before = append(slices.Clip(before), *t.First)
	}
	for _, c := range t.Collapsed {
		if !slices.Contains(t.Groups, c.Group) || c.Step < 0 {
			return fmt.Errorf("it has a collapse of %q at step %d", c.Group, c.Step)
		}
	}
	for _, r := range before {
		trajectories = append(trajectories, r.Alpha, r.Loss, []Point{{Group: r.Reached}})
		weights = append(weights, r.Alpha)
	}
	for _, trajectory := range weights {
		for _, p := range trajectory {
			if err := checkShares(p); err != nil {
				return err
			}
		}
	}
	for _, trajectory := range trajectories {
		for _, p := range trajectory {
			if err := fits("weights or losses", p.Group); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkShares returns an error unless the weights of a point are shares of 1, up to rounding.
func checkShares(p Point) error {
	sum := 0.0
	for _, w := range p.Group {
		if w < 0 {
			return fmt.Errorf("it has the weight %v at step %d", w, p.Step)
		}
		sum += w
	}
	if math.Abs(sum-1) > 1e-3 {
		return fmt.Errorf("its weights at step %d sum to %v, expected 1", p.Step, sum)
	}
	return nil
}

// SameResult reports whether two records of a cell have the same dataset, the same outcome of every rollout and, where
// there are no rollouts, the same weights and losses over the training, which are then what the cell is made for. The
// device, the program and the durations may differ.
func (r Record) SameResult(other Record) bool {
	same := r.Data.Hash == other.Data.Hash && reflect.DeepEqual(r.Rollouts, other.Rollouts)
	if r.Cell.Rollouts > 0 || !same {
		return same
	}
	a, b := r.Training, other.Training
	return reflect.DeepEqual(a.Alpha, b.Alpha) && reflect.DeepEqual(a.Loss, b.Loss) &&
		reflect.DeepEqual(a.References, b.References) && reflect.DeepEqual(a.First, b.First)
}
