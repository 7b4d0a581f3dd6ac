package encoder

import (
	"math"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/scenes"
)

// Training is deterministic: the same samples and key give the same weights. The evaluation covers every label.
func TestTrainIsDeterministic(t *testing.T) {
	cfg := Config{Objects: []Object{{1, "block"}}, Steps: 3, Batch: 4, LearningRate: 1e-3, HeldOut: 8}
	sample := func(n int) (*Sample, error) {
		l := new(Sample)
		r := seed.Of("lesson", n).Rand()
		for axis := range 2 {
			l.Scene[scenes.SceneBlocks+axis] = float32(r.Float64()-0.5) * 0.8
		}
		toydata.DrawPictures(&l.Observation)
		l.StaticObjects, l.GripperObjects = redPixels(l.Static), redPixels(l.Gripper)
		return l, nil
	}
	run := func() (*Encoder, []Accuracy, []float64) {
		var loss []float64
		keep := func(_ int, l float64) { loss = append(loss, l) }
		e, found, err := Train(t.Context(), cfg, sample, seed.Of("school"), keep)
		if err != nil {
			t.Fatal(err)
		}
		return e, found, loss
	}
	a, found, loss := run()
	b, _, _ := run()
	if a.ID() != b.ID() {
		t.Error("the same samples gave two encoders")
	}
	if len(loss) != 3 || len(found) < 10 || found[0].Name != "static: block x" || found[0].N != 8 {
		t.Errorf("losses %v, accuracy %v", loss, found)
	}
}

// Settings that no training can have are an error before the first sample.
func TestTrainRefusesSettings(t *testing.T) {
	good := Config{Objects: []Object{{1, "block"}}, Steps: 3, Batch: 4, LearningRate: 1e-3, HeldOut: 8}
	for want, change := range map[string]func(*Config){
		"0 objects":                         func(c *Config) { c.Objects = nil },
		"17 objects, expected 1 to 16":      func(c *Config) { c.Objects = make([]Object, 17) },
		"0 steps of 4 samples":              func(c *Config) { c.Steps = 0 },
		"3 steps of 0 samples":              func(c *Config) { c.Batch = 0 },
		"0 held out: each must be 1":        func(c *Config) { c.HeldOut = 0 },
		"the learning rate must be above 0": func(c *Config) { c.LearningRate = math.NaN() },
	} {
		cfg := good
		change(&cfg)
		_, _, err := Train(t.Context(), cfg, nil, seed.Of("school"), nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// redPixels returns the object number of each pixel: 1 where the picture is red, else 0.
func redPixels(picture []uint8) []uint8 {
	numbers := make([]uint8, len(picture)/3)
	for i := range numbers {
		if picture[3*i] > 200 && picture[3*i+1] < 100 {
			numbers[i] = 1
		}
	}
	return numbers
}
