package looks

import (
	"math/rand/v2"

	"counterpoise/internal/seed"
	"counterpoise/scenes"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

// Painter draws the pictures of observations in a random look. One goroutine uses it at a time.
type Painter struct {
	renderer        *soft.Renderer
	static, gripper Mounting
	noise           *Noise
	r               *rand.Rand
}

// NewPainter returns a painter without a look: Begin comes first.
func NewPainter() *Painter { return &Painter{renderer: soft.New()} }

// Begin draws the look of the next pictures: colours, light and where the cameras are. Shadows and noise differ from
// picture to picture. What follows depends on the key and on the pictures drawn since.
func (p *Painter) Begin(key seed.Key) {
	p.r = key.Rand()
	p.renderer.SetLook(Random(p.r))
	p.static, p.gripper = StaticMounting(p.r), GripperMounting(p.r)
	p.noise = NewNoise(p.r)
}

// Draw sets o.Static and o.Gripper to pictures of a snapshot. It reuses slices that have the right size.
func (p *Painter) Draw(s *scenes.Snapshot, o *scenes.Observation) (err error) {
	if o.Static, err = p.view(s, p.static.Of(render.StaticCamera()), o.Static, render.StaticSize); err != nil {
		return err
	}
	if o.Gripper, err = p.view(s, p.gripper.Of(render.GripperCamera(s)), o.Gripper, render.GripperSize); err != nil {
		return err
	}
	p.noise.LayOver(o, p.r)
	return nil
}

// view draws a square picture.
func (p *Painter) view(s *scenes.Snapshot, c render.Camera, rgb []uint8, size int) ([]uint8, error) {
	f := render.Frame{Width: size, Height: size, RGB: rgb}
	if len(rgb) != 3*size*size {
		f = render.NewFrame(size, size)
	}
	return f.RGB, p.renderer.View(s, c, f)
}
