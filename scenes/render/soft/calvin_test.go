package soft

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"counterpoise/scenes"
	"counterpoise/scenes/render"
)

// The gripper camera shows as much of the red block as CALVIN's, also where a finger hides a part of it: within 15 % in
// at least 95 % of the states, never more than 24 pixels off, and within 2 % in all states together. What is left is
// the outline: half a pixel around a block of 50 pixels is a quarter of it.
func TestRedBlockIsVisibleAsInCalvin(t *testing.T) {
	raw, err := os.ReadFile("testdata/redpixels.json")
	if err != nil {
		t.Fatal(err)
	}
	var ref struct {
		States []struct {
			R, S []float32 // robot_obs[6:15], scene_obs
			N    int       // visible pixels of the red block
		}
	}
	if err := json.Unmarshal(raw, &ref); err != nil {
		t.Fatal(err)
	}
	const size = render.GripperSize
	r, f := New(), render.NewFrame(size, size)
	f.IDs = make([]uint8, size*size)
	near, ours, theirs := 0, 0, 0
	for i, c := range ref.States {
		var o scenes.Observation
		copy(o.Robot[scenes.RobotWidth:], c.R)
		copy(o.Scene[:], c.S)
		s := scenes.SnapshotOf(&o)
		if err := r.View(&s, render.GripperCamera(&s), f); err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, id := range f.IDs {
			if render.ObjectID(id) == render.IDRed {
				n++
			}
		}
		ours, theirs = ours+n, theirs+c.N
		off := math.Abs(float64(n - c.N))
		if off <= 0.15*float64(c.N) {
			near++
		}
		if off > 24 {
			t.Errorf("state %d: %d red pixels, in CALVIN %d", i, n, c.N)
		}
	}
	t.Logf("%d of %d states within 15 %%; %d red pixels, in CALVIN %d", near, len(ref.States), ours, theirs)
	if len(ref.States) < 100 || float64(near) < 0.95*float64(len(ref.States)) ||
		math.Abs(float64(ours-theirs)) > 0.02*float64(theirs) {
		t.Errorf("%d of %d states within 15 %%; %d red pixels, in CALVIN %d", near, len(ref.States), ours, theirs)
	}
}
