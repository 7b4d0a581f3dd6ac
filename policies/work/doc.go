// Package work says what a policy computes and how much memory a step of its training takes, from its network alone, so
// that experiments can be planned before anything is trained.
package work
