package render

import (
	"math"

	"counterpoise/internal/num"
	"counterpoise/physics"
	"counterpoise/scenes"
)

// The furniture, in metres. Shapes that collide have the dimensions of scenes/layout.go. Shapes without a collision
// shape are estimated by eye from CALVIN's pictures.

// frontFrame is the coordinate frame of the cabinet's sloped front. Its origin is at the foot of the slope; x points
// along the table, y up the slope (60 degrees from the horizontal), z out of it.
var frontFrame = physics.Pose{
	P: physics.Vec{Y: 0.02, Z: scenes.TableHeight},
	R: physics.Mat{
		X: physics.Vec{X: 1}, Y: physics.Vec{Y: 0.5, Z: math.Sqrt(3) / 2}, Z: physics.Vec{Y: -math.Sqrt(3) / 2, Z: 0.5},
	},
}

// slidingFrame returns the pose of mechanism i, which slides along a unit axis by the snapshot's Sliders[i] (m).
func slidingFrame(i int, axis physics.Vec) func(*scenes.Snapshot) physics.Pose {
	return func(s *scenes.Snapshot) physics.Pose {
		return physics.Pose{P: axis.Scale(s.Sliders[i]), R: physics.Identity}
	}
}

// addObject adds an object to the scene: its id, its name, the pose of its frame (nil for an object in the world frame)
// and its mesh in that frame.
type addObject func(ObjectID, string, func(*scenes.Snapshot) physics.Pose, *meshBuilder)

// addFurniture adds the table, the cabinet, the floor, the mechanisms and the lamps.
func addFurniture(add addObject) {
	add(IDTable, "table", nil, table())
	add(IDCabinet, "cabinet", nil, cabinet())
	add(IDFloor, "floor", nil, floor())
	add(IDDoor, "door", slidingFrame(scenes.Door, physics.Vec{X: -1}), door())
	add(IDDrawer, "drawer", slidingFrame(scenes.Drawer, physics.Vec{Y: -1}), drawer())
	add(IDButton, "button", slidingFrame(scenes.Button, physics.Vec{Z: -1}), newMeshBuilder(Black).
		originAt(-0.12, -0.12, 0).loft(12, 2, disc(0.455, 0.032), disc(0.482, 0.032), disc(0.484, 0.029)))
	add(IDSwitch, "switch", slidingFrame(scenes.Switch, frontFrame.R.Y), lever())
	add(IDBulb, "bulb", nil, bulb())
	add(IDLED, "LED", nil, newMeshBuilder(Lamp).box(-0.12, 0.16, 0.656, 0.08, 0.02, 0.008))
}

// originAt sets the frame of the following shapes: axes parallel to the object's, origin at (x, y, z).
func (s *meshBuilder) originAt(x, y, z float64) *meshBuilder {
	s.pose = physics.At(x, y, z)
	return s
}

// inFrame sets the frame of the following shapes.
func (s *meshBuilder) inFrame(p physics.Pose) *meshBuilder {
	s.pose = p
	return s
}

// floor is a square of 8 m, divided into 4 x 4 squares so that no triangle reaches far behind a camera: clipping at the
// near plane loses precision with the length of the clipped edge.
func floor() *meshBuilder {
	s := newMeshBuilder(Floor)
	const n, half = 4, 4.0
	var p [n + 1][n + 1]uint16
	for i := range p {
		for k := range p[i] {
			p[i][k] = s.point(physics.Vec{X: half * float64(2*i-n) / n, Y: half * float64(2*k-n) / n})
		}
	}
	for i := range n {
		for k := range n {
			s.face(p[i][k], p[i+1][k], p[i+1][k+1], p[i][k+1])
		}
	}
	return s
}

// table has the top, the apron around the drawer, four legs and the collar of the button.
func table() *meshBuilder {
	s := newMeshBuilder(Wood)
	s.box(0, 0, 0.4225, 0.44, 0.18, 0.0175)
	s.withMaterial(Wood, 0.72)
	s.box(-0.235, 0, 0.365, 0.185, 0.170, 0.040)
	s.box(0.4125, 0, 0.365, 0.0125, 0.170, 0.040)
	s.box(0.175, 0.12, 0.365, 0.225, 0.045, 0.040)
	s.withMaterial(Wood, 0.8)
	for _, x := range [2]float64{-0.418, 0.418} {
		for _, y := range [2]float64{-0.158, 0.158} {
			s.box(x, y, 0.2025, 0.022, 0.022, 0.2025)
		}
	}
	return s.withMaterial(Oak, 0.9).originAt(-0.12, -0.12, 0).loft(14, 2, disc(0.44, 0.042), disc(0.46, 0.04))
}

