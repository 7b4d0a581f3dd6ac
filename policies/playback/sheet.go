package playback

import (
	"context"

	"counterpoise/scenes"
	"counterpoise/scenes/expert"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/film"
)

// Sheet draws a contact sheet: a row of pictures for an optimal demonstration of every behaviour of every registered
// task. It is the same picture in every call, on every machine. When ctx ends, it returns the cause.
func Sheet(ctx context.Context) (render.Frame, error) {
	var films []film.Film
	for _, name := range scenes.Tasks.Names() {
		task, err := scenes.Tasks.Get(name)
		if err != nil {
			return render.Frame{}, err
		}
		for _, b := range task.Behaviours() {
			if ctx.Err() != nil {
				return render.Frame{}, context.Cause(ctx)
			}
			source, err := OfTask(name, Cast{Behaviours: []string{b}, Style: expert.Optimal})
			if err != nil {
				return render.Frame{}, err
			}
			f, err := source(0)
			if err != nil {
				return render.Frame{}, err
			}
			f.Title = name + ": " + b
			films = append(films, f)
		}
	}
	return film.ContactSheet(films, func() error { return context.Cause(ctx) })
}
