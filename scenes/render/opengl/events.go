//go:build gl && linux

package opengl

import "github.com/go-gl/glfw/v3.3/glfw"

// keys maps the keys that are neither letters nor digits.
var keys = map[glfw.Key]rune{
	glfw.KeyEscape: KeyEscape, glfw.KeySpace: ' ',
	glfw.KeyLeftShift: KeyShift, glfw.KeyRightShift: KeyShift, glfw.KeyEnter: KeyEnter, glfw.KeyKPEnter: KeyEnter,
	glfw.KeyLeft: KeyLeft, glfw.KeyRight: KeyRight, glfw.KeyUp: KeyUp, glfw.KeyDown: KeyDown,
}

// setCallbacks registers the functions that append to w.events. GLFW calls them from PollEvents, on the window's
// thread, so the slice needs no lock. Keys outside keys, letters and digits are ignored.
func (w *window) setCallbacks() {
	add := func(e Event) { w.events = append(w.events, e) }
	w.glfw.SetKeyCallback(func(_ *glfw.Window, key glfw.Key, _ int, action glfw.Action, _ glfw.ModifierKey) {
		kind := KeyPress
		if action == glfw.Release {
			kind = KeyRelease
		}
		if r, ok := keys[key]; ok {
			add(Event{Kind: kind, Key: r})
		} else if key >= glfw.KeyA && key <= glfw.KeyZ {
			add(Event{Kind: kind, Key: 'a' + rune(key-glfw.KeyA)})
		} else if key >= glfw.Key0 && key <= glfw.Key9 {
			add(Event{Kind: kind, Key: '0' + rune(key-glfw.Key0)})
		}
	})
	w.glfw.SetCursorPosCallback(func(g *glfw.Window, x, y float64) {
		buttons := [3]glfw.MouseButton{glfw.MouseButtonLeft, glfw.MouseButtonRight, glfw.MouseButtonMiddle}
		for button, b := range buttons {
			if g.GetMouseButton(b) == glfw.Press {
				add(Event{Kind: Drag, Button: button, DX: x - w.pointerX, DY: y - w.pointerY})
			}
		}
		w.pointerX, w.pointerY = x, y
	})
	w.glfw.SetScrollCallback(func(_ *glfw.Window, dx, dy float64) { add(Event{Kind: Scroll, DX: dx, DY: dy}) })
	w.glfw.SetCloseCallback(func(*glfw.Window) { add(Event{Kind: CloseWindow}) })
}

// Events implements Window.
func (w *window) Events() (all []Event) {
	_ = w.thread.do(func() error {
		glfw.PollEvents()
		all, w.events = w.events, nil
		return nil
	})
	return all
}
