package render

import (
	"fmt"

	"counterpoise/scenes"
)

// Renderer draws the tabletop. A renderer may be used by one goroutine at a time; several renderers may work in
// parallel. The same snapshot and camera always give the same bytes on the same renderer and device.
type Renderer interface {
	// View draws a snapshot from the camera into the frame's buffers. It fails if the buffers do not fit the frame's
	// size, if the camera is out of range (Camera.Check), or if the device reports an error.
	View(s *scenes.Snapshot, c Camera, f Frame) error
	// Name identifies the renderer and its device. Datasets record it.
	Name() string
	// Close releases the device. The renderer must not be used afterwards.
	Close() error
}

// Frame is a set of pixel buffers that a renderer fills. Rows run from the top, pixels from the left. The caller
// owns the buffers; a renderer keeps no reference to them.
type Frame struct {
	Width, Height int
	RGB           []uint8   // Height x Width x 3
	Depth         []float32 // nil, or Height x Width: m along the optical axis; the camera's Far where no object is
	IDs           []uint8   // nil, or Height x Width: ID of the visible object, 0 where no object is
}

// NewFrame returns a frame with a colour buffer, and without depth and object ids.
func NewFrame(width, height int) Frame {
	return Frame{Width: width, Height: height, RGB: make([]uint8, 3*width*height)}
}

// Check returns an error if a buffer does not fit the frame's size, or if the size is out of range.
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

// maxSize is the greatest width and height (pixels) of a frame.
const maxSize = 8192

// staticCamera is computed once, because the static camera does not depend on the snapshot.
var staticCamera = StaticCamera()

// DrawObservation renders both pictures of an observation, from the static and the gripper camera. It overwrites
// buffers of the right size and replaces others. Its errors are those of View.
func DrawObservation(r Renderer, s *scenes.Snapshot, o *scenes.Observation) error {
	o.Static, o.Gripper = ResizedRGB(o.Static, StaticSize), ResizedRGB(o.Gripper, GripperSize)
	if err := r.View(s, staticCamera, Frame{Width: StaticSize, Height: StaticSize, RGB: o.Static}); err != nil {
		return err
	}
	return r.View(s, GripperCamera(s), Frame{Width: GripperSize, Height: GripperSize, RGB: o.Gripper})
}

// ResizedRGB returns b if its length is that of a square RGB picture of the given side (pixels), else a new buffer.
func ResizedRGB(b []uint8, size int) []uint8 {
	if len(b) == 3*size*size {
		return b
	}
	return make([]uint8, 3*size*size)
}
