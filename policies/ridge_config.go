package policies

import (
	"fmt"
	"math"
)

// RidgeConfig decides a ridge besides data, mixture and seed. Start from DefaultRidge.
type RidgeConfig struct {
	// Network names what the policy sees: an entry of Networks.
	Network string `json:"network"`
	// Features is D, the number of Fourier features, 2 to 4096. Solving costs D³.
	Features int `json:"features"`
	// Width is the kernel's, in standard deviations of the inputs, > 0: observations that far apart are still alike.
	Width float64 `json:"width"`
	// Lambda is the penalty λ on the weights, > 0: the larger, the less of the data is learned by heart.
	Lambda float64 `json:"lambda"`
	// Chunk and Execute are as in Config.
	Chunk   int `json:"chunk"`
	Execute int `json:"execute"`
	// Steps is how often the mixture may change its weights; each time the optimum is solved for anew.
	Steps int `json:"steps"`
}

// DefaultRidge takes about a second a training of a few thousand frames under constant weights.
func DefaultRidge() RidgeConfig {
	return RidgeConfig{Network: "state", Features: 256, Width: 4, Lambda: 1e-5, Chunk: 8, Execute: 4, Steps: 200}
}

func (c RidgeConfig) validate() error {
	switch {
	case c.Features < 2 || c.Features > 4096:
		return fmt.Errorf("policies: %d Fourier features; use 2 to 4096", c.Features)
	case !(c.Width > 0) || math.IsInf(c.Width, 0):
		return fmt.Errorf("policies: kernel width %g; use a positive number such as 4", c.Width)
	case !(c.Lambda > 0) || math.IsInf(c.Lambda, 0):
		return fmt.Errorf("policies: lambda %g; use a positive number such as 1e-5", c.Lambda)
	case c.Chunk < 1 || c.Chunk > 64:
		return fmt.Errorf("policies: chunk of %d actions; use 1 to 64", c.Chunk)
	case c.Execute < 1 || c.Execute > c.Chunk:
		return fmt.Errorf("policies: %d executed actions of a chunk of %d; use 1 to %d", c.Execute, c.Chunk, c.Chunk)
	case c.Steps < 1:
		return fmt.Errorf("policies: %d steps; use 1 or more", c.Steps)
	}
	return nil
}
