package soft

import "math"

// canvas is the picture being drawn. depth is 1/w: greater is nearer.
type canvas struct {
	width, height int
	rgb           []uint8
	depth         []float32
}

// edges is a triangle ready to be filled: which pixels it covers, row by row, and its depth.
type edges struct {
	y, end      int     // rows left to fill
	left, right [2]edge // a row goes from the greatest of left to the least of right
	limit       int64   // the canvas's width
	gradient
	z plane // 1/w
}

// edge walks down one side of a triangle. At is the first pixel of a row whose centre is not left of the side:
// ceil(n/d) in whole numbers, where n changes by a constant from row to row.
type edge struct {
	at, rest   int64 // ceil(n/d), and how much n + d - 1 exceeds d at
	step, more int64 // what a row adds to both
	d          int64
}

func (e *edge) next() {
	e.at += e.step
	e.rest += e.more
	if e.rest >= e.d {
		e.rest -= e.d
		e.at++
	}
}

// open is an edge that cuts nothing off.
func open(at int64) edge { return edge{at: at, d: math.MaxInt64} }

// edges sets up a triangle; not ok if it looks away or covers nothing. Corners run counter-clockwise in the picture.
//
// A pixel belongs to it by the top-left rule: its centre lies inside, or on a left or upper side.
func (v *canvas) edges(e *edges, a, b, c *corner) (ok bool) {
	b, c = c, b // clockwise, where y runs downwards: the inside is where E(x, y) below is positive
	area := (b.x-a.x)*(c.y-a.y) - (c.x-a.x)*(b.y-a.y)
	if area <= 0 {
		return false
	}
	e.y = max(0, rowFrom(min(a.y, b.y, c.y)))
	e.end = min(v.height, rowFrom(max(a.y, b.y, c.y)))
	if e.y >= e.end || max(a.x, b.x, c.x) < 0 || min(a.x, b.x, c.x) > int64(v.width)*subpixel {
		return false
	}
	e.limit = int64(v.width)
	e.left = [2]edge{open(0), open(0)}
	e.right = [2]edge{open(e.limit), open(e.limit)}
	lefts, rights := 0, 0
	for _, s := range [3][2]*corner{{a, b}, {b, c}, {c, a}} {
		switch p, q := s[0], s[1]; {
		case p.y > q.y:
			e.left[lefts] = side(p, q, e.y)
			lefts++
		case p.y < q.y:
			e.right[rights] = side(p, q, e.y)
			rights++
		}
	}
	e.gradient.set(a, b, c, area)
	e.z = e.plane(a.z, b.z, c.z)
	return true
}

// rowFrom is the first row whose pixel centres are not above y (1/256 pixel).
func rowFrom(y int64) int { return int((y + subpixel/2 - 1) >> 8) }

// side sets up the edge from p to q at row y. Inside is where
//
//	E(x, y) = (q.x - p.x) (y - p.y) - (q.y - p.y) (x - p.x)
//
// is positive; on a left side, where q.y < p.y, also where it is zero. With x and y at pixel centres both give ceil(n/d).
func side(p, q *corner, y int) edge {
	dy, dx := p.y-q.y, q.x-p.x
	k := dy*(subpixel/2-p.x) + dx*(int64(y)*subpixel+subpixel/2-p.y)
	dk := subpixel * dx
	if dy > 0 {
		k, dk = -k, -dk
	} else {
		dy = -dy
	}
	d := subpixel * dy
	e := edge{d: d}
	e.at, e.rest = divide(k+d-1, d)
	e.step, e.more = divide(dk, d)
	return e
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

// row is the range of pixels [from, to) of the present row, and goes on to the next.
func (e *edges) row() (from, to int) {
	from = int(max(e.left[0].at, e.left[1].at, 0))
	to = int(min(e.right[0].at, e.right[1].at, e.limit))
	e.left[0].next()
	e.left[1].next()
	e.right[0].next()
	e.right[1].next()
	return from, to
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
	g.x1, g.y1 = float64(b.x-a.x)*k, float64(b.y-a.y)*k
	g.x2, g.y2 = float64(c.x-a.x)*k, float64(c.y-a.y)*k
	g.w0, g.w1, g.w2 = a.z, b.z, c.z
}

// over divides values at the corners by their w: what is linear in space becomes linear on the screen.
func (g *gradient) over(a, b, c float64) (float64, float64, float64) {
	return a * g.w0, b * g.w1, c * g.w2
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
