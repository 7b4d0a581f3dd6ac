package ridge

import (
	"math"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
)

// Settings out of range, weights off the simplex and damaged files are errors.
func TestErrors(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2, 2)
	for word, change := range map[string]func(*Config){
		"Fourier features":      func(c *Config) { c.Features = 1 },
		"kernel width":          func(c *Config) { c.Width = 0 },
		"lambda":                func(c *Config) { c.Lambda = math.NaN() },
		"chunk":                 func(c *Config) { c.Chunk = 0 },
		"executed":              func(c *Config) { c.Execute = 3 },
		"0 steps":               func(c *Config) { c.Steps = 0 },
		`unknown observer "so"`: func(c *Config) { c.Observer = "so" },
	} {
		c := smallRidge()
		change(&c)
		if _, err := New(d, g, c, 0, seed.Of("")); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("want an error with %q, got %v", word, err)
		}
	}
	r, _ := newTestRidge(t, 0, 2, 2)
	if err := r.Fit([]float64{.5, .6}); err == nil {
		t.Error("weights off the simplex were accepted")
	}
	data, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if _, err := Decode(data); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("error %v", err)
	}
}
