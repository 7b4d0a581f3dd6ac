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
// A training step on XLA on the CPU takes a third of the processor time of the Go backend under network "mlp", an
// eighth under "vit", an eleventh under "transformer" and "spatial", and a fifteenth under "cnn", and is as
// reproducible (BenchmarkTrainNetworks of package train). Compiling, once for each architecture, takes one to three
// seconds besides. Demonstrations and rollouts are not training, and take as long with either.
//
// # Same device, same bytes
//
// Two trainings with equal settings give the same bytes if Device, Plugin, Instructions, Plain and Options of their
// Info are equal and both processes selected the device by Use, as every command that writes records does. Neither the
// number of cores nor that of trainings side by side changes a bit: the Go backend computes on the caller's goroutine,
// and each client of XLA on the CPU has a pool of poolThreads threads, to which Use lets it share out no matrix
// product. Devices differ in the last bits, because they sum in different orders. Current describes the device for
// records.
//
// Whatever device trains, the program's own code computes the features of pictures, and unless it is a card the Go
// backend the actions of policies. Both round otherwise in builds without GOEXPERIMENT=simd, which Plain says.
//
// UseAlone lets XLA on the CPU share out products. It gives the same bytes each time too, by the same conditions, but
// not always those of Use, although the Info is the same: the gradients of the batched products of attention, q k^T,
// are then summed in another order. So networks "transformer" and "vit" may differ between the two; "mlp", "cnn",
// "resnet18" and "spatial" gave the same bytes by both where both were tried. The flag
// --xla_cpu_multi_thread_eigen=true in XLA_FLAGS has the same effect on Use, and stands in Options.
//
// The package never depends on networks, datasets or the training loop.
package backend
