package network

import (
	"math"
	"slices"
	"testing"

	"counterpoise/scenes"
)

func TestStandardizer(t *testing.T) {
	// Feature 0: 1, 3 (mean 2, SD 1). Feature 1: constant. Feature 2: constant but for rounding. Two slots are spare.
	rows := []float32{1, 7, 1e3, 0, 0, 3, 7, 1e3 + 1e-4, 0, 0}
	s := FitStandardizer(rows, 3, 5)
	x := []float32{5, 8, 2e3}
	s.Apply(x, x)
	if want := []float32{3, 0, 0}; !slices.Equal(x, want) {
		t.Errorf("standardised to %v, want %v", x, want)
	}
}

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
		204, // bulb
	}
	for i := range want {
		if math.Abs(float64(x[i]-want[i])) > 1e-6 {
			t.Errorf("%s is %v, want %v", state{}.Features()[i].Name, x[i], want[i])
		}
	}
}
