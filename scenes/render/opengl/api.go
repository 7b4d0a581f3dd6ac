package opengl

import (
	"errors"

	"counterpoise/scenes"
	"counterpoise/scenes/render"
)

// ErrNotBuilt is the error of New and OpenWindow in a program that was built without OpenGL.
var ErrNotBuilt = errors.New("opengl: this program was built without OpenGL, for which a build takes Linux, a C " +
	"compiler, OpenGL's headers and the tag gl")

// Renderer is a render.Renderer on an OpenGL device.
type Renderer interface {
	render.Renderer
	// Hardware tells whether the device is a graphics card. Otherwise package soft is faster.
	Hardware() bool
	// DrawAll renders both pictures of many observations at once, observation i from snapshot i. On hardware it is
	// faster than one observation at a time. It fails if the lengths differ.
	DrawAll(s []scenes.Snapshot, o []scenes.Observation) error
}

// Window shows the tabletop on the screen. Like a renderer it owns a thread and may be used by one goroutine at a time.
type Window interface {
	// Show draws a snapshot over the whole window and the overlays on top, in order. It waits for the vertical blank.
	Show(s *scenes.Snapshot, c render.Camera, over []Overlay) error
	// Events returns the user's input since the last call, in order.
	Events() []Event
	// Size returns the size of the window's contents (pixels).
	Size() (width, height int)
	// Picture returns the window's contents as of the last Show, an empty frame before the first.
	Picture() render.Frame
	// Name identifies the device.
	Name() string
	// Close closes the window. It must not be used afterwards.
	Close() error
}

// Overlay is a picture on top of the scene in a window. It is scaled to its rectangle with nearest-neighbour sampling.
type Overlay struct {
	X, Y, W, H    int     // rectangle in the window (pixels); (X, Y) is its upper left corner
	Width, Height int     // size of the picture (pixels)
	RGBA          []uint8 // Height x Width x 4, rows from the top; alpha 255 is opaque
}

// Event is one input of the user. The fields beside Kind are set for the kinds that their comments name.
type Event struct {
	Kind   EventKind
	Key    rune    // KeyPress, KeyRelease: 'a' to 'z', '0' to '9', ' ', or one of the Key constants
	Button int     // Drag: 0 left, 1 right, 2 middle
	DX, DY float64 // Drag: movement (pixels, y downwards); Scroll: wheel steps
}

// EventKind is the type of an event.
type EventKind int

// The types of events.
const (
	KeyPress    EventKind = iota // a key was pressed, or repeats
	Drag                         // the pointer moved with a button held
	Scroll                       // the wheel turned
	CloseWindow                  // the user asked to close the window
	KeyRelease                   // a key was released
)

// Keys without a character, in Unicode's private use area.
const (
	KeyEscape rune = 0xE000 + iota
	KeyLeft
	KeyRight
	KeyUp
	KeyDown
	KeyShift
	KeyEnter
)
