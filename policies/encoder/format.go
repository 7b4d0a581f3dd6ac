package encoder

import (
	"fmt"

	"counterpoise/internal/artifact"
	"counterpoise/internal/budget"
	"counterpoise/internal/durable"
	"counterpoise/internal/num"
	"counterpoise/policies/layers"
)

// The file of an encoder is a container of package artifact:
//
//	magic    the line "counterpoise encoder"
//	length   of the header in bytes, uint32 little-endian
//	header   JSON: {"format":1}
//	payload  float32 little-endian: the parameters of the static camera's spatial encoder, then those of the gripper
//	         camera's, each in the order of Spatial.ParameterDims, row by row
//	digest   SHA-256 of everything before it
//
// Equal weights give equal bytes.
const (
	magic  = "counterpoise encoder\n"
	format = 1
)

// header is the JSON part of an encoder's file.
type header struct {
	Format int `json:"format"`
}

// payload returns the bytes of all parameters.
func (e *Encoder) payload() (out []byte) {
	for _, w := range append(e.Static[:len(e.Static):len(e.Static)], e.Gripper...) {
		out = artifact.AppendFloat32(out, w)
	}
	return out
}

// Save writes the encoder to a file. The write is atomic: after an error or a crash the file is as it was before.
func (e *Encoder) Save(path string) error {
	data, err := artifact.Encode(magic, header{format}, e.payload())
	if err == nil {
		err = durable.WriteFile(path, data)
	}
	if err != nil {
		return fmt.Errorf("encoder: save: %w", err)
	}
	return nil
}

// decode reads an encoder from the content of a file. Its errors name the defect but not the file.
func decode(data []byte) (*Encoder, error) {
	head, payload, err := artifact.Decode(magic, data)
	if err != nil {
		return nil, err
	}
	var h header
	if err := budget.New(int64(len(data))).JSON("it", head, &h); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	if h.Format != format {
		return nil, fmt.Errorf("format %d; this program reads format %d", h.Format, format)
	}
	return fromPayload(payload)
}

// fromPayload reads the parameters of both cameras. A payload of any other length and a NaN or infinity are errors.
func fromPayload(payload []byte) (*Encoder, error) {
	size := 0
	for _, c := range Cameras {
		for _, d := range c.ParameterDims() {
			size += 4 * layers.Volume(d)
		}
	}
	if len(payload) != size {
		return nil, fmt.Errorf("%d bytes of parameters, want %d", len(payload), size)
	}
	var w [2][][]float32
	for i, c := range Cameras {
		for _, d := range c.ParameterDims() {
			v := artifact.TakeFloat32(&payload, layers.Volume(d))
			if j := num.FirstNonFinite(v); j >= 0 {
				return nil, fmt.Errorf("a parameter is %v", v[j])
			}
			w[i] = append(w[i], v)
		}
	}
	return New(w[0], w[1]), nil
}
