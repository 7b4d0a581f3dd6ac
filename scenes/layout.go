package scenes

import (
	"math"

	"counterpoise/physics"
)

// This file describes scene D of CALVIN (mees/calvin_env: calvin_scene_D.yaml and its URDF, all lengths scaled by 0.8)
// as boxes, in metres. World frame: x to the right, y away from the robot, z up; the origin is on the floor under the
// middle of the table.

// The mechanisms: parts that move on straight rails, in CALVIN's order of scene_obs. Positions are in metres from 0.
const (
	Door   = iota // the sliding door, which CALVIN calls slider: 0 right, DoorTravel left
	Drawer        // 0 shut, DrawerTravel open, towards the robot
	Button        // 0 up, ButtonTravel pressed
	Switch        // 0 down, SwitchTravel up
	sliderCount
)

// sliderNames and blockNames are the names of the movable parts in traces.
var (
	sliderNames = [sliderCount]string{"door", "drawer", "button", "switch"}
	blockNames  = [blockCount]string{"red block", "blue block", "pink block"}
)

// Travels of the mechanisms (m).
const (
	DoorTravel   = 0.28
	DrawerTravel = 0.22
	ButtonTravel = 0.02
	SwitchTravel = 0.088
)

const (
	// buttonStiffness is that of the button's lower stop (N/m). Bullet's stops give way to the arm: in CALVIN the hand
	// presses the button 4.2 mm beyond its stop with 386 N, 8.3 mm with 748 N and 9.2 mm with 946 N.
	buttonStiffness = 9e4
	// buttonGive is how far beyond its stop the button can be pressed (m). The arm has the force for 10 mm.
	buttonGive = 0.012
)

// The blocks, in CALVIN's order.
const (
	Red = iota
	Blue
	Pink
	blockCount
)

const (
	// TableHeight is the height of the work surface (m).
	TableHeight = 0.44
	// BlockHalf is half the width and half the height of every block (m); the lengths differ.
	BlockHalf = 0.02
	// blockMass is the mass of every block (kg).
	blockMass = 1.0
	// dryFriction holds door, drawer and switch where they are left (N); the button's spring has the same force.
	dryFriction = 4.0
)

// BlockLengths are the half lengths of the red, blue and pink block along their own x axes (m).
var BlockLengths = [blockCount]float64{0.028, 0.02, 0.04}

// Materials. The friction of a contact is the product of both surfaces' coefficients.
var (
	wood  = physics.Surface{Friction: 0.5} // Bullet's default, which CALVIN's table has
	paint = physics.Surface{Friction: 0.7} // blocks
	stone = physics.Surface{Friction: 1.0} // floor
)

// The front of the cabinet is a plane inclined by 60 degrees, from (y 0.02, z 0.44) to (y 0.14, z 0.648).
var (
	slopeFoot = physics.Vec{Y: 0.02, Z: TableHeight}      // a point of its lower edge
	slopeUp   = physics.Vec{Y: 0.5, Z: math.Sqrt(3) / 2}  // unit vector up the plane
	slopeOut  = physics.Vec{Y: -math.Sqrt(3) / 2, Z: 0.5} // unit normal, towards the robot
)

// onSlope returns a box aligned with the cabinet's front: centred at x with half width hx, from u0 to u1 along slopeUp
// and from n0 to n1 along slopeOut (m).
func onSlope(x, hx, u0, u1, n0, n1 float64, s physics.Surface) physics.Box {
	c := slopeFoot.AddScaled((u0+u1)/2, slopeUp).AddScaled((n0+n1)/2, slopeOut)
	c.X = x
	return physics.Box{
		Pose: physics.Pose{P: c, R: physics.Mat{X: physics.Vec{X: 1}, Y: slopeUp, Z: slopeOut}},
		Half: physics.Vec{X: hx, Y: (u1 - u0) / 2, Z: (n1 - n0) / 2}, Surface: s,
	}
}

