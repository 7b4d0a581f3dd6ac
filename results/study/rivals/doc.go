// Package rivals turns records of the experiments "rivals-starved" and "rivals-styles" into what every method of
// re-weighting does to success beside plain cloning of the same demonstrations, over both tasks.
package rivals
