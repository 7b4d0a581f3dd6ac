package render

import (
	"fmt"

	"counterpoise/scenes"
)

// Renderer draws the tabletop. One goroutine uses it at a time; as many as are wanted work side by side, and the same
// snapshot and camera always give the same bytes.
type Renderer interface {
	// View draws a snapshot as the camera sees it. It fails if the frame's buffers don't fit its size, or if the
	// device does.
	View(s *scenes.Snapshot, c Camera, f Frame) error
	// Name says which renderer and which device drew: a dataset's card carries it.
	Name() string
	// Close gives the device back.
	Close() error
}

// Frame is a picture to be drawn. Rows run from the top.
type Frame struct {
	Width, Height int
	RGB           []uint8   // Height x Width x 3
	Depth         []float32 // nil, or Height x Width: metres along the optical axis, the camera's Far where nothing is
	IDs           []uint8   // nil, or Height x Width: ID of the part that is seen, 0 where nothing is
}

// NewFrame makes a frame with colours alone.
func NewFrame(width, height int) Frame {
	return Frame{Width: width, Height: height, RGB: make([]uint8, 3*width*height)}
}

// Check says whether the buffers fit the size.
func (f *Frame) Check() error {
	n := f.Width * f.Height
	switch {
	case f.Width < 1 || f.Height < 1 || f.Width > maxSize || f.Height > maxSize:
		return fmt.Errorf("render: a picture of %d x %d pixels; each side can have 1 to %d", f.Width, f.Height, maxSize)
	case len(f.RGB) != 3*n || f.Depth != nil && len(f.Depth) != n || f.IDs != nil && len(f.IDs) != n:
		return fmt.Errorf("render: buffers of %d, %d and %d elements don't fit a picture of %d x %d pixels",
			len(f.RGB), len(f.Depth), len(f.IDs), f.Width, f.Height)
	}
	return nil
}

// maxSize is the greatest width and height (pixels) that every renderer takes.
const maxSize = 8192

// static is built once: the camera stands still.
var staticCamera = Static()

// Draw fills the two pictures of an observation. Buffers of the right size are written over, others made.
func Draw(r Renderer, s *scenes.Snapshot, o *scenes.Observation) error {
	o.Static, o.Ego = ResizedRGB(o.Static, StaticSize), ResizedRGB(o.Ego, EgoSize)
	if err := r.View(s, staticCamera, Frame{Width: StaticSize, Height: StaticSize, RGB: o.Static}); err != nil {
		return err
	}
	return r.View(s, Ego(s), Frame{Width: EgoSize, Height: EgoSize, RGB: o.Ego})
}

// Sized is b if it holds a square RGB picture of the given size, else a new buffer.
func ResizedRGB(b []uint8, size int) []uint8 {
	if len(b) == 3*size*size {
		return b
	}
	return make([]uint8, 3*size*size)
}
