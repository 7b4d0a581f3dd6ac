package render

import (
	"math"
	"math/rand/v2"
	"testing"

	"counterpoise/physics"
	"counterpoise/scenes"
)

// Every mesh is valid: corners and normals exist, normals have unit length and look where the corners' order says,
// texture coordinates are not negative, the enclosing sphere encloses.
func TestMeshes(t *testing.T) {
	ids, names := map[ObjectID]bool{}, map[string]bool{}
	for i := range Objects() {
		p := &Objects()[i]
		if ids[p.ID] || names[p.Name] || p.ID == 0 || p.ID > lastID {
			t.Errorf("object %d (%s) is not the only one", p.ID, p.Name)
		}
		ids[p.ID], names[p.Name] = true, true
		for _, n := range p.Normals {
			if math.Abs(n.Norm()-1) > 1e-9 {
				t.Errorf("%s: a normal of length %v", p.Name, n.Norm())
			}
		}
		for _, q := range p.Points {
			if q.Sub(p.Centre).Norm() > p.Radius {
				t.Errorf("%s: the point %v is outside the object's sphere", p.Name, q)
			}
		}
		for k := range p.Triangles {
			checkTriangle(t, p, &p.Triangles[k])
		}
	}
	if len(ids) != int(lastID) {
		t.Errorf("%d objects for %d ids", len(ids), lastID)
	}
	n := 0
	for i := range Objects() {
		n += len(Objects()[i].Triangles)
	}
	if n > 2600 {
		t.Errorf("%d triangles; the budget is 2,600: their number decides how fast pictures are", n)
	}
}

func checkTriangle(t *testing.T, p *Object, f *Triangle) {
	a, b, c := p.Points[f.P[0]], p.Points[f.P[1]], p.Points[f.P[2]]
	n := b.Sub(a).Cross(c.Sub(a))
	if n.Norm() < 1e-9 {
		t.Errorf("%s: a triangle without area at %v", p.Name, a)
	}
	for i := range 3 {
		if n.Unit().Dot(p.Normals[f.N[i]]) < 0.2 {
			t.Errorf("%s: the normal at %v looks away from its triangle", p.Name, p.Points[f.P[i]])
		}
		if f.UV[i][0] < 0 || f.UV[i][1] < 0 {
			t.Errorf("%s: texture coordinates %v", p.Name, f.UV[i])
		}
	}
	if f.Shade <= 0 || f.Shade > 1 || f.Material >= MaterialCount {
		t.Errorf("%s: shade %v, material %d", p.Name, f.Shade, f.Material)
	}
}

// Solid objects have closed meshes: every side of a box's or loft's triangle belongs to another one, the
// other way round. The arm's links have open ends inside each other.
func TestSolidsAreClosed(t *testing.T) {
	for i := range Objects() {
		p := &Objects()[i]
		switch p.ID {
		case IDTable, IDCabinet, IDPedestal, IDLink0, IDHand, IDButton, IDBulb, IDLED, IDRed, IDBlue, IDPink:
		default:
			continue
		}
		sides := map[[2]uint16]int{}
		for _, f := range p.Triangles {
			for k := range 3 {
				a, b := f.P[k], f.P[(k+1)%3]
				sides[[2]uint16{a, b}]++
				sides[[2]uint16{b, a}]--
			}
		}
		for s, n := range sides {
			if n != 0 {
				t.Fatalf("%s is open between its points %v", p.Name, s)
			}
		}
	}
}

// No colour channel exceeds 255 at the greatest brightness; the floor is tested at that of its upward normal.
func TestLight(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	most, look := 0.0, SceneD()
	for range 10000 {
		n := physics.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}.Unit()
		l := look.Brightness(n.Dot(look.Sun), n.Z)
		most = max(most, l)
		if l < look.Ambient {
			t.Fatalf("light %v on %v", l, n)
		}
	}
	for m := range MaterialCount {
		light := most
		switch {
		case m == Floor:
			light = look.Brightness(look.Sun.Z, 1)
		case m.Emissive():
			light = EmissiveBrightness(most)
		}
		for _, c := range [2][3]uint8{look.Dark[m], look.Bright[m]} {
			for _, x := range c {
				if float64(x)*light > 255.49 {
					t.Errorf("material %d: a channel of %d is %.0f in full light", m, x, float64(x)*light)
				}
			}
		}
	}
}

