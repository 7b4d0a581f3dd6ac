package soft

// framebuffer is the picture that is drawn. Both buffers have rows from the top; depth holds 1/w (1/m), so that greater
// values are nearer.
type framebuffer struct {
	width, height int
	rgb           []uint8
	depth         []float32
}

// pixels returns count pixels of row y, from x on.
func (v *framebuffer) pixels(x, y, count int) (depth []float32, rgb []uint8) {
	at := y*v.width + x
	return v.depth[at : at+count], v.rgb[3*at : 3*(at+count)]
}

// scanTriangle is a triangle prepared for filling: its rows of pixels, and the plane of 1/w over the screen.
type scanTriangle struct {
	y, end int     // range of rows [y, end)
	bounds []int32 // of the pixels covered in row y+i: the first, bounds[2i], and the one after the last, bounds[2i+1]
	screenGradient
	invW plane // 1/w
}

// frontFacing returns twice the signed area of a projected triangle (squares of 1/256 pixel) and whether it is
// positive. It is positive where the corners run counter-clockwise in the picture, which is the front of a face.
// Triangles without area are not drawn.
func frontFacing(a, b, c *corner) (area int64, front bool) {
	area = (c.screenX()-a.screenX())*(b.screenY()-a.screenY()) - (b.screenX()-a.screenX())*(c.screenY()-a.screenY())
	return area, area > 0
}

// setup prepares a front-facing triangle with the given doubled area. It returns false if no pixel of the framebuffer
// can have its centre in the triangle.
//
// A pixel is covered by the top-left rule: its centre lies inside the triangle, or on a left or an upper side.
func (e *scanTriangle) setup(v *framebuffer, a, b, c *corner, area int64) (ok bool) {
	b, c = c, b // with the y axis downwards, E(x, y) of side is now positive inside
	left, right := min(a.screenX(), b.screenX(), c.screenX()), max(a.screenX(), b.screenX(), c.screenX())
	top, bottom := min(a.screenY(), b.screenY(), c.screenY()), max(a.screenY(), b.screenY(), c.screenY())
	e.y, e.end = max(0, firstRow(top)), min(v.height, firstRow(bottom))
	if e.y >= e.end || right < 0 || left > int64(v.width)*subpixel {
		return false
	}
	e.boundRows(a, b, c, v.width, max(-left, right, -top, bottom) < smallCoordinates)
	e.screenGradient.set(a, b, c, area)
	e.invW = e.plane(a.invW(), b.invW(), c.invW())
	return true
}

// smallCoordinates bounds the coordinates (1/256 pixel) of triangles that boundRows computes with vectors: with 2²² and
// pictures of up to 2¹³ pixels a side, the integers of side.m stay below 2⁴⁹.
const smallCoordinates = 1 << 22

// firstRow returns the first row whose pixel centres are not above y (1/256 pixel): ⌈(y - 128) / 256⌉.
func firstRow(y int64) int { return int((y + subpixel/2 - 1) >> 8) }

// screenGradient computes, from values at the three corners of a triangle, the plane over the screen that they span.
type screenGradient struct {
	x0, y0         float64 // first corner, relative to the centre of pixel (0, 0), in pixels
	x1, y1, x2, y2 float64 // other corners relative to the first, divided by twice the area (1/pixel)
	w0, w1, w2     float64 // 1/w of the three corners
}

// plane is a function that is linear on the screen: base + dx x + dy y at the centre of pixel (x, y).
type plane struct{ base, dx, dy float64 }

// set stores the corners of a triangle with the given doubled area (squares of 1/256 pixel).
func (g *screenGradient) set(a, b, c *corner, area int64) {
	k := subpixel / float64(area)
	g.x0, g.y0 = float64(a.screenX()-subpixel/2)/subpixel, float64(a.screenY()-subpixel/2)/subpixel
	g.x1, g.y1 = float64(float64(b.screenX()-a.screenX())*k), float64(float64(b.screenY()-a.screenY())*k)
	g.x2, g.y2 = float64(float64(c.screenX()-a.screenX())*k), float64(float64(c.screenY()-a.screenY())*k)
	g.w0, g.w1, g.w2 = a.invW(), b.invW(), c.invW()
}

// timesInvW multiplies values at the corners by 1/w. A value that is linear in space becomes linear on the screen.
func (g *screenGradient) timesInvW(a, b, c float64) (float64, float64, float64) {
	return float64(a * g.w0), float64(b * g.w1), float64(c * g.w2)
}

// plane returns the plane through values a, b and c at the three corners.
func (g *screenGradient) plane(a, b, c float64) plane {
	p := plane{dx: float64((b-a)*g.y2) - float64((c-a)*g.y1), dy: float64((c-a)*g.x1) - float64((b-a)*g.x2)}
	p.base = a - float64(p.dx*g.x0) - float64(p.dy*g.y0)
	return p
}

// value returns the value at the centre of pixel (x, y).
func (p *plane) value(x, y float64) float64 {
	return p.base + float64(p.dx*x) + float64(p.dy*y)
}
