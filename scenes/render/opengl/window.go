//go:build gl && linux

package opengl

import (
	"errors"
	"fmt"
	"os"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/glfw/v3.3/glfw"

	"counterpoise/scenes"
	"counterpoise/scenes/render"
)

// window is a GLFW window and the device that draws into it. The scene is drawn into a target of the device, copied to
// screen, covered with overlays and copied to the window's own framebuffer.
type window struct {
	thread             *thread
	glfw               *glfw.Window
	device             *device
	overlayProgram     program
	overlayBox         int32   // location of the uniform box
	overlaySize        int32   // location of the uniform size
	emptyArray         uint32  // vertex array without attributes
	overlayTexture     uint32  // holds the current overlay
	screen             *target // contents of the window, rows from the bottom
	events             []Event // since the last call of Events
	pointerX, pointerY float64 // last position of the pointer (pixels)
}

// OpenWindow opens a window with contents of width x height pixels. It fails if there is no display.
func OpenWindow(title string, width, height int) (Window, error) {
	w := &window{thread: newThread()}
	if err := w.thread.do(func() error { return w.open(title, width, height) }); err != nil {
		w.thread.close()
		return nil, err
	}
	return w, nil
}

// open is OpenWindow on the window's thread.
func (w *window) open(title string, width, height int) (err error) {
	if err := startGLFW(); err != nil {
		return err
	}
	glfw.WindowHint(glfw.ContextVersionMajor, 3)
	glfw.WindowHint(glfw.ContextVersionMinor, 3)
	glfw.WindowHint(glfw.OpenGLProfile, glfw.OpenGLCoreProfile)
	if w.glfw, err = glfw.CreateWindow(width, height, title, nil, nil); err != nil {
		glfw.Terminate()
		return fmt.Errorf("opengl: no window: %w", err)
	}
	w.glfw.MakeContextCurrent()
	glfw.SwapInterval(1)
	loadMutex.Lock()
	err = loadFunctions(gl.Init)
	loadMutex.Unlock()
	if err == nil {
		w.device, err = newDevice()
	}
	if err == nil {
		w.overlayProgram, err = compile(overlayVertex, overlayFragment)
	}
	if err == nil {
		w.setOverlays()
		err = checkError("opening the window")
	}
	if err != nil {
		glfw.Terminate()
		return err
	}
	w.setCallbacks()
	return nil
}

// setOverlays prepares the texture of overlays, and the uniforms of their program.
func (w *window) setOverlays() {
	w.overlayBox, w.overlaySize = w.overlayProgram.location("box"), w.overlayProgram.location("size")
	gl.GenVertexArrays(1, &w.emptyArray)
	gl.ActiveTexture(gl.TEXTURE3)
	w.overlayTexture = newTexture(gl.RGBA8, 1, 1, gl.RGBA, make([]uint8, 4))
	w.overlayProgram.use()
	gl.Uniform1i(w.overlayProgram.location("picture"), 3)
}

// startGLFW initializes GLFW. Without a display, glfw.Init returns no error and the next call panics; startGLFW
// turns the panic into an error.
func startGLFW() (err error) {
	at := os.Getenv("DISPLAY")
	if at == "" {
		return errors.New("opengl: a window needs a display, and there is none (DISPLAY is empty)")
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("opengl: a window needs a display, and %s does not answer: %v", at, r)
		}
	}()
	if err := glfw.Init(); err != nil {
		return fmt.Errorf("opengl: no window: %w", err)
	}
	glfw.DefaultWindowHints()
	return nil
}

// Name implements Window.
func (w *window) Name() string { return "opengl: " + w.device.name }

// Close implements Window.
func (w *window) Close() error {
	err := w.thread.do(func() error {
		w.glfw.Destroy()
		glfw.Terminate()
		return nil
	})
	w.thread.close()
	return err
}