// fixedBoxes are all boxes that never move, with their names in traces. The table top has one height. CALVIN's lies
// 1 mm higher inside the cabinet, on its plank (x from -0.36 to 0.16, y from 0.02), so that blocks rest at z 0.461
// there and at 0.460 elsewhere; bench/remote/CALVIN.md says what that does to a policy.
var fixedBoxes = []struct {
	name string
	box  physics.Box
}{
	{"floor", boxAt(0, 0, -0.25, 5, 5, 0.25, stone)},
	{"table top", boxAt(0, 0, 0.425, 0.44, 0.18, 0.015, wood)},
	{"table, leg", boxAt(-0.418, -0.158, 0.2025, 0.022, 0.022, 0.2025, wood)},
	{"table, leg", boxAt(0.418, -0.158, 0.2025, 0.022, 0.022, 0.2025, wood)},
	{"table, leg", boxAt(-0.418, 0.158, 0.2025, 0.022, 0.022, 0.2025, wood)},
	{"table, leg", boxAt(0.418, 0.158, 0.2025, 0.022, 0.022, 0.2025, wood)},
	{"table, left of the drawer", boxAt(-0.25, 0, 0.355, 0.19, 0.18, 0.055, wood)},
	{"table, right of the drawer", boxAt(0.42, 0, 0.355, 0.02, 0.18, 0.055, wood)},
	{"table, behind the drawer", boxAt(0.17, 0.12, 0.355, 0.23, 0.06, 0.055, wood)},
	{"cabinet, back wall", boxAt(0, 0.17, 0.544, 0.44, 0.01, 0.104, wood)},
	{"cabinet, roof", boxAt(0, 0.15, 0.638, 0.44, 0.03, 0.01, wood)},
	{"cabinet, front on the right", onSlope(0.30, 0.14, 0, 0.24, -0.05, 0, wood)},
	{"cabinet, front on the left", onSlope(-0.40, 0.04, 0, 0.24, -0.05, 0, wood)},
	{"cabinet, right wall", onSlope(0.17, 0.01, 0, 0.24, -0.10, -0.05, wood)},
	{"cabinet, left wall", onSlope(-0.37, 0.01, 0, 0.24, -0.10, -0.05, wood)},
	// CALVIN's collar is a ring 20 mm high around the cap. This one is solid, and low enough for the cap to be pressed
	// as far as it goes.
	{"button's collar", boxAt(-0.12, -0.12, 0.446, 0.035, 0.035, 0.006, wood)},
	{"bulb", boxAt(0.30, 0.16, 0.673, 0.02, 0.02, 0.025, wood)},
	{"LED", boxAt(-0.12, 0.16, 0.656, 0.08, 0.02, 0.008, wood)},
	{"robot's pedestal", boxAt(-0.34, -0.46, 0.12, 0.115, 0.115, 0.12, wood)},
}

// sliderSpecs returns the mechanisms with CALVIN's axes, travels, masses (kg) and forces (N).
func sliderSpecs() [sliderCount]physics.Slider {
	return [sliderCount]physics.Slider{
		Door:   {Axis: physics.Vec{X: -1}, Mass: 1.54, Upper: DoorTravel, Force: dryFriction},
		Drawer: {Axis: physics.Vec{Y: -1}, Mass: 4.23, Upper: DrawerTravel, Force: dryFriction},
		Button: {Axis: physics.Vec{Z: -1}, Mass: 0.154, Upper: ButtonTravel, Force: dryFriction, Spring: true,
			Stiffness: buttonStiffness},
		Switch: {Axis: slopeUp, Mass: 0.239, Upper: SwitchTravel, Force: dryFriction},
	}
}

// sliderBoxes returns the shapes of the mechanisms at position zero.
func sliderBoxes() []partBox {
	return []partBox{
		{Door, onSlope(0.04, 0.14, 0, 0.22, 0, 0.02, wood)},         // panel
		{Door, onSlope(0.04, 0.0215, 0.03, 0.19, 0.02, 0.08, wood)}, // handle
		{Drawer, boxAt(0.18, -0.17, 0.35, 0.22, 0.01, 0.05, wood)},  // front
		{Drawer, boxAt(0.18, -0.06, 0.325, 0.20, 0.10, 0.015, wood)},
		{Drawer, boxAt(-0.01, -0.06, 0.37, 0.01, 0.10, 0.03, wood)},
		{Drawer, boxAt(0.37, -0.06, 0.37, 0.01, 0.10, 0.03, wood)},
		{Drawer, boxAt(0.18, 0.05, 0.355, 0.20, 0.01, 0.045, wood)},
		{Drawer, boxAt(0.18, -0.2475, 0.36, 0.12, 0.0125, 0.02, wood)}, // handle
		{Drawer, boxAt(0.07, -0.2075, 0.36, 0.01, 0.0275, 0.02, wood)},
		{Drawer, boxAt(0.29, -0.2075, 0.36, 0.01, 0.0275, 0.02, wood)},
		{Button, boxAt(-0.12, -0.12, 0.472, 0.0284, 0.0284, 0.012, wood)}, // a square of the cap's area
		{Switch, onSlope(0.30, 0.06, 0.0554, 0.0804, 0, 0.07, wood)},
	}
}
