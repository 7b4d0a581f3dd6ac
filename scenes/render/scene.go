package render

import (
	"counterpoise/physics"
	"counterpoise/scenes"
)

// ID names a part in an object-id picture. Zero is nothing.
type ID uint8

// The parts of the scene.
const (
	IDFloor ID = iota + 1
	IDTable
	IDCabinet
	IDPedestal
	IDLink0
	IDLink1 // and up to IDLink1 + 6
	IDHand  = IDLink1 + physics.Joints + iota - 6
	IDFingerLeft
	IDFingerRight
	IDDoor
	IDDrawer
	IDButton
	IDSwitch
	IDRed
	IDBlue
	IDPink
	IDBulb
	IDLED
	lastID = IDLED
)

// Part is one thing that is drawn.
type Object struct {
	ID   ID
	Name string
	Mesh
	// Centre and Radius are a sphere around the mesh, in the part's frame (m).
	Centre physics.Vec
	Radius float64
	frame  func(*scenes.Snapshot) physics.Pose // nil: it never moves
}

// Fixed says whether the part looks the same in every snapshot.
func (p *Object) Fixed() bool { return p.frame == nil && p.ID != IDBulb && p.ID != IDLED }

// Pose is where the part's frame is.
func (p *Object) Pose(s *scenes.Snapshot) physics.Pose {
	if p.frame == nil {
		return physics.Pose{R: physics.Identity}
	}
	return p.frame(s)
}

// parts are built once; nobody changes them.
var objects = buildObjects()

// Parts are all parts, the fixed ones first. They are shared and must not be changed.
func Objects() []Object { return objects }

func buildObjects() []Object {
	var fixed, moving []Object
	add := func(id ID, name string, frame func(*scenes.Snapshot) physics.Pose, s *meshBuilder) {
		p := Object{ID: id, Name: name, Mesh: s.Mesh, frame: frame}
		p.Centre, p.Radius = boundingSphere(p.Points)
		if p.Fixed() {
			fixed = append(fixed, p)
		} else {
			moving = append(moving, p)
		}
	}
	addFurniture(add)
	addRobot(add)
	for i, m := range [3]Material{Red, Blue, Pink} {
		h := scenes.BlockLengths[i]
		add(IDRed+ID(i), [3]string{"red block", "blue block", "pink block"}[i],
			func(s *scenes.Snapshot) physics.Pose { return s.Blocks[i] },
			newMeshBuilder(m).box(0, 0, 0, h, scenes.BlockHalf, scenes.BlockHalf))
	}
	return append(fixed, moving...)
}

// enclose is a sphere around points: the middle of their bounding box, and the farthest of them.
func boundingSphere(points []physics.Vec) (c physics.Vec, r float64) {
	lo, hi := points[0], points[0]
	for _, p := range points {
		lo = physics.Vec{X: min(lo.X, p.X), Y: min(lo.Y, p.Y), Z: min(lo.Z, p.Z)}
		hi = physics.Vec{X: max(hi.X, p.X), Y: max(hi.Y, p.Y), Z: max(hi.Z, p.Z)}
	}
	c = lo.Add(hi).Scale(0.5)
	for _, p := range points {
		r = max(r, p.Sub(c).Norm())
	}
	return c, float64(r * (1 + 1e-9)) // rounding must not leave a point outside
}
