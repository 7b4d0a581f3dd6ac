// Package train fits a model to demonstrations in groups: one training loop for every observer, network, head and
// balancing method. It minimises
//
//	J(θ) = sum_g α_g L_g(θ)
//
// by Adam for a fixed number of steps, where L_g is the mean loss over the frames of group g. The weights α come from
// a mixture.Mixture before each step, and the losses of the groups in the batch are reported to it afterwards, so new
// weights act one step later. What else a mixture can get, such as held-out losses, losses of single frames and inner
// products of gradients, and the reference runs that it may need before its own, is in package mixture.
//
// # Three estimators of one objective
//
// Weights multiply losses, or steer which frames are drawn (trainset.Sampler). A mixture that observes gradients gets a
// third estimator, in which the groups share the batch in turn (see groupwise). All are unbiased.
//
// # The same bytes
//
// A trained model depends on its data, settings, mixture, key and device alone: everything random is keyed by words,
// the Go backend computes on the caller's goroutine, XLA's pool has one size on every machine, and any number of
// trainings may run side by side. A training that was interrupted and resumed from a checkpoint ends in the same
// bytes. Builds with GOEXPERIMENT=simd and without differ in the last bits, since their kernels sum in another order;
// so do processor architectures and devices.
//
// # Two ways of a step
//
// On the Go backend a graph returns the gradient, and Adam runs on slices. On other devices the graph of a step
// contains Adam, parameters, moments and data stay on the device, and losses alone come back (fused). Both are the
// same step up to rounding. Compiled graphs are shared by all trainings of the process (sharedGraph): whatever differs
// between two policies of one architecture is an input of the graph.
//
// # Speed
//
// Measured on one AVX-512 core with the Go backend and default settings: 36,000 frames/s through a whole training step
// with SIMD and 10,000 without (BenchmarkTrain). A step with gradients observed costs two to two and a half plain ones,
// whatever the number of groups, for a network with network.Grammed. For any other (see groupGram) it costs 2.4 for
// "transformer" and 2.0 for "cnn", on XLA with two groups, where "mlp" costs 2.1 (bench/speed.sh search-mlp
// search-transformer search-cnn; docs/performance.md has the table). A step with head "bins" costs three to five. On
// XLA on the CPU whole trainings of "mlp" take about a third of the processor time that they take on the Go backend,
// plain ones and those with gradients observed (counterpoise train picking left=9,middle=27,right=27 --steps 1000, with
// --method ours:EtaT=200 and without); package backend has other networks. Run with GODEBUG=asyncpreemptoff=1:
// interrupting a kernel leaves the upper halves of the vector registers dirty for whatever runs next on that thread;
// see backend.VZeroUpper.
//
// The package imports neither tasks nor methods: a method enters as a mixture.Mixture.
package train
