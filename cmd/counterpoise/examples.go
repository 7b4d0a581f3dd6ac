//go:build !nostudy

package main

import "counterpoise/bench/study"

// mainProfile is the profile that makes the records of most results.
var mainProfile = study.Study.Name

// What examples of the help and the jobs of the selftest name.
const (
	exampleRun     = "E1"
	examplePools   = "E5"
	exampleDataset = "E1/picking/left"
	claimsExample  = "  NAME claims out                    the verdicts on the claims of the study\n"
	confirmExample = "\n" +
		"  NAME run confirm --out results/confirm              the confirmatory run, on the seed of results/" +
		"freeze.md\n" +
		"  NAME run confirm --out results/confirm --next-look  the same, each undecided experiment to its next look"
)

// studyCommands are the study's commands on a folder of records, for the selftest.
func studyCommands(dir string) [][]string { return [][]string{{"claims", dir}} }
