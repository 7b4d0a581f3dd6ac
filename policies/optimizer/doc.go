// Package optimizer holds Adam and the schedules of its learning rate, on plain slices: they run on the processor whatever
// device computes the gradients. It is a leaf.
package optimizer
