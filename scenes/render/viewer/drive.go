package viewer

import (
	"context"
	"time"

	"counterpoise/scenes"
	"counterpoise/scenes/render/film"
	"counterpoise/scenes/render/opengl"
)

// Driver is a tabletop that a person drives.
type Driver interface {
	// Press is a key that is pressed, once however long it is held.
	Press(key rune) error
	// Running reports whether time passes. Before the first key, and once an attempt is over, it stands still.
	Running() bool
	// Step executes a control step of 1/30 s with the keys that are held.
	Step(held map[rune]bool) error
	// Now is the state that is shown; another pointer once it has changed.
	Now() *film.Moment
	// Lines say what is asked for, and how it goes.
	Lines() []string
	// Manual lists the keys of the driver, for h.
	Manual() []string
}

// Drive opens a window in which a person drives, until it is closed, which is no error, or ctx is done or the driver
// fails, which are. See Open for the rest.
func Drive(ctx context.Context, d Driver) error {
	w, err := opengl.OpenWindow("Counterpoise", 1080, 720)
	if err != nil {
		return err
	}
	defer w.Close()
	return drive(ctx, d, w)
}

// controlStep is the time of a control step.
const controlStep = 1.0 / scenes.ControlRate

// drive shows a driver in a window until the user closes it. Each turn handles events, makes the control steps that the
// time since the last turn asks for, and draws.
func drive(ctx context.Context, d Driver, w opengl.Window) error {
	p := &player{speed: 1, view: "free", orbit: film.Default, driver: d}
	held, over := map[rune]bool{}, newOverlays(w.Name())
	due := 0.0 // seconds that are not yet stepped
	for last := time.Now(); ctx.Err() == nil; {
		for _, e := range w.Events() {
			if quit, err := p.drive(e, held); quit || err != nil {
				return err
			}
		}
		now := time.Now()
		if due += min(longestStep, now.Sub(last).Seconds()); !d.Running() {
			due = 0
		}
		over.framePassed(now.Sub(last))
		last = now
		for ; due >= controlStep; due -= controlStep {
			if err := d.Step(held); err != nil {
				return err
			}
		}
		if err := p.draw(w, over); err != nil {
			return err
		}
		time.Sleep(frameTime - time.Since(now))
	}
	return context.Cause(ctx)
}

// drive handles an event while a person drives: the views, the mouse and the list of keys are those of films, all other
// keys are the driver's.
func (p *player) drive(e opengl.Event, held map[rune]bool) (quit bool, err error) {
	switch {
	case e.Kind == opengl.KeyRelease:
		delete(held, e.Key)
		return false, nil
	case e.Kind != opengl.KeyPress || e.Key >= '0' && e.Key <= '3' || e.Key == 'h' || e.Key == opengl.KeyEscape:
		return p.handle(e)
	case held[e.Key]:
		return false, nil
	}
	held[e.Key] = true
	return false, p.driver.Press(e.Key)
}
