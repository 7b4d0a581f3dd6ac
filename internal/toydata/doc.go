// Package toydata makes small datasets without physics, and the fixtures that tests of policies share.
//
// In these datasets a tool moves straight to a block and closes the gripper. A small network learns that in a few
// hundred steps, so tests of training take milliseconds. The package never depends on policies.
package toydata
