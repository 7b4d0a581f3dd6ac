package policies

import (
	"counterpoise/policies/encoder"
	"counterpoise/policies/optimizer"
	"fmt"
	"math"
)

// Config is everything that decides a training run besides the data, the mixture and the seed. It is written into the
// policy's file. The zero value is invalid; start from DefaultConfig.
type Config struct {
	// Network names what the policy sees: an entry of Networks.
	Network string `json:"network"`
	// Shifts is how many times each picture of a demonstration is shown shifted at random besides as it was drawn, 0 to 16:
	// by 4 pixels at most, the gripper's by 2. For networks that look at pictures. On balanced data, of 450 rollouts (300 of
	// opening) with four shifts and with none, picking succeeded in 97 and 94 % after 400 steps and in 79 and 79 % after
	// 100, opening in 60 and 62 % after 800: no help that is worth four times the looking, so the default is 0.
	Shifts int `json:"shifts,omitempty"`
	// EndToEnd trains the encoder's weights too, from the frozen ones on, for networks that look at pictures. It wants a
	// graphics card: see the package's documentation for what it costs without.
	EndToEnd bool `json:"end_to_end,omitempty"`
	// Head names what its outputs mean: an entry of Heads.
	Head string `json:"head"`
	// Hidden is the width of both hidden layers, 1 to 1024. From 256 on, matrix products reach the backend's fast
	// kernels at a batch of 256; at 128 a step takes half as long again.
	Hidden int `json:"hidden"`
	// Chunk is the number of actions predicted at once (8 at 30 Hz: 0.27 s), 1 to 64.
	Chunk int `json:"chunk"`
	// Execute is how many of them are carried out before the policy looks again, 1 to Chunk. In a pilot of this benchmark
	// policies that looked again after every action stalled, whatever their data.
	Execute int `json:"execute"`
	// Steps is the budget of gradient steps. The last weights count, never the best.
	Steps int `json:"steps"`
	// Batch is the number of frames in a step, at least one for each group. 256 is where the backend is fast.
	Batch int `json:"batch"`
	// Rate is Adam's learning rate at the start, > 0; 1e-4 to 3e-3 is normal.
	Rate float64 `json:"rate"`
	// Schedule is how the rate goes on: Cosine or Constant.
	Schedule optimizer.Schedule `json:"schedule"`
}

// DefaultConfig is the policy that the benchmark trains unless told otherwise.
func DefaultConfig() Config {
	return Config{
		Network: "state", Head: "squared", Hidden: 256, Chunk: 8, Execute: 4,
		Steps: 3000, Batch: 256, Rate: 1e-3, Schedule: optimizer.Cosine,
	}
}

// maxHidden keeps the smallest inference block under the size at which the backend changes kernels, see blocks.
const maxHidden = 1024

func (c Config) validate() error {
	switch {
	case c.Hidden < 1 || c.Hidden > maxHidden:
		return fmt.Errorf("policies: %d hidden units; use 1 to %d", c.Hidden, maxHidden)
	case c.Chunk < 1 || c.Chunk > 64:
		return fmt.Errorf("policies: chunk of %d actions; use 1 to 64", c.Chunk)
	case c.Execute < 1 || c.Execute > c.Chunk:
		return fmt.Errorf("policies: %d executed actions of a chunk of %d; use 1 to %d", c.Execute, c.Chunk, c.Chunk)
	case c.Steps < 1:
		return fmt.Errorf("policies: %d training steps; use 1 or more", c.Steps)
	case c.Batch < 1 || c.Batch > 1<<16:
		return fmt.Errorf("policies: batch of %d frames; use 1 to %d", c.Batch, 1<<16)
	case c.Shifts < 0 || c.Shifts > 16:
		return fmt.Errorf("policies: %d shifts; use 0 to 16", c.Shifts)
	case c.Shifts > 0 && !c.Pictures():
		return fmt.Errorf("policies: %d shifts of pictures for network %q, which looks at none; use 0", c.Shifts, c.Network)
	case c.EndToEnd && (!c.Pictures() || c.Shifts > 0):
		return fmt.Errorf("policies: network %q with %d shifts cannot be trained end to end; use a network that looks at pictures, and no shifts", c.Network, c.Shifts)
	case !(c.Rate > 0) || math.IsInf(c.Rate, 0):
		return fmt.Errorf("policies: learning rate %g; use a positive number such as 0.001", c.Rate)
	}
	if _, err := Heads.Get(c.Head); err != nil {
		return fmt.Errorf("policies: %w", err)
	}
	if out := c.head().outputs(c.Chunk * actionSize); blocks[len(blocks)-1].rows*c.Hidden*slots(out) >= kernelSwitch {
		return fmt.Errorf("policies: %d outputs of head %q for %d hidden units are too many; use fewer of them or a shorter chunk", out, c.Head, c.Hidden)
	}
	return c.Schedule.Validate()
}

// head is the configuration's head, which validate has found.
func (c Config) head() Head {
	h, err := Heads.Get(c.Head)
	if err != nil {
		panic(err)
	}
	return h
}

// shape is the size of the configuration's network over what net sees.
func (c Config) shape(net Network) shape { return newShape(len(net.Features()), c, c.head()) }

// View returns how the configured policy turns the pictures of demonstrations into features.
func (c Config) View() encoder.Extractor {
	v := encoder.Extractor{Variants: 1 + c.Shifts, Raw: c.EndToEnd}
	if net, err := Networks.Get(c.Network); err == nil {
		if _, ok := net.(looker); ok {
			v.Encoder = encoder.Frozen()
		}
	}
	return v
}

// Pictures says whether the configured network looks at pictures: observations must have them, or episodes must have been Seen.
func (c Config) Pictures() bool { return c.View().Encoder != nil }
