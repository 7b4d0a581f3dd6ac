package render

import (
	"fmt"

	"counterpoise/scenes"
)

// supersampling is the number of rendered pixels, in each direction, for one pixel of an antialiased picture. Nine
// samples a pixel give ten levels of coverage on an edge; the cost grows with the square.
const supersampling = 3

// DrawAntialiased draws an antialiased picture by supersampling with a box filter. It is for people; policies receive
// the pixels of View, without antialiasing. f's Depth and IDs stay as they are. Its errors are those of Frame.Check and
// View, and that of a picture with more than maxSize / supersampling pixels a side.
func DrawAntialiased(r Renderer, s *scenes.Snapshot, c Camera, f Frame) error {
	if err := f.Check(); err != nil {
		return err
	}
	if most := maxSize / supersampling; max(f.Width, f.Height) > most {
		return fmt.Errorf("render: an antialiased picture of %d x %d pixels; each side can have 1 to %d", f.Width,
			f.Height, most)
	}
	large := NewFrame(supersampling*f.Width, supersampling*f.Height)
	if err := r.View(s, c, large); err != nil {
		return err
	}
	downsample(large, f)
	return nil
}

// downsample sets each pixel of to to the mean of a square of supersampling² pixels of from, rounded to nearest.
func downsample(from, to Frame) {
	const k = supersampling
	for y := range to.Height {
		for x := range to.Width {
			var sum [3]int
			for v := range k {
				row := from.RGB[3*((k*y+v)*from.Width+k*x):]
				for i := range 3 * k {
					sum[i%3] += int(row[i])
				}
			}
			for ch, s := range sum {
				to.RGB[3*(y*to.Width+x)+ch] = uint8((s + k*k/2) / (k * k))
			}
		}
	}
}
