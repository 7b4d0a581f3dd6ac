package soft

import (
	"counterpoise/scenes"
	"counterpoise/scenes/render"
)

// Renderer implements render.Renderer. One goroutine uses it; make one for each.
type Renderer struct {
	canvas framebuffer
	view   view
	cached cachedBackground
	edges  scanTriangle // of the triangle being drawn

	depth         []float32       // the canvas's
	corners       []corner        // of the part being drawn, projected
	light         []float64       // of its normals
	ids           bool            // draw ids instead of colours
	movingShadows []render.Shadow // of the snapshot being drawn
	fixedShadows  []render.Shadow
}

// New makes a renderer.
func New() *Renderer { return &Renderer{fixedShadows: render.FixedShadows()} }

// Name is "soft".
func (*Renderer) Name() string { return "soft" }

// Close has nothing to give back.
func (*Renderer) Close() error { return nil }

// View draws a snapshot. Once it has seen its cameras and sizes, it allocates nothing.
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

// draw makes the picture in rgb.
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
	parts := render.Objects()
	for i := range parts {
		if p := &parts[i]; !p.Fixed() {
			pose := p.Pose(s)
			r.drawObject(p, &pose, p.LampMaterial(s))
		}
	}
}

// drawIDs makes an object-id picture: a picture in which every part's colour is its number.
func (r *Renderer) drawIDs(s *scenes.Snapshot, c *render.Camera, f *render.Frame) {
	numbered := make([]uint8, 3*f.Width*f.Height)
	moving := *c
	moving.Still = false
	r.ids = true
	r.draw(s, &moving, numbered)
	r.ids = false
	for i := range f.IDs {
		f.IDs[i] = numbered[3*i]
	}
}

// still is what never moves, as one camera sees it.
type cachedBackground struct {
	camera        render.Camera
	width, height int
	rgb           []uint8
	depth         []float32
}

// background draws what never moves, or copies it if the camera has stood there before.
func (r *Renderer) drawBackground(c *render.Camera) {
	v, s := &r.canvas, &r.cached
	if c.Still && s.camera == *c && s.width == v.width && s.height == v.height {
		copy(v.rgb, s.rgb)
		copy(v.depth, s.depth)
		return
	}
	r.clear(c)
	parts := render.Objects()
	for i := range parts {
		if p := &parts[i]; p.Fixed() {
			pose := p.Pose(nil)
			r.drawObject(p, &pose, render.Lamp)
		}
	}
	r.drawShadows(r.fixedShadows)
	if c.Still {
		*s = cachedBackground{*c, v.width, v.height, append(s.rgb[:0], v.rgb...), append(s.depth[:0], v.depth...)}
	}
}

// clear fills the canvas with sky, at the depth where the camera's sight ends.
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
