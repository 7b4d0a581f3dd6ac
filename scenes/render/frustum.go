package render

import "math"

// Frustum is a camera's view volume, in camera coordinates: a pyramid between the near and the far plane. Renderers
// test the bounding spheres of objects against it and skip objects outside it.
type Frustum struct {
	Focal     float64 // pixels
	CX, CY    float64 // centre of the picture (pixels)
	Near, Far float64 // m
	// Lengths of the normals (Focal, CX) and (Focal, CY) of the side planes, which are not normalized.
	sideX, sideY float64
}

// Frustum returns the camera's view volume for a picture of the given size (pixels).
func (c *Camera) Frustum(width, height int) Frustum {
	f := Frustum{Focal: c.Focal(height), CX: float64(width) / 2, CY: float64(height) / 2, Near: c.Near, Far: c.Far}
	f.sideX = math.Sqrt(float64(f.Focal*f.Focal) + float64(f.CX*f.CX))
	f.sideY = math.Sqrt(float64(f.Focal*f.Focal) + float64(f.CY*f.CY))
	return f
}

// IntersectsSphere tells whether a sphere may be visible, and whether a part of it may lie in front of the near plane.
// The sphere's centre has depth w (m); x and y are its camera coordinates times the focal length (m pixels). The sign
// of y does not matter. The test never rejects a visible sphere; it may accept an invisible one near an edge of the
// pyramid. The signed distance to a side plane, scaled by the length of its normal, is
//
//	|x| - CX w ≤ radius √(Focal² + CX²)
func (f *Frustum) IntersectsSphere(x, y, w, radius float64) (visible, near bool) {
	if w+radius < f.Near || w-radius > f.Far {
		return false, false
	}
	if math.Abs(x)-float64(f.CX*w) > float64(radius*f.sideX) || math.Abs(y)-float64(f.CY*w) > float64(radius*f.sideY) {
		return false, false
	}
	return true, w-radius < f.Near
}
