package play

import "math"

// Size of the ring that Ghost draws.
const (
	ghostRadius = 0.015 // m
	leastGhost  = 4     // pixels; a smaller one is not seen as a ring
)

// Ghost draws a ring around the place where the hand should take hold onto a picture of the present moment: RGBA pixels
// of the view's size. Nothing hides the ring, so that one sees the place behind the hand, too.
func (d *Drive) Ghost(rgba []uint8, v View) error {
	c, err := v.camera(&d.Moments[len(d.Moments)-1])
	if err != nil {
		return err
	}
	at := c.Pose.ApplyT(d.task.GraspPoint(d.table, d.behaviour).At) // x right, y up, -z into the picture (m)
	if -at.Z < c.Near {
		return nil // behind the camera
	}
	// A pinhole camera: f = h/2 / tan(FOV/2) pixels, and at depth -z a metre has f/-z pixels.
	scale := float64(v.Height) / 2 / math.Tan(c.FOV*math.Pi/360) / -at.Z
	x, y := float64(v.Width)/2+scale*at.X, float64(v.Height)/2-scale*at.Y
	r := max(leastGhost, scale*ghostRadius)
	const edge = 1.5 // pixels from the ring's middle line to the end of its dark edge
	for j := max(0, int(y-r-edge)); j < min(v.Height, int(y+r+edge)+1); j++ {
		for i := max(0, int(x-r-edge)); i < min(v.Width, int(x+r+edge)+1); i++ {
			off := math.Abs(math.Hypot(float64(i)+0.5-x, float64(j)+0.5-y) - r)
			pixel := rgba[4*(j*v.Width+i):][:3]
			switch {
			case off < 0.8:
				copy(pixel, []uint8{90, 255, 255})
			case off < edge:
				copy(pixel, []uint8{0, 60, 70})
			}
		}
	}
	return nil
}
