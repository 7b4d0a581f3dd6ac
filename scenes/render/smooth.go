package render

import "counterpoise/scenes"

// oversampling is how many pixels each way are drawn for one of a smooth picture.
const supersampling = 3

// Smooth draws a picture for people: without steps on its edges. Policies get View's plain pixels.
func Smooth(r Renderer, s *scenes.Snapshot, c Camera, f Frame) error {
	if err := f.Check(); err != nil {
		return err
	}
	large := NewFrame(supersampling*f.Width, supersampling*f.Height)
	if err := r.View(s, c, large); err != nil {
		return err
	}
	downsample(large, f)
	return nil
}

// shrink averages squares of pixels.
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
