package scenes

import (
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/physics"
)

// A rollout is lost once the wrong mechanism has passed its threshold, even if it is shut again: by CALVIN's oracle
// whoever moved it, by the earned oracle if the fingers did.
func TestWrongOpeningIsNoSuccess(t *testing.T) {
	task := opening{}
	for b, o := range openings {
		other := openings[1-b]
		for _, c := range []struct {
			greatest, earned float64 // displacements of the wrong mechanism before it was shut again (m)
			want             Outcome
		}{
			{0, 0, Outcome{Right, Right}},
			{other.far - 0.01, other.far - 0.01, Outcome{Right, Right}},
			{other.far + 0.01, other.far - 0.01, Outcome{Wrong, Right}},
			{other.far + 0.01, other.far + 0.01, Outcome{Wrong, Wrong}},
		} {
			w := NewTabletop()
			if err := task.Reset(w, b, seed.Of("wrong").Rand()); err != nil {
				t.Fatal(err)
			}
			wrong := w.travelOf(physics.Part{Kind: physics.Rail, Index: other.slider})
			wrong.greatest, wrong.greatestEarned = c.greatest, c.earned
			if err := w.PlaceSlider(o.slider, o.far+0.01); err != nil {
				t.Fatal(err)
			}
			d := w.travelOf(physics.Part{Kind: physics.Rail, Index: o.slider})
			if got := task.Outcome(w); got.Earned == Right {
				t.Errorf("%s: earned although nobody touched it", o.name)
			}
			d.pieces[0].by = toucher(physics.Part{Kind: physics.ArmPart, Index: physics.FingerLeft})
			if got := task.Outcome(w); got != c.want {
				t.Errorf("%s, the other by %v, earned %v m: %+v, want %+v", o.name, c.greatest, c.earned, got, c.want)
			}
		}
	}
}
