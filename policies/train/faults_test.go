package train

import (
	"path/filepath"
	"testing"

	"counterpoise/internal/faults"
)

// A checkpoint is the last one or the one before, whatever fails while it is written, and it is there or removed.
func TestCheckpointUnderFaults(t *testing.T) {
	at := func(dir string, step int) *checkpointer {
		c := &checkpointer{path: filepath.Join(dir, "checkpoint")}
		c.at.Run = runState{Step: step, Weights: [][]float32{{1, 2, 3}}}
		return c
	}
	first := func(dir string) error { return at(dir, 1).write() }
	t.Run("written", func(t *testing.T) {
		faults.Check(t, faults.Writer{Old: first, Write: func(dir string) error { return at(dir, 2).write() }})
	})
	t.Run("removed", func(t *testing.T) {
		faults.Check(t, faults.Writer{Old: first, Write: func(dir string) error { return at(dir, 2).remove() }})
	})
}
