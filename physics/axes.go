package physics

import "math"

// axes holds the relative placement of two boxes a and b for the separating axis theorem (Gottschalk, Lin and Manocha,
// OBBTree, 1996): the boxes are disjoint exactly if one of 15 axes, the six face normals and the nine cross products of
// edges, separates them. With centres d apart, half extents h and axes a_i, b_j, the separation along a unit axis n is
//
//	|d·n| - Σ_i ha_i |a_i·n| - Σ_j hb_j |b_j·n|
type axes struct {
	d      Vec           // from a's centre to b's
	da, db [3]float64    // d in the axes of a and of b
	ha, hb [3]float64    // half extents
	r, abs [3][3]float64 // r_ij = a_i · b_j, and absolute values
}

// parallel is the squared sine of the angle between two edges below which their cross product is too short to use.
// Normal: 1e-6. The face normals cover this case.
const parallel = 1e-6

// measure fills the placement of boxes a and b.
func (s *axes) measure(a, b *box) {
	s.d = b.c.Sub(a.c)
	ta, tb := a.r.ApplyT(s.d), b.r.ApplyT(s.d)
	s.da, s.db = [3]float64{ta.X, ta.Y, ta.Z}, [3]float64{tb.X, tb.Y, tb.Z}
	s.ha, s.hb = [3]float64{a.h.X, a.h.Y, a.h.Z}, [3]float64{b.h.X, b.h.Y, b.h.Z}
	for i, c := range [3]Vec{a.r.X, a.r.Y, a.r.Z} {
		x, y, z := c.Dot(b.r.X), c.Dot(b.r.Y), c.Dot(b.r.Z)
		s.r[i], s.abs[i] = [3]float64{x, y, z}, [3]float64{math.Abs(x), math.Abs(y), math.Abs(z)}
	}
}

// facesA returns the greatest separation along a face normal of a, and the index of that axis.
func (s *axes) facesA() (best float64, axis int) {
	best = math.Inf(-1)
	for i := range 3 {
		r := &s.abs[i]
		reach := s.ha[i] + float64(r[0]*s.hb[0]) + float64(r[1]*s.hb[1]) + float64(r[2]*s.hb[2])
		if gap := math.Abs(s.da[i]) - reach; gap > best {
			best, axis = gap, i
		}
	}
	return best, axis
}

// facesB does the same for b.
func (s *axes) facesB() (best float64, axis int) {
	best = math.Inf(-1)
	for j := range 3 {
		reach := s.hb[j] + float64(s.abs[0][j]*s.ha[0]) + float64(s.abs[1][j]*s.ha[1]) + float64(s.abs[2][j]*s.ha[2])
		if gap := math.Abs(s.db[j]) - reach; gap > best {
			best, axis = gap, j
		}
	}
	return best, axis
}

// next are the other two axes of a box, for each axis, in cyclic order.
var next = [3][2]int{{1, 2}, {2, 0}, {0, 1}}

// edges returns the greatest separation along a cross product of edges a_i × b_j, with i and j. It stops at the first
// that exceeds margin. The product is not normalised: |a_i × b_j|² = 1 - r_ij².
func (s *axes) edges(margin float64) (best float64, edgeA, edgeB int) {
	best = math.Inf(-1)
	for i, p := range next {
		i1, i2 := p[0], p[1]
		for j, q := range next {
			sin2 := 1 - float64(s.r[i][j]*s.r[i][j])
			if sin2 < parallel {
				continue
			}
			dist := math.Abs(float64(s.da[i2]*s.r[i1][j]) - float64(s.da[i1]*s.r[i2][j]))
			reach := float64(s.ha[i1]*s.abs[i2][j]) + float64(s.ha[i2]*s.abs[i1][j]) +
				float64(s.hb[q[0]]*s.abs[i][q[1]]) + float64(s.hb[q[1]]*s.abs[i][q[0]])
			if gap := (dist - reach) / math.Sqrt(sin2); gap > best {
				if best, edgeA, edgeB = gap, i, j; gap > margin {
					return best, edgeA, edgeB
				}
			}
		}
	}
	return best, edgeA, edgeB
}
