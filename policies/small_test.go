package policies

import (
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/scenes"
)

// With a constant gradient m/(1-β1^t) = g and v/(1-β2^t) = g², so every step is the learning rate, whatever g is.
func TestAdamConstantGradient(t *testing.T) {
	theta, g := []float32{0, 0, 0}, []float32{5, -0.001, 0}
	a := adam{make([]float32, 3), make([]float32, 3)}
	for step := 1; step <= 10; step++ {
		a.step(theta, g, 0.1, step)
	}
	for i, want := range []float64{-1, 1, 0} {
		if math.Abs(float64(theta[i])-want) > 1e-4 {
			t.Errorf("parameter %d is at %v after ten steps of 0.1, want %v", i, theta[i], want)
		}
	}
}

// Two steps by hand from Algorithm 1 with α = 1, g = 1 and then -2:
// m = .1, v = .001: θ = -1. m = .09-.2 = -.11, v = .000999+.004 = .004999:
// θ = -1 + (.11/.19)/sqrt(.004999/.001999) = -1 + .578947/1.581376 = -.633898.
func TestAdamByHand(t *testing.T) {
	theta := []float32{0}
	a := adam{make([]float32, 1), make([]float32, 1)}
	a.step(theta, []float32{1}, 1, 1)
	a.step(theta, []float32{-2}, 1, 2)
	if math.Abs(float64(theta[0])+0.633898) > 1e-5 {
		t.Errorf("θ = %v, by hand -0.633898", theta[0])
	}
}

func TestSchedule(t *testing.T) {
	for _, c := range []struct {
		s    Schedule
		t    int
		want float64
	}{
		{Constant, 0, 1}, {Constant, 99, 1},
		{Cosine, 0, 1}, {Cosine, 25, (1 + math.Sqrt2/2) / 2}, {Cosine, 50, 0.5}, {Cosine, 99, 0.000246719817},
	} {
		if got := c.s.factor(c.t, 100); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s at %d of 100: %v, want %v", c.s, c.t, got, c.want)
		}
	}
}

func TestStandard(t *testing.T) {
	// Feature 0: 1, 3 (mean 2, SD 1). Feature 1: constant. Feature 2: constant but for rounding. Two slots are spare.
	rows := []float32{1, 7, 1e3, 0, 0, 3, 7, 1e3 + 1e-4, 0, 0}
	s := fitStandard(rows, 3, 5)
	x := []float32{5, 8, 2e3}
	s.apply(x, x)
	if want := []float32{3, 0, 0}; !slices.Equal(x, want) {
		t.Errorf("standardised to %v, want %v", x, want)
	}
}

func TestConfigIsRefused(t *testing.T) {
	if err := DefaultConfig().validate(); err != nil {
		t.Fatal(err)
	}
	for word, change := range map[string]func(*Config){
		"hidden":             func(c *Config) { c.Hidden = 2000 },
		"chunk":              func(c *Config) { c.Chunk = 0 },
		"executed":           func(c *Config) { c.Execute = 9 },
		"steps":              func(c *Config) { c.Steps = 0 },
		"batch":              func(c *Config) { c.Batch = -1 },
		"rate":               func(c *Config) { c.Rate = math.NaN() },
		"schedule":           func(c *Config) { c.Schedule = "linear" },
		`unknown head "cat"`: func(c *Config) { c.Head = "cat" },
		"shorter chunk":      func(c *Config) { c.Head, c.Chunk, c.Hidden = "bins", 64, 1024 },
	} {
		c := DefaultConfig()
		change(&c)
		if err := c.validate(); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%s: error %v", word, err)
		}
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
