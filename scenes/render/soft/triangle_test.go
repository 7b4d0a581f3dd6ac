package soft

import (
	"math/rand/v2"
	"testing"
)

// Coverage against the definition: a pixel belongs to a triangle if its centre lies inside, or on a left or upper side.
func TestCoverage(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	v := framebuffer{width: 24, height: 20}
	for range 3000 {
		var p [3]corner
		for i := range p {
			grid := int64(1) << rng.IntN(9) // coarse ones put corners and sides on pixel centres
			x := rng.Int64N(40*subpixel)/grid*grid - 8*subpixel
			y := rng.Int64N(36*subpixel)/grid*grid - 8*subpixel
			if rng.IntN(8) == 0 { // far outside, where boundRows takes integers
				x, y = x<<12, y<<12
			}
			p[i] = newCorner(x, y, 1, 1)
		}
		area, front := frontFacing(&p[0], &p[1], &p[2])
		if !front {
			p[1], p[2] = p[2], p[1]
			if area, front = frontFacing(&p[0], &p[1], &p[2]); !front {
				continue
			}
		}
		var e scanTriangle
		if !e.setup(&v, &p[0], &p[1], &p[2], area) {
			e.end = e.y
		}
		checkCoverage(t, &v, &e, &p)
		e.boundRowsPlain(&p[0], &p[2], &p[1], v.width)
		checkCoverage(t, &v, &e, &p)
	}
}

// checkCoverage fails unless the rows have the pixels of the triangle p.
func checkCoverage(t *testing.T, v *framebuffer, e *scanTriangle, p *[3]corner) {
	t.Helper()
	got := map[[2]int]bool{}
	for i := range e.end - e.y {
		first, count := e.row(i)
		for x := range max(0, count) {
			got[[2]int{first + x, e.y + i}] = true
		}
	}
	for y := range v.height {
		for x := range v.width {
			if want := covers(p, int64(x), int64(y)); got[[2]int{x, y}] != want {
				t.Fatalf("pixel (%d, %d) of %v: covered %v, want %v", x, y, *p, !want, want)
			}
		}
	}
}

// covers applies the top-left rule to one pixel by the sign of each side's edge function.
func covers(p *[3]corner, x, y int64) bool {
	cx, cy := x*subpixel+subpixel/2, y*subpixel+subpixel/2
	for _, s := range [3][2]int{{0, 2}, {2, 1}, {1, 0}} {
		a, b := p[s[0]], p[s[1]]
		e := (b.screenX()-a.screenX())*(cy-a.screenY()) - (b.screenY()-a.screenY())*(cx-a.screenX())
		left, top := b.screenY() < a.screenY(), b.screenY() == a.screenY() && b.screenX() > a.screenX()
		if e < 0 || e == 0 && !left && !top {
			return false
		}
	}
	return true
}
