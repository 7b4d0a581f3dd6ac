package encoder

import (
	"fmt"
	"math"
	"slices"

	"counterpoise/scenes"
)

// Lesson is a scene for an encoder to learn from: the two pictures, the state that they show, and what each of their pixels is a
// part of.
type Sample struct {
	scenes.Observation
	// StaticParts (200x200) and EgoParts (84x84) number the part that each pixel shows.
	StaticObjects, GripperObjects []uint8
}

// Part is a thing that encoders learn to see.
type Object struct {
	Number uint8 // in lessons
	Name   string
}

// label is a number that features must tell by a linear read-out.
type label struct {
	name string
	unit string  // "px", "mm", or "" for yes and no
	size float64 // one of the label's own units in these
}

// leastSeen is the number of pixels from which on a part counts as seen.
const minVisiblePixels = 12

// labels lists what a lesson tells: for each camera and part the centre of its visible pixels (in half pictures from the middle) and
// whether there are any, then the sliders as shares of their travel, and the lamps.
func labels(parts []Object) (all []label) {
	for _, c := range []struct {
		name string
		eye  Spatial
	}{{"static", Static}, {"gripper", Gripper}} {
		for _, p := range parts {
			half := float64(c.eye.size) / 2
			all = append(all, label{c.name + ": " + p.Name + " x", "px", half}, label{c.name + ": " + p.Name + " y", "px", half},
				label{c.name + ": " + p.Name + " seen", "", 1})
		}
	}
	for i, name := range []string{"door", "drawer", "button", "switch"} {
		all = append(all, label{name, "mm", 1000 * sliderTravel[i]})
	}
	return append(all, label{"bulb lit", "", 1}, label{"LED lit", "", 1})
}

// sliderTravel are the travels of the sliders (m), in the order of scenes.Observation.
var sliderTravel = [4]float64{scenes.DoorTravel, scenes.DrawerTravel, scenes.ButtonTravel, scenes.SwitchTravel}

// read writes the labels of a lesson and which of them hold: 1, or 0 for the centre of what is not seen.
func (l *Sample) labels(y, holds []float32, parts []Object) error {
	if err := CheckPictures(&l.Observation); err != nil {
		return err
	}
	if s, g := 3*len(l.StaticObjects), 3*len(l.GripperObjects); s != Static.PictureBytes() || g != Gripper.PictureBytes() {
		return fmt.Errorf("parts of %d and %d pixels, not %d and %d", s/3, g/3, Static.PictureBytes()/3, Gripper.PictureBytes()/3)
	}
	for i := range holds {
		holds[i] = 1
	}
	n := 3 * len(parts)
	locate(y[:n], holds[:n], l.StaticObjects, Static.size, parts)
	locate(y[n:2*n], holds[n:2*n], l.GripperObjects, Gripper.size, parts)
	for i, travel := range sliderTravel {
		y[2*n+i] = l.Scene[scenes.SceneSliders+i] / float32(travel)
	}
	y[2*n+4], y[2*n+5] = l.Scene[scenes.SceneBulb], l.Scene[scenes.SceneLED]
	return nil
}

// locate writes x, y and seen of every part in one picture.
func locate(y, holds []float32, pixels []uint8, size int, parts []Object) {
	var n, sx, sy [256]int
	for i, p := range pixels {
		n[p]++
		sx[p] += i % size
		sy[p] += i / size
	}
	for i, p := range parts {
		y, holds := y[3*i:][:3], holds[3*i:][:3]
		if n[p.Number] < minVisiblePixels {
			y[0], y[1], y[2], holds[0], holds[1] = 0, 0, 0, 0, 0
			continue
		}
		middle := func(sum int) float32 {
			return float32((float64(sum)/float64(n[p.Number])+0.5)/float64(size)*2 - 1)
		}
		y[0], y[1], y[2] = middle(sx[p.Number]), middle(sy[p.Number]), 1
	}
}

// absent is the target of a map where its part is not.
const absent = -0.2

// share writes how much of each patch shows each part, to dst [P, parts], and absent where that is nothing.
func (e Spatial) shares(dst []float32, pixels []uint8, parts []Object) {
	clear(dst)
	var at [256]int // 1 + place in parts
	for i, p := range parts {
		at[p.Number] = i + 1
	}
	side, patch := e.side(), e.pool*e.patch
	one := 1 / float32(patch*patch)
	for i, p := range pixels {
		if k := at[p]; k > 0 {
			dst[(i/e.size/patch*side+i%e.size/patch)*len(parts)+k-1] += one
		}
	}
	for i, v := range dst {
		if v == 0 {
			dst[i] = absent
		}
	}
}

// Judgement is how well an encoder's features tell one thing, on lessons that it never had.
type Accuracy struct {
	Name string
	Unit string // "px", "mm", or "" for a share
	// Error is the root mean square error of the read-out, which the scenes where little is to be seen of a thing dominate, and
	// Median what the error is below in half of the scenes; with no unit, both are the share of wrong answers at a threshold of 1/2.
	Error, Median float64
	N             int // lessons in which there was something to tell
}

// judge compares read-outs with labels, each [lessons x len(all)].
func accuracies(all []label, out, y, holds []float32) (js []Accuracy) {
	for j, l := range all {
		var off []float64
		sum := 0.0
		for i := j; i < len(y); i += len(all) {
			if holds[i] == 0 {
				continue
			}
			d := l.size * math.Abs(float64(out[i]-y[i]))
			if l.unit == "" {
				d = 0
				if (out[i] > 0.5) != (y[i] > 0.5) {
					d = 1
				}
			}
			off, sum = append(off, d), sum+d*d
		}
		if len(off) == 0 {
			continue
		}
		slices.Sort(off)
		judgement := Accuracy{l.name, l.unit, math.Sqrt(sum / float64(len(off))), off[len(off)/2], len(off)}
		if l.unit == "" {
			judgement.Error = sum / float64(len(off))
			judgement.Median = judgement.Error
		}
		js = append(js, judgement)
	}
	return js
}
