package opengl

import (
	"errors"

	"counterpoise/scenes"
	"counterpoise/scenes/render"
)

// ErrNotBuilt is New's and Open's answer in a program without OpenGL.
var ErrNotBuilt = errors.New("opengl: this program was built without it; on Linux, ./counterpoise setup installs what building it takes")

// Renderer is a render.Renderer on an OpenGL device.
type Renderer interface {
	render.Renderer
	// Hardware says whether a graphics card draws. Where none does, package soft is faster.
	Hardware() bool
	// DrawAll fills the pictures of many observations at once: observation i from snapshot i. It is the fast way on
	// hardware.
	DrawAll(s []scenes.Snapshot, o []scenes.Observation) error
}

// Window shows the tabletop on the screen. Like a renderer it has a thread of its own and may be used by one goroutine at a
// time.
type Window interface {
	// Show draws a snapshot over the whole window, pictures on top of it, and waits for the screen.
	Show(s *scenes.Snapshot, c render.Camera, over []Overlay) error
	// Events are what the user did since the last call, in order.
	Events() []Event
	// Size is the window's size (pixels).
	Size() (width, height int)
	// Picture is what the window shows.
	Picture() render.Frame
	// Name says which device draws.
	Name() string
	// Close closes the window.
	Close() error
}

// Overlay is a picture in the window, W x H pixels large, at (X, Y) from the upper left corner. RGBA has as many bytes as
// its own size asks for; alpha 255 covers what is below.
type Overlay struct {
	X, Y, W, H    int
	Width, Height int
	RGBA          []uint8
}

// Event is one thing that the user did.
type Event struct {
	Kind   Kind
	Key    rune    // KeyPress: 'a' to 'z', '0' to '9', ' ', or one of the Key constants
	Button int     // Drag: 0 left, 1 right, 2 middle
	DX, DY float64 // Drag: pixels; Scroll: notches
}

// Kind is what sort of event it is.
type Kind int

// Kinds of events.
const (
	KeyPress Kind = iota
	Drag
	Scroll
	CloseWindow
)

// Keys that are no letters.
const (
	KeyEscape rune = 0xE000 + iota
	KeyLeft
	KeyRight
	KeyUp
	KeyDown
)
