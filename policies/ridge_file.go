package policies

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"

	"gonum.org/v1/gonum/mat"

	"counterpoise/internal/artifact"
	"counterpoise/internal/durable"
	"counterpoise/internal/num"
)

// A ridge's file is laid out as a policy's. Its payload is mean and gain of each input (float32), then float64: frequencies
// and phase of each Fourier feature, the weights W row by row. It acts as before; the moments of its data are not kept.
const (
	ridgeMagic  = "counterpoise ridge\n"
	ridgeFormat = 1
)

type ridgeHeader struct {
	Format   int         `json:"format"`
	Config   RidgeConfig `json:"config"`
	Features []Feature   `json:"features"`
	Encoder  string      `json:"encoder,omitempty"` // as in a policy's
}

// Save writes the policy to a file, whole or not at all.
func (r *Ridge) Save(path string) error {
	data, err := r.encodeFile()
	if err == nil {
		err = durable.WriteFile(path, data)
	}
	if err != nil {
		return fmt.Errorf("policies: saving: %w", err)
	}
	return nil
}

// LoadRidge reads a ridge that Save wrote, to act. It refuses what Load refuses, and cannot be fitted again.
func LoadRidge(path string) (*Ridge, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("policies: %w", err)
	}
	r, err := decodeRidge(data)
	if err != nil {
		return nil, fmt.Errorf("policies: %s: %w", path, err)
	}
	return r, nil
}

func (r *Ridge) encodeFile() ([]byte, error) {
	out := artifact.AppendFloat32(artifact.AppendFloat32(nil, r.inputs.mean), r.inputs.gain)
	for _, omega := range r.features.omega {
		out = artifact.AppendFloat64(out, omega)
	}
	out = artifact.AppendFloat64(out, r.features.phase)
	for d := range r.features.size() {
		out = artifact.AppendFloat64(out, r.W.RawRowView(d))
	}
	return artifact.Encode(ridgeMagic, ridgeHeader{ridgeFormat, r.cfg, r.net.Features(), Config{Network: r.cfg.Network}.View().ID()}, out)
}

func decodeRidge(data []byte) (*Ridge, error) {
	head, payload, err := artifact.Decode(ridgeMagic, data)
	if err != nil {
		return nil, err
	}
	var h ridgeHeader
	if err := json.Unmarshal(head, &h); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	net, err := h.fits()
	if err != nil {
		return nil, err
	}
	n, size, p := len(h.Features), h.Config.Features, h.Config.Chunk*actionSize
	if want := 8*n + 8*((size-1)*(n+1)+size*p); len(payload) != want {
		return nil, fmt.Errorf("%d bytes of parameters where its header announces %d", len(payload), want)
	}
	r := &Ridge{cfg: h.Config, net: net}
	r.inputs = standard{artifact.TakeFloat32(&payload, n), artifact.TakeFloat32(&payload, n)}
	for range size - 1 {
		r.features.omega = append(r.features.omega, artifact.TakeFloat64(&payload, n))
	}
	r.features.phase = artifact.TakeFloat64(&payload, size-1)
	r.W = mat.NewDense(size, p, artifact.TakeFloat64(&payload, size*p))
	return r, r.check()
}

// check says whether a number of a file is none.
func (r *Ridge) check() error {
	for _, v := range [][]float32{r.inputs.mean, r.inputs.gain} {
		if i := num.FirstNonFinite(v); i >= 0 {
			return fmt.Errorf("a parameter is %v", v[i])
		}
	}
	for _, row := range append(r.features.omega, r.features.phase, r.W.RawMatrix().Data) {
		for _, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("a parameter is %v", v)
			}
		}
	}
	return nil
}

// fits says whether this program can run what the header describes, and on which network.
func (h ridgeHeader) fits() (Network, error) {
	if h.Format != ridgeFormat {
		return nil, fmt.Errorf("format %d; this program reads format %d", h.Format, ridgeFormat)
	}
	if err := h.Config.validate(); err != nil {
		return nil, err
	}
	return sameFeatures(h.Config.Network, h.Features, h.Encoder, Config{Network: h.Config.Network}.View().ID())
}

// sameFeatures finds the network that sees exactly these features, through our own encoder if it looks at pictures.
func sameFeatures(name string, features []Feature, encoder, own string) (Network, error) {
	net, err := Networks.Get(name)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(features, net.Features()) {
		return nil, fmt.Errorf("network %q reads other features than it did when the policy was trained; train it again", name)
	}
	if encoder != own {
		return nil, fmt.Errorf("it looks at pictures through encoder %q, and this program's is %q; train it again", encoder, own)
	}
	return net, nil
}
