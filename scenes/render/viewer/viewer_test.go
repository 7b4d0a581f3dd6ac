package viewer

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"counterpoise/scenes"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/film"
	"counterpoise/scenes/render/opengl"
)

// scriptedWindow returns a list of events, one a frame, then closes; it records what it was asked to show.
type scriptedWindow struct {
	events []opengl.Event
	shown  []render.Camera
	over   [][]opengl.Overlay
}

func (s *scriptedWindow) Show(_ *scenes.Snapshot, c render.Camera, over []opengl.Overlay) error {
	s.shown, s.over = append(s.shown, c), append(s.over, over)
	return nil
}

func (s *scriptedWindow) Events() []opengl.Event {
	if len(s.events) == 0 {
		return []opengl.Event{{Kind: opengl.CloseWindow}}
	}
	e := s.events[:1]
	s.events = s.events[1:]
	return e
}

func (s *scriptedWindow) Size() (width, height int) { return 800, 600 }
func (s *scriptedWindow) Picture() render.Frame     { return render.Frame{} }
func (s *scriptedWindow) Name() string              { return "a script" }
func (s *scriptedWindow) Close() error              { return nil }

// three are films of ten moments each.
func three(n int) (film.Film, error) {
	if n > 2 {
		return film.Film{}, errors.New("there are three films")
	}
	s := scenes.NewTabletop().Snapshot()
	f := film.Film{Title: fmt.Sprintf("film %d", n)}
	for i := range 10 {
		f.Moments = append(f.Moments, film.Moment{Scene: s, Phase: fmt.Sprintf("phase %d", i)})
	}
	return f, nil
}

