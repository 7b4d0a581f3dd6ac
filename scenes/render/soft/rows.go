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

// rows are the pixels that a triangle covers in four rows.
type rows struct {
	first [4]float64 // the first pixel
	invW  [4]float64 // 1/w at its centre
	at    [4]int32   // its index in the framebuffer
	count [4]int32   // the number of pixels; none where it is not positive
}

// row is one of rows.
type row struct {
	at, count   int
	first, invW float64
}

// row returns row e.y + i.
func (e *scanTriangle) row(i int) row {
	r, k := &e.rows[i/4], i%4
	return row{int(r.at[k]), int(r.count[k]), r.first[k], r.invW[k]}
}

// growRows makes room for the rows. Those behind the last are not in use.
func (e *scanTriangle) growRows() {
	n := (e.end - e.y + 3) / 4
	e.rows = slices.Grow(e.rows[:0], n)[:n]
}

// listRowsPlain sets the rows, clipped to the framebuffer's width, and reports whether a pixel is covered. A row begins
// at the greatest pixel of the left sides and ends before the least pixel of the right sides.
func (e *scanTriangle) listRowsPlain(width int) (covered bool) {
	e.growRows()
	a, b, c := &e.sides[0], &e.sides[1], &e.sides[2]
	ma, mb, mc := a.m, b.m, c.m
	for i := range e.end - e.y {
		// Truncation is ⌊⌋ but for negative numbers, which bound a row like 0.
		ca, cb, cc := int64(float64(ma)*a.inverse), int64(float64(mb)*b.inverse), int64(float64(mc)*c.inverse)
		from := min(max(0, ca+a.left, cb+b.left, cc+c.left), int64(width))
		to := min(int64(width), ca+a.right, cb+b.right, cc+c.right)
		r, k := &e.rows[i/4], i%4
		r.first[k], r.at[k], r.count[k] = float64(from), int32((e.y+i)*width+int(from)), int32(to-from)
		r.invW[k] = e.invW.value(float64(from), float64(e.y+i))
		covered = covered || to > from
		ma, mb, mc = ma+a.dm, mb+b.dm, mc+c.dm
	}
	return covered
}
