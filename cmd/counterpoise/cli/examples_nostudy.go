//go:build nostudy

package cli

import "counterpoise/bench"

// MainProfile is the profile that makes the records of most results.
var MainProfile = bench.Quick.Name

// What examples of the help and the jobs of the selftest name.
const (
	ExampleRun     = "rare"
	ExamplePools   = "half-bad"
	ExampleDataset = "rare/picking/upsampled"
	claimsExample  = ""
	ConfirmExample = ""
)

// StudyCommands are the study's commands on a folder of records: none.
func StudyCommands(string) [][]string { return nil }

// NamesOfTheStudy is empty: no arm has a name of the study.
var NamesOfTheStudy = ""
