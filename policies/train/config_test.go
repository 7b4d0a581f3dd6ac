package train

import (
	"math"
	"strings"
	"testing"
)

// Validate names the first setting out of range.
func TestInvalidConfig(t *testing.T) {
	if err := DefaultConfig().Validate(); err != nil {
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
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%s: error %v", word, err)
		}
	}
}
