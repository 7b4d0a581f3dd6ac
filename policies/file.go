package policies

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/artifact"
	"counterpoise/internal/durable"
	"counterpoise/internal/num"
	"counterpoise/policies/backend"
	"counterpoise/policies/encoder"
	"counterpoise/policies/layers"
)

// A policy's file is, in this order:
//
//	magic    the line "counterpoise policy"
//	length   of the header in bytes, uint32 little-endian
//	header   JSON: format, config, features
//	payload  float32 little-endian: mean and gain of each feature, then the parameters in the order of shape.dims
//	digest   SHA-256 of everything before it
//
// The same policy is always the same bytes.
const (
	magic      = "counterpoise policy\n"
	fileFormat = 2
)

type header struct {
	Format   int       `json:"format"`
	Config   Config    `json:"config"`
	Features []Feature `json:"features"`
	Encoder  string    `json:"encoder,omitempty"` // the digest of what it sees through, see Encoder; empty if that is among its parameters
}

// Save writes the policy to a file, whole or not at all.
func (p *Policy) Save(path string) error {
	data, err := p.encodeFile()
	if err == nil {
		err = durable.WriteFile(path, data)
	}
	if err != nil {
		return fmt.Errorf("policies: saving: %w", err)
	}
	return nil
}

// Load reads a policy that Save wrote. A file that is damaged, of another format, or of a network that this program
// doesn't have in the same form is refused with a line that says which.
func Load(path string) (*Policy, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("policies: %w", err)
	}
	p, err := decodeFile(data)
	if err != nil {
		return nil, fmt.Errorf("policies: %s: %w", path, err)
	}
	return p, nil
}

func (p *Policy) encodeFile() ([]byte, error) {
	out := artifact.AppendFloat32(nil, p.inputs.mean)
	out = artifact.AppendFloat32(out, p.inputs.gain)
	for _, w := range p.weights {
		if err := tensors.ConstFlatData(w, func(v []float32) { out = artifact.AppendFloat32(out, v) }); err != nil {
			return nil, err
		}
	}
	return artifact.Encode(magic, header{fileFormat, p.cfg, p.net.Features(), p.cfg.View().ID()}, out)
}

func decodeFile(data []byte) (*Policy, error) {
	head, payload, err := artifact.Decode(magic, data)
	if err != nil {
		return nil, err
	}
	var h header
	if err := json.Unmarshal(head, &h); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	net, err := h.fits()
	if err != nil {
		return nil, err
	}
	sh := h.Config.shape(net)
	if want := 4 * (2*sh.features + sh.size()); len(payload) != want {
		return nil, fmt.Errorf("%d bytes of parameters where its header announces %d", len(payload), want)
	}
	inputs := standard{artifact.TakeFloat32(&payload, sh.features), artifact.TakeFloat32(&payload, sh.features)}
	var weights [][]float32
	for _, d := range sh.Dims() {
		weights = append(weights, artifact.TakeFloat32(&payload, layers.Volume(d)))
	}
	for _, v := range append(weights, inputs.mean, inputs.gain) {
		if i := num.FirstNonFinite(v); i >= 0 {
			return nil, fmt.Errorf("a parameter is %v", v[i])
		}
	}
	b, err := backend.Go()
	if err != nil {
		return nil, err
	}
	if sh.eyes {
		net = vision{encoder.New(weights[layerParams:layerParams+len(encoder.Static.ParameterDims())], weights[layerParams+len(encoder.Static.ParameterDims()):])}
	}
	return newPolicy(b, h.Config, net, weights, inputs)
}

// fits says whether this program can run what the header describes, and on which network.
func (h header) fits() (Network, error) {
	if h.Format != fileFormat {
		return nil, fmt.Errorf("format %d; this program reads format %d", h.Format, fileFormat)
	}
	if err := h.Config.validate(); err != nil {
		return nil, err
	}
	return sameFeatures(h.Config.Network, h.Features, h.Encoder, h.Config.View().ID())
}
