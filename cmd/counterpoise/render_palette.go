package main

import (
	"image/color"
	"io"
	"slices"

	"counterpoise/scenes/render"
)

// feed draws a film into a pipe and closes it.
func feed(w io.WriteCloser, f *film, s shot) error {
	defer w.Close()
	for i := range f.moments {
		p, err := s.take(&f.moments[i])
		if err != nil {
			return err
		}
		if _, err := w.Write(p.RGB); err != nil {
			return err
		}
	}
	return nil
}

// reduced is a palette of 255 colours and transparency, and which of them stands for each colour of 6 bits a channel.
type reduced struct {
	palette color.Palette
	index   [bins]uint8
}

func (r *reduced) of(rgb []uint8) uint8 { return r.index[bin(rgb)] }

// transparent is the palette's entry that lets the picture before show through.
const transparent = 255

// bins is how many colours are told apart: 6 bits a channel.
const bins = 1 << 18

func bin(rgb []uint8) int { return int(rgb[0]>>2)<<12 | int(rgb[1]>>2)<<6 | int(rgb[2]>>2) }

// quantise finds the colours of a film by median cut (Heckbert 1982): the box of colours whose widest channel is widest,
// weighed by its pixels, is cut where half its pixels lie on each side, until there are 255.
func quantise(pictures []render.Frame) *reduced {
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
	var all []int
	for b, n := range count {
		if n > 0 {
			all = append(all, b)
		}
	}
	boxes := [][]int{all}
	for len(boxes) < transparent {
		i, ch := widest(boxes, &count)
		if i < 0 {
			break
		}
		low, high := cut(boxes[i], ch, &count)
		boxes[i] = low
		boxes = append(boxes, high)
	}
	r := new(reduced)
	for i, box := range boxes {
		r.palette = append(r.palette, mean(box, &count, sums))
		for _, b := range box {
			r.index[b] = uint8(i)
		}
	}
	for len(r.palette) <= transparent {
		r.palette = append(r.palette, color.RGBA{})
	}
	return r
}

// channel is one of the three numbers of a bin, 0 to 63.
func channel(b, ch int) int { return b >> (12 - 6*ch) & 63 }

// widest is the box to cut next, and along which channel; -1 if every box is one colour.
func widest(boxes [][]int, count *[bins]int) (box, ch int) {
	box, best := -1, 0
	for i, b := range boxes {
		pixels := 0
		for _, c := range b {
			pixels += count[c]
		}
		for k := range 3 {
			lo, hi := 63, 0
			for _, c := range b {
				lo, hi = min(lo, channel(c, k)), max(hi, channel(c, k))
			}
			// the square of the width, as a large difference is seen more than many small ones
			if score := (hi - lo) * (hi - lo) * (1 + pixels/64); hi > lo && score > best {
				box, ch, best = i, k, score
			}
		}
	}
	return box, ch
}

func cut(box []int, ch int, count *[bins]int) (low, high []int) {
	slices.SortFunc(box, func(a, b int) int { return (channel(a, ch)-channel(b, ch))<<16 + a - b })
	pixels := 0
	for _, c := range box {
		pixels += count[c]
	}
	at, sum := 0, 0
	for at < len(box)-1 && (sum == 0 || sum+count[box[at]] <= pixels/2) {
		sum += count[box[at]]
		at++
	}
	return box[:at:at], box[at:]
}

// mean is the average colour of a box's pixels.
func mean(box []int, count *[bins]int, sums *[bins][3]int) color.RGBA {
	var sum [3]int
	n := 0
	for _, b := range box {
		n += count[b]
		for ch := range sum {
			sum[ch] += sums[b][ch]
		}
	}
	n = max(1, n)
	return color.RGBA{uint8(sum[0] / n), uint8(sum[1] / n), uint8(sum[2] / n), 255}
}
