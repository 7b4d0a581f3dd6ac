package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"slices"
	"testing"
)

// Pixels keep the colours that their file states, however transparent they are.
func TestDecodeDropsAlpha(t *testing.T) {
	size := image.Rect(0, 0, 2, 1)
	clear, half := color.NRGBA{10, 20, 30, 0}, color.NRGBA{200, 100, 50, 128}
	paletted := image.NewPaletted(size, color.Palette{half, clear})
	paletted.Pix = []byte{1, 0}
	for name, m := range map[string]draw.Image{
		"8 bits": image.NewNRGBA(size), "16 bits": image.NewNRGBA64(size), "a palette": paletted,
	} {
		switch m := m.(type) {
		case *image.NRGBA:
			m.SetNRGBA(0, 0, clear)
			m.SetNRGBA(1, 0, half)
		case *image.NRGBA64:
			m.SetNRGBA64(0, 0, color.NRGBA64{10<<8 | 7, 20 << 8, 30 << 8, 0})
			m.SetNRGBA64(1, 0, color.NRGBA64{200 << 8, 100 << 8, 50 << 8, 128 << 8})
		}
		var file bytes.Buffer
		if err := png.Encode(&file, m); err != nil {
			t.Fatal(err)
		}
		got, err := Decode([]byte{1}, file.Bytes(), 1, 2)
		if want := []byte{1, 10, 20, 30, 200, 100, 50}; err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v; want %v", name, got, err, want)
		}
	}
}

// Pictures without alpha are as they were drawn.
func TestDecodeOfOpaque(t *testing.T) {
	size := image.Rect(0, 0, 2, 1)
	opaque := color.RGBA{200, 100, 50, 255}
	for name, m := range map[string]draw.Image{
		"RGB": image.NewRGBA(size), "16 bits": image.NewRGBA64(size),
		"a palette": image.NewPaletted(size, color.Palette{color.RGBA{0, 0, 0, 255}, opaque}),
	} {
		m.Set(0, 0, color.Black)
		m.Set(1, 0, opaque)
		var file bytes.Buffer
		if err := png.Encode(&file, m); err != nil {
			t.Fatal(err)
		}
		got, err := Decode(nil, file.Bytes(), 1, 2)
		if want := []byte{0, 0, 0, 200, 100, 50}; err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v; want %v", name, got, err, want)
		}
	}
}
