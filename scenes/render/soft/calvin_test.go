package soft

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"counterpoise/scenes"
	"counterpoise/scenes/render"
)

// The gripper camera shows as much of the red block as CALVIN's, also where a finger hides a part of it.
//
// CALVIN's CPU renderer (Bullet's TinyRenderer) samples a pixel at its corner, ours at its centre, as OpenGL does,
// which is CALVIN's default: its pictures lie half a pixel further in both directions. With its projection moved back
// by that, the masks of all states together differ in 180 of 53,871 pixels, and every state is within 15 %.
//
// As it is, 8 of the 236 states are not, all by that half pixel along an edge that is long for what is visible. Ours
// has a column more at the left edge of the block, and has a row more or less at its lower or upper edge, in states 42
// (43 red pixels, in CALVIN 32), 114 (66, 57), 132 (64, 55), 150 (51, 44), 202 (29, 21) and 232 (30, 26), in which the
// picture's border cuts the block off or the hand covers its upper part; in 138 (29, 23) what is left beside the left
// finger is two columns wide. In 72 (53, 64) the edge is the left finger's, which crosses the block: it hides a column
// more of it.
func TestRedBlockIsVisibleAsInCalvin(t *testing.T) {
	raw, err := os.ReadFile("testdata/redpixels.json")
	if err != nil {
		t.Fatal(err)
	}
	var ref struct {
		States []struct {
			R, S []float32 // robot_obs[6:15], scene_obs
			N    int       // visible pixels of the red block
			C    int       // the same, with pixels sampled at their centres
		}
	}
	if err := json.Unmarshal(raw, &ref); err != nil {
		t.Fatal(err)
	}
	const size = render.GripperSize
	r, f := New(), render.NewFrame(size, size)
	f.IDs = make([]uint8, size*size)
	near, ours, theirs, centred := 0, 0, 0, 0
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
		ours, theirs, centred = ours+n, theirs+c.N, centred+c.C
		off := math.Abs(float64(n - c.N))
		if off <= 0.15*float64(c.N) {
			near++
		}
		if off := math.Abs(float64(n - c.C)); off > 0.15*float64(c.C) || off > 11 {
			t.Errorf("state %d: %d red pixels, in CALVIN %d at their centres", i, n, c.C)
		}
		if off > 24 {
			t.Errorf("state %d: %d red pixels, in CALVIN %d", i, n, c.N)
		}
	}
	if math.Abs(float64(ours-centred)) > 0.001*float64(centred) {
		t.Errorf("%d red pixels, in CALVIN %d at their centres", ours, centred)
	}
	t.Logf("%d of %d states within 15 %%; %d red pixels, in CALVIN %d", near, len(ref.States), ours, theirs)
	if len(ref.States) < 100 || float64(near) < 0.95*float64(len(ref.States)) ||
		math.Abs(float64(ours-theirs)) > 0.02*float64(theirs) {
		t.Errorf("%d of %d states within 15 %%; %d red pixels, in CALVIN %d", near, len(ref.States), ours, theirs)
	}
}
