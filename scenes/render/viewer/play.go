package viewer

import (
	"context"
	"time"

	"counterpoise/scenes/render/film"
	"counterpoise/scenes/render/opengl"
)

// Source returns film n, n = 0, 1, 2, ... An error ends the viewer. It is called when the film is to be shown,
// so films can be made one at a time. A source of finitely many films starts over or ends with an error.
type Source func(n int) (film.Film, error)

// frameTime is the shortest time between two frames: 60 a second where the window does not wait for the screen.
// More frames than that would not be seen.
const frameTime = time.Second / 60

// longestStep bounds how far the film moves on in one frame, seconds. A frame that took longer, say because the
// program was suspended, does not skip more of the film.
const longestStep = 0.25

// Open loads film first of a source, opens a window and plays, until the user closes the window, which is no error, or
// ctx is done or the source fails, which are. It returns opengl.ErrNotBuilt where the program was built without OpenGL.
// The window owns an operating system thread (package opengl), so Open may run in any goroutine.
func Open(ctx context.Context, show Source, first int) error {
	p, err := newPlayer(show, first)
	if err != nil {
		return err
	}
	w, err := opengl.OpenWindow("Counterpoise", 1080, 720)
	if err != nil {
		return err
	}
	defer w.Close()
	return play(ctx, p, w)
}

// play shows a player in a window until the user closes it, or until ctx is done, whose cause it then returns.
//
// Each turn handles events, moves the film on by the time since the last turn, and draws.
func play(ctx context.Context, p *player, w opengl.Window) error {
	over := newOverlays(w.Name())
	for last := time.Now(); ctx.Err() == nil; {
		for _, e := range w.Events() {
			if quit, err := p.handle(e); quit || err != nil {
				return err
			}
		}
		now := time.Now()
		if err := p.advance(min(longestStep, now.Sub(last).Seconds())); err != nil {
			return err
		}
		// The pace is that of the real time, not of the bounded step.
		over.framePassed(now.Sub(last))
		last = now
		if err := p.draw(w, over); err != nil {
			return err
		}
		// A negative time returns at once.
		time.Sleep(frameTime - time.Since(now))
	}
	return context.Cause(ctx)
}

// draw shows the moment in the window, under the overlays.
func (p *player) draw(w opengl.Window, over *overlays) error {
	width, height := w.Size()
	layers, err := over.layers(p, width, height)
	if err != nil {
		return err
	}
	return w.Show(&p.moment().Scene, p.camera(), layers)
}
