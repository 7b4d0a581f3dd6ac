package soft

// framebuffer is the picture that is drawn. Both buffers have rows from the top; depth holds 1/w (1/m), so that greater
// values are nearer.
type framebuffer struct {
	width, height int
	rgb           []uint8
	depth         []float32
}

// scanTriangle is a triangle prepared for filling: an iterator over its spans of pixels, row by row, and the plane of
// 1/w over the screen. A triangle has one or two left and one or two right sides; level sides bound no span. The span
// of a row begins at the greatest pixel of the left sides and ends before the least pixel of the right sides.
type scanTriangle struct {
	y, end                int     // range of rows [y, end)
	leftEdges, rightEdges [2]edge // the first leftCount and rightCount are in use
	leftCount, rightCount int     // 1 or 2
	width                 int64   // width of the framebuffer (pixels)
	screenGradient
	invW plane // 1/w
}

// edge iterates down one side of a triangle (Bresenham's algorithm in integers). For each row it gives the first pixel
// whose centre is not left of the side, ⌈n/d⌉, where n grows by a constant dn from row to row. Invariants, with
// d = divisor > 0:
//
//	pixel d + remainder = n + d - 1     0 ≤ remainder < d
//	step d + remainderStep = dn         0 ≤ remainderStep < d
type edge struct {
	pixel, remainder    int64 // quotient and remainder of n + d - 1 by d
	step, remainderStep int64 // quotient and remainder of dn by d: increments a row
	divisor             int64
}

// next returns the pixel of the current row and advances to the next row. It has no branch, which the processor would
// guess wrong in every second row: below is -1 while the new remainder stays below the divisor, and 0 if it carries.
func (e *edge) next() int64 {
	at := e.pixel
	rest := e.remainder + e.remainderStep - e.divisor
	below := rest >> 63
	e.remainder = rest + e.divisor&below
	e.pixel += e.step + 1 + below
	return at
}

// frontFacing returns twice the signed area of a projected triangle (squares of 1/256 pixel) and whether it is
// positive. It is positive where the corners run counter-clockwise in the picture, which is the front of a face.
// Triangles without area are not drawn.
func frontFacing(a, b, c *corner) (area int64, front bool) {
	area = (c.screenX-a.screenX)*(b.screenY-a.screenY) - (b.screenX-a.screenX)*(c.screenY-a.screenY)
	return area, area > 0
}

// setup prepares a front-facing triangle with the given doubled area. It returns false if no pixel of the framebuffer
// can have its centre in the triangle.
//
// A pixel is covered by the top-left rule: its centre lies inside the triangle, or on a left or an upper side.
func (e *scanTriangle) setup(v *framebuffer, a, b, c *corner, area int64) (ok bool) {
	b, c = c, b // with the y axis downwards, E(x, y) of addEdge is now positive inside
	e.y = max(0, firstRow(min(a.screenY, b.screenY, c.screenY)))
	e.end = min(v.height, firstRow(max(a.screenY, b.screenY, c.screenY)))
	e.width = int64(v.width)
	left, right := min(a.screenX, b.screenX, c.screenX), max(a.screenX, b.screenX, c.screenX)
	if e.y >= e.end || right < 0 || left > e.width*subpixel {
		return false
	}
	e.leftCount, e.rightCount = 0, 0
	e.addEdge(a, b)
	e.addEdge(b, c)
	e.addEdge(c, a)
	e.screenGradient.set(a, b, c, area)
	e.invW = e.plane(a.invW, b.invW, c.invW)
	return true
}

// firstRow returns the first row whose pixel centres are not above y (1/256 pixel): ⌈(y - 128) / 256⌉.
func firstRow(y int64) int { return int((y + subpixel/2 - 1) >> 8) }

// addEdge adds the side from p to q. The inside of the triangle is where the edge function (Pineda, "A parallel
// algorithm for polygon rasterization", 1988)
//
//	E(x, y) = (q.x - p.x) (y - p.y) - (q.y - p.y) (x - p.x)
//
// is positive; a left side, where q.y < p.y, belongs to the triangle, so there E may also be zero. In units of
// 1/256 pixel the centre of pixel i in the row is x = 256 i + 128. With dy = p.y - q.y and k = E at the centre of
// pixel 0, E = k + 256 dy i, so
//
//	left side,  dy > 0:  E ≥ 0  where  i ≥ ⌈-k / (256 dy)⌉     the first covered pixel
//	right side, dy < 0:  E > 0  where  i < ⌈k / (-256 dy)⌉     the pixel after the last covered one
//
// and k grows by 256 (q.x - p.x) from row to row. A level side (dy = 0) needs no edge: firstRow bounds the rows there.
func (e *scanTriangle) addEdge(p, q *corner) {
	dy, dx := p.screenY-q.screenY, q.screenX-p.screenX
	k := dy*(subpixel/2-p.screenX) + dx*(int64(e.y)*subpixel+subpixel/2-p.screenY)
	dk := subpixel * dx
	switch {
	case dy > 0:
		e.leftEdges[e.leftCount].set(-k, -dk, subpixel*dy, e.end-e.y)
		e.leftCount++
	case dy < 0:
		e.rightEdges[e.rightCount].set(k, dk, -subpixel*dy, e.end-e.y)
		e.rightCount++
	}
}

// set starts the iteration at ⌈n/d⌉, where n grows by dn a row. rows is the number of rows; a single row needs no
// steps.
func (e *edge) set(n, dn, d int64, rows int) {
	e.divisor = d
	e.pixel, e.remainder = floorDiv(n+d-1, d)
	if rows > 1 {
		e.step, e.remainderStep = floorDiv(dn, d)
	}
}

// floorDiv returns ⌊n/d⌋ and the remainder in [0, d), for d > 0.
func floorDiv(n, d int64) (quotient, rest int64) {
	quotient = n / d
	rest = n - quotient*d
	negative := rest >> 63 // -1 or 0
	return quotient + negative, rest + d&negative
}

// nextSpan returns the range of pixels [from, to) of the current row, clipped to the framebuffer, and advances to
// the next row. The range is empty where from >= to.
func (e *scanTriangle) nextSpan() (from, to int) {
	l, r := e.leftEdges[0].next(), e.rightEdges[0].next()
	if e.leftCount > 1 {
		l = max(l, e.leftEdges[1].next())
	}
	if e.rightCount > 1 {
		r = min(r, e.rightEdges[1].next())
	}
	return int(max(l, 0)), int(min(r, e.width))
}

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
	g.x0, g.y0 = float64(a.screenX-subpixel/2)/subpixel, float64(a.screenY-subpixel/2)/subpixel
	g.x1, g.y1 = float64(float64(b.screenX-a.screenX)*k), float64(float64(b.screenY-a.screenY)*k)
	g.x2, g.y2 = float64(float64(c.screenX-a.screenX)*k), float64(float64(c.screenY-a.screenY)*k)
	g.w0, g.w1, g.w2 = a.invW, b.invW, c.invW
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
func (p *plane) value(x, y int) float64 {
	return p.base + float64(p.dx*float64(x)) + float64(p.dy*float64(y))
}
