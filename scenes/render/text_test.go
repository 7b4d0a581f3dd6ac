package render

import (
	"testing"

	"counterpoise/internal/golden"
)

// All glyphs match the golden picture. Two lines cross the picture's edges and are clipped.
func TestText(t *testing.T) {
	if len(glyphs) != 10*('~'-' '+1) {
		t.Fatalf("there are %d hexadecimal digits of letters", len(glyphs))
	}
	f := NewFrame(200, 64)
	for i := range 3 {
		line := make([]byte, 32)
		for k := range line {
			line[k] = byte(' ' + min(94, 32*i+k))
		}
		f.Text(2, 2+10*i, 1, [3]uint8{255, 255, 255}, string(line))
	}
	f.Text(4, 34, 2, [3]uint8{255, 200, 80}, "phase: grasp é")
	f.Text(170, 50, 1, [3]uint8{90, 200, 90}, "over the edge")
	f.Text(-3, 58, 1, [3]uint8{90, 90, 250}, "below and left")
	golden.Picture(t, "letters.png", f.Width, f.Height, f.RGB)
}
