// Package toymodels holds small architectures for tests. Linear shows what adding one takes: it is one file, as
// docs/adding.md describes it, and a test registers it under a name of its own. Perceptron computes network "mlp" in
// plain Go, for tests that compare graphs with it.
package toymodels
