package soft

// canvas is the picture being drawn. depth is 1/w: greater is nearer.
type canvas struct {
	width, height int
	rgb           []uint8
	depth         []float32
}

// edges is a triangle ready to be filled: which pixels it covers, row by row, and its depth.
type edges struct {
	y, end        int     // rows left to fill
	left, right   [2]edge // a row goes from the greatest of left to the least of right
	lefts, rights int     // how many there are, one or two
	limit         int64   // the canvas's width
	gradient
	z plane // 1/w
}

// edge walks down one side of a triangle. At is the first pixel of a row whose centre is not left of the side:
// ceil(n/d) in whole numbers, where n changes by a constant from row to row.
type edge struct {
	at, rest   int64 // ceil(n/d), and what is left of n + d - 1
	step, more int64 // what a row adds to both
	d          int64
}

// next is At for the present row; it goes on to the next one.
func (e *edge) next() int64 {
	at := e.at
	e.at += e.step
	e.rest += e.more
	if e.rest >= e.d {
		e.rest -= e.d
		e.at++
	}
	return at
}

// faces says whether a triangle is seen from its front, where its corners run counter-clockwise in the picture: twice its
// area (1/256 pixel, squared), which is positive then.
func faces(a, b, c *corner) (area int64, yes bool) {
	area = (c.x-a.x)*(b.y-a.y) - (b.x-a.x)*(c.y-a.y)
	return area, area > 0
}

// set prepares a triangle of the given area; not ok if no pixel's centre can lie in it.
//
// A pixel belongs to it by the top-left rule: its centre lies inside, or on a left or upper side.
func (e *edges) set(v *canvas, a, b, c *corner, area int64) (ok bool) {
	b, c = c, b // clockwise, where y runs downwards: the inside is where E(x, y) below is positive
	e.y = max(0, rowFrom(min(a.y, b.y, c.y)))
	e.end = min(v.height, rowFrom(max(a.y, b.y, c.y)))
	e.limit = int64(v.width)
	if e.y >= e.end || max(a.x, b.x, c.x) < 0 || min(a.x, b.x, c.x) > e.limit*subpixel {
		return false
	}
	e.lefts, e.rights = 0, 0
	e.side(a, b)
	e.side(b, c)
	e.side(c, a)
	e.gradient.set(a, b, c, area)
	e.z = e.plane(a.z, b.z, c.z)
	return true
}

// rowFrom is the first row whose pixel centres are not above y (1/256 pixel).
func rowFrom(y int64) int { return int((y + subpixel/2 - 1) >> 8) }

// side adds the edge from p to q. Inside is where
//
//	E(x, y) = (q.x - p.x) (y - p.y) - (q.y - p.y) (x - p.x)
//
// is positive; on a left side, where q.y < p.y, also where it is zero. With x and y at pixel centres both give ceil(n/d).
// A level side needs no edge: the rows end there.
func (e *edges) side(p, q *corner) {
	dy, dx := p.y-q.y, q.x-p.x
	k := dy*(subpixel/2-p.x) + dx*(int64(e.y)*subpixel+subpixel/2-p.y)
	dk := subpixel * dx
	switch {
	case dy > 0:
		e.left[e.lefts].set(-k, -dk, subpixel*dy, e.end-e.y)
		e.lefts++
	case dy < 0:
		e.right[e.rights].set(k, dk, -subpixel*dy, e.end-e.y)
		e.rights++
	}
}

func (e *edge) set(n, dn, d int64, rows int) {
	e.d = d
	e.at, e.rest = divide(n+d-1, d)
	if rows > 1 {
		e.step, e.more = divide(dn, d)
	}
}

// divide is floor(n/d) and what is left, for d > 0.
func divide(n, d int64) (quotient, rest int64) {
	quotient = n / d
	rest = n - quotient*d
	if rest < 0 {
		return quotient - 1, rest + d
	}
	return quotient, rest
}

// row is the range of pixels [from, to) of the present row; it goes on to the next one.
func (e *edges) row() (from, to int) {
	l, r := e.left[0].next(), e.right[0].next()
	if e.lefts > 1 {
		l = max(l, e.left[1].next())
	}
	if e.rights > 1 {
		r = min(r, e.right[1].next())
	}
	return int(max(l, 0)), int(min(r, e.limit))
}

// gradient turns values at three corners into planes over the screen.
type gradient struct {
	x0, y0         float64 // first corner, seen from the centre of pixel (0, 0), in pixels
	x1, y1, x2, y2 float64 // the others, seen from the first, over twice the area
	w0, w1, w2     float64 // 1/w of the three
}

// plane is a value that is linear on the screen: base at the centre of pixel (0, 0), and what a pixel adds.
type plane struct{ base, dx, dy float64 }

func (g *gradient) set(a, b, c *corner, area int64) {
	k := subpixel / float64(area)
	g.x0, g.y0 = float64(a.x-subpixel/2)/subpixel, float64(a.y-subpixel/2)/subpixel
	g.x1, g.y1 = float64(float64(b.x-a.x)*k), float64(float64(b.y-a.y)*k)
	g.x2, g.y2 = float64(float64(c.x-a.x)*k), float64(float64(c.y-a.y)*k)
	g.w0, g.w1, g.w2 = a.z, b.z, c.z
}

// over divides values at the corners by their w: what is linear in space becomes linear on the screen.
func (g *gradient) over(a, b, c float64) (float64, float64, float64) {
	return float64(a * g.w0), float64(b * g.w1), float64(c * g.w2)
}

func (g *gradient) plane(a, b, c float64) plane {
	p := plane{dx: float64((b-a)*g.y2) - float64((c-a)*g.y1), dy: float64((c-a)*g.x1) - float64((b-a)*g.x2)}
	p.base = a - float64(p.dx*g.x0) - float64(p.dy*g.y0)
	return p
}

// at is the value at pixel (x, y).
func (p *plane) at(x, y int) float64 {
	return p.base + float64(p.dx*float64(x)) + float64(p.dy*float64(y))
}
