// Package scenes is the tabletop: its geometry, the robot and its controller, the tasks, what a policy observes and does,
// and when it has succeeded.
//
// The scene is CALVIN's scene D (Mees et al. 2022) rebuilt from its numbers: a table with a drawer, a cabinet with a
// sliding door, a switch, a button, two lamps and three blocks, and a Franka Panda. A policy acts at 30 Hz; each action
// moves a running target of the tool centre point, damped differential inverse kinematics follows it, and eight substeps
// of physics at 240 Hz do the rest. Nothing is welded, teleported or made kinematic: what is lifted is held by
// friction.
//
// A task is one file that registers itself in Tasks. The package doesn't know how it is drawn or who acts: renderers
// read a Snapshot, demonstrators and policies send an Action.
package scenes
