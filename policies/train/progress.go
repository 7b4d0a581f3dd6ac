package train

import (
	"counterpoise/policies/mixture"
	"counterpoise/policies/network"
)

// Options are settings of a training. From alone changes its result.
type Options struct {
	// From is a trained model whose weights and standardizer the main run starts from, with Adam's moments at 0 and the
	// schedule at its beginning; a first stage (mixture.Staged) with the same head too. Its parts and sizes must be
	// those of the training. Nil: the key draws the weights. Config.From says the same to whoever reads the settings.
	From *network.Model
	// Checkpoint names a file that keeps the state of the training: it is written every 500 steps and when the
	// context ends, resumed from if it is there, and removed once the model is trained and kept. A file of another
	// training, or a damaged one, is an error. Empty keeps nothing.
	Checkpoint string
	// Keep is called with the trained model and its log before the checkpoint is removed. Its error is that of the
	// training, whose checkpoint then stays: the same training calls Keep again without a step. Nil is allowed.
	Keep func(*network.Model, *mixture.Log) error
	// Progress is called after every step and before the next, on the goroutine of the training. Nil is allowed.
	Progress func(Progress)
}

// Progress is the state of a training after a step.
type Progress struct {
	Before      int  // finished runs before the policy's own: reference runs and a first stage
	Main        bool // whether this run makes the policy; otherwise it is one before
	Done, Steps int  // steps of this run, done and in all
	// Log is that of this run so far, from its first step, also where it was resumed. Callers must not change it.
	Log *mixture.Log
}
