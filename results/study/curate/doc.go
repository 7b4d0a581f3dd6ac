// Package curate turns records of the experiment "curate" into what scores of demonstrations are worth: how well they
// find bad ones, and how much of what leaving these out gains is recovered by cloning what the scores keep.
package curate
