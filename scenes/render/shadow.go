package render

import (
	"math"

	"counterpoise/physics"
	"counterpoise/scenes"
)

// Shadow is a soft contact shadow on a horizontal surface: a convex polygon with coordinates (u, v), in which the whole
// shadow is the square from -1 to 1. With smoothstep s(t) = t²(3-2t), t clamped to [0, 1], a renderer multiplies the
// colour of a covered pixel by 1 - α, where
//
//	α = Strength s((1-|u|) Edge_u) s((1-|v|) Edge_v)
//
// This is a drawn approximation, no cast shadow: it darkens the surface directly under it and no object in between. An
// object nearer to the camera hides it by the depth test.
type Shadow struct {
	// Count is the number of corners in use. Points are the corners (m, world), counter-clockwise from above, and UV
	// their coordinates. Edge is the inverse width of the soft edge, Strength the greatest α.
	Count    int
	Points   [maxCorners]physics.Vec
	UV       [maxCorners][2]float32
	Edge     [2]float32
	Strength float32
}

// maxCorners is the number of corners of a square after clipping by four lines, each of which adds at most one.
const maxCorners = 8

// surface is a horizontal rectangle that receives shadows (m).
type surface struct{ x0, x1, y0, y1, z float64 }

var (
	worktop = surface{-0.44, 0.44, -0.18, 0.02, scenes.TableHeight}
	shelf   = surface{-0.36, 0.16, 0.02, 0.16, scenes.TableHeight}
	ground  = surface{-4, 4, -4, 4, 0}
)

// shadowCaster is a box that casts a shadow: its centre (x, y), the direction of its first side, its horizontal half
// extents hu and hv, and the height of its lower side above the surface (m).
type shadowCaster struct {
	x, y     float64
	ux, uy   float64 // direction of the first side, unit length
	hu, hv   float64
	height   float64
	strength float64 // share of the light that the shadow removes at height 0
}

// FixedShadows returns the shadows that never move: those of the table and the pedestal on the floor, and the dark
// inside of the cabinet on the shelf. Strengths above 1 compensate for the large heights, which fade a shadow.
func FixedShadows() []Shadow {
	var all []Shadow
	for _, c := range []shadowCaster{
		{x: 0.03, y: 0.03, ux: 1, hu: 0.40, hv: 0.12, height: 0.40, strength: 3.0},
		{x: -0.42, y: -0.54, ux: 1, hu: 0.05, hv: 0.05, height: 0.40, strength: 6},
	} {
		all = c.projectOnto(all, ground)
	}
	in := shadowCaster{x: -0.10, y: 0.11, ux: 1, hu: 0.27, hv: 0.065, height: 0.1, strength: 0.28}
	return in.projectOnto(all, shelf)
}

// Shadows appends to dst the shadows of the blocks, the hand and the fingers on table, shelf and floor.
func Shadows(s *scenes.Snapshot, dst []Shadow) []Shadow {
	for i := range s.Blocks {
		length, half := scenes.BlockLengths[i], scenes.BlockHalf
		dst = boxShadow(dst, &s.Blocks[i], physics.Vec{}, length, half, half, 0.45)
	}
	dst = boxShadow(dst, &s.Hand, physics.Vec{Z: 0.03}, 0.03, 0.10, 0.03, 0.30)
	for i, side := range [2]float64{1, -1} {
		dst = boxShadow(dst, &s.Fingers[i], physics.Vec{Y: float64(side * 0.012), Z: 0.145}, 0.01, 0.012, 0.01, 0.32)
	}
	return dst
}

// boxShadow appends the shadows of a box in the frame at, centred on the point local of that frame. Its half
// extents are hu and hv horizontally and low vertically (m).
func boxShadow(dst []Shadow, at *physics.Pose, local physics.Vec, hu, hv, low, strength float64) []Shadow {
	p := at.P.Add(at.R.Apply(local))
	ux, uy := at.R.X.X, at.R.X.Y
	n := math.Sqrt(float64(ux*ux) + float64(uy*uy))
	if n < 0.2 {
		return dst // the box stands on its end: its first side has no horizontal direction
	}
	c := shadowCaster{x: p.X, y: p.Y, ux: ux / n, uy: uy / n, hu: hu, hv: hv, strength: strength}
	if p.Z < scenes.TableHeight {
		c.height = p.Z - low
		return c.projectOnto(dst, ground)
	}
	c.height = p.Z - low - scenes.TableHeight
	return c.projectOnto(c.projectOnto(dst, worktop), shelf)
}

// Look of the shadows, chosen by eye. h is the height of the caster above the surface (m).
const (
	// sideShift is the displacement of a shadow along +x and +y per metre of h, away from the sun.
	sideShift = 0.30
	// blur is the growth of the soft edge's half width per metre of h; at h = 0 the half width is 6 mm.
	blur = 0.35
	// fade is the height (m) at which the strength is half: strength / (1 + (h/fade)²).
	fade = 0.12
	// lift (m) raises shadows above their surface, so that the depth test does not reject them.
	lift = 0.0003
)

// projectOnto appends the caster's shadow on a surface, clipped to it. A caster more than 0.5 m above casts none.
func (c *shadowCaster) projectOnto(dst []Shadow, on surface) []Shadow {
	h := max(0, c.height)
	if h > 0.5 {
		return dst
	}
	soft := 0.006 + float64(blur*h)
	ou, ov := c.hu+soft, c.hv+soft
	x, y := c.x+float64(sideShift*h), c.y+float64(sideShift*h)
	s := Shadow{Count: 4, Strength: float32(c.strength / (1 + float64(float64(h/fade)*float64(h/fade))))}
	s.Edge = [2]float32{float32(ou / (ou - max(0, c.hu-soft))), float32(ov / (ov - max(0, c.hv-soft)))}
	for i, k := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		a, b := float64(k[0]*ou), float64(k[1]*ov)
		s.Points[i] = physics.Vec{
			X: x + float64(a*c.ux) - float64(b*c.uy), Y: y + float64(a*c.uy) + float64(b*c.ux), Z: on.z + lift,
		}
		s.UV[i] = [2]float32{float32(k[0]), float32(k[1])}
	}
	s.clip(-1, 0, on.x1)
	s.clip(1, 0, -on.x0)
	s.clip(0, -1, on.y1)
	s.clip(0, 1, -on.y0)
	if s.Count < 3 {
		return dst
	}
	return append(dst, s)
}

// clip keeps the part of the polygon where a x + b y + c >= 0 (Sutherland and Hodgman, "Reentrant polygon clipping",
// 1974) and interpolates u and v at the new corners.
func (s *Shadow) clip(a, b, c float64) {
	in := *s
	s.Count = 0
	side := func(i int) float64 { return float64(a*in.Points[i].X) + float64(b*in.Points[i].Y) + c }
	for i := range in.Count {
		k := (i + 1) % in.Count
		di, dk := side(i), side(k)
		if di >= 0 {
			s.appendCorner(in.Points[i], in.UV[i])
		}
		if di >= 0 != (dk >= 0) {
			t := di / (di - dk)
			p := in.Points[i].AddScaled(t, in.Points[k].Sub(in.Points[i]))
			from, to := in.UV[i], in.UV[k]
			s.appendCorner(p, [2]float32{
				float32(lerp(float64(from[0]), float64(to[0]), t)), float32(lerp(float64(from[1]), float64(to[1]), t)),
			})
		}
	}
}

// appendCorner adds a corner to the polygon.
func (s *Shadow) appendCorner(p physics.Vec, uv [2]float32) {
	s.Points[s.Count], s.UV[s.Count] = p, uv
	s.Count++
}
