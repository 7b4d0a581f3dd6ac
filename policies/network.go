package policies

import (
	"fmt"

	"counterpoise/internal/catalog"
	"counterpoise/internal/num"
	"counterpoise/scenes"
)

// Network says what a policy sees: it turns an observation into the numbers that enter the first layer.
// Each network is one file of this package that registers itself in Networks.
type Network interface {
	// Features name the inputs in order. A policy file whose features differ is refused.
	Features() []Feature
	// Encode writes one number for each feature to dst. An observation that lacks what the network reads is an error.
	Encode(dst []float32, o *scenes.Observation) error
}

// Feature is one input of a network.
type Feature struct {
	Name string `json:"name"`
	Unit string `json:"unit"` // "m", "rad", or "1" for a pure number
}

// Networks holds every network by name.
var Networks = catalog.New[Network]("network")

// observe writes what a network sees of an observation, and refuses what is no number.
func observe(x []float32, net Network, name string, o *scenes.Observation) error {
	if err := net.Encode(x, o); err != nil {
		return fmt.Errorf("policies: network %q: %w", name, err)
	}
	if i := num.FirstNonFinite(x); i >= 0 {
		return fmt.Errorf("policies: feature %q of an observation is %v", net.Features()[i].Name, x[i])
	}
	return nil
}