// IntersectsSphere accepts every sphere with a visible point, and rejects most spheres outside.
func TestFrustum(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	c := Orbit(physics.Vec{Z: 0.4}, 2, -1, 0.4, 50)
	f := c.Frustum(320, 200)
	accepted, rejected := 0, 0
	for range 20000 {
		p := physics.Vec{X: 8 * (rng.Float64() - 0.5), Y: 8 * (rng.Float64() - 0.5), Z: 8 * (rng.Float64() - 0.5)}
		r := 0.5 * rng.Float64()
		q := c.Pose.R.ApplyT(p.Sub(c.Pose.P))
		visible, near := f.IntersectsSphere(f.Focal*q.X, -f.Focal*q.Y, -q.Z, r)
		if visible {
			accepted++
		} else {
			rejected++
		}
		on := p.AddScaled(r, physics.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}.Unit())
		u, v, depth := c.Project(on, 320, 200)
		if inside := depth > c.Near && depth < c.Far && u > 0 && u < 320 && v > 0 && v < 200; inside && !visible {
			t.Fatalf("a sphere around %v with radius %v shows at (%.0f, %.0f) and is rejected", p, r, u, v)
		}
		if depth < c.Near && visible && !near {
			t.Fatalf("a sphere around %v with radius %v reaches before the near plane unnoticed", p, r)
		}
	}
	if accepted < 500 || rejected < 5000 {
		t.Errorf("%d accepted, %d rejected", accepted, rejected)
	}
}

// Shadows lie on their surfaces, get lighter and wider with height, and end where s is zero.
func TestShadows(t *testing.T) {
	var o scenes.Observation
	o.Robot[scenes.RobotWidth] = 0.08
	for i, q := range scenes.Home[:physics.Joints] {
		o.Robot[scenes.RobotJoints+i] = float32(q)
	}
	at := func(x, y, z float64) []Shadow {
		red := o.Scene[scenes.BlockIndex(scenes.Red)+scenes.BlockPosition:]
		red[0], red[1], red[2] = float32(x), float32(y), float32(z)
		s := scenes.SnapshotOf(&o)
		return boxShadow(nil, &s.Blocks[scenes.Red], physics.Vec{}, 0.028, 0.02, 0.02, 0.45)
	}
	low, high := at(0.1, -0.1, 0.46), at(0.1, -0.1, 0.56)
	if len(low) != 1 || len(high) == 0 || !(low[0].Strength > high[0].Strength) || !(low[0].Edge[0] > high[0].Edge[0]) {
		t.Fatalf("shadows %v and %v", low, high)
	}
	if n := len(at(0.1, 0.02, 0.46)); n != 2 {
		t.Errorf("a block between table and shelf has %d shadows", n)
	}
	if n := len(at(3, 0, 0.9)); n != 0 {
		t.Errorf("a block over nothing has %d shadows", n)
	}
	if s := at(-0.1, -0.3, 0.1); len(s) != 1 || s[0].Points[0].Z > 0.01 {
		t.Errorf("a block over the floor: %v", s)
	}
	for _, s := range at(0.43, -0.17, 0.47) {
		for i := range s.Count {
			if p := s.Points[i]; p.X > worktop.x1+1e-9 || p.Y < worktop.y0-1e-9 {
				t.Errorf("a shadow hangs over the table's edge at %v", p)
			}
			if u, v := s.UV[i][0], s.UV[i][1]; math.Abs(float64(u)) > 1.0001 || math.Abs(float64(v)) > 1.0001 {
				t.Errorf("a shadow reaches to (%v, %v) of its square", u, v)
			}
		}
	}
}

// A box more than half a metre above a surface casts no shadow on it.
func TestShadowsEndAtAHeight(t *testing.T) {
	for h, want := range map[float64]int{0.1: 1, 0.5: 1, 0.501: 0} {
		c := shadowCaster{ux: 1, hu: 0.02, hv: 0.02, height: h, strength: 0.4}
		if got := len(c.projectOnto(nil, ground)); got != want {
			t.Errorf("%d shadows from a height of %v m, want %d", got, h, want)
		}
	}
}
