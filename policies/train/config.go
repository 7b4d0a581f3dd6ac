package train

import (
	"encoding/json"
	"fmt"
	"math"

	"counterpoise/policies/encoder"
	"counterpoise/policies/network"
	"counterpoise/policies/optimizer"
)

// Config is everything that decides a training run besides the data, the mixture and the key. Policy files and records
// contain it as JSON. The zero value is invalid; start from DefaultConfig.
type Config struct {
	// Observer names what the policy observes: an entry of network.Observers.
	Observer string `json:"observer"`
	// Network names how it computes: an entry of network.Networks.
	Network string `json:"network"`
	// Shifts is the number of randomly shifted copies of each picture of a demonstration in training besides the
	// picture as drawn, 0 to 16: by 4 pixels at most, for the gripper camera by 2. For observers that see pictures,
	// whatever the network: it learns from the features of these copies, or from the copies. On balanced data with four
	// shifts and with none, over 450 rollouts (300 of opening), picking succeeded in 97 and 94 % after 400 steps and in
	// 79 and 79 % after 100, opening in 60 and 62 % after 800: not worth four times the encoding, so the default is 0.
	// Network "cnn", trained on nine demonstrations of picking each way (500 steps of 64 frames, one training each),
	// succeeded in 50 of 90 rollouts without and in 46 of 90 with four.
	Shifts int `json:"shifts,omitempty"`
	// Looks is the number of random looks (package looks), 0 to 16, in which a policy sees each demonstration besides
	// the usual one: drawn anew from the states of the scene, in other colours and another light, by cameras mounted a
	// little otherwise, under shadows and noise. For observers whose pictures the frozen encoder reads. It is meant to
	// hold in the pictures of other programs: bench/remote/CALVIN.md says what such policies do in CALVIN's.
	Looks int `json:"looks,omitempty"`
	// Head names what the outputs mean: an entry of network.Heads.
	Head string `json:"head"`
	// Hidden is the width of hidden layers, 1 to network.MaxHidden. From 256 on, matrix products reach the fast
	// kernels of the Go backend at a batch of 256; at 128 a step takes half as long again.
	Hidden int `json:"hidden"`
	// Chunk is the number of actions predicted at once, 1 to network.MaxChunk; 8 at 30 Hz are 0.27 s.
	Chunk int `json:"chunk"`
	// Execute is the number of these actions that are executed before the policy observes again, 1 to Chunk. In a
	// pilot of this benchmark policies that observed again after every action stalled, whatever their data.
	Execute int `json:"execute"`
	// History is the number of observations that a policy acts on, 0 to network.MaxHistory; 0 and 1 are the present one
	// alone. The others are those of its calls before, Execute control steps apart. At the start of an episode its
	// first observation stands in for those that there are not.
	History int `json:"history,omitempty"`
	// Steps is the budget of gradient steps. The last weights count, never the best.
	Steps int `json:"steps"`
	// Batch is the number of frames in a step, at least one a group. 256 is where the Go backend is fast.
	Batch int `json:"batch"`
	// Rate is Adam's learning rate at the start, > 0; 1e-4 to 3e-3 is usual.
	Rate float64 `json:"rate"`
	// Schedule is the course of the rate: optimizer.Cosine or optimizer.Constant.
	Schedule optimizer.Schedule `json:"schedule"`
	// From is the digest of the policy file whose weights the training goes on from (Options.From); empty: it starts
	// anew.
	From string `json:"from,omitempty"`
}

// DefaultConfig returns the settings of the benchmark's default policy.
func DefaultConfig() Config {
	return Config{
		Observer: "state", Network: "mlp", Head: "squared", Hidden: 256, Chunk: 8, Execute: 4,
		Steps: 3000, Batch: 256, Rate: 1e-3, Schedule: optimizer.Cosine,
	}
}

// UnmarshalJSON reads the settings of this version, and of the first edition: there "network" named the observer, the
// network was always the multilayer perceptron, and "end_to_end" trained the picture encoder with it.
func (c *Config) UnmarshalJSON(data []byte) error {
	type plain Config // without this method
	var v struct {
		plain
		EndToEnd bool `json:"end_to_end"`
	}
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	if v.Observer == "" && v.Network != "" {
		v.Observer, v.Network = v.Network, "mlp"
		if v.EndToEnd {
			v.Network = "spatial"
		}
	}
	*c = Config(v.plain)
	return nil
}

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
	return c.Schedule.Validate()
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
