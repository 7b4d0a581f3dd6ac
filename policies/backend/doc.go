// Package backend opens the gomlx backends on which graphs are computed: gomlx's Go backend, which every build has,
// and an XLA plugin, a shared library with the PJRT interface that computes on a GPU.
//
// Use selects the device of the trainings that start from then on; a training asks ForTraining for its backend.
// Without a plugin, and when a plugin fails, the Go backend trains and Use returns an error that says why. XLA
// needs a build with the tag xla and cgo; without the tag the package is pure Go. A plugin is searched for
// (findPlugin) but never downloaded.
//
// The package never depends on networks, datasets or the training loop.
package backend
