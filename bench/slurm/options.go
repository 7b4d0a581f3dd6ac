package slurm

import (
	"fmt"
	"math"
	"regexp"
	"time"

	"counterpoise/bench/cost"
	"counterpoise/bench/record"
)

// MaxTasks is the length of an array that Slurm accepts unless its administrator allows more (MaxArraySize is
// 1001). The largest index is then 999, below MaxArraySize.
const MaxTasks = 1000

// Options say how cells are shared out to tasks and what each task requests.
type Options struct {
	Tasks     int    // number of tasks, 1 to MaxTasks; 0 for as many as Minutes makes
	Minutes   int    // expected length of a task where Tasks is 0, from 1
	Workers   int    // cores of a task, and cells that it makes at a time, from 1
	Partition string // Slurm's partition; empty for the cluster's default
	GPU       bool   // request one graphics card per task
}

// partition is what Slurm takes as the name of a partition, or several with commas between them.
var partition = regexp.MustCompile(`^[A-Za-z0-9_.-]+(,[A-Za-z0-9_.-]+)*$`)

// Check returns an error for a partition that is no name. The name becomes a line of the scripts, in which a line feed
// would begin another line and a blank another option.
func (o Options) Check() error {
	if o.Partition != "" && !partition.MatchString(o.Partition) {
		return fmt.Errorf("the partition %q is no name: letters, digits, _ . and -, several with commas", o.Partition)
	}
	return nil
}

// Pack shares cells out to tasks of about equal length, in order.
//
// With Tasks of 0 the number is the expected seconds of all cells over those that a task of Minutes with
// Workers cores has, rounded up. It never exceeds MaxTasks or the number of cells, and is at least 1. The costs
// come from cost.Cost; an error is that of a cell whose cost is not known.
func (o Options) Pack(cells []record.Cell) ([][]record.Cell, error) {
	n := o.Tasks
	if n == 0 {
		all, err := cost.Total(cells)
		if err != nil {
			return nil, err
		}
		n = int(math.Ceil(all.Seconds / (60 * float64(o.Minutes) * float64(o.Workers))))
	}
	return cost.Pack(cells, max(1, min(n, MaxTasks, len(cells))))
}

// Longest returns the expected length of the longest task. It is a wall-clock time for Workers cells side by
// side, by which Write sets the time limit.
func (o Options) Longest(tasks [][]record.Cell) (time.Duration, error) {
	longest := 0.0
	for _, t := range tasks {
		s, err := cost.Wall(t, o.Workers)
		if err != nil {
			return 0, err
		}
		longest = max(longest, s)
	}
	return time.Duration(longest * float64(time.Second)), nil
}
