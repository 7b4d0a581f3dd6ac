// Package stats turns numbers into findings: tests, intervals, effect sizes, power.
//
// It never knows what the numbers are: no method, task, trial or file reaches it.
package stats
