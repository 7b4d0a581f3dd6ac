package stats

import (
	"fmt"
	"math"
)

// Long is observations in long form: one entry a rollout, or one for several rollouts of the same method, trial, group
// and start. Names are in the order of their first appearance; entries refer to them by index.
type Long struct {
	Methods []string // what is compared
	Trials  []string // what is repeated: a training seed, with one policy of each method
	Groups  []string // behaviours or tasks; one group where the data have none
	Starts  int      // distinct starting states; 0 where none are told apart
	Entries []Entry
}

// Entry is the outcome of rollouts. Method, Trial and Group are indices into the names of [Long].
type Entry struct {
	Method, Trial, Group int32
	Start                int32   // in [0, Starts), or -1 where none is told
	Rollouts             int32   // at least 1
	Sum                  float64 // of the outcomes of the rollouts: successes, or scores
}

// check returns an error for the entry with index i if it has no rollout or no finite outcome.
func (e Entry) check(i int) error {
	if math.IsInf(e.Sum, 0) || math.IsNaN(e.Sum) || e.Rollouts < 1 {
		return fmt.Errorf("stats: entry %d has outcome %v of %d rollouts", i+1, e.Sum, e.Rollouts)
	}
	return nil
}

// Watch is called during a long computation with the number of parts that are done and their total. An error that it
// returns ends the computation, which returns that error. A nil Watch does nothing.
type Watch func(done, total int) error

// report calls a watch that may be nil.
func (w Watch) report(done, total int) error {
	if w == nil {
		return nil
	}
	return w(done, total)
}
