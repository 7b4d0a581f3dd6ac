//go:build gl && linux

package opengl

import (
	"cmp"
	"fmt"

	"counterpoise/scenes"
	"counterpoise/scenes/render"
)

// offscreen implements Renderer without a display.
type offscreen struct {
	thread   *thread
	context  *eglContext
	device   *device
	readBack []uint8 // pixels of the last atlas, reused
}

// New returns an offscreen renderer, on hardware if there is any. It fails if libEGL is missing or no device offers
// OpenGL 3.3.
func New() (Renderer, error) {
	r := &offscreen{thread: newThread()}
	err := r.thread.do(func() (err error) {
		if r.context, err = newEGLContext(); err != nil {
			return err
		}
		if r.device, err = newDevice(); err != nil {
			r.context.close()
		}
		return err
	})
	if err != nil {
		r.thread.close()
		return nil, err
	}
	return r, nil
}

// Name implements render.Renderer: the driver's name of the device.
func (r *offscreen) Name() string { return "opengl: " + r.device.name }

// Hardware implements Renderer.
func (r *offscreen) Hardware() bool { return r.device.hardware() }

// Close destroys the context and ends its thread. The renderer must not be used afterwards.
func (r *offscreen) Close() error {
	err := r.thread.do(func() error {
		r.context.close()
		return nil
	})
	r.thread.close()
	return err
}

// View draws one picture. It implements render.Renderer.
func (r *offscreen) View(s *scenes.Snapshot, c render.Camera, f render.Frame) error {
	if err := cmp.Or(f.Check(), c.Check()); err != nil {
		return err
	}
	return r.thread.do(func() error { return r.view(s, c, f) })
}

// view is View on the context's thread. Object ids are drawn as colours into f.RGB first, which the picture then
// replaces.
func (r *offscreen) view(s *scenes.Snapshot, c render.Camera, f render.Frame) error {
	a := newAtlas([]tile{{s, c}}, f.Width, f.Height)
	if f.IDs != nil {
		a.ids = true
		t, err := r.device.draw(a)
		if err != nil {
			return err
		}
		t.read(f.RGB)
		for i := range f.IDs {
			f.IDs[i] = f.RGB[3*i]
		}
		a.ids = false
	}
	t, err := r.device.draw(a)
	if err != nil {
		return err
	}
	t.read(f.RGB)
	if f.Depth != nil {
		t.readDepth(&c, f.Depth)
	}
	return checkError("reading the picture back")
}

// DrawAll implements Renderer. It draws at most maxEnvironments at a time.
func (r *offscreen) DrawAll(s []scenes.Snapshot, o []scenes.Observation) error {
	if len(s) != len(o) {
		return fmt.Errorf("opengl: %d snapshots for %d observations", len(s), len(o))
	}
	for i := range o {
		o[i].Static = render.ResizedRGB(o[i].Static, render.StaticSize)
		o[i].Gripper = render.ResizedRGB(o[i].Gripper, render.GripperSize)
	}
	return r.thread.do(func() error {
		for from := 0; from < len(s); from += r.device.maxEnvironments {
			to := min(len(s), from+r.device.maxEnvironments)
			if err := r.drawBatch(s[from:to], o[from:to]); err != nil {
				return err
			}
		}
		return nil
	})
}

// drawBatch draws one atlas for each of the two cameras.
func (r *offscreen) drawBatch(s []scenes.Snapshot, o []scenes.Observation) error {
	static, ego := make([]tile, len(s)), make([]tile, len(s))
	for i := range s {
		static[i], ego[i] = tile{&s[i], render.StaticCamera()}, tile{&s[i], render.GripperCamera(&s[i])}
	}
	large := newAtlas(static, render.StaticSize, render.StaticSize)
	if err := r.drawTiles(large, func(i int) []uint8 { return o[i].Static }); err != nil {
		return err
	}
	atlas := newAtlas(ego, render.GripperSize, render.GripperSize)
	return r.drawTiles(atlas, func(i int) []uint8 { return o[i].Gripper })
}

// drawTiles draws an atlas, reads it back once and copies tile i to picture(i), which has 3 x width x height bytes.
func (r *offscreen) drawTiles(a atlas, picture func(int) []uint8) error {
	t, err := r.device.draw(a)
	if err != nil {
		return err
	}
	if n := 3 * t.width * t.height; cap(r.readBack) < n {
		r.readBack = make([]uint8, n)
	}
	all := r.readBack[:3*t.width*t.height]
	t.read(all)
	for i := range a.tiles {
		p, left, top := picture(i), i%a.columns*a.width, i/a.columns*a.height
		for y := range a.height {
			copy(p[3*y*a.width:3*(y+1)*a.width], all[3*((top+y)*t.width+left):])
		}
	}
	return checkError("reading the atlas back")
}
