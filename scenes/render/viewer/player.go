package viewer

import (
	"fmt"
	"math"

	"counterpoise/scenes/render"
	"counterpoise/scenes/render/film"
	"counterpoise/scenes/render/opengl"
)

// player is the state of the viewer: which film, which moment, from where. It has no window. at counts moments
// of 1/30 s from the start of the film, and may run beyond the end while the last moment stays.
type player struct {
	show   Source
	number int // of the film
	film   film.Film
	at     float64 // moment, with a fraction: screens show more frames a second than films have moments
	paused bool
	speed  float64 // 1 is real time; in [1/16, 8]
	help   bool    // the list of keys is shown
	plain  bool    // without overlays
	view   string  // name of the camera: free, static or gripper
	orbit  film.Orbit
	driver Driver // in place of films; nil: films are shown
}

// newPlayer returns a player at the start of a film, in real time, seen from the free camera.
func newPlayer(show Source, number int) (*player, error) {
	p := &player{show: show, speed: 1, view: "free", orbit: film.Default}
	return p, p.load(number)
}

// load starts a film. After an error, such as that of a film without a moment, the film that was shown stays.
func (p *player) load(number int) error {
	f, err := p.show(number)
	if err == nil && len(f.Moments) == 0 {
		err = fmt.Errorf("film %d, %q, has no moment to show; leave it out", number, f.Title)
	}
	if err == nil {
		p.film, p.number, p.at = f, number, 0
	}
	return err
}

// moment is the one that is shown.
func (p *player) moment() *film.Moment {
	if p.driver != nil {
		return p.driver.Now()
	}
	return &p.film.Moments[p.index()]
}

// index is the moment's number, from 0; the last one from the film's end on.
func (p *player) index() int { return min(int(p.at), len(p.film.Moments)-1) }

// camera is the one that the scene is drawn from. The free camera is the orbit that the mouse turns; the
// policy's cameras cannot be turned.
func (p *player) camera() render.Camera {
	if c, ok := film.Camera(p.view, &p.moment().Scene); ok && p.view != "free" {
		return c
	}
	return p.orbit.Camera()
}

// pauseAtEnd is how long the last moment stays before the next film begins, seconds.
const pauseAtEnd = 1.0

// advance moves the film on by a time in seconds. After the last moment and a pause the next film begins. The
// pause at the end lasts a second of real time at any speed.
func (p *player) advance(seconds float64) error {
	if p.paused {
		return nil
	}
	p.at += seconds * p.speed * film.Rate
	if p.at > float64(len(p.film.Moments))+pauseAtEnd*p.speed*film.Rate {
		return p.load(p.number + 1)
	}
	return nil
}

// manual is the list of keys that h shows. A line begins with its keys; key and handle implement them.
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

// handle changes the player by an event of the window. Quit reports that the user closes the viewer. Events of
// other kinds change nothing.
func (p *player) handle(e opengl.Event) (quit bool, err error) {
	switch e.Kind {
	case opengl.CloseWindow:
		return true, nil
	case opengl.Drag:
		p.drag(e)
	case opengl.Scroll:
		p.orbit.Distance = min(farthest, max(nearest, p.orbit.Distance*math.Pow(zoomStep, e.DY)))
	case opengl.KeyPress:
		return p.key(e.Key)
	}
	return false, nil
}

// key changes the player by a key; manual lists them. Unknown keys change nothing. The speed halves and doubles
// within [1/16, 8].
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
		p.view, p.orbit = "free", film.Default
	case '1', '2', '3':
		p.view = [3]string{"free", "static", "gripper"}[key-'1']
	case 'i':
		p.plain = !p.plain
	case 'h':
		p.help = !p.help
	}
	return false, nil
}

// step moves some moments on, or back where n is negative, and pauses. Steps beyond an end stop at it.
func (p *player) step(n int) {
	p.paused = true
	p.at = float64(min(len(p.film.Moments)-1, max(0, p.index()+n)))
}

// Limits and speeds of the mouse.
const (
	nearest   = 0.3    // of the camera to the point that it turns around, metres
	farthest  = 8      // metres
	zoomStep  = 0.9    // factor of the distance for one step of the wheel
	turnSpeed = 0.006  // radians a pixel
	panSpeed  = 0.0013 // metres a pixel, at a distance of one metre
	lowest    = -0.1   // elevation, radians: a little below the table's plane
	highest   = 1.5    // elevation, radians: almost straight above, where up is still defined
)

// drag turns the camera around its point with the left button, and moves the point across the view with another one.
//
// Dragging to the right lowers the azimuth. Panning moves At along the camera's right and up directions, in
// proportion to the distance, so that the point under the mouse stays nearly under it.
func (p *player) drag(d opengl.Event) {
	o := &p.orbit
	if d.Button == 0 {
		o.Azimuth -= d.DX * turnSpeed
		o.Elevation = min(highest, max(lowest, o.Elevation+d.DY*turnSpeed))
		return
	}
	r := o.Camera().Pose.R
	k := o.Distance * panSpeed
	o.At = o.At.AddScaled(-k*d.DX, r.X).AddScaled(k*d.DY, r.Y)
}