func newThree(t *testing.T) *player {
	t.Helper()
	p, err := newPlayer(three, 0)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A film without a moment is an error, at first and after another film, which stays.
func TestEmptyFilms(t *testing.T) {
	first, _ := three(0)
	empty := func(n int) (film.Film, error) { return []film.Film{first, {Title: "nothing"}}[n], nil }
	if _, err := newPlayer(empty, 1); err == nil || !strings.Contains(err.Error(), `film 1, "nothing", has no moment`) {
		t.Errorf("an empty film gives %v", err)
	}
	p, err := newPlayer(empty, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.key('n'); err == nil || p.moment() != &p.film.Moments[0] || p.film.Title != first.Title {
		t.Errorf("an empty film after another gives %v and the film %q", err, p.film.Title)
	}
}

// What each key does.
func TestKeys(t *testing.T) {
	for _, c := range []struct {
		keys string
		ok   func(p *player) bool
	}{
		{" ", func(p *player) bool { return p.paused }},
		{"  ", func(p *player) bool { return !p.paused }},
		{">", func(p *player) bool { return p.paused && p.index() == 1 }},
		{">>><", func(p *player) bool { return p.paused && p.index() == 2 }},
		{"<", func(p *player) bool { return p.index() == 0 }},
		{">>>>>>>>>>>>", func(p *player) bool { return p.index() == 9 }},
		{"^^", func(p *player) bool { return p.speed == 4 }},
		{"v", func(p *player) bool { return p.speed == 0.5 }},
		{"^^^^^^^^", func(p *player) bool { return p.speed == 8 }},
		{"n", func(p *player) bool { return p.film.Title == "film 1" }},
		{"nnp", func(p *player) bool { return p.number == 1 }},
		{"p", func(p *player) bool { return p.number == 0 }},
		{">>r", func(p *player) bool { return p.index() == 0 }},
		{"2", func(p *player) bool { return p.camera() == render.StaticCamera() }},
		{"3", func(p *player) bool { return p.camera() == render.GripperCamera(&p.moment().Scene) }},
		{"31", func(p *player) bool { return p.camera() == film.Default.Camera() }},
		{"i", func(p *player) bool { return p.plain }},
		{"h", func(p *player) bool { return p.help }},
	} {
		p := newThree(t)
		for _, k := range c.keys {
			arrows := map[rune]rune{
				'<': opengl.KeyLeft, '>': opengl.KeyRight, '^': opengl.KeyUp, 'v': opengl.KeyDown,
			}
			if special, ok := arrows[k]; ok {
				k = special
			}
			if quit, err := p.handle(opengl.Event{Kind: opengl.KeyPress, Key: k}); quit || err != nil {
				t.Fatalf("%q: quit %v, %v", c.keys, quit, err)
			}
		}
		if !c.ok(p) {
			t.Errorf("after %q the player is at film %d, moment %v, paused %v, speed %v",
				c.keys, p.number, p.at, p.paused, p.speed)
		}
	}
	for _, k := range []rune{'q', opengl.KeyEscape} {
		if quit, _ := newThree(t).key(k); !quit {
			t.Errorf("key %q does not close", k)
		}
	}
}

// Time moves on at the film's pace, past the end into the next film; an error of the source ends the playback.
func TestAdvance(t *testing.T) {
	p := newThree(t)
	if err := p.advance(0.2); err != nil || p.index() != 6 {
		t.Errorf("after 0.2 s at moment %d, %v", p.index(), err)
	}
	if err := p.advance(0.5); err != nil || p.index() != 9 || p.number != 0 {
		t.Errorf("the last moment stays a while: film %d, moment %d, %v", p.number, p.index(), err)
	}
	if err := p.advance(2); err != nil || p.number != 1 {
		t.Errorf("film %d, %v", p.number, err)
	}
	p.speed, p.at = 2, 9 // at any speed the last moment stays for as long as a moment and a second of real time
	if err := p.advance(0.9); err != nil || p.number != 1 || p.index() != 9 {
		t.Errorf("at twice the speed the last moment stays less: film %d, moment %d, %v", p.number, p.index(), err)
	}
	if err := p.advance(0.2); err != nil || p.number != 2 {
		t.Errorf("at twice the speed the last moment stays longer: film %d, %v", p.number, err)
	}
	if err := p.advance(5); err == nil {
		t.Error("there is no fourth film, and no error")
	}
}

// The mouse orbits, pans and zooms, within limits.
func TestMouse(t *testing.T) {
	p := newThree(t)
	do := func(e opengl.Event) {
		if _, err := p.handle(e); err != nil {
			t.Fatal(err)
		}
	}
	do(opengl.Event{Kind: opengl.Drag, DX: 100, DY: 10000})
	if p.orbit.Azimuth >= film.Default.Azimuth || p.orbit.Elevation != 1.5 || p.orbit.At != film.Default.At {
		t.Errorf("orbit: %+v", p.orbit)
	}
	do(opengl.Event{Kind: opengl.Scroll, DY: 1000})
	if p.orbit.Distance != 0.3 {
		t.Errorf("zoom: %+v", p.orbit)
	}
	before := p.camera().Pose.R
	do(opengl.Event{Kind: opengl.Drag, Button: 1, DX: 50, DY: 20})
	if p.orbit.At == film.Default.At || p.camera().Pose.R.X.Sub(before.X).Norm() > 1e-12 {
		t.Errorf("pan: %+v", p.orbit)
	}
	do(opengl.Event{Kind: opengl.KeyPress, Key: '0'})
	if p.orbit != film.Default {
		t.Errorf("0 does not go back: %+v", p.orbit)
	}
}

// The loop shows a frame for every event until the window is closed, with pictures, text and, after h, the list of
// keys.
func TestPlay(t *testing.T) {
	w := &scriptedWindow{events: []opengl.Event{
		{Kind: opengl.KeyPress, Key: '2'}, {Kind: opengl.KeyPress, Key: 'h'}, {Kind: opengl.KeyPress, Key: 'i'},
	}}
	if err := play(t.Context(), newThree(t), w); err != nil {
		t.Fatal(err)
	}
	if len(w.shown) != 3 || w.shown[0] != render.StaticCamera() {
		t.Fatalf("%d frames were shown", len(w.shown))
	}
	if len(w.over[0]) != 4 || len(w.over[1]) != 4 || len(w.over[2]) != 0 {
		t.Errorf("overlays: %d, %d, %d", len(w.over[0]), len(w.over[1]), len(w.over[2]))
	}
	for _, o := range w.over[1] {
		if len(o.RGBA) != 4*o.Width*o.Height || o.X < 0 || o.Y < 0 || o.X+o.W > 800 || o.Y+o.H > 600 {
			t.Errorf("overlay at (%d, %d), %d x %d, has %d bytes", o.X, o.Y, o.W, o.H, len(o.RGBA))
		}
	}
}

// A context that ends closes the window, and its cause is the error, so that Ctrl-C is told from a closed window.
func TestPlayStops(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("stopped by the user")
	cancel(why)
	w := &scriptedWindow{}
	if err := play(ctx, newThree(t), w); err != why || len(w.shown) > 0 {
		t.Errorf("%v after %d frames", err, len(w.shown))
	}
}

// The texts end before the pictures in a window of 700 x 500 and of 1280 x 800 pixels: no word is lost, and what fits
// stays as it is.
func TestTextsEndBeforePictures(t *testing.T) {
	lines := []string{
		"picking left, a demonstration in the style retry",
		"step 100 of 120, 3.33 s, playing, speed 0.25x, ends in no success",
		"hand   x +0.123  y -0.045  z 0.567 m, fingers 80 mm",
		"short",
	}
	for _, width := range []int{700, 1280} {
		room := width - render.StaticSize - 3*12
		all := folded(lines, room)
		if got := panel(all, 12, 12).W; got > room {
			t.Errorf("texts of %d pixels in %d", got, room)
		}
		if got, want := strings.Fields(strings.Join(all, " ")), strings.Fields(strings.Join(lines, " ")); !slices.Equal(
			got, want) {
			t.Errorf("words %q, want %q", got, want)
		}
		if (len(all) > len(lines)) != (width == 700) || all[len(all)-1] != "short" {
			t.Errorf("%d pixels: %q", width, all)
		}
	}
}

// byHand is a driver that counts.
type byHand struct {
	pressed string
	steps   int
	held    map[rune]bool
	moment  film.Moment
}

func (d *byHand) Press(key rune) error { d.pressed += string(key); return nil }
func (d *byHand) Running() bool        { return d.pressed != "" }
func (d *byHand) Now() *film.Moment    { return &d.moment }
func (d *byHand) Lines() []string      { return []string{"drive"} }
func (d *byHand) Manual() []string     { return []string{"a key"} }

func (d *byHand) Step(held map[rune]bool) error {
	d.steps++
	d.held = maps.Clone(held)
	return nil
}

// A person's keys reach the driver, once however long they are held; time passes from the first on; the views, the list
// of keys and escape are the window's.
func TestDrive(t *testing.T) {
	key := func(kind opengl.EventKind, key rune) opengl.Event { return opengl.Event{Kind: kind, Key: key} }
	d := &byHand{moment: film.Moment{Scene: scenes.NewTabletop().Snapshot()}}
	w := &scriptedWindow{events: []opengl.Event{
		key(opengl.KeyPress, '2'), key(opengl.KeyPress, 'h'), key(opengl.KeyPress, 'q'), key(opengl.KeyPress, 'q'),
		key(opengl.KeyPress, 'w'), key(opengl.KeyRelease, 'q'),
		key(opengl.KeyPress, opengl.KeyEscape), key(opengl.KeyPress, 'x'),
	}}
	for range 6 { // frames in which nothing happens
		w.events = slices.Insert(w.events, 6, opengl.Event{Kind: opengl.Scroll})
	}
	if err := drive(t.Context(), d, w); err != nil {
		t.Fatal(err)
	}
	if d.pressed != "qw" || d.steps < 1 || d.steps > 20 || !maps.Equal(d.held, map[rune]bool{'w': true}) {
		t.Errorf("pressed %q, %d steps, held %v", d.pressed, d.steps, d.held)
	}
	static, _ := film.Camera("static", &d.moment.Scene)
	if last := w.shown[len(w.shown)-1]; last != static || len(w.over[len(w.over)-1]) != 4 {
		t.Errorf("from %+v with %d overlays", last, len(w.over[len(w.over)-1]))
	}
}
