package train

import (
	"fmt"
	"math"

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
