package scenes

// This file is the one place that defines the numbers which a policy reads and writes; other comments refer to it. All
// layouts are CALVIN's (Mees et al. 2022), so that datasets can be exchanged. Sources, with the names that CALVIN gives
// them: Action is rel_actions, AbsoluteAction is actions, Observation.Robot is robot_obs and Observation.Scene is
// scene_obs of github.com/mees/calvin, dataset/README.md; their meaning follows github.com/mees/calvin_env at commit
// 797142c, calvin_env/robot/robot.py and calvin_env/scene/play_table_scene.py. Every index has a named constant here;
// code elsewhere uses the names, never the numbers.
//
// Positions are in the world frame of layout.go: origin on the floor under the middle of the table, x to the right,
// y away from the robot, z up. Euler angles are about the fixed world axes, x first, then y, then z, R = Rz Ry Rx
// (physics.FromEuler): x and z in (-π, π], y in [-π/2, π/2] where they are measured.

// Action is the command of a policy for one control step (1/30 s): CALVIN's relative action.
//
//	0-2  added to the position of the running target along world x, y, z, in units of MaxTranslation (0.02 m)
//	3-5  added to the fixed-axis Euler angles x, y, z of the running target, in units of MaxRotation (0.05 rad)
//	6    gripper: > 0 opens, <= 0 closes, 0 too; experts write -1 and +1
//
// The running target is a pose of the tool centre point that starts at the measured one and then depends on actions
// alone, never on the measured pose. The arm follows it at no more than 2 rad/s a joint, so a fast target gets ahead,
// and one that an obstacle keeps the arm from stays where it is (controller.go, ik.go).
//
// Components of CALVIN's recordings and of ours lie in [-1, 1]. Greater ones are executed as they are, as in CALVIN. In
// recorded data a magnitude above MaxRecorded (2) cannot be meant: replay, conversion and training refuse it, as they
// refuse a number that is not finite (Action.Check). A target more than MaxReach (1.2 m) from the robot's base moves
// back to that distance, which Tabletop.ClippedTargets counts. An action that is not finite is an error of Step and
// ends a rollout as a failure.
//
// Increments of Euler angles are no rotations about fixed axes: one of z turns the hand about world z, one of y about
// the y axis turned by z, and one of x about the hand's own x axis; at y = ±π/2 those of x and z do the same. Datasets
// of versions before 4 (demos.Version) have actions that turn about world axes; demos.Card.CheckActions refuses them.
type Action [ActionSize]float32

// AbsoluteAction is CALVIN's absolute action ("actions" of its datasets) for one control step (1/30 s): the pose that
// the tool centre point is to take, whatever the running target was. Policies command an Action; absolute actions serve
// to replay recordings.
//
//	0-2  position of the tool centre point (m)
//	3-5  its orientation, fixed-axis Euler angles (rad); any finite angle
//	6    gripper: as in Action
//
// Replay refuses recorded poses beyond MaxReach, with a gripper command beyond MaxRecorded, and with a number that is
// not finite (AbsoluteAction.Check). Readers refuse the last alone: conversion carries finite poses over as they are.
//
// The constants for the indices of an Action are those of an AbsoluteAction too.
type AbsoluteAction [ActionSize]float32

// Indices into an Action and an AbsoluteAction.
const (
	ActionTranslation = 0 // first of three
	ActionRotation    = 3 // first of three
	ActionGripper     = 6

	ActionSize = 7
)

// Observation is everything that a policy may observe at one control step. Its numbers are exact unless the task's knob
// Noise gives them errors (noise.go).
type Observation struct {
	// Robot is CALVIN's robot_obs, proprioception; the constants Robot... are its indices:
	//
	//	0-2   position of the tool centre point (m)
	//	3-5   orientation of the tool centre point, fixed-axis Euler angles (rad)
	//	6     width of the gripper's opening, both fingers together (m), in [0, 0.08]; a blow on a finger drives it
	//	      beyond for a few control steps
	//	7-13  angles of the seven joints, from the base to the flange (rad)
	//	14    last gripper command: -1 close, +1 open
	Robot [RobotSize]float32
	// Scene is CALVIN's scene_obs, the state of the scene; the constants Scene... are its indices:
	//
	//	0-3   positions of door, drawer, button and switch on their rails (m); layout.go has the ranges
	//	4-5   bulb and LED: 1 lit, 0 dark
	//	6-23  six numbers for each of the red, the blue and the pink block: position of the centre (m), then
	//	      orientation as fixed-axis Euler angles (rad)
	//
	// It is privileged: policies that observe the state read it, policies that observe pictures must not.
	Scene [SceneSize]float32
	// Static (StaticSize x StaticSize x 3) and Gripper (GripperSize x GripperSize x 3) are the pictures of the static
	// camera and of the camera on the gripper: 8-bit RGB, row by row from the top. They are nil when nothing was
	// rendered.
	Static, Gripper []uint8
	// LookAlike is what renderers need to know besides: how like the red block's colour the colours of the other blocks
	// are, in [0, 1] (lookalike.go). It is 0 but for a task whose knob sets it. No policy reads it, no dataset stores
	// it: it follows from the task (LookAlikeOf).
	LookAlike float32
}

// Widths and heights of the two pictures of an observation (pixels; both are square). They are CALVIN's.
const (
	StaticSize  = 200
	GripperSize = 84
)

// Indices into Observation.Robot.
const (
	RobotTCP    = 0 // position, first of three
	RobotEuler  = 3 // orientation, first of three
	RobotWidth  = 6
	RobotJoints = 7 // first of seven
	RobotGrip   = 14

	RobotSize = 15
)

// Indices into Observation.Scene. Door, Drawer, Button and Switch, counted from SceneSliders, are the mechanisms'.
const (
	SceneSliders = 0 // first of four
	SceneBulb    = 4
	SceneLED     = 5
	SceneBlocks  = 6 // first number of the first block

	SceneSize = 24
)

// The numbers of one block within Observation.Scene: block i (Red, Blue, Pink) has SceneBlockSize numbers from
// SceneBlocks + i SceneBlockSize on, in which these are the indices.
const (
	BlockPosition = 0 // first of three
	BlockEuler    = 3 // first of three
	BlockYaw      = 5 // the Euler angle about z

	SceneBlockSize = 6
)

// BlockIndex returns the index into Observation.Scene of the first number of a block (Red, Blue, Pink).
func BlockIndex(block int) int { return SceneBlocks + block*SceneBlockSize }

// Proprioception returns the study's proprioception: seven joint angles (rad) and the width of the gripper's opening
// (m).
func (o *Observation) Proprioception() [8]float32 {
	var s [8]float32
	copy(s[:7], o.Robot[RobotJoints:RobotJoints+7])
	s[7] = o.Robot[RobotWidth]
	return s
}
