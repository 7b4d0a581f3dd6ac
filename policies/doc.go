// Package policies turns observations into actions: it loads, saves and runs trained policies.
//
// A Policy is a Neural network, a ridge.Ridge or an onnx.Policy. It predicts a chunk of actions for an observation, 8
// by default at 30 Hz, of which some are executed, 4 by default, before it observes again. Who trained it, on which
// device and under which balancing method makes no difference here.
//
// The packages of this folder that train and compute, each of which imports only those further down:
//
//	weigh      balancing methods on any dataset, by ridge regression or a neural policy
//	train      fits a network.Model to demonstrations in groups, under a mixture of weights
//	ridge      least squares on random Fourier features: the yardstick, exact for any weights
//	kernel     kernel ridge regression, for few demonstrations
//	work       multiplications and memory that a network takes, counted in its graph
//	frames     demonstrations as training rows: features, targets, groups, splits, batches
//	network    observers (what a policy observes), architectures (how it computes), heads (what outputs mean)
//	encoder    pictures to features, by a frozen spatial encoder
//	balance    the balancing methods, one a file; they never see a network
//	mixture    the protocol between training and weighing
//	optimizer, layers, backend   Adam; graph operations; the machines that graphs run on
//
// Beside them onnx acts by ONNX models, export writes policies as such, and playback draws what a policy does.
//
// gomlx is imported by network, train, work, encoder, layers, backend and this package, and by no other of the program.
//
// # The same bits
//
// The actions for an observation have the same bits whatever else a call of Act has (see blocks), so rollouts do not
// depend on how many run side by side. Inference is on gomlx's Go backend, unless a card trains or backend.UseForActing
// selects another. Measured on one AVX-512 core with SIMD (BenchmarkAct): 59, 600 and 2,260 µs for 1, 64 and 256
// observations; observer "vision" takes 0.3 ms more an observation for encoding its pictures, 2 ms without SIMD.
package policies
