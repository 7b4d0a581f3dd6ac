package film

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/physics"
	"counterpoise/scenes"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

// View draws moments as one camera sees them. It is not safe for concurrent use.
type View struct {
	Width, Height int // pixels
	// Stopped is asked before each picture, while a film is encoded, and once more when ffmpeg has ended; an error ends
	// the drawing and is returned. nil never stops.
	Stopped  func() error
	camera   func(*scenes.Snapshot) render.Camera
	exact    bool // the size is that of a policy's picture, which is drawn without smoothing
	renderer render.Renderer
}

// preset is a camera with its sizes in pixels. camera depends on the scene for cameras that move with the arm.
type preset struct {
	name          string
	camera        func(*scenes.Snapshot) render.Camera
	width, height int // the size for people
	policy        int // side of the square picture that policies observe; 0 where they observe none
}

// presets are the cameras by name: the two that policies observe, and one for people. Their sizes for people
// are multiples of the policy's: three times the static picture's, six times the gripper's.
var presets = []preset{
	{"static", func(*scenes.Snapshot) render.Camera { return render.StaticCamera() }, 600, 600, render.StaticSize},
	{"gripper", render.GripperCamera, 504, 504, render.GripperSize},
	{"free", func(*scenes.Snapshot) render.Camera { return Onlooker() }, 960, 640, 0},
}

// MinSize and MaxSize bound the width and the height of a view, pixels.
const (
	MinSize = 16
	MaxSize = 2048
)

// Cameras are the names of the cameras: static, gripper, free. The order is that of the presets.
func Cameras() (names []string) {
	for _, p := range presets {
		names = append(names, p.name)
	}
	return names
}

// NewView returns a view through a camera. A width and height of zero give the size that suits the camera. In the
// size of a policy's picture (200x200 static, 84x84 gripper) the view has that picture's pixels exactly; in any
// other size edges are smoothed. The error names the known cameras or the bounds.
func NewView(camera string, width, height int) (*View, error) {
	i := slices.IndexFunc(presets, func(p preset) bool { return p.name == camera })
	if i < 0 {
		return nil, fmt.Errorf("film: no camera %q; there is %s", camera, strings.Join(Cameras(), ", "))
	}
	p := presets[i]
	if width == 0 && height == 0 {
		width, height = p.width, p.height
	}
	if min(width, height) < MinSize || max(width, height) > MaxSize {
		return nil, fmt.Errorf("film: width and height must be %d to %d pixels, not %dx%d",
			MinSize, MaxSize, width, height)
	}
	exact := width == p.policy && height == p.policy
	return &View{Width: width, Height: height, camera: p.camera, exact: exact, renderer: soft.New()}, nil
}

// Camera returns the camera of a preset in a scene: the gripper camera moves with the arm. It is false for an
// unknown name.
func Camera(name string, s *scenes.Snapshot) (render.Camera, bool) {
	for _, p := range presets {
		if p.name == name {
			return p.camera(s), true
		}
	}
	return render.Camera{}, false
}

// Draw draws one moment. The frame is new in each call. Errors are those of Stopped and of the renderer.
func (v *View) Draw(m *Moment) (render.Frame, error) {
	if err := v.stopped(); err != nil {
		return render.Frame{}, err
	}
	f := render.NewFrame(v.Width, v.Height)
	if v.exact {
		return f, v.renderer.View(&m.Scene, v.camera(&m.Scene), f)
	}
	return f, render.DrawAntialiased(v.renderer, &m.Scene, v.camera(&m.Scene), f)
}

// stopped is what Stopped says.
func (v *View) stopped() error {
	if v.Stopped == nil {
		return nil
	}
	return v.Stopped()
}

// DrawAll draws every stride-th moment of a film, beginning with the first, and its last, which shows how it ended.
// stride must be at least 1. All pictures stay in memory: 3 bytes a pixel.
func (v *View) DrawAll(f *Film, stride int) ([]render.Frame, error) {
	var pictures []render.Frame
	last := len(f.Moments) - 1
	for i := 0; i < last+stride; i += stride {
		p, err := v.Draw(&f.Moments[min(i, last)])
		if err != nil {
			return nil, err
		}
		pictures = append(pictures, p)
	}
	return pictures, nil
}

// Orbit is a camera that turns around a point. The angles are in radians: azimuth about the vertical axis, elevation
// above the horizontal plane. The viewer turns one with the mouse.
type Orbit struct {
	At                           physics.Vec // metres, world frame
	Distance, Azimuth, Elevation float64     // metres, radians, radians
}

// Default is the orbit of the free camera: a person who stands in front of the table, to the robot's right.
var Default = Orbit{
	At: physics.Vec{X: -0.04, Y: -0.14, Z: 0.44}, Distance: 1.85, Azimuth: -1.05, Elevation: 0.42,
}

// fieldOfView is the vertical angle of view of an orbiting camera, degrees. It is that of a lens of about 37 mm
// on 35 mm film.
const fieldOfView = 36

// Camera returns the camera at the orbit's present position.
func (o Orbit) Camera() render.Camera {
	return render.Orbit(o.At, o.Distance, o.Azimuth, o.Elevation, fieldOfView)
}

// Onlooker is the free camera of films. It does not move, so the renderer may keep what it has drawn of the
// furniture.
func Onlooker() render.Camera {
	c := Default.Camera()
	c.Stationary = true
	return c
}
