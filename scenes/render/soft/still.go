package soft

import (
	"slices"

	"counterpoise/scenes"
	"counterpoise/scenes/render"
)

// stillScene keeps what a stationary camera sees of the objects that do not move from picture to picture: a layer with
// the fixed objects and their shadows, and what the mechanisms cover of it, for each of the states that they were drawn
// in lately. Where they stay in one state, it keeps both as one.
//
// The shadows of moving objects belong between the two, because they darken fixed surfaces only. They are drawn
// after both instead, on those pixels whose depth is that of the fixed layer. The picture is the same to the last bit:
// a mechanism covers a pixel only where it is nearer than every fixed surface, and there it hides the shadow.
type stillScene struct {
	camera        render.Camera
	width, height int
	fixed         layer
	mechanisms    []overlay // at most maxOverlays
	oldest        int       // of mechanisms, once it is full: the next one to be replaced

	state    mechanismState // in the latest picture
	repeated int            // the number of pictures in a row with this state
	whole    layer          // the fixed objects and the mechanisms in this state, from its second picture on
}

// maxOverlays is the number of states of the mechanisms that are kept: those of the 64 scenes that rollouts advance
// together. Half as many are drawn anew each time where each scene has its own; each takes some 50 kB.
const maxOverlays = 64

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

// overlay is the part of a picture that the mechanisms cover in one of their states, in runs of pixels.
type overlay struct {
	state mechanismState
	runs  []run
	layer
}

// run is a range of pixels of the picture, [from, to).
type run struct{ from, to int }

// keep copies the pixels of the framebuffer that were drawn over the layer: those with another depth.
func (o *overlay) keep(v *framebuffer, under *layer) {
	o.runs, o.rgb, o.depth = o.runs[:0], o.rgb[:0], o.depth[:0]
	for i := 0; i < len(v.depth); i++ {
		if v.depth[i] == under.depth[i] {
			continue
		}
		from := i
		for i < len(v.depth) && v.depth[i] != under.depth[i] {
			i++
		}
		o.runs = append(o.runs, run{from, i})
		o.rgb, o.depth = append(o.rgb, v.rgb[3*from:3*i]...), append(o.depth, v.depth[from:i]...)
	}
}

// copyTo copies the pixels into the framebuffer.
func (o *overlay) copyTo(v *framebuffer) {
	at := 0
	for _, r := range o.runs {
		next := at + r.to - r.from
		copy(v.rgb[3*r.from:3*r.to], o.rgb[3*at:3*next])
		copy(v.depth[r.from:r.to], o.depth[at:next])
		at = next
	}
}

// mechanismState is all that the look of the mechanisms depends on (render.Object.Mechanism).
type mechanismState struct {
	sliders   [len(scenes.Snapshot{}.Sliders)]float64
	bulb, led bool
}

// copyStillScene fills the framebuffer with the fixed objects and the mechanisms. What was drawn with the same camera,
// size and state is copied.
func (r *Renderer) copyStillScene(s *scenes.Snapshot, c *render.Camera) {
	v, k := &r.canvas, &r.still
	state := mechanismState{s.Sliders, s.Bulb, s.LED}
	switch {
	case k.camera != *c || k.width != v.width || k.height != v.height:
		r.drawFixed(c)
		*k = stillScene{
			camera: *c, width: v.width, height: v.height, fixed: k.fixed, mechanisms: k.mechanisms[:0], whole: k.whole,
		}
		k.fixed.keep(v)
	case k.state == state && k.repeated >= 2:
		k.whole.copyTo(v)
		return
	default:
		k.fixed.copyTo(v)
	}
	r.copyMechanisms(s, state)
	if k.state != state {
		k.state, k.repeated = state, 0
	}
	if k.repeated++; k.repeated == 2 {
		k.whole.keep(v)
	}
}

// copyMechanisms adds the mechanisms to the fixed objects in the framebuffer.
func (r *Renderer) copyMechanisms(s *scenes.Snapshot, state mechanismState) {
	v, k := &r.canvas, &r.still
	for i := range k.mechanisms {
		if k.mechanisms[i].state == state {
			k.mechanisms[i].copyTo(v)
			return
		}
	}
	r.drawAll(s, (*render.Object).Mechanism)
	o := k.replaceable()
	o.state = state
	o.keep(v, &k.fixed)
}

// replaceable returns an overlay to fill in: a new one up to maxOverlays, then the oldest one.
func (k *stillScene) replaceable() *overlay {
	if n := len(k.mechanisms); n < maxOverlays {
		k.mechanisms = slices.Grow(k.mechanisms, 1)[:n+1] // an overlay of an earlier camera lends its memory
		return &k.mechanisms[n]
	}
	o := &k.mechanisms[k.oldest]
	k.oldest = (k.oldest + 1) % maxOverlays
	return o
}
