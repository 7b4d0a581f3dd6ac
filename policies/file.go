package policies

import (
	"errors"
	"fmt"
	"slices"

	"counterpoise/internal/artifact"
	"counterpoise/internal/budget"
	"counterpoise/internal/durable"
	"counterpoise/internal/num"
	"counterpoise/policies/layers"
	"counterpoise/policies/network"
	"counterpoise/policies/train"
)

// A policy file is an artifact, in this order:
//
//	magic    the line "counterpoise policy"
//	length   of the header in bytes, uint32 little-endian
//	header   JSON: format, config, features, encoder, task
//	payload  float32 little-endian: mean and gain of each feature, then the parameters in the order of Network.Dims
//	digest   SHA-256 of everything before it
//
// The same policy always gives the same bytes. Format 5 is that of policies of environments other than the tabletop,
// with their Space. Those of the tabletop have format 4, in which the outputs of head "gaussian" have another order
// than before; format 3 names observer and network; format 2, of the first edition, called the observer "network" (see
// train.Config.UnmarshalJSON). All are read, except head "gaussian" of older formats.
const (
	magic        = "counterpoise policy\n"
	format       = 4
	spaceFormat  = 5 // of policies with a space
	oldestFormat = 2
)

// header is the JSON part of a policy file.
type header struct {
	Format   int               `json:"format"`
	Config   train.Config      `json:"config"`
	Features []network.Feature `json:"features"`
	Encoder  string            `json:"encoder,omitempty"` // see network.Model.EncoderID
	Task     string            `json:"task,omitempty"`    // see Neural.SetTask
	Space    *Space            `json:"space,omitempty"`
}

// Save writes the policy to a file, whole or not at all.
func (p *Neural) Save(path string) error {
	data, err := p.encode()
	if err == nil {
		err = durable.WriteFile(path, data)
	}
	if err != nil {
		return fmt.Errorf("policies: saving: %w", err)
	}
	return nil
}

// encode returns the content of the policy's file.
func (p *Neural) encode() ([]byte, error) {
	m := p.trained
	out := artifact.AppendFloat32(artifact.AppendFloat32(nil, m.Standardizer.Mean), m.Standardizer.Gain)
	for _, w := range m.Weights {
		out = artifact.AppendFloat32(out, w)
	}
	h := header{format, p.cfg, m.Observer.Features(), m.EncoderID(), p.task, p.space}
	if p.space != nil {
		h.Format = spaceFormat
	}
	return artifact.Encode(magic, h, out)
}

// decodeNeural reads a policy from the content of a file. A damaged file, one of another format, other parts than the
// program has, and a parameter that is not finite are errors; they name the defect but not the file.
func decodeNeural(data []byte) (*Neural, error) {
	head, payload, err := artifact.Decode(magic, data)
	if err != nil {
		return nil, err
	}
	var h header
	if err := budget.New(int64(len(data))).JSON("it", head, &h); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	m, err := h.model()
	if err != nil {
		return nil, err
	}
	if want := 4 * (2*m.Sizes.Features + network.Count(m.Network, m.Sizes)); len(payload) != want {
		return nil, fmt.Errorf("%d bytes of parameters where its header announces %d", len(payload), want)
	}
	n := m.Sizes.Features
	m.Standardizer.Mean = artifact.TakeFloat32(&payload, n)
	m.Standardizer.Gain = artifact.TakeFloat32(&payload, n)
	for _, d := range m.Network.Dims(m.Sizes) {
		m.Weights = append(m.Weights, artifact.TakeFloat32(&payload, layers.Volume(d)))
	}
	for _, v := range append(m.Weights[:len(m.Weights):len(m.Weights)], m.Standardizer.Mean, m.Standardizer.Gain) {
		if i := num.FirstNonFinite(v); i >= 0 {
			return nil, fmt.Errorf("a parameter is %v", v[i])
		}
	}
	p, err := NewNeuralOf(h.Config, m, h.Space)
	if err == nil {
		p.SetTask(h.Task)
	}
	return p, err
}

// model returns the parts that the header names, if this program has them in the same form.
func (h header) model() (*network.Model, error) {
	if h.Format > spaceFormat {
		return nil, fmt.Errorf("format %d, of a newer version of the program; this one reads formats %d to %d: use "+
			"that version, or train the policy again", h.Format, oldestFormat, spaceFormat)
	}
	if h.Format < oldestFormat {
		return nil, fmt.Errorf("format %d; this program reads formats %d to %d: train the policy again",
			h.Format, oldestFormat, spaceFormat)
	}
	if err := h.Config.Validate(); err != nil {
		return nil, fmt.Errorf("%w; train the policy again, or use the version of the program that made it", err)
	}
	if h.Format < 4 && h.Config.Head == "gaussian" {
		return nil, fmt.Errorf("format %d has the outputs of head %q in another order; train the policy again",
			h.Format, h.Config.Head)
	}
	if (h.Format == spaceFormat) != (h.Space != nil) {
		return nil, fmt.Errorf("format %d, and a space only where it is %d", h.Format, spaceFormat)
	}
	if h.Space != nil {
		if !slices.Equal(h.Space.Features(), h.Features) {
			return nil, errors.New("other features than the names of its states and tasks")
		}
		return h.Config.Spec().OfNumbers(h.Features, len(h.Space.Action))
	}
	m, err := h.Config.Spec().Resolve()
	if err != nil {
		return nil, err
	}
	return m, network.SameFeatures(m.Observer, h.Config.Observer, h.Features, h.Encoder, m.EncoderID())
}
