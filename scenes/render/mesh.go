package render

import (
	"math"

	"counterpoise/internal/num"
	"counterpoise/physics"
)

// Mesh is the shape of an object in the object's frame (m). Points and normals are indexed by the triangles; 16-bit
// indices limit a mesh to 65,536 of each.
type Mesh struct {
	Points    []physics.Vec
	Normals   []physics.Vec // unit length, outwards
	Triangles []Triangle
}

// Triangle is one face. Its corners run counter-clockwise seen from outside.
type Triangle struct {
	P, N     [3]uint16     // indices of the corners' points and normals
	UV       [3][2]float32 // texture coordinates (texels), never negative; zero for materials without a texture
	Shade    float32       // fixed ambient occlusion, a factor in (0, 1]: 1 in the open, less inside the cabinet
	Material Material
}

// Flat tells whether the three corners share a normal, and therefore one brightness.
func (t *Triangle) Flat() bool { return t.N[0] == t.N[1] && t.N[1] == t.N[2] }

// meshBuilder adds shapes to a mesh. Its pose, material and shade apply to the shapes that are added after they
// were set. Its methods return the builder so that calls can be chained.
type meshBuilder struct {
	Mesh
	pose     physics.Pose
	material Material
	shade    float32
}

// newMeshBuilder returns a builder of an empty mesh in the object's frame, without shading.
func newMeshBuilder(m Material) *meshBuilder {
	return &meshBuilder{pose: physics.Pose{R: physics.Identity}, material: m, shade: 1}
}

// withMaterial sets the material and the shade of the following shapes.
func (s *meshBuilder) withMaterial(m Material, shade float32) *meshBuilder {
	s.material, s.shade = m, shade
	return s
}

// point adds a point, given in the builder's frame, and returns its index.
func (s *meshBuilder) point(p physics.Vec) uint16 {
	s.Points = append(s.Points, s.pose.P.Add(s.pose.R.Apply(p)))
	return uint16(len(s.Points) - 1)
}

// face adds a flat convex polygon of existing points, counter-clockwise seen from outside, as a fan of triangles.
func (s *meshBuilder) face(p ...uint16) {
	a, b, c := s.Points[p[0]], s.Points[p[1]], s.Points[p[2]]
	n := b.Sub(a).Cross(c.Sub(a)).Unit()
	s.Normals = append(s.Normals, n)
	i := uint16(len(s.Normals) - 1)
	uv := s.textureCoordinates(p, n)
	for k := 2; k < len(p); k++ {
		s.Triangles = append(s.Triangles, Triangle{
			P: [3]uint16{p[0], p[k-1], p[k]}, N: [3]uint16{i, i, i},
			UV: [3][2]float32{uv[0], uv[k-1], uv[k]}, Shade: s.shade, Material: s.material,
		})
	}
}

// textureCoordinates returns the texture coordinates (texels) of a flat face with points p and normal n. The
// texture's u axis runs along the longer of the first two sides, as grain runs along a board, and v across it. On
// the floor u and v run along the world's x and y.
func (s *meshBuilder) textureCoordinates(p []uint16, n physics.Vec) [][2]float32 {
	uv := make([][2]float32, len(p))
	t := TextureOf(s.material)
	if t == nil {
		return uv
	}
	u := s.Points[p[1]].Sub(s.Points[p[0]])
	if w := s.Points[p[2]].Sub(s.Points[p[1]]); w.Norm() > u.Norm() {
		u = w
	}
	u = u.Unit()
	if u.X+u.Y+u.Z < 0 {
		u = u.Neg()
	}
	v := n.Cross(u)
	if s.material == Floor {
		u, v = physics.Vec{X: 1}, physics.Vec{Y: 1}
	}
	for i, k := range p {
		q := s.Points[k]
		uv[i] = [2]float32{
			float32((q.Dot(u) + textureOffset) / t.TexelU), float32((q.Dot(v) + textureOffset) / t.TexelV),
		}
	}
	return uv
}

// textureOffset (m) keeps texture coordinates positive everywhere in the scene, so that renderers may truncate them and
// take the remainder without a case for negative values. It is a whole number of periods of every texture (1 m and
// 0.5 m), so it does not shift the pattern.
const textureOffset = 64

// box adds a box with centre (x, y, z) and half extents (hx, hy, hz).
func (s *meshBuilder) box(x, y, z, hx, hy, hz float64) *meshBuilder {
	var p [8]uint16
	for i := range p {
		sign := func(bit int) float64 { return float64(2*(i>>bit&1) - 1) }
		p[i] = s.point(physics.Vec{X: x + float64(sign(0)*hx), Y: y + float64(sign(1)*hy), Z: z + float64(sign(2)*hz)})
	}
	for _, f := range [6][4]int{{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}} {
		s.face(p[f[0]], p[f[1]], p[f[2]], p[f[3]])
	}
	return s
}

