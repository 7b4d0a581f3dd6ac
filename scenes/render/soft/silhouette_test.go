package soft

import (
	"math"
	"testing"

	"counterpoise/internal/golden"
	"counterpoise/physics"
	"counterpoise/scenes"
	"counterpoise/scenes/render"
)

// objectPixels draws a picture of size x size pixels. It returns the number of each object's pixels and their centroid.
func objectPixels(t *testing.T, s *scenes.Snapshot, c render.Camera, size int) (
	f render.Frame, n map[render.ObjectID]int, middle map[render.ObjectID][2]float64,
) {
	t.Helper()
	f = render.NewFrame(size, size)
	f.IDs, f.Depth = make([]uint8, size*size), make([]float32, size*size)
	mustView(t, New(), s, c, f)
	n, middle = map[render.ObjectID]int{}, map[render.ObjectID][2]float64{}
	for i, id := range f.IDs {
		k := render.ObjectID(id)
		m := middle[k]
		n[k]++
		middle[k] = [2]float64{m[0] + float64(i%size) + 0.5, m[1] + float64(i/size) + 0.5}
	}
	for k, m := range middle {
		middle[k] = [2]float64{m[0] / float64(n[k]), m[1] / float64(n[k])}
	}
	return f, n, middle
}

// A block in the open covers what its projected corners enclose: as many pixels as the hull has area, around its
// middle.
func TestBlocksCoverTheirProjection(t *testing.T) {
	w := home(t)
	s := w.Snapshot()
	c := render.StaticCamera()
	_, n, middle := objectPixels(t, &s, c, 600) // larger than the policy's picture, to count finely
	for i, id := range []render.ObjectID{render.IDRed, render.IDBlue} {
		half := physics.Vec{X: scenes.BlockLengths[i], Y: scenes.BlockHalf, Z: scenes.BlockHalf}
		var corners [][2]float64
		for k := range 8 {
			sign := func(bit int) float64 { return float64(2*(k>>bit&1) - 1) }
			local := physics.Vec{X: sign(0) * half.X, Y: sign(1) * half.Y, Z: sign(2) * half.Z}
			p := s.Blocks[i].P.Add(s.Blocks[i].R.Apply(local))
			u, v, _ := c.Project(p, 600, 600)
			corners = append(corners, [2]float64{u, v})
		}
		area, x, y := hull(corners)
		dx, dy := math.Abs(middle[id][0]-x), math.Abs(middle[id][1]-y)
		if math.Abs(float64(n[id])-area) > 0.02*area || dx > 0.5 || dy > 0.5 {
			t.Errorf("object %d covers %d pixels around %.1f, its projection %.0f around (%.1f, %.1f)",
				id, n[id], middle[id], area, x, y)
		}
	}
}

// hull is area and centroid of the convex hull of points (gift wrapping, shoelace).
func hull(p [][2]float64) (area, x, y float64) {
	turn := func(a, b, c [2]float64) float64 { return (b[0]-a[0])*(c[1]-a[1]) - (b[1]-a[1])*(c[0]-a[0]) }
	start := 0
	for i := range p {
		if p[i][0] < p[start][0] {
			start = i
		}
	}
	var h [][2]float64
	for at := start; ; {
		h = append(h, p[at])
		next := (at + 1) % len(p)
		for i := range p {
			if turn(p[at], p[next], p[i]) < 0 {
				next = i
			}
		}
		if at = next; at == start {
			break
		}
	}
	for i := range h {
		a, b := h[i], h[(i+1)%len(h)]
		k := a[0]*b[1] - b[0]*a[1]
		area, x, y = area+k/2, x+k*(a[0]+b[0])/6, y+k*(a[1]+b[1])/6
	}
	return area, x / area, y / area
}

