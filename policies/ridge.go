package policies

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"counterpoise/internal/seed"
	"counterpoise/policies/mixture"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// Ridge is least squares on random Fourier features of what a network sees, with the optimum in closed form for any weights
// of the groups: the yardstick for balancing methods, whose L_min, hypergradient and equilibrium it knows exactly
// (see Least, Equilibrium), and the cheapest policy. Its loss is the squared error of head "squared".
//
// Once made it keeps each group's moments and no frames: what follows costs the same for ten episodes and for thousands. Making it
// holds the Fourier features of all frames in memory, 2 KB a frame at the default size.
type Ridge struct {
	cfg      RidgeConfig
	net      Network
	inputs   standard
	features fourier
	exact    exact
	W        *mat.Dense // [D x p]
}

// NewRidge measures demonstrations in groups, with a share of each group's episodes held out (0 for none; see HoldOut). The
// policy starts as the optimum of equal weights.
func NewRidge(data *demos.Dataset, groups demos.Groups, cfg RidgeConfig, share float64, key seed.Key) (*Ridge, error) {
	r, f, err := frame(data, groups, cfg, key)
	if err != nil {
		return nil, err
	}
	r.measure(f, f.s.holdOut(share, key.With("held out")))
	return r, r.Fit(equalWeights(r.groups()))
}

// frames are the rows of a least-squares problem.
type frames struct {
	s      *samples
	phi, y *mat.Dense
}

// frame computes the Fourier features and targets of every frame.
func frame(data *demos.Dataset, groups demos.Groups, cfg RidgeConfig, key seed.Key) (*Ridge, *frames, error) {
	if err := cfg.validate(); err != nil {
		return nil, nil, err
	}
	net, err := Networks.Get(cfg.Network)
	if err != nil {
		return nil, nil, fmt.Errorf("policies: %w", err)
	}
	n := len(net.Features())
	sh := shape{features: n, in: n, actions: cfg.Chunk * actionSize, slots: cfg.Chunk * actionSize}
	s, err := collect(net, Config{Network: cfg.Network}.View(), data, groups, sh, cfg.Chunk, key)
	if err != nil {
		return nil, nil, err
	}
	r := &Ridge{cfg: cfg, net: net, inputs: s.standardise(sh), features: newFourier(cfg.Features, n, cfg.Width, key.With("features"))}
	f := &frames{s: s, phi: mat.NewDense(len(s.group), cfg.Features, nil), y: mat.NewDense(len(s.group), sh.actions, nil)}
	for row := range s.group {
		r.features.encode(f.phi.RawRowView(row), s.x[row*n:][:n])
		for c, v := range s.y[row*sh.slots:][:sh.actions] {
			f.y.Set(row, c, float64(v))
		}
	}
	return r, f, nil
}

// measure takes the moments of a split.
func (r *Ridge) measure(f *frames, split *samples) {
	r.exact = exact{lambda: r.cfg.Lambda}
	for _, rows := range split.frames {
		r.exact.train = append(r.exact.train, measure(f.phi, f.y, rows))
	}
	r.exact.target = r.exact.train
	if split.held == nil {
		return
	}
	r.exact.target = nil
	for _, rows := range split.held {
		r.exact.target = append(r.exact.target, measure(f.phi, f.y, rows))
	}
}

func (r *Ridge) groups() int { return len(r.exact.train) }

// Fit makes the policy the optimum for some weights of the groups.
func (r *Ridge) Fit(alpha []float64) error {
	if err := mixture.CheckSimplex(alpha, r.groups()); err != nil {
		return fmt.Errorf("policies: %w", err)
	}
	s, err := r.exact.solve(alpha)
	r.W = s.W
	return err
}

// Losses are the groups' mean losses under the policy as it is, over the frames that it was fitted to and over held-out ones
// (the same where nothing is held out).
func (r *Ridge) Losses() (train, heldOut []float64) {
	return losses(r.exact.train, r.W), losses(r.exact.target, r.W)
}

// Hypergradient is H[i][j] = d L_i(W_α)/d α_j at some weights, L_i over held-out frames where some are held out. Weights
// are free here: it holds off the simplex too.
func (r *Ridge) Hypergradient(alpha []float64) ([][]float64, error) {
	s, err := r.exact.solve(alpha)
	if err != nil {
		return nil, err
	}
	return r.exact.hypergradient(s)
}

// Chunk is the number of actions that the policy predicts for an observation, at 30 Hz.
func (r *Ridge) Chunk() int { return r.cfg.Chunk }

// Execute is how many of them to carry out before asking again.
func (r *Ridge) Execute() int { return r.cfg.Execute }

// Act fills dst[i] with the first len(dst[i]) actions of the chunk for obs[i], as Policy's does.
func (r *Ridge) Act(dst [][]scenes.Action, obs []scenes.Observation) error {
	if len(dst) != len(obs) {
		return fmt.Errorf("policies: %d chunks asked for %d observations", len(dst), len(obs))
	}
	x, phi := make([]float32, len(r.inputs.mean)), make([]float64, r.features.size())
	a := make([]float64, r.cfg.Chunk*actionSize)
	for i := range obs {
		if len(dst[i]) > r.cfg.Chunk {
			return fmt.Errorf("policies: %d actions asked of a policy that predicts %d", len(dst[i]), r.cfg.Chunk)
		}
		if err := observe(x, r.net, r.cfg.Network, &obs[i]); err != nil {
			return err
		}
		r.inputs.apply(x, x)
		r.features.encode(phi, x)
		r.predict(a, phi)
		for t := range dst[i] {
			for c := range dst[i][t] {
				dst[i][t][c] = float32(a[t*actionSize+c])
			}
		}
	}
	return nil
}

// predict is a = φᵀW.
func (r *Ridge) predict(a, phi []float64) {
	clear(a)
	for d, v := range phi {
		for c, w := range r.W.RawRowView(d) {
			a[c] += v * w
		}
	}
}
