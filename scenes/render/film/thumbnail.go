package film

import (
	"image"

	"counterpoise/scenes"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

// Size of the films in a report (pixels), how many control steps (1/30 s) lie between two pictures, and how long each
// picture is shown (1/100 s). Four steps take 13.3/100 s, so a film of 12/100 s a picture is a tenth faster than real
// time. The last picture stays for a second and a half.
const (
	thumbnailWidth  = 360
	thumbnailHeight = 240
	thumbnailStride = 4
	thumbnailDelay  = 12
	thumbnailLast   = 150
)

// Thumbnails draws a rollout small enough for a page that holds many: as a GIF, and as a PNG of four moments. The
// free camera shows it. There must be at least one moment.
//
// The first and the last moment are always among the pictures. A picture that would stand less than a stride
// before the last one is left out, so no two pictures are closer than a stride.
//
// stopped is asked for each picture, as View.Stopped is; its error ends the drawing and is returned.
func Thumbnails(moments []scenes.Snapshot, stopped func() error) (moving, still []byte, err error) {
	renderer := soft.New()
	var pictures []render.Frame
	for i := range moments {
		last := len(moments) - 1
		if i%thumbnailStride == 0 && i+thumbnailStride <= last || i == last {
			if err := stopped(); err != nil {
				return nil, nil, err
			}
			f := render.NewFrame(thumbnailWidth, thumbnailHeight)
			if err := render.DrawAntialiased(renderer, &moments[i], Onlooker(), f); err != nil {
				return nil, nil, err
			}
			pictures = append(pictures, f)
		}
	}
	// GIF and PNG share the palette.
	colours := NewPalette(pictures)
	if moving, err = animate(pictures, colours, thumbnailDelay, thumbnailLast, stopped); err != nil {
		return nil, nil, err
	}
	still, err = fourMoments(pictures, colours)
	return moving, still, err
}

// fourMoments returns the first picture, the last one and two between them, two by two, as a PNG. They are the
// pictures 0, (n-1)/3, 2(n-1)/3 and n-1 of n, rounded down; the upper row comes first.
func fourMoments(pictures []render.Frame, colours *Palette) ([]byte, error) {
	const gap = 4 // pixels
	page := image.Rect(0, 0, 2*thumbnailWidth+gap, 2*thumbnailHeight+gap)
	m := image.NewPaletted(page, colours.Colours)
	for i := range 4 {
		p := paletted(pictures[i*(len(pictures)-1)/3], colours)
		for y := range thumbnailHeight {
			at := m.PixOffset(i%2*(thumbnailWidth+gap), i/2*(thumbnailHeight+gap)+y)
			copy(m.Pix[at:at+thumbnailWidth], p.Pix[y*p.Stride:])
		}
	}
	return encodePNG(m)
}
