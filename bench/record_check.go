package bench

import (
	"fmt"
	"slices"

	"counterpoise/bench/record"
	"counterpoise/scenes"
)

// CheckRecord returns an error if a record contradicts its cell or itself (record.Record.Check), if it has outcomes or
// data of behaviours that its task does not have, or data of another seed. A record that passes can be tabulated and
// drawn. The seed is checked in records of this program's Version alone, where it is recorded.
func CheckRecord(r record.Record) error {
	if err := checkBehaviours(r); err != nil {
		return err
	}
	if err := r.Check(); err != nil {
		return err
	}
	c := r.Cell
	if want := record.PoolSeed(c.Task, c.Trial, c.Seed); c.Version == Version && r.Data.Seed != 0 &&
		r.Data.Seed != want {
		return fmt.Errorf("its data has seed %d, its cell's has %d", r.Data.Seed, want)
	}
	return nil
}

// checkBehaviours returns an error unless the outcomes are those of the task's behaviours, all and in order, and the
// data are demonstrations of them. A task that this program does not have may have any.
func checkBehaviours(r record.Record) error {
	task, err := scenes.ParseTask(r.Cell.Task)
	if err != nil {
		return nil
	}
	var found []string
	for _, o := range r.Rollouts {
		found = append(found, o.Behaviour)
	}
	if behaviours := task.Behaviours(); len(found) > 0 && !slices.Equal(found, behaviours) {
		return fmt.Errorf("it has outcomes of %.200q, its task's are %q", found, behaviours)
	}
	for _, g := range r.Data.Groups {
		if !slices.Contains(task.Behaviours(), g.Behaviour) {
			return fmt.Errorf("it has demonstrations of %.90q, its task's are of %q", g.Behaviour, task.Behaviours())
		}
	}
	return nil
}
