//go:build !nostudy

package cli

import (
	"fmt"

	"counterpoise/bench/study"
)

// MainProfile is the profile that makes the records of most results.
var MainProfile = study.Study.Name

// What examples of the help and the jobs of the selftest name.
const (
	ExampleRun     = "E1"
	ExamplePools   = "E5"
	ExampleDataset = "E1/picking/left"
	claimsExample  = "  NAME claims out                    the verdicts on the claims of the study\n"
	ConfirmExample = "\n" +
		"  NAME run confirm --out results/confirm              the confirmatory run, on the seed of results/" +
		"freeze.md\n" +
		"  NAME run confirm --out results/confirm --next-look  the same, each undecided experiment to its next look"
)

// StudyCommands are the study's commands on a folder of records, for the selftest.
func StudyCommands(dir string) [][]string { return [][]string{{"claims", dir}} }

// NamesOfTheStudy says which two methods are called remix, in which unit losses and ηT are, and that the arms of the
// study set ηT (bench/study/methods.go).
var NamesOfTheStudy = fmt.Sprintf("arms called remix run %s, Re-Mix as its authors run it, and in some readings "+
	"remix-paper, Remix as the study writes it\n"+
	"losses are means over components here and most likely sums of 7 in the study: EtaT is 15.75 by default, 7 "+
	"times the 2.25 that fits its Table 1; arms called zero run %s, fitted otherwise",
	study.Primary.Remix, study.Primary.Zero)