// cabinet has two closed side pieces, a back, a roof with a header over the opening, and a panel at each end. The two
// dark strips on its front are the slots of the switch.
func cabinet() *meshBuilder {
	s := newMeshBuilder(Wood)
	s.prism(-0.42, -0.36, 0)
	s.prism(0.16, 0.42, 0)
	s.prism(-0.44, -0.42, 0.008)
	s.prism(0.42, 0.44, 0.008)
	s.box(0, 0.155, 0.643, 0.43, 0.025, 0.006)
	s.withMaterial(Wood, 0.72).box(-0.10, 0.17, 0.54, 0.26, 0.01, 0.10)
	s.inFrame(frontFrame)
	s.withMaterial(Wood, 1).box(-0.10, 0.231, -0.02, 0.26, 0.009, 0.02)
	s.withMaterial(Wood, 0.45)
	s.box(0.262, 0.125, 0.0005, 0.004, 0.075, 0.001)
	s.box(0.338, 0.125, 0.0005, 0.004, 0.075, 0.001)
	return s
}

// prism adds a piece of the cabinet between x0 and x1 (m), with its sloped front moved out by raised (m).
func (s *meshBuilder) prism(x0, x1, raised float64) {
	out := frontFrame.R.Z.Scale(raised)
	profile := [4][2]float64{ // (y, z), the lower front corner first
		{0.02 + float64(out.Y*1.15), 0.44}, {0.18, 0.44},
		{0.18, 0.648 + raised}, {0.14 + float64(out.Y*0.6), 0.648 + raised},
	}
	var l, r [4]uint16
	for i, p := range profile {
		l[i] = s.point(physics.Vec{X: x0, Y: p[0], Z: p[1]})
		r[i] = s.point(physics.Vec{X: x1, Y: p[0], Z: p[1]})
	}
	s.face(l[3], l[2], l[1], l[0])
	s.face(r[0], r[1], r[2], r[3])
	for i := range 4 {
		k := (i + 1) % 4
		s.face(l[i], l[k], r[k], r[i])
	}
}

// door is the sliding panel with its handle.
func door() *meshBuilder {
	s := newMeshBuilder(Wood).inFrame(frontFrame).box(0.04, 0.11, 0.011, 0.14, 0.11, 0.009)
	s.withMaterial(Charcoal, 1)
	lower, upper := physics.Vec{X: 0.04, Y: 0.040, Z: 0.02}, physics.Vec{X: 0.04, Y: 0.182, Z: 0.02}
	return s.handle(lower, upper, physics.Vec{Z: 1}, 0.06, 0.018, 0.011)
}

// drawer is an open box with a front panel and a handle.
func drawer() *meshBuilder {
	s := newMeshBuilder(Wood)
	s.withMaterial(Wood, 0.84).box(0.18, -0.17, 0.35, 0.22, 0.01, 0.05)
	s.withMaterial(Wood, 0.75)
	s.box(0.18, -0.06, 0.335, 0.20, 0.10, 0.005)
	s.box(-0.01, -0.06, 0.365, 0.01, 0.10, 0.035)
	s.box(0.37, -0.06, 0.365, 0.01, 0.10, 0.035)
	s.box(0.18, 0.05, 0.365, 0.20, 0.01, 0.035)
	s.withMaterial(Charcoal, 1)
	left, right := physics.Vec{X: 0.072, Y: -0.18, Z: 0.36}, physics.Vec{X: 0.288, Y: -0.18, Z: 0.36}
	return s.handle(left, right, physics.Vec{Y: -1}, 0.08, 0.018, 0.011)
}

// lever is the handle of the switch on the cabinet's front.
func lever() *meshBuilder {
	s := newMeshBuilder(Charcoal).inFrame(frontFrame)
	left, right := physics.Vec{X: 0.255, Y: 0.068}, physics.Vec{X: 0.345, Y: 0.068}
	return s.handle(left, right, physics.Vec{Z: 1}, 0.066, 0.0115, 0.010)
}

// handle adds a bar on two posts, which stand at a and b. The bar's outer face lies reach (m) from the feet along the
// unit vector out. wide and deep (m) are the half extents of its cross-section, across and along out.
func (s *meshBuilder) handle(a, b, out physics.Vec, reach, wide, deep float64) *meshBuilder {
	along := b.Sub(a).Unit()
	across := along.Cross(out)
	lift := out.Scale(reach - deep)
	end := along.Scale(float64(wide * 0.75))
	for _, foot := range [2]physics.Vec{a, b} {
		lower, upper := barEnds(foot, foot.Add(lift), across, float64(wide*0.8), deep)
		s.tube(8, 4, lower, upper)
	}
	left, right := barEnds(a.Add(lift).Sub(end), b.Add(lift).Add(end), across, wide, deep)
	return s.loft(8, 4, left, right)
}

// bulb is a sphere with a flat base.
func bulb() *meshBuilder {
	s := newMeshBuilder(Lamp).originAt(0.30, 0.16, 0)
	var rings []ring
	const r, z = 0.027, 0.674
	for i := range 6 {
		sin, cos := num.Sincos(float64(math.Pi * (float64(0.166*float64(i)) - 0.36)))
		rings = append(rings, disc(z+float64(r*sin), float64(r*cos)))
	}
	return s.loft(12, 2, rings...)
}
