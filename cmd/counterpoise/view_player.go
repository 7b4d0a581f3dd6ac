package main

import (
	"math"

	"counterpoise/physics"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/opengl"
)

// player is what the window shows: which film, which moment, from where. It knows no window.
type player struct {
	show   projector
	number int // of the film
	film   film
	at     float64 // moment, with a fraction: films have 30 moments a second, screens more
	paused bool
	speed  float64 // 1 is real time
	help   bool
	plain  bool // without overlays
	eye    eye
}

// eye is where the user looks from.
type eye struct {
	name                         string // of a lookout
	at                           physics.Vec
	distance, azimuth, elevation float64
}

// standpoint is the onlooker's.
var standpoint = eye{name: "free", at: physics.Vec{X: -0.04, Y: -0.14, Z: 0.44}, distance: 1.85, azimuth: -1.05, elevation: 0.42}

func (e eye) camera() render.Camera {
	return render.Orbit(e.at, e.distance, e.azimuth, e.elevation, 36)
}

func newPlayer(show projector, number int) (*player, error) {
	p := &player{show: show, speed: 1, eye: standpoint}
	return p, p.load(number)
}

// load starts a film.
func (p *player) load(number int) error {
	f, err := p.show(number)
	if err == nil {
		p.film, p.number, p.at = f, number, 0
	}
	return err
}

// moment is what is to be seen now.
func (p *player) moment() *moment { return &p.film.moments[p.index()] }

func (p *player) index() int { return min(int(p.at), len(p.film.moments)-1) }

// camera is where it is seen from.
func (p *player) camera() render.Camera {
	if p.eye.name == "free" {
		return p.eye.camera()
	}
	return lookouts[p.eye.name].camera(&p.moment().scene)
}

// pauseAtEnd is how long the last moment stays before the next film begins (s).
const pauseAtEnd = 1.0

// advance lets time pass (s).
func (p *player) advance(seconds float64) error {
	if p.paused {
		return nil
	}
	p.at += seconds * p.speed * filmRate
	if p.at > float64(len(p.film.moments))+pauseAtEnd*p.speed*filmRate {
		return p.load(p.number + 1)
	}
	return nil
}

// filmRate is moments a second.
const filmRate = 30

// manual says what each key does.
var manual = []string{
	"space       pause, go on",
	"left right  one step back, on",
	"up down     twice, half as fast",
	"n p         next, previous episode",
	"r           from the start",
	"1 2 3       free, static, gripper view",
	"0           the view as at first",
	"i           pictures and text",
	"h           this list",
	"q escape    close",
	"",
	"drag        orbit",
	"right drag  pan",
	"wheel       zoom",
}

// handle does what the user asks; quit says that it was to close.
func (p *player) handle(e opengl.Event) (quit bool, err error) {
	switch e.Kind {
	case opengl.CloseWindow:
		return true, nil
	case opengl.Drag:
		p.eye.drag(e)
	case opengl.Scroll:
		p.eye.distance = min(8, max(0.3, p.eye.distance*math.Pow(0.9, e.DY)))
	case opengl.KeyPress:
		return p.key(e.Key)
	}
	return false, nil
}

func (p *player) key(key rune) (quit bool, err error) {
	switch key {
	case 'q', opengl.KeyEscape:
		return true, nil
	case ' ':
		p.paused = !p.paused
	case opengl.KeyLeft:
		p.step(-1)
	case opengl.KeyRight:
		p.step(1)
	case opengl.KeyUp:
		p.speed = min(8, 2*p.speed)
	case opengl.KeyDown:
		p.speed = max(1.0/16, p.speed/2)
	case 'n':
		return false, p.load(p.number + 1)
	case 'p':
		return false, p.load(max(0, p.number-1))
	case 'r':
		p.at = 0
	case '0':
		p.eye = standpoint
	case '1', '2', '3':
		p.eye.name = [3]string{"free", "static", "gripper"}[key-'1']
	case 'i':
		p.plain = !p.plain
	case 'h':
		p.help = !p.help
	}
	return false, nil
}

// step goes some moments on and stays there.
func (p *player) step(n int) {
	p.paused = true
	p.at = float64(min(len(p.film.moments)-1, max(0, p.index()+n)))
}

// drag turns the eye around what it looks at, or moves both.
func (e *eye) drag(d opengl.Event) {
	if d.Button == 0 {
		e.azimuth -= d.DX * 0.006
		e.elevation = min(1.5, max(-0.1, e.elevation+d.DY*0.006))
		return
	}
	r := e.camera().Pose.R
	k := e.distance * 0.0013
	e.at = e.at.AddScaled(-k*d.DX, r.X).AddScaled(k*d.DY, r.Y)
}
