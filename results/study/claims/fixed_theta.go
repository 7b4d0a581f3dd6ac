package claims

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/stats"
)

// fixedThetaReadings are the readings of E5 and E6 in which the policy of a search is fixed, by the end of their
// experiments' names, the bad demonstrations of E5 in them and the form of Remix. They are none of study.Readings: they
// ran after all else was seen.
var fixedThetaReadings = [...]struct{ name, bad, remix string }{
	{"fixed-theta", "biased", "Re-Mix"}, {"fixed-theta-additive", "biased", "additive"},
	{"hasty-fixed-theta", "hasty", "Re-Mix"}, {"hasty-fixed-theta-additive", "hasty", "additive"},
}

// ThetaFixed is the verdict on a claim where the policy of a search is fixed, beside the frozen verdict and in place of
// none. Bad is the style of the bad demonstrations of E5, Seed that of the records, which may be another one than the
// frozen verdict's.
type ThetaFixed struct {
	Bad   string `json:"bad"`
	Remix string `json:"remix"` // as its authors run it (Re-Mix), or in the study's form (additive)
	Seed  uint64 `json:"seed"`
	OtherReading
}

// thetaFixed evaluates a claim in each reading in which the policy of a search is fixed and that has records.
func (e evaluator) thetaFixed(c Claim) (all []ThetaFixed) {
	for _, r := range fixedThetaReadings {
		if o, ok := e.inReading(r.name, e.difficulty, c); ok {
			all = append(all, ThetaFixed{r.bad, r.remix, e.size.Seed, o})
		}
	}
	return all
}

// OfThetaFixed reports whether records are of runs whose searches leave their policy fixed.
func OfThetaFixed(records []record.Record) bool {
	return !slices.ContainsFunc(records, func(r record.Record) bool {
		return !r.Cell.Untrained() && !strings.Contains(r.Cell.Experiment, study.FixedTheta)
	})
}

// joinThetaFixed puts verdicts with theta fixed beside the frozen ones of the same size, on whatever seed.
func joinThetaFixed(all, fixed []Evaluation) {
	for _, e := range all {
		if !e.Tested() || e.Difficulty != study.Variety {
			continue
		}
		for _, other := range fixed {
			size := other.Size
			size.Seed, size.Trials, size.SeedSource = e.Size.Seed, e.Size.Trials, e.Size.SeedSource
			if size != e.Size {
				continue
			}
			for i := range e.Claims {
				at := slices.IndexFunc(other.Claims, func(r Result) bool { return r.ID == e.Claims[i].ID })
				if at >= 0 {
					e.Claims[i].ThetaFixed = append(e.Claims[i].ThetaFixed, other.Claims[at].ThetaFixed...)
				}
			}
		}
	}
}

// ThetaFixedText are the verdicts with theta fixed in a cell of a table, by the bad demonstrations: "biased:
// contradicted (-6.2); hasty: replicated (+4.7)", of several seeds one after the other. It is empty where there are
// none.
func (r Result) ThetaFixedText() string {
	var parts []string
	for _, of := range fixedThetaReadings {
		var verdicts []string
		for _, f := range r.ThetaFixed {
			if f.Bad != of.bad || f.Remix != of.remix {
				continue
			}
			text := string(f.Verdict)
			if d := f.Test.MeanDifference; d.Defined() {
				text += fmt.Sprintf(" (%+.1f)", d.Or(0))
			}
			verdicts = append(verdicts, text)
		}
		if len(verdicts) > 0 {
			name := of.bad
			if of.remix == "additive" {
				name += ", additive"
			}
			parts = append(parts, name+": "+strings.Join(verdicts, ", "))
		}
	}
	return strings.Join(parts, "; ")
}

// thetaFixedTable has a row for each claim and each reading in which the policy of a search is fixed; false where
// there are none.
func (e Evaluation) thetaFixedTable() (document.Table, bool) {
	type row struct {
		Result
		f ThetaFixed
	}
	var rows []row
	for _, r := range e.Claims {
		for _, f := range r.ThetaFixed {
			rows = append(rows, row{r, f})
		}
	}
	return document.TableOf("theta-fixed", "The claims with theta fixed, run after all was seen", rows,
		document.Words("claim", "id", func(r row) string { return r.ID }),
		document.Words("says", "claim", func(r row) string { return r.says() }),
		document.Words("bad ones of E5", "bad", func(r row) string { return r.f.Bad }),
		document.Words("Remix", "remix", func(r row) string { return r.f.Remix }),
		document.Words("seed", "seed", func(r row) string { return fmt.Sprint(r.f.Seed) }),
		apa.Number("%+.1f", "difference", "mean_difference",
			func(r row) stats.Maybe { return r.f.Test.MeanDifference }),
		apa.Intervals("%+.1f", "interval", "ci_low", "ci_high", func(r row) stats.Interval { return r.f.Test.CI }),
		document.Counts("trials", "trials", func(r row) int { return r.f.Look.Trials }),
		document.Words("theta fixed, run after all was seen", "verdict", func(r row) Verdict { return r.f.Verdict }),
		document.Words("frozen verdict", "frozen", func(r row) Verdict { return r.Verdict }),
	), len(rows) > 0
}

// thetaFixedNote says what the table of these readings stands for.
const thetaFixedNote = "Theta fixed: the policy of a search stays as it was initialised. Run after all else was " +
	"seen, by the rules of the frozen verdicts, beside which these stand and of which they change none. The frozen " +
	"verdicts are of searches that train their policy, with biased demonstrations. All of Table 1 was read before " +
	"this reading and hasty demonstrations were chosen, and so was E5: with hasty no row is evidence of what was " +
	"run. Intervals are those of the first of several looks, which these runs do not have."
