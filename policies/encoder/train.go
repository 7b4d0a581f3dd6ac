//go:build !js

package encoder

import (
	"context"
	"fmt"

	"counterpoise/internal/seed"
	"counterpoise/policies/backend"
)

// Config holds the settings of an encoder's training.
type Config struct {
	Objects      []Object // at most 16, one map of each camera each
	Steps        int      // of Adam
	Batch        int      // samples of a step; no sample is used twice
	LearningRate float64  // of Adam at the start; it falls to 0 along a cosine
	HeldOut      int      // samples of the evaluation after the last step
}

// DefaultConfig returns the settings of the embedded encoder, without its objects. The command
//
//	counterpoise dev encoder --device xla-cpu --out policies/encoder/encoder.bin
//
// trains it again in 3.3 minutes of one core; on the same device the result has the same bytes. The errors on 1000
// held-out samples, three in four of them in random looks (package samples):
//
//	                       median error    RMS error
//	static: red block        1.0, 0.8 px   5.7, 2.8 px   x, y, where at least 12 pixels are visible; a pixel is 3.7 mm
//	        blue block       0.6, 0.6      5.6, 4.8      on the table
//	        pink block       1.0, 1.0      6.1, 4.9
//	        hand             9.4, 10.8    14.6, 18.0     hard to tell from the arm; policies observe the joints anyway
//	gripper: red block       0.9, 1.2 px   4.2, 5.4 px
//	        blue block       0.6, 0.7      3.2, 3.1
//	        pink block       0.6, 0.7      1.8, 2.4
//	        drawer           5.8, 6.9     10.5, 12.1
//	door                      82 mm         99 mm        of 280 mm; wood on wood
//	drawer                    22            34           of 220
//	switch                    10            15           of 88
//	bulb lit                  0.2 % wrong
//	LED lit                   7.0 % wrong                the arm may hide it
func DefaultConfig() Config {
	return Config{Steps: 6000, Batch: 8, LearningRate: 5e-3, HeldOut: 1000}
}

// check returns an error for settings that no training can have.
func (c Config) check() error {
	switch {
	case len(c.Objects) < 1 || len(c.Objects) > Gripper.Maps:
		return fmt.Errorf("%d objects, expected 1 to %d, the maps of the gripper camera", len(c.Objects), Gripper.Maps)
	case c.Steps < 1 || c.Batch < 1 || c.HeldOut < 1:
		return fmt.Errorf("%d steps of %d samples, %d held out: each must be 1 or more", c.Steps, c.Batch, c.HeldOut)
	case !(c.LearningRate > 0): // NaN too
		return fmt.Errorf("the learning rate must be above 0, not %g", c.LearningRate)
	}
	return nil
}

// Train trains the spatial encoders of both cameras on samples and returns them with their errors on held-out
// samples.
//
// The loss is the sum of two terms (objective). The first is the error of a linear read-out layer, which predicts the
// labels from the features of both cameras and is discarded after the training. It is the mean over the labels of
//
//	sum_r c_r (ŷ_r - y_r)² / (σ² sum_r c_r)     c_r = 1 if the label exists in sample r, else 0; σ² its variance
//
// The second term trains the first maps of each camera directly: before its ReLU, map k should be the share of the
// patch that shows object k, and a little below 0 where the patch does not show it. The squared error of an object
// is divided by the mean square of its shares. With the first term alone, maps find the blocks ten times slower or
// not at all.
//
// sample returns the nth sample, n = 0, 1, 2, ...; the next call may overwrite its pictures. progress is called after
// each step with the number of steps done and the loss. The result depends on samples, cfg and key only. Train stops
// with an error for settings out of range, when ctx is done, when sample fails, and when the loss is not finite.
func Train(ctx context.Context, cfg Config, sample func(n int) (*Sample, error), key seed.Key,
	progress func(step int, loss float64)) (*Encoder, []Accuracy, error) {
	defer backend.VZeroUpper()
	if err := cfg.check(); err != nil {
		return nil, nil, fmt.Errorf("encoder: %w", err)
	}
	t := &trainer{cfg: cfg, sample: sample, labels: labels(cfg.Objects)}
	if err := t.open(key); err != nil {
		return nil, nil, fmt.Errorf("encoder: %w", err)
	}
	for step := range cfg.Steps {
		if ctx.Err() != nil {
			return nil, nil, fmt.Errorf("encoder: training stopped after %d of %d steps: %w",
				step, cfg.Steps, context.Cause(ctx))
		}
		loss, err := t.step(step)
		if err != nil {
			return nil, nil, fmt.Errorf("encoder: step %d: %w", step, err)
		}
		progress(step+1, loss)
	}
	e := New(t.weights(0), t.weights(1))
	found, err := t.evaluate()
	if err != nil {
		return nil, nil, fmt.Errorf("encoder: evaluation: %w", err)
	}
	return e, found, nil
}
