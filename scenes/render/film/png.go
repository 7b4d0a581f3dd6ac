package film

import (
	"bytes"
	"image"
	"image/png"

	"counterpoise/scenes/render"
)

// Colours of the pages that pictures are laid out on. 8 bits a channel: red, green, blue.
var (
	paper = [3]uint8{250, 250, 248}
	ink   = [3]uint8{40, 44, 52}
)

// Strip returns six moments of a film as a PNG of two rows. They run from left to right, then down, with 4
// pixels of paper between them.
func Strip(f *Film, v *View) ([]byte, error) {
	const across, down, gap = 3, 2, 4 // gap in pixels
	page := render.NewFrame(across*(v.Width+gap)-gap, down*(v.Height+gap)-gap)
	page.Fill(0, 0, page.Width, page.Height, paper)
	for i, m := range f.Spread(across * down) {
		picture, err := v.Draw(m)
		if err != nil {
			return nil, err
		}
		page.Paste(i%across*(v.Width+gap), i/across*(v.Height+gap), picture)
	}
	return PNG(page)
}

// PNG encodes a picture, opaque, 8 bits a channel. Rows run from top to bottom.
func PNG(f render.Frame) ([]byte, error) {
	m := image.NewNRGBA(image.Rect(0, 0, f.Width, f.Height))
	for i := range f.Width * f.Height {
		copy(m.Pix[4*i:], f.RGB[3*i:3*i+3])
		m.Pix[4*i+3] = 255
	}
	return encodePNG(m)
}

// encodePNG compresses as well as package png can: a report holds many pictures.
func encodePNG(m image.Image) ([]byte, error) {
	var out bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, m)
	return out.Bytes(), err
}