// Every object in view covers pixels, and moving mechanisms shift by the projected distance.
func TestObjectsAreWhereTheyBelong(t *testing.T) {
	w := home(t)
	s := w.Snapshot()
	_, n, at := objectPixels(t, &s, render.StaticCamera(), render.StaticSize)
	for id := render.IDFloor; id <= render.IDLED; id++ {
		hidden := id <= render.IDLink1+3 && id >= render.IDLink0 // the arm's lower half is outside the picture
		if pink := id == render.IDPink; n[id] == 0 && !hidden && !pink {
			t.Errorf("object %d is not in the static picture", id)
		}
	}
	if n[render.IDPink] > 0 {
		t.Error("the pink block is behind the door and yet in the picture")
	}
	open := s
	open.Sliders[scenes.Drawer], open.Sliders[scenes.Door] = scenes.DrawerTravel, scenes.DoorTravel
	_, m, then := objectPixels(t, &open, render.StaticCamera(), render.StaticSize)
	if m[render.IDPink] == 0 {
		t.Error("the door is open and the pink block is not in the picture")
	}
	// facts of the projection: the open drawer's handle is (-33, +47) pixels from where it was, the door's (-54, -1)
	dx, dy := then[render.IDDoor][0]-at[render.IDDoor][0], then[render.IDDoor][1]-at[render.IDDoor][1]
	if math.Abs(dx+54) > 6 || math.Abs(dy+1) > 6 {
		t.Errorf("the door went (%.0f, %.0f) pixels, want about (-54, -1)", dx, dy)
	}
	if dx := then[render.IDDrawer][0] - at[render.IDDrawer][0]; dx > -10 || m[render.IDDrawer] < n[render.IDDrawer] {
		t.Errorf("the drawer went %.0f pixels and covers %d, %d before", dx, m[render.IDDrawer], n[render.IDDrawer])
	}
}

// The depth buffer agrees with Project on the worktop, whose plane is known.
func TestDepth(t *testing.T) {
	w := home(t)
	s := w.Snapshot()
	c := render.StaticCamera()
	f, _, _ := objectPixels(t, &s, c, render.StaticSize)
	checked := 0
	for x := 0.0; x < 0.4; x += 0.02 { // clear of the button
		for y := -0.17; y < 0; y += 0.02 {
			p := physics.Vec{X: x, Y: y, Z: scenes.TableHeight}
			u, v, depth := c.Project(p, render.StaticSize, render.StaticSize)
			if u < 1 || v < 1 || u >= render.StaticSize-1 || v >= render.StaticSize-1 {
				continue
			}
			i := int(v)*render.StaticSize + int(u)
			if render.ObjectID(f.IDs[i]) != render.IDTable {
				continue
			}
			checked++
			if math.Abs(float64(f.Depth[i])-depth) > 0.006 { // half a pixel on a surface seen at 31 degrees
				t.Errorf("the worktop at (%.2f, %.2f) is %.4f m deep, drawn %.4f", x, y, depth, f.Depth[i])
			}
		}
	}
	if checked < 80 {
		t.Errorf("only %d points of the worktop were checked", checked)
	}
}

// The pictures look like CALVIN's own, taken with its EGL renderer in the same state (calvin_env 797142c, PyBullet
// 3.2.7): averaged over 8 x 8 and 6 x 6 pixels they correlate, and the mean colours are close.
func TestLooksLikeCalvin(t *testing.T) {
	w := home(t)
	s := w.Snapshot()
	var o scenes.Observation
	if err := render.DrawObservation(New(), &s, &o); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		file string
		got  []uint8
		cell int
		r    float64
	}{{"calvin-home-static.png", o.Static, 8, 0.92}, {"calvin-home-gripper.png", o.Gripper, 6, 0.94}} {
		want, width, _ := golden.ReadPicture(t, "testdata/"+c.file)
		if len(want) != len(c.got) {
			t.Fatalf("%s has %d bytes, ours %d", c.file, len(want), len(c.got))
		}
		r, bias := likeness(average(c.got, width, c.cell), average(want, width, c.cell))
		t.Logf("%s: correlation %.3f, bias %.1f levels", c.file, r, bias)
		if r < c.r || math.Abs(bias) > 15 {
			t.Errorf("%s: correlation %.3f, want %.2f; bias %.1f levels", c.file, r, c.r, bias)
		}
	}
}

// average is the mean of each cell of a square picture, channel by channel.
func average(rgb []uint8, width, cell int) []float64 {
	n := width / cell
	m := make([]float64, 3*n*n)
	for i := range n * cell {
		for k := range n * cell {
			for ch := range 3 {
				m[3*(i/cell*n+k/cell)+ch] += float64(rgb[3*(i*width+k)+ch]) / float64(cell*cell)
			}
		}
	}
	return m
}

// likeness is the correlation of two pictures and how much brighter the first is.
func likeness(a, b []float64) (r, bias float64) {
	var sa, sb, saa, sbb, sab float64
	for i := range a {
		sa, sb, saa, sbb, sab = sa+a[i], sb+b[i], saa+a[i]*a[i], sbb+b[i]*b[i], sab+a[i]*b[i]
	}
	n := float64(len(a))
	return (sab - sa*sb/n) / math.Sqrt((saa-sa*sa/n)*(sbb-sb*sb/n)), (sa - sb) / n
}
