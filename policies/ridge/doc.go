// Package ridge is the yardstick for balancing methods: a policy by least squares on random Fourier features, whose
// optimum has a closed form for any weights of the groups. The quantities that balancing methods estimate step by
// step, namely losses, hypergradients and reference losses, are therefore exact here, and a mixture that runs on a
// neural network (package train) runs on a ridge without a change.
//
// The package is built from the bottom up:
//
//	fourier   features φ(x), drawn once by a key
//	moments   sums over the frames of a group, from which its loss at any weights W follows
//	exact     the optimum W_α, its hypergradient, and inner products of gradients
//	optima    the least loss of a group, and the equilibrium of the study's min-max problem
//	Train     a mixture that changes α step by step
//
// With D features, p action components, k groups and N frames, the moments cost O(N D²) once, and each new α costs
// O(k D² + D³ + D² p). Frames are not read again, except for a mixture that observes the losses of single frames.
//
// A ridge is also the cheapest policy of the benchmark, and the learner that package weigh uses for datasets that do
// not come from this simulator.
package ridge
