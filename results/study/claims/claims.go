package claims

import (
	"bytes"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"counterpoise/bench"
	"counterpoise/stats"
)

// Claim is one sentence of the study that can be tested on records, or computed: a row of claims.csv. The JSON
// names are those of the columns of claims.csv, which a reader can open beside the study. Statistic, DF and
// Reported hold what the study prints and take no part in a verdict: they serve the power (power.go) and the
// tables.
type Claim struct {
	ID         string `json:"id"`         // "C01"
	Experiment string `json:"experiment"` // as the study's sections go: "E1", or "P8" of its theory
	Task       string `json:"task"`       // a name in scenes.Tasks: "picking"
	Behaviour  string `json:"behaviour"`
	Words      string `json:"claim"` // what is claimed: "imbalanced < balanced"
	// Kind is what the study prints as evidence: "t", "F", "p" (a p value alone), "ns" (not significant), "direction"
	// (no statistic), "table" or "exact".
	Kind      string      `json:"kind"`
	Statistic stats.Maybe `json:"printed"`    // t or F as printed
	DF        []float64   `json:"printed_df"` // one of a t, two of an F
	Reported  string      `json:"printed_p"`  // the p value as printed: "p<0.05"
	Note      string      `json:"note"`
	// Parts all have to hold. Claims of kinds "table" and "exact" have none: they are evaluated by code of their own.
	Parts []Part `json:"-"`
	// Otherwise are the parts of the other reading, where the study can be read in two ways.
	Otherwise []Part `json:"-"`
	// Pattern are the relations that the study prints beside an F: which method is the better one.
	Pattern []Part `json:"-"`
	// Beside are parts whose mean difference the difference of the claim's only part is compared with: the study names
	// one behaviour, and these are the others. The test is printed and decides nothing.
	Beside []Part `json:"-"`
}

// Standing says what the verdict on a claim rests on besides the records.
type Standing string

// The standings.
const (
	OutOfSample Standing = "out of sample" // nothing that the claim is about was used to choose a setting
	// GivenTheFit: the step size and the search of the methods were fitted to Table 1, which the claim is about or
	// which describes the same policies.
	GivenTheFit Standing = "given the fit"
	Computed    Standing = "computed" // from the theory alone
)

// Standing returns the standing of a claim: those on Table 1 and on experiments that bench says to be given the fit.
func (c Claim) Standing() Standing {
	if c.Kind == "exact" {
		return Computed
	}
	if e, err := bench.Experiments.Get(c.Experiment); c.Kind == "table" || err == nil && e.GivenFit {
		return GivenTheFit
	}
	return OutOfSample
}

// experiments are the experiments whose records decide a claim, each once; none for the theory.
func (c Claim) experiments() (names []string) {
	if c.Kind == "table" {
		return []string{"E5"}
	}
	for _, p := range slices.Concat(c.Parts, c.Pattern, c.Beside) {
		if !slices.Contains(names, p.Experiment) {
			names = append(names, p.Experiment)
		}
	}
	return names
}

// Part is one relation of a claim between the success of arms. The arms are names in the design of Experiment
// on Task. A part with < or > has two arms; with "=" it has two or more.
type Part struct {
	Experiment, Task string
	Behaviour        string // or bench.AllBehaviours: the mean over them
	Relation         string // "<", ">", "=" or, of three arms or more, "<>": not all the same
	Arms             []string
}

// String is the part as it stands in claims.csv. parsePart reads the same text back, so a part in a table can
// be looked up in claims.csv.
func (p Part) String() string {
	b := p.Behaviour
	if b == bench.AllBehaviours {
		b = "all"
	}
	return p.Experiment + " " + p.Task + " " + b + ": " + p.relationText()
}

// relationText is the relation of the arms: "left starved < balanced". Relation and arms are all that tells two
// parts of one experiment, task and behaviour apart.
func (p Part) relationText() string { return strings.Join(p.Arms, " "+p.Relation+" ") }

// file is claims.csv. A test of package stats (claims_test.go) checks what its notes say about the printed numbers.
//
//go:embed claims.csv
var file []byte

// All returns the 46 claims of the study, in its order. They are parsed once, on the first call, and callers
// must not change them. A file that cannot be read stops the program, because it is embedded: no input of a
// user can repair it.
var All = sync.OnceValue(func() []Claim {
	cs, err := Read(bytes.NewReader(file))
	if err != nil {
		// The tests read the file too, so a released program never reaches this line.
		panic("claims: claims.csv: " + err.Error()) // part of the program
	}
	return cs
})
