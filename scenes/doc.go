// Package scenes simulates the tabletop: its geometry, the robot and its controller, the tasks, and the actions and
// observations of a policy.
//
// The scene is CALVIN's scene D (Mees et al. 2022) rebuilt from its numbers: a table with a drawer, a cabinet with a
// sliding door, a switch, a button, two lamps and three blocks, and a Franka Panda (layout.go, panda.go). A policy acts
// at 30 Hz. Each action moves a running target of the tool centre point (controller.go), damped inverse kinematics
// finds joints for it (ik.go), and eight substeps of physics at 240 Hz advance the scene. Objects are never attached to
// the gripper or moved by the program: a lifted object is held by friction.
//
// interface.go defines the numbers of an Action and of an Observation, with units, frames and a constant for every
// index. A Tabletop is the scene in a state; task.go says what a Task is, and each task is one file that registers
// itself in Tasks (picking.go, opening.go). oracle.go defines success, on the record that travel.go keeps of who moved
// each part. start.go has what the initial states of tasks share, noise.go makes observations inexact, restore.go sets
// a recorded state, random.go draws arbitrary states for training picture encoders, and trace.go and attribution.go
// explain a rollout.
//
// The simulation is deterministic: the same state and actions give the same states bit for bit, on any machine and
// beside any number of other tabletops. A state can be saved, loaded and hashed (state.go).
//
// The package depends on physics only. It does not know how the scene is drawn or who acts: renderers read a Snapshot,
// demonstrators and policies send an Action.
package scenes
