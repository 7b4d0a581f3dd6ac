// Package balance holds the methods that weigh groups of demonstrations, one a file, each with its equations above the
// code that is them.
//
// A training run minimises J(θ) = sum_g α_g L_g(θ), where L_g is the mean loss over the frames (state-action pairs) of
// group g. A Method decides α: Start gives it the groups and their sizes, the Mixture that it returns says α before every
// step and is told the groups' losses after it. Where the study speaks of a share ρ_g of the data, frames are counted
// (its samples are state-action pairs); a method that counts demonstrations says so.
//
// The package never knows how a policy is built or trained; it imports no trainer and no network.
//
// A new method is one file: a type with Start, its equations, and an init that calls Methods.Add. The conformance tests
// range over Methods, so it is held to the laws that hold for all: weights on the simplex at every step, a permutation
// of groups permutes weights, equal groups stay equal, runs share nothing.
package balance
