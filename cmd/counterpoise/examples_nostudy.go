//go:build nostudy

package main

import (
	"counterpoise/bench"
)

// mainProfile is the profile that makes the records of most results.
var mainProfile = bench.Quick.Name

// What examples of the help and the jobs of the selftest name.
const (
	exampleRun     = "rare"
	examplePools   = "half-bad"
	exampleDataset = "rare/picking/upsampled"
	claimsExample  = ""
	confirmExample = ""
)

// studyCommands are the study's commands on a folder of records: none.
func studyCommands(string) [][]string { return nil }

// namesOfTheStudy is empty: no arm has a name of the study.
var namesOfTheStudy = ""
