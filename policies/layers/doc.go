// Package layers holds the few graph operations that the policies' networks and the picture encoder share: dense
// layers, convolution, ReLU, softmax, layer normalisation, column slices and the deviation of initial weights. Matrices
// are [rows, columns] with one sample a row.
//
// The package never depends on a network, a head or training.
package layers
