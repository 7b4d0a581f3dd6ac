// Package optimizer holds the optimiser Adam and the schedules of its learning rate. Both work on plain slices of
// numbers, so they run on the processor, whichever device computes the gradients.
//
// The package never depends on networks, gomlx or datasets.
package optimizer
