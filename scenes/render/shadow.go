package render

import (
	"math"

	"counterpoise/physics"
	"counterpoise/scenes"
)

// Shadow is a soft dark patch on a surface: a convex polygon, and over it coordinates in which the shadow is the square
// from -1 to 1. With s(t) = t²(3-2t), t limited to [0, 1], a pixel loses the share
//
//	α = Strength s((1-|u|) Edge_u) s((1-|v|) Edge_v)
//
// of its colour. A shadow covers what lies exactly under it and hides behind everything else.
type Shadow struct {
	Count    int
	Points   [maxCorners]physics.Vec
	UV       [maxCorners][2]float32
	Edge     [2]float32
	Strength float32
}

// maxCorners: a square, cut by four lines.
const maxCorners = 8

// slab is a horizontal surface that shadows fall on (m).
type surface struct{ x0, x1, y0, y1, z float64 }

var (
	worktop = surface{-0.44, 0.44, -0.18, 0.02, scenes.TableHeight}
	shelf   = surface{-0.36, 0.16, 0.02, 0.16, scenes.TableHeight}
	ground  = surface{-4, 4, -4, 4, 0}
)

// caster is what throws a shadow: a box by its middle, its turn about z, half extents across, and how high its lower
// side is over the surface.
type shadowCaster struct {
	x, y     float64
	ux, uy   float64 // direction of its first side, unit length
	hu, hv   float64
	height   float64
	strength float64
}

// FixedShadows are those of the furniture on the floor.
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

// Shadows appends those of blocks, hand and fingers on table, shelf and floor.
func Shadows(s *scenes.Snapshot, dst []Shadow) []Shadow {
	for i := range s.Blocks {
		dst = boxShadow(dst, &s.Blocks[i], physics.Vec{}, scenes.BlockLengths[i], scenes.BlockHalf, scenes.BlockHalf, 0.45)
	}
	dst = boxShadow(dst, &s.Hand, physics.Vec{Z: 0.03}, 0.03, 0.10, 0.03, 0.30)
	for i, side := range [2]float64{1, -1} {
		dst = boxShadow(dst, &s.Fingers[i], physics.Vec{Y: float64(side * 0.012), Z: 0.145}, 0.01, 0.012, 0.01, 0.32)
	}
	return dst
}

// under is the shadow of a box (half extents hu, hv across and low upwards) around a point of a frame.
func boxShadow(dst []Shadow, at *physics.Pose, local physics.Vec, hu, hv, low, strength float64) []Shadow {
	p := at.P.Add(at.R.Apply(local))
	ux, uy := at.R.X.X, at.R.X.Y
	n := math.Sqrt(float64(ux*ux) + float64(uy*uy))
	if n < 0.2 {
		return dst // the box stands on its end, where this shape would be wrong
	}
	c := shadowCaster{x: p.X, y: p.Y, ux: ux / n, uy: uy / n, hu: hu, hv: hv, strength: strength}
	if p.Z < scenes.TableHeight {
		c.height = p.Z - low
		return c.projectOnto(dst, ground)
	}
	c.height = p.Z - low - scenes.TableHeight
	return c.projectOnto(c.projectOnto(dst, worktop), shelf)
}

const (
	// slant is how far a shadow moves aside for each metre that its caster is up, along x and y.
	sideShift = 0.30
	// blur is how much softer its edge gets, and fade the height (m) at which half of it is left.
	blur = 0.35
	fade = 0.12
	// lift (m) keeps shadows off the surface that they lie on.
	lift = 0.0003
)

// fall appends the shadow on a surface, if any of it falls there.
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
		s.Points[i] = physics.Vec{X: x + float64(a*c.ux) - float64(b*c.uy), Y: y + float64(a*c.uy) + float64(b*c.ux), Z: on.z + lift}
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

// cut keeps the part of the polygon where a x + b y + c >= 0 (Sutherland and Hodgman 1974).
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
			s.appendCorner(p, [2]float32{
				float32(lerp(float64(in.UV[i][0]), float64(in.UV[k][0]), t)), float32(lerp(float64(in.UV[i][1]), float64(in.UV[k][1]), t)),
			})
		}
	}
}

func (s *Shadow) appendCorner(p physics.Vec, uv [2]float32) {
	s.Points[s.Count], s.UV[s.Count] = p, uv
	s.Count++
}
