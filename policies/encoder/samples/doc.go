// Package samples makes the training samples of the picture encoder: random scenes with the pictures of both cameras,
// and for each pixel the object that it shows.
//
// A scene has robot, blocks, doors and lamps at random, independent of any task and demonstration. Most samples are
// drawn in a random look, from displaced cameras, with noise and shadows laid over them (domain randomisation), so that
// the features mean the same in pictures of another renderer, CALVIN's; the others are as policies observe them.
// Sample n depends on the key and n alone. Samples are made ahead of the training, on a goroutine of their own.
package samples
