package scenes

import (
	"testing"

	"counterpoise/internal/seed"
)

// A rollout fails once the wrong mechanism has passed its threshold, even if it is shut again.
func TestWrongOpeningIsNoSuccess(t *testing.T) {
	task := opening{}
	w := NewTabletop()
	for b, o := range openings {
		if err := task.Reset(w, b, seed.Of("wrong").Rand()); err != nil {
			t.Fatal(err)
		}
		w.travel[openings[1-b].slider] = openings[1-b].far + 0.01 // opened, and shut again
		if err := w.PlaceSlider(o.slider, o.far+0.01); err != nil {
			t.Fatal(err)
		}
		if task.Success(w) {
			t.Errorf("%s: a success although the other was opened first", o.name)
		}
		w.travel[openings[1-b].slider] = openings[1-b].far - 0.01
		if !task.Success(w) {
			t.Errorf("%s: no success", o.name)
		}
	}
}
