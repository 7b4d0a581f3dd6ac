package replay

import (
	"fmt"
	"strings"

	"counterpoise/scenes"
	"counterpoise/scenes/render/film"
)

// filmer films the episodes that one worker replays.
type filmer struct {
	dir     string       // empty if nothing is filmed
	stopped func() error // as film.View.Stopped
	view    *film.View
	film    film.Film
}

// watch starts a film and returns what is to be called at each control step; nil if nothing is filmed.
func (f *filmer) watch() func(*scenes.Tabletop) {
	if f.dir == "" {
		return nil
	}
	f.film = film.Film{}
	return func(t *scenes.Tabletop) { f.film.Add(t, "") }
}

// filmName is the file of an episode's film. Numbers have as many digits as LeRobot's episodes, so that names sort.
func filmName(episode int) string { return fmt.Sprintf("episode_%06d.gif", episode) }

// write draws the film of an episode into the folder, which is made if need be.
func (f *filmer) write(e *recording, r *Result) error {
	if f.dir == "" {
		return nil
	}
	if f.view == nil {
		var err error
		if f.view, err = film.NewView("free", 0, 0); err != nil {
			return err
		}
		f.view.Stopped = f.stopped
	}
	f.film.Title = strings.TrimSpace(fmt.Sprintf("%s %s, episode %d replayed", r.Task, r.Behaviour, e.number))
	f.film.Success = r.Earned != nil && r.Earned.Success
	return film.WriteBelow(f.dir, filmName(e.number), &f.film, f.view)
}
