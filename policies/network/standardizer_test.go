package network

import (
	"math"
	"slices"
	"testing"
)

// Features are scaled by mean and standard deviation; those that are constant, but for rounding, become 0.
func TestStandardizer(t *testing.T) {
	// Feature 0: 1, 3 (mean 2, SD 1). Feature 1: constant. Feature 2: constant but for rounding. Two slots are spare.
	rows := []float32{1, 7, 1e3, 0, 0, 3, 7, 1e3 + 1e-4, 0, 0}
	s := FitStandardizer(rows, 5, make([]float64, 3))
	x := []float32{5, 8, 2e3}
	s.Apply(x, x)
	if want := []float32{3, 0, 0}; !slices.Equal(x, want) {
		t.Errorf("standardised to %v, want %v", x, want)
	}
}

// A feature that spreads less than 1 mm, 1 degree or 1 % is measured in these units, one that spreads more in its
// standard deviations.
func TestStandardizerAmplifiesNoNoise(t *testing.T) {
	features := []Feature{
		{"height of a block at rest", "m"}, {"reach", "m"}, {"joint at rest", "rad"}, {"joint", "rad"},
		{"faint map", "1"}, {"map", "1"},
	}
	low := []float64{0.46 - 18e-6, 0.1, -1e-3, 0, 0.5, 0.2}
	high := []float64{0.46 + 18e-6, 0.3, 1e-3, 1, 0.502, 0.6}
	rows := make([]float32, 0, 12)
	x := make([]float32, 6) // one standard deviation above the mean
	for i := range low {
		rows = append(rows, float32(low[i]))
		x[i] = float32(high[i])
	}
	rows = append(rows, x...)
	FitStandardizer(rows, 6, Floors(features)).Apply(x, x)
	for i, want := range []float64{0.018, 1, 1e-3 / (math.Pi / 180), 1, 0.1, 1} {
		if math.Abs(float64(x[i])-want) > 2e-3 {
			t.Errorf("%s: one standard deviation becomes %.4f, want %.4f", features[i].Name, x[i], want)
		}
	}
}

// A number without a unit that spreads less than a hundredth of what most spread is measured in that hundredth. Those
// with a unit keep their floor, and one that is constant counts for nothing.
func TestNumbersAmplifyNoNoise(t *testing.T) {
	features := []Feature{{"at rest", ""}, {"place", ""}, {"wide", ""}, {"constant", ""}, {"task", "1"}}
	var rows []float32
	for _, sign := range []float32{-1, 1} { // standard deviations 1e-5, 1, 50, 0 and 0.5, and a slot that is spare
		rows = append(rows, 1e-5*sign, sign, 50*sign, 7, .5+.5*sign, 0)
	}
	floors := FloorsOf(rows, 6, features)
	x := slices.Clone(rows[6:]) // one standard deviation above the mean
	FitStandardizer(rows, 6, floors).Apply(x, x)
	for i, want := range []float64{1e-3, 1, 1, 0, 1} {
		if math.Abs(float64(x[i])-want) > 1e-6 {
			t.Errorf("%s: one standard deviation becomes %v, want %v", features[i].Name, x[i], want)
		}
	}
	if floors[4] != Floors(features)[4] {
		t.Errorf("a feature with a unit has the floor %v", floors[4])
	}
}

// Every unit of a feature has a floor.
func TestEveryUnitHasAFloor(t *testing.T) {
	for _, name := range Observers.Names() {
		obs, err := Observers.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, floor := range Floors(obs.Features()) {
			if !(floor > 0) {
				t.Errorf("observer %s: %+v has no floor", name, obs.Features()[i])
			}
		}
	}
}
