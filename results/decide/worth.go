package decide

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"counterpoise/bench/record"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// Choice is one arm of a dataset that was drawn from Regret, with the cell that is trained for it. Arms that are the
// same share a cell.
type Choice struct {
	Recipe, Draw int
	Arm, Cell    string
	Out          string // demonstrations that the advice leaves out, as in 3,7-9; of the advised arm
	Open         bool   // the advice keeps all and says that the data cannot tell; of the advised arm
	Decision     string // in words (Decision); of the advised arm
}

// choiceHead names the columns of a file of choices.
var choiceHead = []string{"recipe", "draw", "arm", "cell", "left out", "cannot tell", "decision"}

// WriteChoices writes choices as CSV.
func WriteChoices(w io.Writer, all []Choice) error {
	out := csv.NewWriter(w)
	out.Write(choiceHead)
	for _, c := range all {
		out.Write([]string{strconv.Itoa(c.Recipe), strconv.Itoa(c.Draw), c.Arm, c.Cell, c.Out,
			strconv.FormatBool(c.Open), c.Decision})
	}
	out.Flush()
	return out.Error()
}

// ReadChoices reads what WriteChoices wrote.
func ReadChoices(r io.Reader) (all []Choice, err error) {
	rows, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 || !slices.Equal(rows[0], choiceHead) {
		return nil, fmt.Errorf("the columns are not %v", choiceHead)
	}
	for i, row := range rows[1:] {
		c := Choice{Arm: row[2], Cell: row[3], Out: row[4], Decision: row[6]}
		var errs [3]error
		c.Recipe, errs[0] = strconv.Atoi(row[0])
		c.Draw, errs[1] = strconv.Atoi(row[1])
		c.Open, errs[2] = strconv.ParseBool(row[5])
		for _, err := range errs {
			if err != nil {
				return nil, fmt.Errorf("row %d: %w", i+2, err)
			}
		}
		all = append(all, c)
	}
	return all, nil
}

// Worth is what the advice is worth on a recipe, in percentage points of success, over its draws.
type Worth struct {
	Number int
	Drawing
	Success map[string][]float64 // arm -> percent by draw, mean over behaviours
	Open    int                  // draws whose advice keeps all because the data cannot tell
	Changes int                  // draws whose advice leaves something out
	Same    int                  // draws that got the decision of most

	Regret, RegretSE float64 // the best arm, chosen on the other half of the draws, minus the advised one
	Gain             float64 // the advised arm minus plain cloning
	GainTest         stats.Test
	Gap              float64 // without the bad ones minus plain cloning; 0 where all are good
}

// WorthOf returns what the advice is worth on the recipes of a list all of whose cells have records, by hash of cell.
func WorthOf(list []Drawing, choices []Choice, of map[string]record.Record) (all []Worth) {
	for i, d := range list {
		w := Worth{Number: i, Drawing: d, Success: map[string][]float64{}}
		complete := w.read(choices, of)
		if complete {
			all = append(all, w)
		}
	}
	// The bounds hold for all recipes together (Bonferroni).
	for i := range all {
		all[i].judge(1 - (1-frame.Level)/float64(len(all)))
	}
	return all
}

// read reads the success of the arms of a recipe; false unless all have records.
func (w *Worth) read(choices []Choice, of map[string]record.Record) bool {
	decisions := map[string]int{}
	for _, c := range choices {
		if c.Recipe != w.Number {
			continue
		}
		r, ok := of[c.Cell]
		if !ok {
			return false
		}
		w.Success[c.Arm] = append(w.Success[c.Arm], percentOf(r))
		if c.Arm == ArmAdvised {
			decisions[c.Decision]++
			w.Same = max(w.Same, decisions[c.Decision])
			if c.Open {
				w.Open++
			}
			if c.Out != "" {
				w.Changes++
			}
		}
	}
	return len(w.Success[ArmAdvised]) > 1
}

// judge fills in what the advice is worth.
func (w *Worth) judge(level float64) {
	advised, plain := w.Success[ArmAdvised], w.Success[ArmPlain]
	w.Regret, w.RegretSE = MeanDifference(CrossScored(w.Success,
		[]string{ArmPlain, ArmDropped, ArmNamed, ArmUpsample}, len(advised)), advised)
	w.Gain, _ = MeanDifference(advised, plain)
	w.GainTest, _ = stats.PairedT(advised, plain, level)
	if without := w.Success[ArmDropped]; without != nil {
		w.Gap, _ = MeanDifference(without, plain)
	}
}

// CrossScored returns for each trial the success of the arm that is best on the other half of the trials: the even ones
// choose for the odd ones, and the odd ones for the even ones. Of arms that are equally good the first counts; arms
// without success are left out.
func CrossScored(success map[string][]float64, arms []string, trials int) []float64 {
	best := make([]float64, trials)
	for half := range 2 {
		choice, most := "", math.Inf(-1)
		for _, arm := range arms {
			if success[arm] == nil {
				continue
			}
			sum := 0.0
			for t := half; t < trials; t += 2 {
				sum += success[arm][t]
			}
			if sum > most {
				choice, most = arm, sum
			}
		}
		for t := 1 - half; t < trials; t += 2 {
			best[t] = success[choice][t]
		}
	}
	return best
}

// MeanDifference returns the mean of a - b and its standard error, which is 0 for one pair.
func MeanDifference(a, b []float64) (mean, se float64) {
	n := float64(len(a))
	for i := range a {
		mean += (a[i] - b[i]) / n
	}
	for i := range a {
		se += (a[i] - b[i] - mean) * (a[i] - b[i] - mean) / max(1, n-1) / n
	}
	return mean, math.Sqrt(se)
}

// Summary is what the advice is worth over some recipes.
type Summary struct {
	Of           string
	Recipes      int
	Regret, Gain stats.Test // over recipes, against 0: percentage points
	Gap          stats.Test // without the bad ones minus plain cloning, of recipes with bad ones
	Open         float64    // share of the draws whose advice keeps all because the data cannot tell
	Agree        float64    // share of the draws that got the decision of most of their recipe
}

// Summarise returns what the advice is worth over recipes.
func Summarise(of string, all []Worth) Summary {
	s := Summary{Of: of, Recipes: len(all)}
	var regret, gain, gap []float64
	draws := 0
	for _, w := range all {
		regret, gain = append(regret, w.Regret), append(gain, w.Gain)
		if w.Bad > 0 {
			gap = append(gap, w.Gap)
		}
		draws += len(w.Success[ArmAdvised])
		s.Open, s.Agree = s.Open+float64(w.Open), s.Agree+float64(w.Same)
	}
	s.Open, s.Agree = s.Open/float64(draws), s.Agree/float64(draws)
	against0 := func(x []float64) stats.Test {
		t, _ := stats.PairedT(x, make([]float64, len(x)), frame.Level)
		return t
	}
	s.Regret, s.Gain, s.Gap = against0(regret), against0(gain), against0(gap)
	return s
}
