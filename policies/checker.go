package policies

import (
	"slices"

	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/internal/seed"
	"counterpoise/policies/mixture"
)

// checker measures held-out losses at every step, on a batch of its own that takes the groups in turn.
type checker struct {
	batch *batch
	decks []deck
	eval  *graph.Exec
	loss  []float64
}

// newChecker is nil where nothing is held out.
func newChecker(t *trainer, k seed.Key) *checker {
	if t.s.held == nil {
		return nil
	}
	return &checker{
		batch: newBatch(t.cfg.Batch, t.policy.shape),
		decks: t.s.decks(t.s.held, k),
		eval:  t.policy.eval,
		loss:  make([]float64, len(t.s.names)),
	}
}

// report measures, before the step moves the parameters, and tells the log and whoever asks.
func (c *checker) report(t *trainer) error {
	deal(c.batch, c.decks)
	c.batch.load(t.s, t.policy.shape)
	if err := c.batch.evaluate(c.eval, t.policy.weights); err != nil {
		return err
	}
	if err := means(c.loss, c.batch, t.s); err != nil {
		return err
	}
	t.log.HeldOut = append(t.log.HeldOut, slices.Clone(c.loss))
	if o, ok := t.mix.(mixture.HeldOutObserver); ok {
		o.ObserveHeldOut(slices.Clone(c.loss))
	}
	return nil
}
