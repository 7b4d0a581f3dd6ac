package encoder

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sync"

	"counterpoise/internal/artifact"
	"counterpoise/internal/durable"
	"counterpoise/internal/num"
	"counterpoise/policies/layers"
	"counterpoise/scenes"
)

// Encoder turns the two pictures of an observation into numbers that say where things are: an eye for each. It is safe for
// use by several goroutines at once, and the same pictures always give the same bits.
type Encoder struct {
	Static, Gripper [][]float32 // weights, see eye.dims
	id              string
	scratches       *sync.Pool
}

func New(static, ego [][]float32) *Encoder {
	e := &Encoder{Static: static, Gripper: ego, scratches: &sync.Pool{New: func() any { return newScratch() }}}
	sum := sha256.Sum256(e.payload())
	e.id = hex.EncodeToString(sum[:8])
	return e
}

// ID is a digest of the weights.
func (e *Encoder) ID() string { return e.id }

// encoderWidth is the number of features of a pair of pictures.
var Width = Static.width() + Gripper.width()

// look writes the features of an observation's pictures: of the static camera's, then of the gripper's.
func (e *Encoder) Encode(dst []float32, o *scenes.Observation) error {
	if err := CheckPictures(o); err != nil {
		return err
	}
	g := e.scratches.Get().(*scratch)
	defer e.scratches.Put(g)
	Static.encode(dst[:Static.width()], o.Static, e.Static, g)
	Gripper.encode(dst[Static.width():], o.Gripper, e.Gripper, g)
	return nil
}

// pictured says whether an observation has both pictures.
func CheckPictures(o *scenes.Observation) error {
	if s, g := len(o.Static), len(o.Gripper); s != Static.PictureBytes() || g != Gripper.PictureBytes() {
		return fmt.Errorf("pictures of %d and %d bytes, not %d and %d: have both cameras drawn", s, g, Static.PictureBytes(), Gripper.PictureBytes())
	}
	return nil
}

// An encoder's file is laid out as a policy's; its payload is the parameters of the static eye and then of the gripper's.
const (
	magic  = "counterpoise encoder\n"
	format = 1
)

type header struct {
	Format int `json:"format"`
}

func (e *Encoder) payload() (out []byte) {
	for _, w := range append(e.Static[:len(e.Static):len(e.Static)], e.Gripper...) {
		out = artifact.AppendFloat32(out, w)
	}
	return out
}

// Save writes the encoder to a file, whole or not at all.
func (e *Encoder) Save(path string) error {
	data, err := artifact.Encode(magic, header{format}, e.payload())
	if err == nil {
		err = durable.WriteFile(path, data)
	}
	if err != nil {
		return fmt.Errorf("policies: saving an encoder: %w", err)
	}
	return nil
}

func decode(data []byte) (*Encoder, error) {
	head, payload, err := artifact.Decode(magic, data)
	if err != nil {
		return nil, err
	}
	var h header
	if err := json.Unmarshal(head, &h); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	if h.Format != format {
		return nil, fmt.Errorf("format %d; this program reads format %d", h.Format, format)
	}
	return fromPayload(payload)
}

// takeEncoder reads the parameters of both eyes, and nothing besides.
func fromPayload(payload []byte) (*Encoder, error) {
	size := 0
	for _, e := range []Spatial{Static, Gripper} {
		for _, d := range e.ParameterDims() {
			size += 4 * layers.Volume(d)
		}
	}
	if len(payload) != size {
		return nil, fmt.Errorf("%d bytes of parameters of eyes that have %d", len(payload), size)
	}
	var w [2][][]float32
	for i, e := range []Spatial{Static, Gripper} {
		for _, d := range e.ParameterDims() {
			v := artifact.TakeFloat32(&payload, layers.Volume(d))
			if j := num.FirstNonFinite(v); j >= 0 {
				return nil, fmt.Errorf("a parameter of an eye is %v", v[j])
			}
			w[i] = append(w[i], v)
		}
	}
	return New(w[0], w[1]), nil
}

//go:embed encoder.bin
var embedded []byte

// frozen is the encoder that this program comes with. It saw random scenes alone, no demonstration and no task.
var Frozen = sync.OnceValue(func() *Encoder {
	e, err := decode(bytes.Clone(embedded))
	if err != nil {
		panic(fmt.Sprintf("policies: the embedded encoder: %v", err)) // a test reads it
	}
	return e
})
