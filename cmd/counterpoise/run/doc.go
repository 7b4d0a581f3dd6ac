// Package run is the commands on experiments and records: run, slurm, report, claims, compare, audit, submit-check and,
// of a plan or a cell alone, demos pools, dev cell and dev freeze. A program without the study (-tags nostudy) has
// nostudy.go in the place of study.go, frozen.go, freeze.go and claims.go.
package run
