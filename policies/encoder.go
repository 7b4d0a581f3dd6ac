package policies

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sync"

	"counterpoise/internal/durable"
	"counterpoise/scenes"
)

// Encoder turns the two pictures of an observation into numbers that say where things are: an eye for each. It is safe for
// use by several goroutines at once, and the same pictures always give the same bits.
type Encoder struct {
	static, ego [][]float32 // weights, see eye.dims
	id          string
	glances     *sync.Pool
}

func newEncoder(static, ego [][]float32) *Encoder {
	e := &Encoder{static: static, ego: ego, glances: &sync.Pool{New: func() any { return newGlance() }}}
	sum := sha256.Sum256(e.payload())
	e.id = hex.EncodeToString(sum[:8])
	return e
}

// ID is a digest of the weights.
func (e *Encoder) ID() string { return e.id }

// encoderWidth is the number of features of a pair of pictures.
var encoderWidth = staticEye.width() + egoEye.width()

// look writes the features of an observation's pictures: of the static camera's, then of the gripper's.
func (e *Encoder) look(dst []float32, o *scenes.Observation) error {
	if err := pictured(o); err != nil {
		return err
	}
	g := e.glances.Get().(*glance)
	defer e.glances.Put(g)
	staticEye.look(dst[:staticEye.width()], o.Static, e.static, g)
	egoEye.look(dst[staticEye.width():], o.Ego, e.ego, g)
	return nil
}

// pictured says whether an observation has both pictures.
func pictured(o *scenes.Observation) error {
	if s, g := len(o.Static), len(o.Ego); s != staticEye.bytes() || g != egoEye.bytes() {
		return fmt.Errorf("pictures of %d and %d bytes, not %d and %d: have both cameras drawn", s, g, staticEye.bytes(), egoEye.bytes())
	}
	return nil
}

// An encoder's file is laid out as a policy's; its payload is the parameters of the static eye and then of the gripper's.
const (
	encoderMagic  = "counterpoise encoder\n"
	encoderFormat = 1
)

type encoderHeader struct {
	Format int `json:"format"`
}

func (e *Encoder) payload() (out []byte) {
	for _, w := range append(e.static[:len(e.static):len(e.static)], e.ego...) {
		out = appendFloats(out, w)
	}
	return out
}

// Save writes the encoder to a file, whole or not at all.
func (e *Encoder) Save(path string) error {
	data, err := seal(encoderMagic, encoderHeader{encoderFormat}, e.payload())
	if err == nil {
		err = durable.WriteFile(path, data)
	}
	if err != nil {
		return fmt.Errorf("policies: saving an encoder: %w", err)
	}
	return nil
}

func decodeEncoder(data []byte) (*Encoder, error) {
	head, payload, err := sections(encoderMagic, data)
	if err != nil {
		return nil, err
	}
	var h encoderHeader
	if err := json.Unmarshal(head, &h); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	if h.Format != encoderFormat {
		return nil, fmt.Errorf("format %d; this program reads format %d", h.Format, encoderFormat)
	}
	return takeEncoder(payload)
}

// takeEncoder reads the parameters of both eyes, and nothing besides.
func takeEncoder(payload []byte) (*Encoder, error) {
	size := 0
	for _, e := range []eye{staticEye, egoEye} {
		for _, d := range e.dims() {
			size += 4 * volume(d)
		}
	}
	if len(payload) != size {
		return nil, fmt.Errorf("%d bytes of parameters of eyes that have %d", len(payload), size)
	}
	var w [2][][]float32
	for i, e := range []eye{staticEye, egoEye} {
		for _, d := range e.dims() {
			v := takeFloats(&payload, volume(d))
			if j := notFinite(v); j >= 0 {
				return nil, fmt.Errorf("a parameter of an eye is %v", v[j])
			}
			w[i] = append(w[i], v)
		}
	}
	return newEncoder(w[0], w[1]), nil
}

//go:embed encoder.bin
var encoderFile []byte

// frozen is the encoder that this program comes with. It saw random scenes alone, no demonstration and no task.
var frozen = sync.OnceValue(func() *Encoder {
	e, err := decodeEncoder(bytes.Clone(encoderFile))
	if err != nil {
		panic(fmt.Sprintf("policies: the embedded encoder: %v", err)) // a test reads it
	}
	return e
})
