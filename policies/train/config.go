package train

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"counterpoise/bench/record"
	"counterpoise/policies/encoder"
	"counterpoise/policies/network"
	"counterpoise/policies/optimizer"
)

// Config is the configuration of a training, as records keep it (record.Config documents the fields). The zero value is
// invalid; start from DefaultConfig.
type Config record.Config

// DefaultConfig returns the settings of the benchmark's default policy.
func DefaultConfig() Config {
	return Config{
		Observer: "state", Network: "mlp", Head: "squared", Hidden: 256, Chunk: 8, Execute: 4,
		Steps: 3000, Batch: 256, Rate: 1e-3, Schedule: string(optimizer.Cosine),
	}
}

// UnmarshalJSON reads the settings of this version, and of the first edition.
func (c *Config) UnmarshalJSON(data []byte) error { return (*record.Config)(c).UnmarshalJSON(data) }

// Spec returns the parts and sizes of the model.
func (c Config) Spec() network.Spec {
	return network.Spec{
		Observer: c.Observer, Network: c.Network, Head: c.Head, Hidden: c.Hidden, Chunk: c.Chunk, History: c.History,
	}
}

// Validate returns an error that names the first setting out of range.
func (c Config) Validate() error {
	if _, err := c.Spec().Resolve(); err != nil {
		return err
	}
	switch {
	case c.Execute < 1 || c.Execute > c.Chunk:
		return fmt.Errorf("%d executed actions of a chunk of %d; use 1 to %d", c.Execute, c.Chunk, c.Chunk)
	case c.Steps < 1:
		return fmt.Errorf("%d training steps; use 1 or more", c.Steps)
	case c.Batch < 1 || c.Batch > 1<<16:
		return fmt.Errorf("batch of %d frames; use 1 to %d", c.Batch, 1<<16)
	case c.Shifts < 0 || c.Shifts > 16:
		return fmt.Errorf("%d shifts; use 0 to 16", c.Shifts)
	case c.Shifts > 0 && !c.Pictures():
		return fmt.Errorf("%d shifts of pictures for observer %q, which sees none; use 0", c.Shifts, c.Observer)
	case c.Looks < 0 || c.Looks > 16:
		return fmt.Errorf("%d looks; use 0 to 16", c.Looks)
	case c.Looks > 0 && !c.Pictures():
		return fmt.Errorf("%d looks of pictures for observer %q, which sees none; use 0", c.Looks, c.Observer)
	case c.Looks > 0 && c.Extractor().Raw:
		return fmt.Errorf("%d looks of pictures for network %q, which reads the pictures itself: looks are learned "+
			"from by the frozen encoder's features; use 0", c.Looks, c.Network)
	case !(c.Rate > 0) || math.IsInf(c.Rate, 0):
		return fmt.Errorf("learning rate %g; use a positive number such as 0.001", c.Rate)
	}
	return optimizer.Schedule(c.Schedule).Validate()
}

// Extractor returns how the pictures of demonstrations become features under this configuration.
func (c Config) Extractor() encoder.Extractor {
	v := encoder.Extractor{Variants: 1 + c.Shifts + c.Looks, Looks: c.Looks}
	m, err := c.Spec().Resolve()
	if err != nil {
		return v
	}
	if p, ok := m.Observer.(network.PictureObserver); ok {
		v.Encoder = p.Encoder()
	}
	_, v.Raw = m.Network.(network.PictureReader)
	return v
}

// Pictures reports whether the policy observes pictures. Observations must then have them, and episodes either have
// them or features of them (see encoder.Extractor).
func (c Config) Pictures() bool { return c.Extractor().Pictures() }

// ParsePolicy reads the text form of a policy that exists (Check).
func ParsePolicy(text string) (record.Policy, error) {
	p, err := record.ParsePolicy(text)
	if err != nil {
		return p, err
	}
	return p, Check(p)
}

// Check returns an error if observer, network or head of a policy do not exist, or if they and the settings do not go
// together.
func Check(p record.Policy) error {
	if known := network.Observers.Names(); !slices.Contains(known, p.Observer) {
		return fmt.Errorf("unknown policy %q: policies are named OBSERVER[+NETWORK[+HEAD]], and the observers are %s",
			p.Observer, strings.Join(known, ", "))
	}
	return configOf(p, 1).Validate()
}

// ConfigOf returns the training configuration that a policy stands for, with the given number of gradient steps. Errors
// are those of Check.
func ConfigOf(p record.Policy, steps int) (Config, error) { return configOf(p, steps), Check(p) }

func configOf(p record.Policy, steps int) Config {
	c := DefaultConfig()
	c.Observer, c.Network, c.Head, c.Steps = p.Observer, p.Network, p.Head, steps
	c.History, c.Shifts, c.Looks = p.Settings.History, p.Settings.Shifts, p.Settings.Looks
	if p.Settings.Execute != 0 {
		c.Execute = p.Settings.Execute
	}
	if p.Settings.Batch != 0 {
		c.Batch = p.Settings.Batch
	}
	return c
}

// PolicyOf returns the policy that a configuration stands for, whatever its number of steps. It is the inverse of
// ConfigOf.
func PolicyOf(c Config) record.Policy {
	p := record.Policy{Observer: c.Observer, Network: c.Network, Head: c.Head}
	p.Settings.Shifts, p.Settings.Looks = c.Shifts, c.Looks
	if c.History > 1 {
		p.Settings.History = c.History
	}
	if c.Execute != DefaultConfig().Execute {
		p.Settings.Execute = c.Execute
	}
	if c.Batch != DefaultConfig().Batch {
		p.Settings.Batch = c.Batch
	}
	return p
}