// Size implements Window.
func (w *window) Size() (width, height int) {
	_ = w.thread.do(func() error {
		width, height = w.glfw.GetFramebufferSize()
		return nil
	})
	return width, height
}

// Show implements Window.
func (w *window) Show(s *scenes.Snapshot, c render.Camera, over []Overlay) error {
	return w.thread.do(func() error { return w.show(s, c, over) })
}

// show is Show on the window's thread.
func (w *window) show(s *scenes.Snapshot, c render.Camera, over []Overlay) error {
	width, height := w.glfw.GetFramebufferSize()
	if width < 1 || height < 1 { // the window is minimized
		glfw.WaitEventsTimeout(0.1)
		return nil
	}
	if err := w.resize(width, height); err != nil {
		return err
	}
	k := 1
	if w.device.hardware() {
		k = 2 // four samples a pixel smooth the edges
	}
	c.Stationary = false // users move the camera, so a cached background would rarely be used
	t, err := w.device.draw(newAtlas([]tile{{s, c}}, k*width, k*height))
	if err != nil {
		return err
	}
	// Rows of the scene run from the top, those of the window from the bottom.
	blitFlipped(t, w.screen)
	w.screen.bind()
	for i := range over {
		if err := w.drawOverlay(&over[i]); err != nil {
			return err
		}
	}
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, w.screen.framebuffer)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, 0)
	gl.BlitFramebuffer(0, 0, int32(width), int32(height), 0, 0, int32(width), int32(height),
		gl.COLOR_BUFFER_BIT, gl.NEAREST)
	w.glfw.SwapBuffers()
	return checkError("showing the window")
}

// resize replaces screen if its size is not the window's, and frees the device's targets of other sizes.
func (w *window) resize(width, height int) (err error) {
	if w.screen != nil && w.screen.width == width && w.screen.height == height {
		return nil
	}
	if w.screen != nil {
		w.screen.free()
	}
	w.device.freeTargets()
	w.screen, err = newTarget(width, height)
	return err
}

// drawOverlay draws an overlay onto screen, without depth test. It restores the state that the scene needs.
func (w *window) drawOverlay(o *Overlay) error {
	if len(o.RGBA) != 4*o.Width*o.Height || len(o.RGBA) == 0 {
		return fmt.Errorf("opengl: an overlay of %d bytes is not a picture of %d x %d pixels",
			len(o.RGBA), o.Width, o.Height)
	}
	w.overlayProgram.use()
	gl.ActiveTexture(gl.TEXTURE3)
	gl.BindTexture(gl.TEXTURE_2D, w.overlayTexture)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, int32(o.Width), int32(o.Height), 0,
		gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(o.RGBA))
	gl.Uniform4f(w.overlayBox, float32(o.X), float32(o.Y), float32(o.W), float32(o.H))
	gl.Uniform2f(w.overlaySize, float32(w.screen.width), float32(w.screen.height))
	for i := range uint32(4) {
		gl.Disable(gl.CLIP_DISTANCE0 + i)
	}
	gl.Disable(gl.DEPTH_TEST)
	gl.Disable(gl.CULL_FACE)
	gl.Enable(gl.BLEND)
	gl.BlendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA)
	gl.BindVertexArray(w.emptyArray)
	gl.DrawArrays(gl.TRIANGLE_STRIP, 0, 4)
	gl.Disable(gl.BLEND)
	gl.Enable(gl.CULL_FACE)
	gl.Enable(gl.DEPTH_TEST)
	return nil
}

// Picture implements Window. It reads screen back, not the window, which another window may cover.
func (w *window) Picture() (f render.Frame) {
	_ = w.thread.do(func() error {
		if w.screen == nil {
			return errors.New("opengl: nothing was shown yet")
		}
		turned, err := w.device.target(w.screen.width, w.screen.height)
		if err != nil {
			return err
		}
		blitFlipped(w.screen, turned)
		f = render.NewFrame(turned.width, turned.height)
		turned.read(f.RGB)
		return nil
	})
	return f
}
