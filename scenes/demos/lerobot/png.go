package lerobot

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"sync"
)

// encoders keep png's buffers from picture to picture.
type encoders struct{ pool sync.Pool }

func (p *encoders) Get() *png.EncoderBuffer {
	b, _ := p.pool.Get().(*png.EncoderBuffer)
	return b
}
func (p *encoders) Put(b *png.EncoderBuffer) { p.pool.Put(b) }

// encoder is fast rather than thrifty: pictures are 200 pixels wide.
var encoder = png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: &encoders{}}

// encode makes a PNG of 8-bit RGB.
func encode(rgb []byte, size int) ([]byte, error) {
	m := image.NewNRGBA(image.Rect(0, 0, size, size))
	for i, o := 0, 0; i < len(rgb); i, o = i+3, o+4 {
		m.Pix[o], m.Pix[o+1], m.Pix[o+2], m.Pix[o+3] = rgb[i], rgb[i+1], rgb[i+2], 255
	}
	var b bytes.Buffer
	err := encoder.Encode(&b, m)
	return b.Bytes(), err
}

// decode appends the 8-bit RGB of a PNG, which must have the given size: what is not is refused before it is unpacked.
func decode(to, raw []byte, height, width int) ([]byte, error) {
	c, err := png.DecodeConfig(bytes.NewReader(raw))
	if err != nil {
		return to, fmt.Errorf("is no PNG: %w", err)
	}
	if c.Height != height || c.Width != width {
		return to, fmt.Errorf("has %dx%d pixels, expected %dx%d", c.Width, c.Height, width, height)
	}
	m, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		return to, fmt.Errorf("is a damaged PNG: %w", err)
	}
	if p, ok := m.(*image.RGBA); ok { // what PNG's plain RGB becomes
		for y := range height {
			for x := range width {
				o := p.PixOffset(x, y)
				to = append(to, p.Pix[o:o+3]...)
			}
		}
		return to, nil
	}
	for y := range height {
		for x := range width {
			r, g, b, _ := m.At(x, y).RGBA()
			to = append(to, byte(r>>8), byte(g>>8), byte(b>>8))
		}
	}
	return to, nil
}
