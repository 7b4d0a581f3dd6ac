package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // registers itself with package image
	"image/png"
	"sync"
)

// bufferPool implements png.EncoderBufferPool, so that the buffers of the encoder are reused.
type bufferPool struct{ pool sync.Pool }

func (p *bufferPool) Get() *png.EncoderBuffer {
	b, _ := p.pool.Get().(*png.EncoderBuffer)
	return b
}
func (p *bufferPool) Put(b *png.EncoderBuffer) { p.pool.Put(b) }

// pngEncoder uses the fastest compression level, at the cost of somewhat larger files.
var pngEncoder = png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: &bufferPool{}}

// EncodePNG encodes a square picture of 8-bit RGB; size is its side in pixels.
func EncodePNG(rgb []byte, size int) ([]byte, error) {
	m := image.NewNRGBA(image.Rect(0, 0, size, size))
	for i, o := 0, 0; i < len(rgb); i, o = i+3, o+4 {
		m.Pix[o], m.Pix[o+1], m.Pix[o+2], m.Pix[o+3] = rgb[i], rgb[i+1], rgb[i+2], 255
	}
	var b bytes.Buffer
	err := pngEncoder.Encode(&b, m)
	return b.Bytes(), err
}

// DecodedPixel is the memory that decoding one pixel takes besides the three bytes that are returned, in bytes: 15 for
// a progressive JPEG, whose coefficients are kept, and 12 for an interlaced PNG of 16 bits a channel.
const DecodedPixel = 16

// Size returns the height and width that a PNG or JPEG states, in pixels. Nothing is decompressed.
func Size(raw []byte) (height, width int, err error) {
	c, _, err := image.DecodeConfig(bytes.NewReader(raw))
	if err != nil {
		return 0, 0, fmt.Errorf("is no PNG and no JPEG: %w", err)
	}
	return c.Height, c.Width, nil
}

// Decode appends the 8-bit RGB pixels of a PNG or JPEG to to. Alpha is dropped and does not scale the colours, as in
// convert("RGB") of Python's PIL. The size in the header is compared before anything is decompressed.
func Decode(to, raw []byte, height, width int) ([]byte, error) {
	h, w, err := Size(raw)
	if err != nil {
		return to, err
	}
	if h != height || w != width {
		return to, fmt.Errorf("has %dx%d pixels, expected %dx%d", w, h, width, height)
	}
	m, kind, err := image.Decode(bytes.NewReader(raw))
	if err != nil {
		return to, fmt.Errorf("is a damaged picture (%s): %w", kind, err)
	}
	switch p := m.(type) {
	case *image.RGBA: // of a PNG without alpha
		return appendRGB(to, p.Pix, width*height, 1), nil
	case *image.NRGBA:
		return appendRGB(to, p.Pix, width*height, 1), nil
	case *image.NRGBA64:
		return appendRGB(to, p.Pix, width*height, 2), nil
	case *image.Paletted:
		for i, c := range p.Palette { // the colours of a PNG with alpha are color.NRGBA
			if c, ok := c.(color.NRGBA); ok {
				p.Palette[i] = color.RGBA{c.R, c.G, c.B, 255}
			}
		}
	}
	for y := range height {
		for x := range width {
			r, g, b, _ := m.At(x, y).RGBA()
			to = append(to, byte(r>>8), byte(g>>8), byte(b>>8))
		}
	}
	return to, nil
}

// appendRGB appends the upper bytes of red, green and blue of n pixels, each of four channels of size bytes, the upper
// byte first.
func appendRGB(to, pixels []byte, n, size int) []byte {
	for i := range n {
		p := pixels[4*size*i:]
		to = append(to, p[0], p[size], p[2*size])
	}
	return to
}
