// Package soak says whether a process that repeats equal work holds more and more: memory, goroutines, descriptors,
// files. A Sample is taken after each round, when everything that the round made should be gone, and Judge compares the
// samples of the end with those of the beginning.
//
// A leak adds something in every round, so the least of the end is above the greatest of the beginning. Noise, such as
// the garbage collector's, moves samples up and down and does not do that. What a round adds is read off the slope.
package soak
