package ridge

import (
	"encoding/json"
	"fmt"
	"math"

	"counterpoise/policies/network"
)

// Config is everything that decides a ridge besides data, mixture and key. Files and records contain it as JSON. The
// zero value is invalid; start from DefaultConfig.
type Config struct {
	// Observer names what the policy observes: an entry of network.Observers.
	Observer string `json:"observer"`
	// Features is D, the number of Fourier features with the intercept, 2 to 4096. Solving takes O(D³) time and the
	// moments O(D²) memory a group: at 4096, 134 MB.
	Features int `json:"features"`
	// Width is the width of the Gaussian kernel that the features approximate, > 0, in standard deviations of the
	// inputs. Observations much closer than Width have nearly the same features.
	Width float64 `json:"width"`
	// Lambda is the penalty λ on |W|², > 0. A larger λ gives a smoother policy; one near the rounding of the moments,
	// 1e-16, can make the normal equations singular.
	Lambda float64 `json:"lambda"`
	// Chunk and Execute are the actions predicted at once and executed before the next observation, as in train.Config.
	Chunk   int `json:"chunk"`
	Execute int `json:"execute"`
	// Steps is the number of steps of a mixture, >= 1. Each step with new weights solves for a new optimum.
	Steps int `json:"steps"`
}

// DefaultConfig returns settings with which a training on a few thousand frames under constant weights takes about a
// second.
func DefaultConfig() Config {
	return Config{Observer: "state", Features: 256, Width: 4, Lambda: 1e-5, Chunk: 8, Execute: 4, Steps: 200}
}

// UnmarshalJSON reads the settings of this version, and of the first edition, which called the observer "network".
func (c *Config) UnmarshalJSON(data []byte) error {
	type plain Config // without this method
	var v struct {
		plain
		Network string `json:"network"`
	}
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	if v.Observer == "" && v.Network != "" {
		v.Observer = v.Network
	}
	*c = Config(v.plain)
	return nil
}

// Validate returns an error that names the first setting out of range.
func (c Config) Validate() error {
	switch {
	case c.Features < 2 || c.Features > 4096:
		return fmt.Errorf("%d Fourier features; use 2 to 4096", c.Features)
	case !(c.Width > 0) || math.IsInf(c.Width, 0):
		return fmt.Errorf("kernel width %g; use a positive number such as 4", c.Width)
	case !(c.Lambda > 0) || math.IsInf(c.Lambda, 0):
		return fmt.Errorf("lambda %g; use a positive number such as 1e-5", c.Lambda)
	case c.Chunk < 1 || c.Chunk > network.MaxChunk:
		return fmt.Errorf("chunk of %d actions; use 1 to %d", c.Chunk, network.MaxChunk)
	case c.Execute < 1 || c.Execute > c.Chunk:
		return fmt.Errorf("%d executed actions of a chunk of %d; use 1 to %d", c.Execute, c.Chunk, c.Chunk)
	case c.Steps < 1:
		return fmt.Errorf("%d steps; use 1 or more", c.Steps)
	}
	return nil
}
