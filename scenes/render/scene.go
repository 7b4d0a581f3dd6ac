package render

import (
	"slices"
	"sync"

	"counterpoise/physics"
	"counterpoise/scenes"
)

// ObjectID identifies an object in an object-id picture (Frame.IDs). Zero stands for no object.
type ObjectID uint8

// The objects of the scene.
const (
	IDFloor ObjectID = iota + 1
	IDTable
	IDCabinet
	IDPedestal
	IDLink0
	IDLink1 // the seven moving links are IDLink1 to IDLink1 + 6
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

// Object is a rigid, visible part of the scene: a mesh and the frame that it moves with.
type Object struct {
	ID   ObjectID
	Name string
	Mesh
	// Centre and Radius are a bounding sphere of the mesh, in the object's frame (m).
	Centre physics.Vec
	Radius float64
	frame  func(*scenes.Snapshot) physics.Pose // nil for an object in the world frame
}

// Fixed tells whether the object looks the same in every snapshot. The lamps do not move, but they change colour.
func (p *Object) Fixed() bool { return p.frame == nil && p.ID != IDBulb && p.ID != IDLED }

// Mechanism tells whether the object's look depends on Snapshot.Sliders and the lamps alone: a part that slides, or a
// lamp. Mechanisms stand still in most control steps, so a renderer may keep what it drew of them.
func (p *Object) Mechanism() bool {
	return IDDoor <= p.ID && p.ID <= IDSwitch || p.ID == IDBulb || p.ID == IDLED
}

// Pose returns the pose of the object's frame in the world. Fixed objects ignore the snapshot, which may be nil.
func (p *Object) Pose(s *scenes.Snapshot) physics.Pose {
	if p.frame == nil {
		return physics.Pose{R: physics.Identity}
	}
	return p.frame(s)
}

// objects are built when the first is asked for and are read-only afterwards, so renderers may share them between
// goroutines. Building takes 10 ms, which commands that draw nothing save.
var objects = sync.OnceValue(buildObjects)

// Objects returns all objects: the fixed ones, then the mechanisms, then the others. The slice is shared and must not
// be modified.
func Objects() []Object { return objects() }

// buildObjects makes the meshes of all objects and sorts the fixed ones to the front, then the mechanisms.
func buildObjects() []Object {
	var fixed, mechanisms, moving []Object
	add := func(id ObjectID, name string, frame func(*scenes.Snapshot) physics.Pose, s *meshBuilder) {
		p := Object{ID: id, Name: name, Mesh: s.Mesh, frame: frame}
		p.Centre, p.Radius = boundingSphere(p.Points)
		switch {
		case p.Fixed():
			fixed = append(fixed, p)
		case p.Mechanism():
			mechanisms = append(mechanisms, p)
		default:
			moving = append(moving, p)
		}
	}
	addFurniture(add)
	addRobot(add)
	for i, m := range [3]Material{Red, Blue, Pink} {
		h := scenes.BlockLengths[i]
		add(IDRed+ObjectID(i), [3]string{"red block", "blue block", "pink block"}[i],
			func(s *scenes.Snapshot) physics.Pose { return s.Blocks[i] },
			newMeshBuilder(m).box(0, 0, 0, h, scenes.BlockHalf, scenes.BlockHalf))
	}
	return slices.Concat(fixed, mechanisms, moving)
}

// boundingSphere returns a sphere around points: the centre of their bounding box, and the distance to the farthest
// point. It is not the smallest sphere, but at most √3 times larger.
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
	return c, float64(r * (1 + 1e-9)) // the margin keeps rounding from leaving a point outside
}
