// Package expert holds scripted demonstrators: what a person with the controller in hand would do, with a person's
// variation from one demonstration to the next.
//
// A demonstrator may read the privileged state of the tabletop (where the block is), which a policy may not. It commands
// the same relative actions that a policy commands. Each demonstration draws its own speed, via points and small errors
// once, from the generator it is given; the rest is deterministic. Each skill is one file that registers itself in
// Skills.
//
// The package knows the tabletop; it never knows datasets or policies.
package expert
