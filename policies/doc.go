// Package policies trains networks to imitate demonstrations, and runs them. gomlx stops here: no other package imports it.
//
// It never knows which task the demonstrations solve, nor by which method the weights of their groups are chosen. A
// balancing method reaches it as a Mixture, three numbers in and three out; what else a mixture may want (Resampler,
// Beginner) it says by having the methods.
//
// # From demonstrations to a policy
//
// A Network says what is seen of an observation: "state" reads joints, gripper, the red block and the bulb. The
// features of every frame are standardised over the training frames and enter a multilayer perceptron with two
// rectified hidden layers, which answers with a chunk of actions, 8 by default, of which 4 are carried out before it is asked
// again. The target of a frame is the demonstrator's next 8 actions; the loss is their mean squared error in action
// units, where 1 is the fastest motion and the gripper is -1 or +1. Targets are not standardised, so losses of different
// datasets can be compared.
//
// Train minimises J(θ) = sum_g α_g L_g(θ) by Adam for a fixed number of steps, with α asked of the mixture before each step and the
// groups' losses in the batch reported after it: so a method's new weights act one step later. Weights multiply losses
// or steer which frames are drawn (see sampler); the objective is the same.
//
// # The same bytes
//
// A trained policy depends on its data, settings, mixture and key alone: everything random is keyed by words, the
// backend computes on the caller's goroutine, and any number of trainings may run side by side. Act answers an
// observation with the same bits whatever it is asked with (see blocks). Builds with GOEXPERIMENT=simd and without
// differ in the last bits, as their kernels sum in another order; so does another processor architecture. With SIMD,
// AVX2 and AVX-512 kernels gave the same bytes where it was tried.
//
// # Speed
//
// The backend is gomlx's pure Go one. Measured on one AVX-512 core, default settings: 36,000 frames/s through a whole
// training step with SIMD and 10,000 without; 59, 600 and 2,260 µs for an Act on 1, 64 and 256 observations with SIMD.
// Run with GODEBUG=asyncpreemptoff=1: an interrupted kernel leaves the upper halves of the vector registers dirty for
// whatever runs next on that thread. After each call this package clears them itself; without that, math.Exp took 16 ms
// instead of 0.11 ms for 20,000 values once a policy had acted (BenchmarkScalar).
package policies
