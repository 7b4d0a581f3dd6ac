package soft

import "slices"

// side is one side of a triangle, from p to q, in rows of pixels. The inside of the triangle is where the edge function
// (Pineda, "A parallel algorithm for polygon rasterization", 1988)
//
//	E(x, y) = (q.x - p.x) (y - p.y) - (q.y - p.y) (x - p.x)
//
// is positive; a left side, where q.y < p.y, belongs to the triangle, so there E may also be zero. In units of
// 1/256 pixel the centre of pixel i in the row is x = 256 i + 128. With dy = p.y - q.y and k = E at the centre of
// pixel 0, E = k + 256 dy i, so with c = -k / (256 dy)
//
//	left side,  dy > 0:  E ≥ 0  where  i ≥ ⌈c⌉     the first covered pixel
//	right side, dy < 0:  E > 0  where  i < ⌈c⌉     the pixel after the last covered one
//
// and k grows by 256 (q.x - p.x) from row to row. A level side (dy = 0) bounds no row: firstRow bounds them.
//
// No row needs a division: ⌈c⌉ = ⌊m / (512 dy)⌋ with m = 512 dy - 2 k - sign(dy). m is odd, so that the quotient is at
// least 1/(512 |dy|) from an integer, which is more than the errors of rounding 1/(512 dy) and its product with m, for
// quotients within a picture and sides of less than a million pixels.
type side struct {
	m, dm       int64   // m in the first row, and its growth from row to row
	inverse     float64 // 1/(512 dy), 0 for a level side
	left, right int64   // added to ⌈c⌉ before it bounds a row there: 0, or beyond all pixels if it does not
}

// set prepares a side for rows from y.
func (s *side) set(p, q *corner, y int) {
	const beyond = 1 << 60
	dy, dx := p.screenY()-q.screenY(), q.screenX()-p.screenX()
	k := dy*(subpixel/2-p.screenX()) + dx*(int64(y)*subpixel+subpixel/2-p.screenY())
	negative, positive := dy>>63, -dy>>63 // -1 or 0
	s.m = 2*(subpixel*dy-k) + positive - negative
	s.dm = -2 * subpixel * dx
	s.left, s.right = -beyond&^positive, beyond&^negative
	s.inverse = 1 / float64(2*subpixel*dy)
	if dy == 0 {
		s.inverse = 0
	}
}

// row returns the pixels that the triangle covers in row e.y + i: the first one and their number, which is not positive
// where there are none.
func (e *scanTriangle) row(i int) (first, count int) {
	b := e.bounds[2*i : 2*i+2]
	return int(b[0]), int(b[1] - b[0])
}

// growBounds makes room for the rows, up to an even number of them. The last one may not be in use.
func (e *scanTriangle) growBounds() {
	n := 2 * ((e.end - e.y + 1) &^ 1)
	e.bounds = slices.Grow(e.bounds[:0], n)[:n]
}

// boundRowsPlain sets the bounds of a triangle's rows, clipped to the framebuffer's width. A row begins at the greatest
// pixel of the left sides and ends before the least pixel of the right sides.
func (e *scanTriangle) boundRowsPlain(a, b, c *corner, width int) {
	e.growBounds()
	var sides [3]side
	sides[0].set(a, b, e.y)
	sides[1].set(b, c, e.y)
	sides[2].set(c, a, e.y)
	clip := func(x int64) int32 { return int32(min(max(0, x), int64(width))) }
	for i := range e.end - e.y {
		x, y, z := sides[0].next(), sides[1].next(), sides[2].next()
		e.bounds[2*i] = clip(max(x+sides[0].left, y+sides[1].left, z+sides[2].left))
		e.bounds[2*i+1] = clip(min(x+sides[0].right, y+sides[1].right, z+sides[2].right))
	}
}

// next returns ⌈c⌉ in a row, and goes to the next one. Truncation is ⌊⌋ but for negative numbers, which bound a row as
// 0 does.
func (s *side) next() int64 {
	m := s.m
	s.m += s.dm
	return int64(float64(m) * s.inverse)
}
