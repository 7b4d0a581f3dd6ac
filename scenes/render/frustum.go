package render

import "math"

// Frustum is what a camera sees of the world, in the camera's own terms: a pyramid, cut near and far.
type Frustum struct {
	Focal     float64 // pixels
	CX, CY    float64 // middle of the picture (pixels)
	Near, Far float64 // m
	// lengths of the normals (Focal, CX) and (Focal, CY) of the sides
	sideX, sideY float64
}

// Frustum is what the camera sees in a picture of a size.
func (c *Camera) Frustum(width, height int) Frustum {
	f := Frustum{Focal: c.Focal(height), CX: float64(width) / 2, CY: float64(height) / 2, Near: c.Near, Far: c.Far}
	f.sideX = math.Sqrt(float64(f.Focal*f.Focal) + float64(f.CX*f.CX))
	f.sideY = math.Sqrt(float64(f.Focal*f.Focal) + float64(f.CY*f.CY))
	return f
}

// Sees says whether a sphere may be visible, and whether some of it may lie before the near plane. Its middle is w deep (m), x
// to the right and y up or down, both times the focal length (m pixels).
func (f *Frustum) IntersectsSphere(x, y, w, radius float64) (visible, near bool) {
	if w+radius < f.Near || w-radius > f.Far {
		return false, false
	}
	if math.Abs(x)-float64(f.CX*w) > float64(radius*f.sideX) || math.Abs(y)-float64(f.CY*w) > float64(radius*f.sideY) {
		return false, false
	}
	return true, w-radius < f.Near
}
