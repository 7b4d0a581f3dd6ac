package shared

import (
	"counterpoise/bench/runner"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

// NewPictures returns a renderer for rollouts. Like NewRenderer, for another interface.
func NewPictures() (runner.Renderer, error) { return render.Pictures{Renderer: soft.New()}, nil }

// NewRenderer returns the renderer in pure Go. It draws the same bytes on every machine; a graphics card would draw
// faster and, in the last bits, otherwise, and the hash of a dataset covers its pictures.
func NewRenderer() (demos.Renderer, error) { return render.Pictures{Renderer: soft.New()}, nil }
