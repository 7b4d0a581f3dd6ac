// Package recordtest makes up records for tests of the packages below results.
//
// A test plans an experiment, makes up how many rollouts of each behaviour succeed under each arm in each trial, and
// gets records whose statistics can be worked out by hand.
package recordtest
