// Package demos is the commands on datasets of demonstrations: demos and what stands below it, but pools, which is of
// plans (run). They generate, collect, inspect, list, filter, convert, play and replay them, in the formats of
// scenes/demos and of the packages below it.
package demos
