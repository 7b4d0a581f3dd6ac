package train

import (
	"slices"

	"counterpoise/internal/seed"
	"counterpoise/policies/mixture"
	"counterpoise/policies/trainset"
)

// heldOutCheck measures held-out losses at every step, on a batch of its own that the groups share in turn. A step
// then costs a forward pass more.
type heldOutCheck struct {
	batch  *batch
	cycles []trainset.Cycle
	loss   []float64 // last known mean held-out loss of each group
}

// newHeldOutCheck returns nil where nothing is held out.
func newHeldOutCheck(t *trainer, k seed.Key) *heldOutCheck {
	if t.set.HeldOut == nil {
		return nil
	}
	return &heldOutCheck{
		batch:  newBatch(t.cfg.Batch, t.model, t.data, k.With("noise")),
		cycles: t.set.Cycles(t.set.HeldOut, k),
		loss:   make([]float64, len(t.set.Names)),
	}
}

// report measures held-out losses before the step moves the parameters, and gives them to the log and to a mixture that
// observes them.
func (c *heldOutCheck) report(t *trainer) error {
	trainset.Deal(c.batch.rows, c.cycles)
	c.batch.load(t.set)
	if err := t.evaluator.batch(c.batch, t.params); err != nil {
		return err
	}
	if err := groupMeans(c.loss, c.batch, t.set); err != nil {
		return err
	}
	t.log.HeldOut = append(t.log.HeldOut, slices.Clone(c.loss))
	if o, ok := t.mix.(mixture.HeldOutObserver); ok {
		o.ObserveHeldOut(slices.Clone(c.loss))
	}
	return nil
}
