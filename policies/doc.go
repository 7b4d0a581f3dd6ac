// Package policies trains policies to imitate demonstrations, and runs them. gomlx stops here: no other package imports it.
//
// It never knows which task the demonstrations solve, nor by which method the weights of their groups are chosen. A
// balancing method reaches it as a Mixture: weights out, losses in. What else a mixture may want it says by having
// the methods of other interfaces, all in mixture.go.
//
// # From demonstrations to a policy
//
// A Network says what is seen of an observation: "state" reads joints, gripper, the red block and the bulb; "vision" sees
// what the study's policies see, two pictures, joints and gripper. The features of every frame are standardised over all
// frames and enter a multilayer perceptron with two rectified hidden layers, which answers with a chunk of actions, 8 by
// default, of which 4 are carried out before it is asked again. The target of a frame is the demonstrator's next 8
// actions. A Head says what the outputs mean and what the loss is: "squared" (the mean squared error in action units,
// where 1 is the fastest motion and the gripper is -1 or +1), "gaussian", "bins" (discrete actions, cross-entropy).
// Targets are not standardised, so losses of different datasets can be compared.
//
// Train minimises J(θ) = sum_g α_g L_g(θ) by Adam for a fixed number of steps, with α asked of the mixture before each
// step and the groups' losses in the batch reported after it: so a method's new weights act one step later. Weights
// multiply losses or steer which frames are drawn (see sampler); a mixture that observes gradients has a third estimator
// (see groupwise). The objective is the same. Runs that a mixture wants before its own, such as reference policies, are
// made by the same call (see Referenced), and the log keeps what happened in them.
//
// TrainKept does the same with a checkpoint in a file. TrainRidge does it with a Ridge, least squares on random Fourier
// features: a policy too, and the yardstick for balancing methods, since it knows the optimum for any weights, the
// gradient of what comes out by what went in, the least loss of each group and the equilibrium of the min-max game exactly.
//
// # Pictures
//
// An Encoder turns a pair of pictures into 120 numbers, the places and masses of 40 maps (see eye). It is part of the program
// (encoder.bin), was trained on scenes at random without a demonstration or a task (TrainEncoder; counterpoise encoder), and is
// frozen: what it makes of a demonstration is computed once (See), and training is as fast as on states. The same pictures give
// the same features in any batch, since no kernel looks at two of them.
//
// Frozen, because that is what a processor can do. Measured in CPU time on a shared AVX-512 core: a pair of pictures is
// seen in 0.3 ms, and 800 training steps of 256 frames take 6.5 s; trained end to end (Config.EndToEnd) on the same
// pictures, already reduced to patches with a quarter of the static one's pixels, a frame takes 3.3 ms, so 800 steps would
// take 11 minutes a policy. A study trains hundreds of policies.
//
// # The same bytes
//
// A trained policy depends on its data, settings, mixture and key alone: everything random is keyed by words, the
// backend computes on the caller's goroutine, and any number of trainings may run side by side. A training that was
// stopped and taken up again ends in the same bytes. Act answers an observation with the same bits whatever it is asked
// with (see blocks). Builds with GOEXPERIMENT=simd and without differ in the last bits, as their kernels sum in another
// order; so does another processor architecture. With SIMD, AVX2 and AVX-512 kernels gave the same bytes where it was tried.
//
// # Speed
//
// The backend is gomlx's pure Go one. Measured on one AVX-512 core, default settings: 36,000 frames/s through a whole
// training step with SIMD and 10,000 without; 59, 600 and 2,260 µs for an Act on 1, 64 and 256 observations with SIMD. The
// network "vision" takes the same, and 0.3 ms more an observation for looking at its pictures (2 ms without SIMD). A
// rollout of 120 steps, 64 side by side, that looks 30 times takes 17 ms of the soft renderer, 10 ms of the policy and 8
// ms of physics. A step with gradients observed costs two to two and a half plain ones, whatever the number of groups; a
// step with head "bins" three to five. Run with GODEBUG=asyncpreemptoff=1: an interrupted kernel leaves the upper halves
// of the vector registers dirty for whatever runs next on that thread. After each call this package clears them itself;
// without that, math.Exp took 16 ms instead of 0.11 ms for 20,000 values once a policy had acted (BenchmarkScalar).
//
// # Devices
//
// Use moves the trainings of a process to a graphics card, where the program is built with the tag xla (which takes cgo) and
// a plugin of XLA for CUDA is found; otherwise it says in one line what is missing, and the processor trains. Policies
// act on the processor whatever trained them. Only losses and gradients are computed on the card: in every step the
// parameters and the batch go there, the gradients come back, and Adam runs in Go. For the default network that is 0.8 MB
// both ways and 0.4 ms of Adam (98,880 parameters, measured), against 7 ms for a whole step on one core with SIMD; so
// a card can make it about ten times as fast and no faster, while for networks that see pictures the computation weighs
// more. What a card takes has not been measured: none was at hand. bench/gpu.sh measures it, and compares the losses.
package policies
