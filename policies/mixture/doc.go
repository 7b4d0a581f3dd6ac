// Package mixture is the protocol between training and weighing: what a trainer reads from a balancing method and
// what it reports back, declared once. It is a leaf: it imports neither trainers nor methods.
//
// A training run minimises
//
//	J(θ) = sum_g α_g L_g(θ),   α_g >= 0,   sum_g α_g = 1
//
// where L_g is the mean loss over the frames of group g. Before each step the trainer reads the weights α with
// Mixture.Alpha; after it, the trainer reports the losses of the groups with Mixture.Observe. A method that needs more
// than losses implements further interfaces of this package, in any combination:
//
//	Initializer       the number of steps, and keyed random numbers
//	Resampler         weights applied by drawing frames rather than by multiplying losses
//	GradientObserver  inner products of the gradients of the groups
//	Mover, Unroller   another way of θ in such a run, and a longer look-ahead
//	ExampleObserver   the loss of each frame of a batch
//	FrameWeigher      weights of the frames within a group
//	HoldOut           a share of the episodes kept out of training
//	HeldOutObserver   losses on those episodes
//	Referenced        training runs before the main one, such as reference policies
//	Staged            weights found by a first stage, and a policy trained anew under them
//	Searching         whether the searches among them have converged
//	Budgeted, Headed  another number of steps, or another head, for such a run
//	Resumable         all of its state, for checkpoints
//
// The package has also what every trainer does in the same way: checking weights (CheckSimplex), making the runs before
// the main one in order (RunBefore), and the Log of a run.
package mixture
