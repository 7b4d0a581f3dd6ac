//go:build gl && linux

package opengl

import (
	"fmt"

	"github.com/go-gl/gl/v3.3-core/gl"

	"counterpoise/scenes/render"
)

// target is a framebuffer object with a colour (RGBA8) and a depth (24 bits) renderbuffer.
type target struct {
	width, height              int
	framebuffer, colour, depth uint32
}

// newTarget allocates a target. It fails if the device does not support the size.
func newTarget(width, height int) (*target, error) {
	t := &target{width: width, height: height}
	gl.GenFramebuffers(1, &t.framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.framebuffer)
	t.colour = attachRenderbuffer(gl.COLOR_ATTACHMENT0, gl.RGBA8, width, height)
	t.depth = attachRenderbuffer(gl.DEPTH_ATTACHMENT, gl.DEPTH_COMPONENT24, width, height)
	if s := gl.CheckFramebufferStatus(gl.FRAMEBUFFER); s != gl.FRAMEBUFFER_COMPLETE {
		t.free()
		gl.GetError() // discard the error of the failed allocation
		return nil, fmt.Errorf("opengl: the device has no room for a picture of %d x %d pixels (0x%04x)",
			width, height, s)
	}
	return t, nil
}

// attachRenderbuffer attaches a new renderbuffer to the bound framebuffer and returns its name.
func attachRenderbuffer(attachment, format uint32, width, height int) uint32 {
	var b uint32
	gl.GenRenderbuffers(1, &b)
	gl.BindRenderbuffer(gl.RENDERBUFFER, b)
	gl.RenderbufferStorage(gl.RENDERBUFFER, format, int32(width), int32(height))
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, attachment, gl.RENDERBUFFER, b)
	return b
}

// free releases the target's memory on the device.
func (t *target) free() {
	gl.DeleteFramebuffers(1, &t.framebuffer)
	gl.DeleteRenderbuffers(1, &t.colour)
	gl.DeleteRenderbuffers(1, &t.depth)
}

// bind directs drawing to the target and sets the viewport to its size.
func (t *target) bind() {
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.framebuffer)
	gl.Viewport(0, 0, int32(t.width), int32(t.height))
}

// clear fills the target with a colour, and its depth with the far plane.
func (t *target) clear(c [3]uint8) {
	gl.ClearColor(float32(c[0])/255, float32(c[1])/255, float32(c[2])/255, 1)
	gl.Clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
}

// blitFlipped copies colours into another target, upside down. If the sizes differ it scales with linear filtering;
// at half the size that averages squares of 2 x 2 pixels.
func blitFlipped(from, to *target) {
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, from.framebuffer)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, to.framebuffer)
	gl.BlitFramebuffer(0, 0, int32(from.width), int32(from.height), 0, int32(to.height), int32(to.width), 0,
		gl.COLOR_BUFFER_BIT, gl.LINEAR)
}

// copyTo copies colour and depth into a target of the same size.
func (t *target) copyTo(to *target) {
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, t.framebuffer)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, to.framebuffer)
	w, h := int32(t.width), int32(t.height)
	gl.BlitFramebuffer(0, 0, w, h, 0, 0, w, h, gl.COLOR_BUFFER_BIT|gl.DEPTH_BUFFER_BIT, gl.NEAREST)
}

// read copies the target's colours into a buffer of height x width x 3 bytes. It waits for the device. The shaders
// flip y, so the first row is the top.
func (t *target) read(rgb []uint8) {
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, t.framebuffer)
	gl.ReadPixels(0, 0, int32(t.width), int32(t.height), gl.RGB, gl.UNSIGNED_BYTE, gl.Ptr(rgb))
}

// readDepth copies the depth buffer, height x width values, and converts it to metres. With z = 2d - 1 in [-1, 1] for a
// stored d in [0, 1], the inverse of the projection is
//
//	depth = 2 Near Far / (Far + Near - z (Far - Near))
func (t *target) readDepth(c *render.Camera, depth []float32) {
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, t.framebuffer)
	gl.ReadPixels(0, 0, int32(t.width), int32(t.height), gl.DEPTH_COMPONENT, gl.FLOAT, gl.Ptr(depth))
	for i, d := range depth {
		z := 2*float64(d) - 1
		depth[i] = float32(2 * c.Near * c.Far / (c.Far + c.Near - z*(c.Far-c.Near)))
	}
}

// target returns the device's target of a size and makes it on the first call.
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

// freeTargets frees all targets, for a window that changes its size.
func (d *device) freeTargets() {
	for key, t := range d.targets {
		t.free()
		delete(d.targets, key)
	}
}
