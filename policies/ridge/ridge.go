package ridge

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"counterpoise/internal/seed"
	"counterpoise/policies/encoder"
	"counterpoise/policies/mixture"
	"counterpoise/policies/network"
	"counterpoise/policies/trainset"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// Ridge is a policy by least squares on random Fourier features φ of an observer's features: it predicts an action
// chunk a = φᵀW. Its loss is that of head "squared". The optimum W has a closed form for any weights of the groups
// (see exact).
//
// A Ridge keeps the moments of each group and no frames, so refitting costs the same for ten episodes and for
// thousands. New and Train hold the Fourier features of all frames in memory, 2 KB a frame at the default size.
//
// Act, Losses and Hypergradient may be called by several goroutines at once; Fit may not run beside them.
type Ridge struct {
	cfg          Config
	observer     network.Observer
	standardizer network.Standardizer
	features     fourier
	exact        exact
	W            *mat.Dense // [D x p]
}

// New returns a ridge on demonstrations in groups, with a share of the episodes of each group held out (see
// mixture.HoldOut; 0 for none). The policy is the optimum for equal weights until Fit changes it. The key draws the
// Fourier features and the held-out episodes. Settings out of range and data that trainset.Collect refuses are errors.
func New(data *demos.Dataset, groups demos.Groups, cfg Config, share float64, key seed.Key) (*Ridge, error) {
	r, rows, err := collect(data, groups, cfg, key)
	if err != nil {
		return nil, err
	}
	r.measure(rows, rows.set.HoldOut(share, key.With("held out")))
	equal := make([]float64, r.groups())
	for i := range equal {
		equal[i] = 1 / float64(len(equal))
	}
	return r, r.Fit(equal)
}

// rows are the rows of a least-squares problem: Fourier features Φ [N x D] and targets Y [N x p] of a Set.
type rows struct {
	set    *trainset.Set
	phi, y *mat.Dense
}

// collect returns a ridge without moments, and the rows of all frames of a dataset. Inputs are standardised over all
// frames, held-out ones included, as in package train.
func collect(data *demos.Dataset, groups demos.Groups, cfg Config, key seed.Key) (*Ridge, *rows, error) {
	if err := cfg.Validate(); err != nil {
		return nil, nil, fmt.Errorf("ridge: %w", err)
	}
	obs, err := network.Observers.Get(cfg.Observer)
	if err != nil {
		return nil, nil, fmt.Errorf("ridge: %w", err)
	}
	pictures := encoder.Extractor{Variants: 1}
	if p, ok := obs.(network.PictureObserver); ok {
		pictures.Encoder = p.Encoder()
	}
	n := len(obs.Features())
	layout := trainset.Layout{
		Observer: obs, Extractor: pictures, Chunk: cfg.Chunk, In: n, Slots: cfg.Chunk * network.ActionSize,
	}
	s, err := trainset.Collect(layout, data, groups, key)
	if err != nil {
		return nil, nil, fmt.Errorf("ridge: %w", err)
	}
	r := &Ridge{cfg: cfg, observer: obs, standardizer: network.FitStandardizer(s.X, n, network.Floors(obs.Features()))}
	s.Standardize(r.standardizer)
	return r, r.expand(s, key), nil
}

// expand draws the Fourier features for rows of s.In standardised inputs, and computes Φ and Y.
func (r *Ridge) expand(s *trainset.Set, key seed.Key) *rows {
	r.features = newFourier(r.cfg.Features, s.In, r.cfg.Width, key.With("features"))
	n := len(s.Group)
	out := &rows{set: s, phi: mat.NewDense(n, r.cfg.Features, nil), y: mat.NewDense(n, s.Slots, nil)}
	for row := range n {
		r.features.encode(out.phi.RawRowView(row), s.X[row*s.In:][:s.In])
		for c, v := range s.Y[row*s.Slots:][:s.Slots] {
			out.y.Set(row, c, float64(v))
		}
	}
	return out
}

