// Package backend opens the gomlx backends on which graphs are computed: gomlx's Go backend, which every build has,
// and XLA on the CPU or on an NVIDIA card. XLA comes as a plugin, a shared library with the PJRT interface.
//
// Use selects the device of the trainings that start from then on; a training asks ForTraining for its backend. XLA
// needs a build with the tag xla and cgo; without the tag the package is pure Go and computes on the Go backend alone.
// A plugin is searched for (findPlugin), checked before it is loaded (checkPlugin), and never downloaded by a training:
// Install does that for ./counterpoise setup.
//
// # Which device is faster
//
// Training on XLA on the CPU takes a third of the processor time or less, and is as reproducible: a training gives the
// same bytes again, on one core or on several. Bytes differ between devices, because they sum in different
// orders. Current describes the device for records.
//
// The package never depends on networks, datasets or the training loop.
package backend
