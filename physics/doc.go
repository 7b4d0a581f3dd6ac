// Package physics moves rigid boxes, one articulated arm with a gripper, and parts on straight rails, and lets them
// touch. It is small and made for a tabletop: tens of boxes, one arm, steps of milliseconds.
//
// # What it never knows
//
// Names, colours, pixels, cameras, tasks, rewards, controllers, inverse kinematics, randomness, files and the time of
// day. It has joints, drives with targets, and boxes with surfaces; what they mean is the caller's.
//
// # Units and signs
//
// Metres, kilograms, seconds, radians, newtons. Axes are right-handed; nothing says which way is up, gravity is a
// vector. A [Mat] holds the body's axes in the world as columns, a [Pose] takes points from the body to the world.
// Euler angles are about fixed axes, x first. A contact's normal points from its first part to its second; its gap is
// negative inside. An impulse is force times the substep (N s). Inertias are about the centre of mass. The opening of
// the gripper is what each finger is away from the middle.
//
// # A substep
//
// [World.Step] advances the world by one substep h. A part's velocities v have mass matrix M = L Lᵀ; all that concerns
// contacts is written in the coordinates y = Lᵀ v, in which every mass is one.
//
//  1. Place the arm at its coordinates q. Mass matrix M(q) by the composite-rigid-body algorithm, bias force c(q, v)
//     (gravity, Coriolis and centrifugal forces) by the recursive Newton-Euler algorithm (dynamics.go, inertia.go).
//
//  2. Find touches. Axis-aligned boxes, as wide as a part can move in the substep, choose the pairs (broad.go). The
//     separating axis theorem and clipping turn a pair of boxes into a normal and up to four points (collide.go,
//     axes.go, clip.go). Of equally good faces and points those of the last substep stay, and a point takes over the
//     impulses of its predecessor, known by the features that meet (contact_point.go). What comes near a sleeper wakes
//     it (sleep.go).
//
//  3. Drives and gravity change the velocities. The arm's springs and dampers act on the state after the substep,
//     (M + h D + h (Kd + h Kp)) Δv = h (τ - c - D v), which is stable however stiff they are (drive.go). Bodies and
//     sliders: Δv = h g.
//
//  4. Solve the drives of sliders (slider.go), the stops (limit.go) and the contacts (rows.go, contact.go, solve.go),
//     one after the other, again and again until they agree, with conjugate steps between (conjugate.go). A contact
//     asks for
//
//     v_n + want >= 0, λ_n >= 0, one of them zero; |λ_t| <= μ λ_n, against the sliding
//
//     and each row adds Δλ = -m_eff (v + want) - γ λ. Overlap is pushed apart by a soft constraint, a spring and
//     damper integrated implicitly, that stiffens with the overlap (constants.go). What bounces is to leave with e
//     times the speed of its approach.
//
//  5. Positions move with the velocities: semi-implicit Euler, q' = q + h v'. Bodies turn by the midpoint rule at
//     constant angular momentum (step.go, body.go).
//
//  6. Relax: sweep again without the push against overlap, so that its velocity doesn't stay.
//
//  7. What has been still for a while, with all that it touches, falls asleep.
//
// # Promises
//
// The same world, stepped with the same targets, has the same state bit for bit: run again, beside others on any number
// of workers, saved and loaded in the middle, on amd64 at any GOAMD64 and on arm64. Every product of floating-point
// numbers is rounded on its own (a test reads the sources for it, and the state after 10,000 substeps is pinned), the
// order of everything is fixed, and nothing depends on addresses or maps.
//
// Step does not fail and, once a world has had its greatest number of contacts, does not allocate. Constructors and the
// Place functions refuse what is not sound and say what and where; [World.SetTarget] clips targets and refuses NaN.
// Methods that read a part which the world does not have panic, as an index out of range does. If a number becomes NaN
// or infinite all the same, Step goes on with it and never panics or hangs; the part stays spoilt, what it touches
// becomes so, and [World.Finite] says it.
//
// A World belongs to one goroutine at a time. Worlds share nothing.
//
// # What it is checked against
//
// MuJoCo for the arm (mass matrix, bias forces and accelerations to 1e-6, free and damped fall), theory for the rest:
// sliding distances in every direction, friction angles, statics of pushed boxes, momentum to 1e-9, Newton's law of
// restitution to 1e-6, sixteen grips that must hold or drop by Coulomb's law, stacks, stops, dry friction of rails. The
// tests are the list.
//
// # What it leaves out
//
// Shapes other than boxes, rolling and torsional friction, joints other than the arm's and rails, contacts of the arm
// with itself, of rails with rails and with what never moves, and impacts that spread through several bodies at once
// (Newton's cradle).
//
// # Reading
//
//   - R. Featherstone, Rigid Body Dynamics Algorithms, 2008: spatial vectors, chapters 5 and 6 for c and M.
//   - D. Stewart and J. Trinkle, An implicit time-stepping scheme for rigid body dynamics with inelastic collisions and
//     Coulomb friction, 1996: contacts as conditions on velocities and impulses.
//   - E. Catto, Iterative dynamics with temporal coherence, 2005, and Solver2D, 2024: sequential impulses, warm
//     starting, soft constraints with relaxing.
//   - M. Silcowitz-Hansen, S. Niebe and K. Erleben, A nonsmooth nonlinear conjugate gradient method for interactive
//     contact force problems, 2010.
//   - S. Gottschalk, M. Lin and D. Manocha, OBBTree, 1996: the separating axis theorem for boxes.
//   - I. Sutherland and G. Hodgman, Reentrant polygon clipping, 1974.
//   - S. Buss, Accurate and efficient simulation of rigid-body rotations, 2000.
//   - E. Todorov, T. Erez and Y. Tassa, MuJoCo, 2012; T. Erez, Y. Tassa and E. Todorov, Simulation tools for
//     model-based robotics, 2015: the grasp test, and how engines compare.
package physics
