package record

import "encoding/json"

// Config is everything that decides a training run besides the data, the mixture and the key. Policy files and records
// contain it as JSON. Package train checks it and trains by it.
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
	// alone. The others are those of its calls before, Execute control steps apart. At the start of an episode,
	// where there are fewer, its first observation is repeated.
	History int `json:"history,omitempty"`
	// Steps is the budget of gradient steps. The last weights count, never the best.
	Steps int `json:"steps"`
	// Batch is the number of frames in a step, at least one a group. 256 is where the Go backend is fast.
	Batch int `json:"batch"`
	// Rate is Adam's learning rate at the start, > 0; 1e-4 to 3e-3 is usual.
	Rate float64 `json:"rate"`
	// Schedule is the course of the rate: optimizer.Cosine or optimizer.Constant.
	Schedule string `json:"schedule"`
	// From is the digest of the policy file whose weights the training goes on from (Options.From); empty: it starts
	// anew.
	From string `json:"from,omitempty"`
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
