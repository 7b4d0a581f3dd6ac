package encoder

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"sync"

	"counterpoise/scenes"
)

// Encoder computes features of the two pictures of an observation: a spatial encoder for each camera. It is safe for
// concurrent use. Equal pictures give equal bits on one machine; see kernels for what differs between machines.
type Encoder struct {
	Static, Gripper [][]float32 // parameters of each camera's spatial encoder, shaped as Spatial.ParameterDims
	id              string
	scratches       *sync.Pool // of *[2]*scratch, one a camera; a scratch keeps activations under these parameters
}

// New returns an encoder with the given parameters, shaped as Static.ParameterDims and Gripper.ParameterDims. It
// keeps the slices; changing them later invalidates ID.
func New(static, gripper [][]float32) *Encoder {
	e := &Encoder{Static: static, Gripper: gripper, scratches: &sync.Pool{New: func() any {
		return &[2]*scratch{newScratch(Static), newScratch(Gripper)}
	}}}
	sum := sha256.Sum256(e.payload())
	e.id = hex.EncodeToString(sum[:8])
	return e
}

// ID returns a digest of the weights: the first 8 bytes of their SHA-256, as 16 hexadecimal digits.
func (e *Encoder) ID() string { return e.id }

// Cameras lists the architectures in the order of an encoder's features and parameters: static camera, gripper
// camera.
var Cameras = [2]Spatial{Static, Gripper}

// Width is the number of features of an observation, 3K of each camera: 72 + 48 = 120.
var Width = Static.Features() + Gripper.Features()

// Encode writes the Width features of an observation's pictures to dst: those of the static camera, then those of the
// gripper camera. An observation without both pictures is an error.
func (e *Encoder) Encode(dst []float32, o *scenes.Observation) error {
	if err := CheckPictures(o); err != nil {
		return err
	}
	buf := e.scratches.Get().(*[2]*scratch)
	defer e.scratches.Put(buf)
	Static.encode(dst[:Static.Features()], o.Static, e.Static, buf[0])
	Gripper.encode(dst[Static.Features():], o.Gripper, e.Gripper, buf[1])
	return nil
}

// EncodePicture writes the features of one picture to dst, by the weights of one of Cameras: 0 for the static camera, 1
// for that at the gripper. The picture is 8-bit RGB, Cameras[camera].PictureBytes() long, rows from top to bottom. It
// gives the bits that Encode gives for the picture.
func (e *Encoder) EncodePicture(dst []float32, camera int, picture []byte) {
	buf := e.scratches.Get().(*[2]*scratch)
	defer e.scratches.Put(buf)
	Cameras[camera].encode(dst, picture, [][][]float32{e.Static, e.Gripper}[camera], buf[camera])
}

// CheckPictures returns an error unless an observation has both pictures in the expected sizes.
func CheckPictures(o *scenes.Observation) error {
	s, g := len(o.Static), len(o.Gripper)
	if s != Static.PictureBytes() || g != Gripper.PictureBytes() {
		return fmt.Errorf("pictures of %d and %d bytes, not %d and %d: have both cameras drawn",
			s, g, Static.PictureBytes(), Gripper.PictureBytes())
	}
	return nil
}

//go:embed encoder.bin
var embedded []byte

// Frozen returns the embedded encoder, which every policy uses unless it trains one itself. It was trained on random
// scenes only, see DefaultConfig. Its weights must not be changed: features cached by its ID would become wrong.
var Frozen = sync.OnceValue(func() *Encoder {
	e, err := decode(bytes.Clone(embedded))
	if err != nil {
		panic(fmt.Sprintf("encoder: the embedded encoder: %v", err)) // the tests load it, so a release cannot panic
	}
	return e
})
