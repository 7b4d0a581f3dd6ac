package encoder

import (
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/scenes"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

// The first map of the embedded encoder belongs to the red block: its centroid is within four pixels (15 mm) of the
// block's projection, at any of four places. Lighting the bulb changes some feature.
func TestFrozenEncoderLocatesBlock(t *testing.T) {
	w, renderer, camera := scenes.NewTabletop(), soft.New(), render.StaticCamera()
	encode := func() []float32 {
		s := w.Snapshot()
		var o scenes.Observation
		x := make([]float32, Width)
		if err := render.DrawObservation(renderer, &s, &o); err != nil {
			t.Fatal(err)
		}
		if err := Frozen().Encode(x, &o); err != nil {
			t.Fatal(err)
		}
		return x
	}
	for _, at := range [][2]float64{{0.05, -0.1}, {0.17, -0.14}, {0.3, -0.1}, {0.34, -0.06}} {
		if err := w.PlaceBlock(scenes.Red, at[0], at[1], 0.3); err != nil {
			t.Fatal(err)
		}
		x := encode()
		u, v, _ := camera.Project(w.Block(scenes.Red).P, Static.size, Static.size)
		gotU, gotV := (float64(x[0])+1)*100, (float64(x[Static.Maps])+1)*100
		if math.Hypot(gotU-u, gotV-v) > 4 {
			t.Errorf("block at %v, pixel (%.1f, %.1f): centroid at (%.1f, %.1f)", at, u, v, gotU, gotV)
		}
	}
	dark := encode()
	if err := w.PlaceSlider(scenes.Switch, scenes.SwitchTravel); err != nil {
		t.Fatal(err)
	}
	lit, change := encode(), 0.0
	for i, v := range lit {
		change = max(change, math.Abs(float64(v-dark[i])))
	}
	if change < 0.1 {
		t.Errorf("lighting the bulb changes no feature by more than %v", change)
	}
}

// An observation without pictures is an error that says what to do.
func TestEncodeWithoutPictures(t *testing.T) {
	var o scenes.Observation
	err := Frozen().Encode(make([]float32, Width), &o)
	if err == nil || !strings.Contains(err.Error(), "have both cameras drawn") {
		t.Errorf("an observation without pictures: %v", err)
	}
}

// The features of one camera's picture are those that it has beside the other's.
func TestEncodePicture(t *testing.T) {
	w := scenes.NewTabletop()
	s := w.Snapshot()
	var o scenes.Observation
	if err := render.DrawObservation(soft.New(), &s, &o); err != nil {
		t.Fatal(err)
	}
	want := make([]float32, Width)
	if err := Frozen().Encode(want, &o); err != nil {
		t.Fatal(err)
	}
	var got []float32
	for i, picture := range [][]byte{o.Static, o.Gripper} {
		x := make([]float32, Cameras[i].Features())
		Frozen().EncodePicture(x, i, picture)
		got = append(got, x...)
	}
	if !slices.Equal(got, want) {
		t.Errorf("features %v, want %v", got, want)
	}
}
