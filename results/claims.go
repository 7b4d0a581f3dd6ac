package results

import (
	"bytes"
	_ "embed"
	"strings"
	"sync"

	"counterpoise/stats"
)

// Claim is one sentence of the study that can be held against records, or computed: a row of claims.csv.
type Claim struct {
	ID         string `json:"id"`         // "C01"
	Experiment string `json:"experiment"` // as the study's sections go: "E1", or "P8" of its theory
	Task       string `json:"task"`
	Behaviour  string `json:"behaviour"`
	Words      string `json:"claim"` // what is claimed: "imbalanced < balanced"
	// Kind is what the study gives for it: "t", "F", "p" (a p value alone), "ns" (not significant), "direction" (no statistic),
	// "table" or "exact".
	Kind      string      `json:"kind"`
	Statistic stats.Maybe `json:"printed"`    // as printed
	DF        []float64   `json:"printed_df"` // of an F two
	Reported  string      `json:"printed_p"`  // the p value as printed: "p<0.05"
	Note      string      `json:"note"`
	// Tests are what has to hold, all of them; empty for kinds "table" and "exact", which are computed from what they name.
	Tests []Part `json:"-"`
	// Otherwise are the tests of the other reading, where the study can be read in two ways.
	Otherwise []Part `json:"-"`
}

// Part is one test of a claim.
type Part struct {
	Experiment, Task string
	Behaviour        string // or everyBehaviour: their mean
	Relation         string // "<", ">", "=" or, of three arms or more, "<>": not all the same
	Arms             []string
}

// String is the part as it stands in claims.csv.
func (p Part) String() string {
	b := p.Behaviour
	if b == everyBehaviour {
		b = "all"
	}
	return p.Experiment + " " + p.Task + " " + b + ": " + p.words()
}

// words is the relation of its arms.
func (p Part) words() string { return strings.Join(p.Arms, " "+p.Relation+" ") }

// claimsFile is the study's claims (arXiv:2508.06319) as they are printed, and the tests that each stands for. What is said
// of the printed numbers in its notes is checked in stats (claims_test.go).
//
//go:embed claims.csv
var claimsFile []byte

// Claims are the 46 claims of the study, in its order.
var Claims = sync.OnceValue(func() []Claim {
	cs, err := ReadClaims(bytes.NewReader(claimsFile))
	if err != nil {
		panic("results: claims.csv: " + err.Error()) // part of the program
	}
	return cs
})