// measure computes the moments of the training rows of a split and, where it has any, of its held-out rows. Without
// held-out rows both share the same moments.
func (r *Ridge) measure(f *rows, split *trainset.Set) {
	r.exact = exact{lambda: r.cfg.Lambda}
	for _, of := range split.ByGroup {
		r.exact.train = append(r.exact.train, measure(f.phi, f.y, of))
	}
	r.exact.target = r.exact.train
	if split.HeldOut == nil {
		return
	}
	r.exact.target = nil
	for _, of := range split.HeldOut {
		r.exact.target = append(r.exact.target, measure(f.phi, f.y, of))
	}
}

// groups returns the number of groups that the ridge has moments of: 0 after Decode.
func (r *Ridge) groups() int { return len(r.exact.train) }

// Fit sets the policy to the optimum for the weights alpha of the groups. Weights off the simplex are an error, and so
// are any weights for a ridge that Decode returned, which has no moments. After an error the policy is as it was.
func (r *Ridge) Fit(alpha []float64) error {
	if err := mixture.CheckSimplex(alpha, r.groups()); err != nil {
		return fmt.Errorf("ridge: %w", err)
	}
	s, err := r.exact.solve(alpha)
	if err != nil {
		return err
	}
	r.W = s.W
	return nil
}

// Losses returns the mean loss of each group under the present policy, in squared action units: over the frames that
// it was fitted to, and over held-out frames. Both are the same where nothing is held out.
func (r *Ridge) Losses() (train, heldOut []float64) {
	train = losses(r.exact.train, r.W)
	if !r.exact.heldOut() {
		return train, slices.Clone(train)
	}
	return train, losses(r.exact.target, r.W)
}

// Hypergradient returns H[i][j] = d L_i(W_α)/d α_j at weights alpha, with L_i over held-out frames where some are
// held out. The weights need not sum to 1, so that finite differences in one weight can be compared with H.
func (r *Ridge) Hypergradient(alpha []float64) ([][]float64, error) {
	s, err := r.exact.solve(alpha)
	if err != nil {
		return nil, err
	}
	return r.exact.hypergradient(s)
}

// Chunk is the number of actions predicted for an observation, at 30 Hz.
func (r *Ridge) Chunk() int { return r.cfg.Chunk }

// Execute is the number of actions to execute before the next observation.
func (r *Ridge) Execute() int { return r.cfg.Execute }

// Pictures reports whether observations must have pictures.
func (r *Ridge) Pictures() bool { return network.EncoderID(r.observer) != "" }

// Act fills dst[i] with the first len(dst[i]) actions of the chunk for obs[i]. Each answer depends on its observation
// alone.
func (r *Ridge) Act(dst [][]scenes.Action, obs []scenes.Observation) error {
	if len(dst) != len(obs) {
		return fmt.Errorf("ridge: %d chunks of actions for %d observations", len(dst), len(obs))
	}
	x, phi := make([]float32, len(r.standardizer.Mean)), make([]float64, r.features.size())
	a := make([]float64, r.cfg.Chunk*network.ActionSize)
	for i := range obs {
		if len(dst[i]) > r.cfg.Chunk {
			return fmt.Errorf("ridge: %d actions requested of a policy that predicts %d", len(dst[i]), r.cfg.Chunk)
		}
		if err := network.Observe(x, r.observer, &obs[i]); err != nil {
			return fmt.Errorf("ridge: observer %q: %w", r.cfg.Observer, err)
		}
		r.standardizer.Apply(x, x)
		r.features.encode(phi, x)
		r.predict(a, phi)
		for t := range dst[i] {
			for c := range dst[i][t] {
				dst[i][t][c] = float32(a[t*network.ActionSize+c])
			}
		}
	}
	return nil
}

// predict computes a = φᵀW.
func (r *Ridge) predict(a, phi []float64) {
	clear(a)
	for d, v := range phi {
		for c, w := range r.W.RawRowView(d) {
			a[c] += v * w
		}
	}
}
