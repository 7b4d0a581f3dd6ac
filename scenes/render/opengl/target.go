//go:build gl && linux

package opengl

import (
	"fmt"

	"github.com/go-gl/gl/v3.3-core/gl"

	"counterpoise/scenes/render"
)

// target is a picture with depth on the device.
type target struct {
	width, height              int
	framebuffer, colour, depth uint32
}

func newTarget(width, height int) (*target, error) {
	t := &target{width: width, height: height}
	gl.GenFramebuffers(1, &t.framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.framebuffer)
	t.colour = attachRenderbuffer(gl.COLOR_ATTACHMENT0, gl.RGBA8, width, height)
	t.depth = attachRenderbuffer(gl.DEPTH_ATTACHMENT, gl.DEPTH_COMPONENT24, width, height)
	if s := gl.CheckFramebufferStatus(gl.FRAMEBUFFER); s != gl.FRAMEBUFFER_COMPLETE {
		t.free()
		gl.GetError()
		return nil, fmt.Errorf("opengl: the device has no room for a picture of %d x %d pixels (0x%04x)", width, height, s)
	}
	return t, nil
}

// storage attaches memory to the framebuffer that is bound.
func attachRenderbuffer(attachment, format uint32, width, height int) uint32 {
	var b uint32
	gl.GenRenderbuffers(1, &b)
	gl.BindRenderbuffer(gl.RENDERBUFFER, b)
	gl.RenderbufferStorage(gl.RENDERBUFFER, format, int32(width), int32(height))
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, attachment, gl.RENDERBUFFER, b)
	return b
}

func (t *target) free() {
	gl.DeleteFramebuffers(1, &t.framebuffer)
	gl.DeleteRenderbuffers(1, &t.colour)
	gl.DeleteRenderbuffers(1, &t.depth)
}

// bind makes drawing go to the target.
func (t *target) bind() {
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.framebuffer)
	gl.Viewport(0, 0, int32(t.width), int32(t.height))
}

// clear fills it with a colour, as deep as sight reaches.
func (t *target) clear(c [3]uint8) {
	gl.ClearColor(float32(c[0])/255, float32(c[1])/255, float32(c[2])/255, 1)
	gl.Clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
}

// blit copies colours into another target, averaging where that is smaller, upside down.
func blitFlipped(from, to *target) {
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, from.framebuffer)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, to.framebuffer)
	gl.BlitFramebuffer(0, 0, int32(from.width), int32(from.height), 0, int32(to.height), int32(to.width), 0, gl.COLOR_BUFFER_BIT, gl.LINEAR)
}

// copyTo copies colour and depth into another of the same size.
func (t *target) copyTo(to *target) {
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, t.framebuffer)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, to.framebuffer)
	w, h := int32(t.width), int32(t.height)
	gl.BlitFramebuffer(0, 0, w, h, 0, 0, w, h, gl.COLOR_BUFFER_BIT|gl.DEPTH_BUFFER_BIT, gl.NEAREST)
}

// read copies the target's colours into a buffer of width x height x 3 bytes.
func (t *target) read(rgb []uint8) {
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, t.framebuffer)
	gl.ReadPixels(0, 0, int32(t.width), int32(t.height), gl.RGB, gl.UNSIGNED_BYTE, gl.Ptr(rgb))
}

// readDepth copies depths in metres: the camera's projection, backwards.
func (t *target) readDepth(c *render.Camera, depth []float32) {
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, t.framebuffer)
	gl.ReadPixels(0, 0, int32(t.width), int32(t.height), gl.DEPTH_COMPONENT, gl.FLOAT, gl.Ptr(depth))
	for i, d := range depth {
		z := 2*float64(d) - 1
		depth[i] = float32(2 * c.Near * c.Far / (c.Far + c.Near - z*(c.Far-c.Near)))
	}
}

// target is the one of a size, made when it is first asked for.
func (d *device) target(width, height int) (*target, error) {
	key := [2]int{width, height}
	if t := d.targets[key]; t != nil {
		return t, nil
	}
	t, err := newTarget(width, height)
	if err == nil {
		d.targets[key] = t
	}
	return t, err
}

// forget frees all targets.
func (d *device) freeTargets() {
	for key, t := range d.targets {
		t.free()
		delete(d.targets, key)
	}
}
