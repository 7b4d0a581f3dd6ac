// Package samples makes the training samples of the picture encoder: random scenes with the pictures of both cameras,
// and for each pixel the object that it shows.
//
// A scene has robot, blocks, doors and lamps at random, independent of any task and demonstration. Sample n depends
// on the key and n alone. Samples are made ahead of the training, on a goroutine of their own.
package samples