// ring is a cross-section of a loft: a superellipse around C with half axes U and V. U × V points along the loft, from
// each ring to the next; otherwise the surface is inside out.
type ring struct{ C, U, V physics.Vec }

// disc returns a circular ring of radius r around the z axis, at height z.
func disc(z, r float64) ring { return ellipse(0, 0, z, r, r) }

// ellipse returns a ring across the z direction, with half axes rx and ry along x and y.
func ellipse(x, y, z, rx, ry float64) ring {
	return ring{physics.Vec{X: x, Y: y, Z: z}, physics.Vec{X: rx}, physics.Vec{Y: ry}}
}

// loft adds a smooth surface through rings, and flat caps at both ends. Each ring has n corners on a superellipse
// of the given power: 2 is an ellipse, 4 a rounded rectangle.
func (s *meshBuilder) loft(n int, power float64, rings ...ring) *meshBuilder {
	grid := s.tube(n, power, rings...)
	first, last := grid[0], grid[len(grid)-1]
	back := make([]uint16, n)
	for k := range back {
		back[k] = first[n-1-k]
	}
	s.face(back...)
	s.face(last...)
	return s
}

// tube adds a loft without caps, for shapes whose ends lie inside other shapes. It returns the indices of the
// points, one row a ring.
func (s *meshBuilder) tube(n int, power float64, rings ...ring) [][]uint16 {
	grid := make([][]uint16, len(rings))
	for i, r := range rings {
		for k := range n {
			c, d := superellipse(2*math.Pi*(float64(k)+0.5)/float64(n), power)
			grid[i] = append(grid[i], s.point(r.C.AddScaled(c, r.U).AddScaled(d, r.V)))
		}
	}
	s.surface(grid)
	return grid
}

// superellipse returns the point with parameter a (rad) on |x|^power + |y|^power = 1, for powers 2 and 4. For power
// 4 it is x = ±√|cos a|, y = ±√|sin a|.
func superellipse(a, power float64) (x, y float64) {
	y, x = num.Sincos(a)
	if power == 4 {
		x, y = math.Copysign(math.Sqrt(math.Abs(x)), x), math.Copysign(math.Sqrt(math.Abs(y)), y)
	}
	return x, y
}

// surface adds triangles between the points of a grid that is closed in its second index. The normal at a point is the
// cross product of the central differences along both indices, one-sided at the ends.
func (s *meshBuilder) surface(grid [][]uint16) {
	rows, n := len(grid), len(grid[0])
	normals := make([][]uint16, rows)
	for i := range grid {
		for k := range n {
			at := func(i, k int) physics.Vec { return s.Points[grid[min(max(i, 0), rows-1)][(k+n)%n]] }
			around := at(i, k+1).Sub(at(i, k-1))
			along := at(i+1, k).Sub(at(i-1, k))
			s.Normals = append(s.Normals, around.Cross(along).Unit())
			normals[i] = append(normals[i], uint16(len(s.Normals)-1))
		}
	}
	for i := range rows - 1 {
		for k := range n {
			l := (k + 1) % n
			s.quad([4]uint16{grid[i][k], grid[i][l], grid[i+1][l], grid[i+1][k]},
				[4]uint16{normals[i][k], normals[i][l], normals[i+1][l], normals[i+1][k]})
		}
	}
}

// quad adds two triangles with a normal at each corner.
func (s *meshBuilder) quad(p, n [4]uint16) {
	for _, k := range [2][3]int{{0, 1, 2}, {0, 2, 3}} {
		s.Triangles = append(s.Triangles, Triangle{
			P: [3]uint16{p[k[0]], p[k[1]], p[k[2]]}, N: [3]uint16{n[k[0]], n[k[1]], n[k[2]]},
			Shade: s.shade, Material: s.material,
		})
	}
}

// barEnds returns the two end rings of a straight bar from a to b. Its half width is ru in the direction across, which
// must be perpendicular to the bar, and rv in the third direction.
func barEnds(a, b, across physics.Vec, ru, rv float64) (ring, ring) {
	u := across.Unit()
	v := b.Sub(a).Unit().Cross(u)
	return ring{a, u.Scale(ru), v.Scale(rv)}, ring{b, u.Scale(ru), v.Scale(rv)}
}
