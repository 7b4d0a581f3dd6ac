// Package pools lists the datasets that a plan trains on: one for each recipe and trial, drawn from the pool of the
// trial (record.PoolSeed), with the digest that names it and the demonstrations in it.
//
// It is what a tool outside needs to weigh exactly the demonstrations that will be trained on, and what a run checks
// the weights of such a tool against. The list has a form as a CSV file, a row for each demonstration.
//
// Demonstrations are generated and not kept: the package stores none and trains nothing.
package pools
