package network

import (
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/scenes"
)

// Every observer names its features uniquely, with units, and writes a finite number to each, the same for the same
// observation. One that sees pictures does not use the privileged state of the scene.
func TestObservers(t *testing.T) {
	d, _ := toydata.Reaching(seed.Of("toy"), 1)
	o := toydata.WithPictures(d).Episodes[0].Observations[7]
	for _, name := range Observers.Names() {
		obs, _ := Observers.Get(name)
		names := map[string]bool{}
		for _, f := range obs.Features() {
			if f.Name == "" || f.Unit == "" || names[f.Name] {
				t.Errorf("%s: feature %+v", name, f)
			}
			names[f.Name] = true
		}
		encode := func(o *scenes.Observation) []float32 {
			x := make([]float32, len(names))
			for i := range x {
				x[i] = float32(math.NaN())
			}
			if err := Observe(x, obs, o); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			return x
		}
		x := encode(&o)
		if !slices.Equal(x, encode(&o)) {
			t.Errorf("%s: the same observation is encoded differently the second time", name)
		}
		hidden := o
		hidden.Scene = [24]float32{}
		if EncoderID(obs) != "" && !slices.Equal(x, encode(&hidden)) {
			t.Errorf("%s sees pictures and uses the privileged state of the scene", name)
		}
	}
}

// The features of observer "state" are the documented parts of an observation, in order.
func TestStateFeatures(t *testing.T) {
	var o scenes.Observation
	for i := range o.Robot {
		o.Robot[i] = float32(100 + i)
	}
	for i := range o.Scene {
		o.Scene[i] = float32(200 + i)
	}
	o.Scene[scenes.SceneBlocks+scenes.BlockYaw] = math.Pi/6 + math.Pi // yaw
	x := make([]float32, len(state{}.Features()))
	if err := (state{}).Encode(x, &o); err != nil {
		t.Fatal(err)
	}
	want := []float32{
		107, 108, 109, 110, 111, 112, 113, 106, // joints, width
		206, 207, 208, math.Sqrt2 * 0.6123724, 0.5, // red block, doubled yaw of 30° and half a turn
		204,      // bulb
		200, 201, // door, drawer
	}
	for i := range want {
		if math.Abs(float64(x[i]-want[i])) > 1e-6 {
			t.Errorf("%s is %v, want %v", state{}.Features()[i].Name, x[i], want[i])
		}
	}
}

// A stored policy is refused where its observer is unknown, has other features, or reads pictures by another encoder.
func TestCheckFeatures(t *testing.T) {
	seen := vision{}
	id := EncoderID(seen)
	if obs, err := CheckFeatures("vision", seen.Features(), id, id); err != nil || obs != seen {
		t.Errorf("the same: %v", err)
	}
	fewer := seen.Features()[1:]
	for word, err := range map[string]error{
		`unknown observer "smell"`:     second(CheckFeatures("smell", nil, "", "")),
		"has other features":           second(CheckFeatures("vision", fewer, id, id)),
		`come from encoder "0123abcd"`: second(CheckFeatures("vision", seen.Features(), "0123abcd", id)),
		`come from encoder ""`:         second(CheckFeatures("vision", seen.Features(), "", id)),
	} {
		if err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("want an error with %q, got %v", word, err)
		}
	}
}

func second(_ Observer, err error) error { return err }
