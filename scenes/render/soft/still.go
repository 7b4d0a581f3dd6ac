package soft

import (
	"counterpoise/scenes"
	"counterpoise/scenes/render"
)

// stillScene keeps what a stationary camera sees of the objects that do not move from picture to picture, in two
// layers: the fixed objects with their shadows, and the same with the mechanisms drawn over it. The second layer is
// drawn anew when a mechanism has moved or a lamp has changed.
//
// The shadows of moving objects belong between the layers, because they darken fixed surfaces only. They are drawn
// after both instead, on those pixels whose depth is that of the first layer. The picture is the same to the last bit:
// a mechanism covers a pixel only where it is nearer than every fixed surface, and there it hides the shadow.
type stillScene struct {
	camera        render.Camera
	width, height int
	fixed         layer
	mechanisms    layer
	state         mechanismState // at which the second layer was drawn
}

// layer is a picture with its depths, as in framebuffer.
type layer struct {
	rgb   []uint8
	depth []float32
}

// keep copies the framebuffer into the layer.
func (l *layer) keep(v *framebuffer) {
	l.rgb, l.depth = append(l.rgb[:0], v.rgb...), append(l.depth[:0], v.depth...)
}

// copyTo copies the layer into the framebuffer.
func (l *layer) copyTo(v *framebuffer) {
	copy(v.rgb, l.rgb)
	copy(v.depth, l.depth)
}

// mechanismState is all that the look of the mechanisms depends on (render.Object.Mechanism).
type mechanismState struct {
	sliders   [len(scenes.Snapshot{}.Sliders)]float64
	bulb, led bool
}

// copyStillScene fills the framebuffer with the fixed objects and the mechanisms. A layer that was drawn with the same
// camera, size and state is copied.
func (r *Renderer) copyStillScene(s *scenes.Snapshot, c *render.Camera) {
	v, k := &r.canvas, &r.still
	if k.camera != *c || k.width != v.width || k.height != v.height {
		*k = stillScene{camera: *c, width: v.width, height: v.height, fixed: k.fixed, mechanisms: k.mechanisms}
		r.drawFixed(c)
		k.fixed.keep(v)
		k.mechanisms.rgb = k.mechanisms.rgb[:0]
	}
	state := mechanismState{s.Sliders, s.Bulb, s.LED}
	if len(k.mechanisms.rgb) > 0 && k.state == state {
		k.mechanisms.copyTo(v)
		return
	}
	k.fixed.copyTo(v)
	r.drawAll(s, (*render.Object).Mechanism)
	k.mechanisms.keep(v)
	k.state = state
}
