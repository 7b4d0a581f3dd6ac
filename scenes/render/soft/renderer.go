package soft

import (
	"cmp"

	"counterpoise/scenes"
	"counterpoise/scenes/render"
)

// Renderer implements render.Renderer. It may be used by one goroutine at a time. Its buffers are kept between
// pictures.
type Renderer struct {
	look     render.Look
	canvas   framebuffer
	view     view
	still    stillScene
	triangle scanTriangle                         // the current triangle
	palettes [keptPalettes]keptPalette            // of textures, see paletteOf
	textures [render.MaterialCount]*[256][4]uint8 // palettes at brightness 1, made when first used

	depth         []float32                    // storage of the framebuffer's depth, at least as large as the picture
	corners       []corner                     // the current object's points, projected
	light         [][4]float64                 // brightness of the current object's normals
	colours       [render.MaterialCount]colour // of the current snapshot's materials without a texture
	ids           bool                         // draw object ids instead of colours
	casters       shadowCasters
	movingShadows []render.Shadow // of the casters; both pictures of a snapshot have the same
	fixedShadows  []render.Shadow
}

// New returns a renderer.
func New() *Renderer { return &Renderer{look: render.SceneD(), fixedShadows: render.FixedShadows()} }

// SetLook changes the look of the next pictures, which is render.SceneD at first. What the renderer has kept of the
// previous look is dropped.
func (r *Renderer) SetLook(l render.Look) {
	r.look, r.textures, r.still.camera = l, [render.MaterialCount]*[256][4]uint8{}, render.Camera{}
	clear(r.palettes[:])
}

// Name returns "soft".
func (*Renderer) Name() string { return "soft" }

// Close does nothing: the renderer holds only memory.
func (*Renderer) Close() error { return nil }

// View draws a snapshot from a camera into a frame. After the first two pictures of each camera and size it allocates
// only for frames with IDs and for new states of the mechanisms, up to maxOverlays of them.
func (r *Renderer) View(s *scenes.Snapshot, c render.Camera, f render.Frame) error {
	if err := cmp.Or(f.Check(), c.Check()); err != nil {
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
	for m := range r.colours {
		c := r.look.Colour(render.Material(m), s.LookAlike)
		r.colours[m] = colour{c[0], c[1], c[2]}
	}
	if c := (shadowCasters{s.Blocks, s.Hand, s.Fingers}); r.movingShadows == nil || r.casters != c {
		r.casters, r.movingShadows = c, render.Shadows(s, r.movingShadows[:0])
	}
	if c.Stationary {
		r.copyStillScene(s, c)
		r.drawShadows(r.movingShadows, r.still.fixed.depth)
	} else {
		r.drawFixed(c)
		r.drawShadows(r.movingShadows, r.canvas.depth)
		r.drawAll(s, (*render.Object).Mechanism)
	}
	r.drawAll(s, func(p *render.Object) bool { return !p.Fixed() && !p.Mechanism() })
}

// drawAll draws the objects that are chosen, in the order of render.Objects. s may be nil if they are fixed.
func (r *Renderer) drawAll(s *scenes.Snapshot, chosen func(*render.Object) bool) {
	objects := render.Objects()
	for i := range objects {
		p := &objects[i]
		if !chosen(p) {
			continue
		}
		pose, lamp := p.Pose(s), render.Lamp
		if s != nil {
			lamp = p.LampMaterial(s)
		}
		r.drawObject(p, &meshes()[i], &pose, lamp)
	}
}

// drawFixed clears the framebuffer, and draws the fixed objects and their shadows.
func (r *Renderer) drawFixed(c *render.Camera) {
	r.clear(c)
	r.drawAll(nil, (*render.Object).Fixed)
	r.drawShadows(r.fixedShadows, r.canvas.depth)
}

// drawIDs fills f.IDs. It draws a picture in which the colour of each object is its id.
func (r *Renderer) drawIDs(s *scenes.Snapshot, c *render.Camera, f *render.Frame) {
	numbered := make([]uint8, 3*f.Width*f.Height)
	moving := *c
	moving.Stationary = false // ids are not cached
	r.ids = true
	r.draw(s, &moving, numbered)
	r.ids = false
	for i := range f.IDs {
		f.IDs[i] = numbered[3*i]
	}
}

// clear fills the framebuffer with the sky's colour (0 in object-id pictures) at the camera's far plane.
func (r *Renderer) clear(c *render.Camera) {
	sky := r.look.Sky
	if r.ids {
		sky = [3]uint8{}
	}
	rgb := r.canvas.rgb
	copy(rgb, sky[:])
	repeat(rgb, len(sky))
	r.canvas.depth[0] = float32(1 / c.Far)
	repeat(r.canvas.depth, 1)
}

// repeat fills s with copies of its first n elements. Each copy doubles what is filled.
func repeat[T any](s []T, n int) {
	for ; n < len(s); n *= 2 {
		copy(s[n:], s[:n])
	}
}
