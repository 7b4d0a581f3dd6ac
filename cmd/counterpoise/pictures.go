package main

import (
	"counterpoise/bench/runner"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

// newPictures returns a renderer for rollouts. Like newRenderer, for another interface.
func newPictures() (runner.Renderer, error) { return render.Pictures{Renderer: soft.New()}, nil }

// newRenderer returns the renderer in pure Go. It draws the same bytes on every machine; a graphics card would draw
// faster and, in the last bits, otherwise, and the hash of a dataset covers its pictures.
func newRenderer() (demos.Renderer, error) { return render.Pictures{Renderer: soft.New()}, nil }
