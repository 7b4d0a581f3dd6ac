// Package ridge is the yardstick for balancing methods: a policy by least squares on random Fourier features, whose
// optimum is known in closed form for any weights of the groups. So the quantities that balancing methods estimate
// step by step, namely losses, hypergradients and reference losses, are exact here, and the same mixtures can be run
// on both.
//
// It is also the cheapest policy, and what package weigh learns from datasets that are not of this simulator.
package ridge
