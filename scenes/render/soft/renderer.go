package soft

import (
	"counterpoise/scenes"
	"counterpoise/scenes/render"
)

// Renderer implements render.Renderer. It may be used by one goroutine at a time. Its buffers are kept between
// pictures.
type Renderer struct {
	canvas   framebuffer
	view     view
	cached   cachedBackground
	triangle scanTriangle // the current triangle

	depth         []float32       // storage of the framebuffer's depth, at least as large as the picture
	corners       []corner        // the current object's points, projected
	light         []float64       // brightness of the current object's normals
	ids           bool            // draw object ids instead of colours
	movingShadows []render.Shadow // shadows of the current snapshot
	fixedShadows  []render.Shadow
}

// New returns a renderer.
func New() *Renderer { return &Renderer{fixedShadows: render.FixedShadows()} }

// Name returns "soft".
func (*Renderer) Name() string { return "soft" }

// Close does nothing: the renderer holds only memory.
func (*Renderer) Close() error { return nil }

// View draws a snapshot from a camera into a frame. After the first picture of each camera and size it does not
// allocate, unless the frame has IDs.
func (r *Renderer) View(s *scenes.Snapshot, c render.Camera, f render.Frame) error {
	if err := f.Check(); err != nil {
		return err
	}
	r.view.set(&c, f.Width, f.Height)
	if f.IDs != nil {
		r.drawIDs(s, &c, &f)
	}
	r.draw(s, &c, f.RGB)
	if f.Depth != nil {
		for i, w := range r.canvas.depth {
			f.Depth[i] = 1 / w
		}
	}
	return nil
}

// draw fills rgb and the depth buffer: the background, the shadows on it, then the objects that move. Shadows are drawn
// before the moving objects because they darken fixed surfaces only.
func (r *Renderer) draw(s *scenes.Snapshot, c *render.Camera, rgb []uint8) {
	v := &r.view
	n := v.width * v.height
	if cap(r.depth) < n {
		r.depth = make([]float32, n)
	}
	r.canvas = framebuffer{width: v.width, height: v.height, rgb: rgb, depth: r.depth[:n]}
	r.drawBackground(c)
	r.movingShadows = render.Shadows(s, r.movingShadows[:0])
	r.drawShadows(r.movingShadows)
	objects := render.Objects()
	for i := range objects {
		if p := &objects[i]; !p.Fixed() {
			pose := p.Pose(s)
			r.drawObject(p, &pose, p.LampMaterial(s))
		}
	}
}

// drawIDs fills f.IDs. It draws a picture in which the colour of each object is its id.
func (r *Renderer) drawIDs(s *scenes.Snapshot, c *render.Camera, f *render.Frame) {
	numbered := make([]uint8, 3*f.Width*f.Height)
	moving := *c
	moving.Stationary = false
	r.ids = true
	r.draw(s, &moving, numbered)
	r.ids = false
	for i := range f.IDs {
		f.IDs[i] = numbered[3*i]
	}
}

// cachedBackground is the picture of the fixed objects and their shadows from one camera.
type cachedBackground struct {
	camera        render.Camera
	width, height int
	rgb           []uint8
	depth         []float32
}

// drawBackground draws the fixed objects and their shadows, or copies them if the last cached picture has the same
// camera and size. Object-id pictures never use the cache: drawIDs clears Still.
func (r *Renderer) drawBackground(c *render.Camera) {
	v, s := &r.canvas, &r.cached
	if c.Stationary && s.camera == *c && s.width == v.width && s.height == v.height {
		copy(v.rgb, s.rgb)
		copy(v.depth, s.depth)
		return
	}
	r.clear(c)
	objects := render.Objects()
	for i := range objects {
		if p := &objects[i]; p.Fixed() {
			pose := p.Pose(nil)
			r.drawObject(p, &pose, render.Lamp)
		}
	}
	r.drawShadows(r.fixedShadows)
	if c.Stationary {
		*s = cachedBackground{*c, v.width, v.height, append(s.rgb[:0], v.rgb...), append(s.depth[:0], v.depth...)}
	}
}

// clear fills the framebuffer with the sky's colour (0 in object-id pictures) at the camera's far plane.
func (r *Renderer) clear(c *render.Camera) {
	sky := render.SkyColour
	if r.ids {
		sky = [3]uint8{}
	}
	rgb := r.canvas.rgb
	for i := 0; i < len(rgb); i += 3 {
		rgb[i], rgb[i+1], rgb[i+2] = sky[0], sky[1], sky[2]
	}
	far := float32(1 / c.Far)
	for i := range r.canvas.depth {
		r.canvas.depth[i] = far
	}
}
