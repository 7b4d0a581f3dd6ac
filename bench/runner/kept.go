package runner

import (
	"context"
	"fmt"

	"counterpoise/bench/detection"
	"counterpoise/bench/record"
	"counterpoise/internal/seed"
	"counterpoise/policies/balance"
	"counterpoise/scenes/demos"
)

// trained is what training and rollouts give.
type trained struct {
	training record.Training
	rollouts []record.Outcomes
}

// sameCells bounds the results that are kept for cells that are trained alike: those of two trials of an experiment
// with a dozen arms, 20 kB each.
const sameCells = 32

// method returns the method of a cell for its demonstrations, nil for an untrained policy; and, where the method keeps
// some of them, which it drops and how well its score tells good from bad.
func (cr *cellRunner) method(ctx context.Context, c record.Cell, d *demos.Dataset) (balance.Method, *record.Selection,
	error) {
	if c.Untrained() {
		return nil, nil, nil
	}
	method, err := balance.Recorded(c.Method)
	if err != nil {
		return nil, nil, err
	}
	kept, ok := method.(balance.Kept)
	if !ok {
		method, err = cr.weights.On(method, d)
		return method, nil, err
	}
	keep, chosen, err := detection.Keep(ctx, kept, d, seed.Of("counterpoise", c.Seed, c.TaskName(), "score", c.Trial))
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", c.Method, err)
	}
	frames := make([]int, len(d.Episodes))
	for i := range d.Episodes {
		frames[i] = d.Episodes[i].Frames()
	}
	method, err = kept.On(keep, frames)
	return method, &chosen, err
}

// once returns what make returns, of cells that differ in their scores alone and drop the same demonstrations once for
// all: initial weights, batches and initial states are the same. Where none is dropped that is plain cloning.
func (cr *cellRunner) once(ctx context.Context, c record.Cell, chosen *record.Selection,
	make func() (trained, error)) (trained, error) {
	if chosen == nil && c.Method != plain {
		return make()
	}
	c.Method = plain
	if chosen != nil && len(chosen.Dropped) > 0 {
		c.Method = fmt.Sprint(chosen.Dropped)
	}
	return cr.same.get(ctx, c.Name(), make)
}

// plain is the method of plain cloning.
const plain = "natural"
