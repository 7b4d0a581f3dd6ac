package soft

// canvas is the picture being drawn. depth is 1/w: greater is nearer.
type framebuffer struct {
	width, height int
	rgb           []uint8
	depth         []float32
}

// edges is a triangle ready to be filled: which pixels it covers, row by row, and its depth.
type scanTriangle struct {
	y, end                int     // rows left to fill
	leftEdges, rightEdges [2]edge // a row goes from the greatest of left to the least of right
	leftCount, rightCount int     // how many there are, one or two
	width                 int64   // the canvas's width
	screenGradient
	invW plane // 1/w
}

// edge walks down one side of a triangle. At is the first pixel of a row whose centre is not left of the side:
// ceil(n/d) in whole numbers, where n changes by a constant from row to row.
type edge struct {
	pixel, remainder    int64 // ceil(n/d), and what is left of n + d - 1
	step, remainderStep int64 // what a row adds to both
	divisor             int64
}

// next is At for the present row; it goes on to the next one.
func (e *edge) next() int64 {
	at := e.pixel
	e.pixel += e.step
	e.remainder += e.remainderStep
	if e.remainder >= e.divisor {
		e.remainder -= e.divisor
		e.pixel++
	}
	return at
}

// faces says whether a triangle is seen from its front, where its corners run counter-clockwise in the picture: twice its
// area (1/256 pixel, squared), which is positive then.
func frontFacing(a, b, c *corner) (area int64, yes bool) {
	area = (c.screenX-a.screenX)*(b.screenY-a.screenY) - (b.screenX-a.screenX)*(c.screenY-a.screenY)
	return area, area > 0
}

// set prepares a triangle of the given area; not ok if no pixel's centre can lie in it.
//
// A pixel belongs to it by the top-left rule: its centre lies inside, or on a left or upper side.
func (e *scanTriangle) setup(v *framebuffer, a, b, c *corner, area int64) (ok bool) {
	b, c = c, b // clockwise, where y runs downwards: the inside is where E(x, y) below is positive
	e.y = max(0, firstRow(min(a.screenY, b.screenY, c.screenY)))
	e.end = min(v.height, firstRow(max(a.screenY, b.screenY, c.screenY)))
	e.width = int64(v.width)
	if e.y >= e.end || max(a.screenX, b.screenX, c.screenX) < 0 || min(a.screenX, b.screenX, c.screenX) > e.width*subpixel {
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

// rowFrom is the first row whose pixel centres are not above y (1/256 pixel).
func firstRow(y int64) int { return int((y + subpixel/2 - 1) >> 8) }

// side adds the edge from p to q. Inside is where
//
//	E(x, y) = (q.x - p.x) (y - p.y) - (q.y - p.y) (x - p.x)
//
// is positive; on a left side, where q.y < p.y, also where it is zero. With x and y at pixel centres both give ceil(n/d).
// A level side needs no edge: the rows end there.
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

func (e *edge) set(n, dn, d int64, rows int) {
	e.divisor = d
	e.pixel, e.remainder = floorDiv(n+d-1, d)
	if rows > 1 {
		e.step, e.remainderStep = floorDiv(dn, d)
	}
}

// divide is floor(n/d) and what is left, for d > 0.
func floorDiv(n, d int64) (quotient, rest int64) {
	quotient = n / d
	rest = n - quotient*d
	if rest < 0 {
		return quotient - 1, rest + d
	}
	return quotient, rest
}

// row is the range of pixels [from, to) of the present row; it goes on to the next one.
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

// gradient turns values at three corners into planes over the screen.
type screenGradient struct {
	x0, y0         float64 // first corner, seen from the centre of pixel (0, 0), in pixels
	x1, y1, x2, y2 float64 // the others, seen from the first, over twice the area
	w0, w1, w2     float64 // 1/w of the three
}

// plane is a value that is linear on the screen: base at the centre of pixel (0, 0), and what a pixel adds.
type plane struct{ base, dx, dy float64 }

func (g *screenGradient) set(a, b, c *corner, area int64) {
	k := subpixel / float64(area)
	g.x0, g.y0 = float64(a.screenX-subpixel/2)/subpixel, float64(a.screenY-subpixel/2)/subpixel
	g.x1, g.y1 = float64(float64(b.screenX-a.screenX)*k), float64(float64(b.screenY-a.screenY)*k)
	g.x2, g.y2 = float64(float64(c.screenX-a.screenX)*k), float64(float64(c.screenY-a.screenY)*k)
	g.w0, g.w1, g.w2 = a.invW, b.invW, c.invW
}

// over divides values at the corners by their w: what is linear in space becomes linear on the screen.
func (g *screenGradient) timesInvW(a, b, c float64) (float64, float64, float64) {
	return float64(a * g.w0), float64(b * g.w1), float64(c * g.w2)
}

func (g *screenGradient) plane(a, b, c float64) plane {
	p := plane{dx: float64((b-a)*g.y2) - float64((c-a)*g.y1), dy: float64((c-a)*g.x1) - float64((b-a)*g.x2)}
	p.base = a - float64(p.dx*g.x0) - float64(p.dy*g.y0)
	return p
}

// at is the value at pixel (x, y).
func (p *plane) value(x, y int) float64 {
	return p.base + float64(p.dx*float64(x)) + float64(p.dy*float64(y))
}
