//go:build goexperiment.simd && amd64

package physics

import (
	"bytes"
	"testing"
)

// A world reaches the same state, to the bit, on a processor without AVX2. The gripper grasps a block meanwhile, so
// that the arm and bodies have contacts.
func TestWorldWithoutAVX2(t *testing.T) {
	if !hasAVX2 {
		t.Skip("this processor has no AVX2")
	}
	defer func() { hasAVX2 = true }()
	with := grasp(t).Save(nil)
	hasAVX2 = false
	if without := grasp(t).Save(nil); !bytes.Equal(with, without) {
		t.Error("the state depends on the instructions of the processor")
	}
}
