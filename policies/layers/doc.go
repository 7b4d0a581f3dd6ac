// Package layers holds the graph operations that the policies' networks and the picture encoder share: dense layers,
// convolution, pooling, ReLU, softmax over an axis and over the positions of maps, layer and group normalisation,
// column slices and the deviation of initial weights. Matrices are [rows, columns] with one sample a row.
//
// The package never depends on a network, a head or training.
package layers
