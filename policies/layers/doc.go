// Package layers holds the few graph operations that networks and the picture encoder share: dense layers, rectifiers,
// column slices and He's initialisation. It is a leaf.
package layers
