package forms

import (
	"bytes"
	"fmt"
	"math"

	"counterpoise/internal/printable"
	"counterpoise/policies/curate"
	"counterpoise/policies/weigh"
	"counterpoise/policies/weigh/datasets"
)

// ScoresName is the file with the scores of all demonstrations.
const ScoresName = "scores.csv"

// Score is the scores of the demonstrations that are weighed, by one way to score.
type Score struct {
	Name   string
	Values []float64
}

// AskedScores is what was asked of scores, for the summary.
type AskedScores struct {
	Dataset string // as the user names it, or them
	Rule    string // that makes weights of scores
	Seed    uint64
	Good    string // which demonstrations are good, as the user says it; empty: not asked
}

// scoresSummary is everything that scores found, as it is written to weights.json.
type scoresSummary struct {
	Dataset string         `json:"dataset"` // path
	Sources []weigh.Source `json:"datasets"`
	By      []string       `json:"by"` // labels of the groups
	Rule    string         `json:"rule"`
	Seed    uint64         `json:"seed"`
	Signals []string       `json:"signals"` // what scores read as motion, gripper and objects
	Good    string         `json:"good,omitempty"`
	Methods []scoreSummary `json:"methods"`
}

// scoreSummary is what one score found.
type scoreSummary struct {
	Method     string   `json:"method"`
	WithLength *float64 `json:"rank_correlation_with_length"`
	AUROC      *float64 `json:"auroc,omitempty"`
	AtLength   *float64 `json:"auroc_at_equal_length,omitempty"`
}

// WriteScores adds the scores, and for each the weights that a rule makes of them, and is Write with a summary.
func (f *Folder) WriteScores(d *datasets.Set, s *weigh.Scored, rule curate.Rule, all []Score, asked AskedScores) error {
	sum := scoresSummary{Dataset: asked.Dataset, Sources: d.Sources(), By: s.By, Rule: asked.Rule, Seed: asked.Seed,
		Signals: s.Pool.Signals(), Good: asked.Good}
	f.Add(ScoresName, scoresCSV(d, s, all))
	for _, score := range all {
		one := scoreSummary{Method: score.Name, WithLength: finite(curate.WithLength(score.Values, s.Lengths))}
		if s.Good != nil {
			one.AUROC = finite(curate.AUROC(score.Values, s.Good))
			one.AtLength = finite(curate.AUROCAtLength(score.Values, s.Good, s.Lengths))
		}
		sum.Methods = append(sum.Methods, one)
		mean := scoreMeanings(score.Name, asked.Rule, rule.About().Mixes)
		if err := f.addSamples(d, score.Name, mean, d.Samples(s.Sampling(rule, score.Values))); err != nil {
			return err
		}
	}
	return f.Write(SummaryName, sum)
}

// finite returns a number as JSON has it: null for NaN.
func finite(v float64) *float64 {
	if math.IsNaN(v) {
		return nil
	}
	return &v
}

// scoreMeanings says what weights by a rule mean.
func scoreMeanings(score, rule string, mixes bool) meanings {
	share := "each group keeps the share of its frames"
	if mixes {
		share = "the rule sets the shares of the groups"
	}
	frame := fmt.Sprintf("weight of one frame: what the rule %s makes of the score %s of its demonstration; %s; it "+
		"sums "+
		"to 1 over all frames of all datasets", rule, score, share)
	return meanings{
		sample: "weight of one demonstration, in the order of the datasets: its number of frames times the weight of " +
			"one; it sums to 1",
		frame: frame,
		row: fmt.Sprintf("frame_weight (of each frame) is what the rule %s makes of the score %s; "+
			"demonstration_weight is its sum over the frames", rule, score),
	}
}

// scoresCSV returns a row for each demonstration that is weighed, with a column for each score.
func scoresCSV(d *datasets.Set, s *weigh.Scored, all []Score) []byte {
	var b bytes.Buffer
	b.WriteString("dataset,episode,group,frames")
	for _, score := range all {
		b.WriteString("," + printable.QuotedField(score.Name))
	}
	b.WriteByte('\n')
	for e, of := range s.Of {
		k, n := d.Place(e)
		fmt.Fprintf(&b, "%s,%d,%s,%d", printable.QuotedField(d.Names[k]), n, printable.QuotedField(s.Names[of]),
			s.Lengths[e])
		for _, score := range all {
			b.WriteString("," + number(score.Values[e]))
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}
