package analysis

import (
	"fmt"

	"counterpoise/bench"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

func init() {
	All.Add("plateau", Analysis{Place: 1, About: "the number of gradient steps after which success no longer rises",
		Tables: func(d frame.Design) ([]document.Table, []string) {
			t, ok := plateauTable(d)
			return one(t, ok), []string{plateauNote}
		}})
}

// The plateau is the least number of steps whose success, mean over the behaviours and over trials, lies within
// PlateauTolerance points of the best on the grid: the rule by which the lines of bench.Calibrations are chosen. More
// steps can succeed less, so neither "until the loss is flat" nor "the more the better" would do. How far each number
// stays behind the best has an interval of PlateauLevel, because the best of several means is not known exactly.
const (
	PlateauTolerance = 2.0 // points of success behind the best that count as none
	PlateauLevel     = 0.9 // of the intervals
)

// Curve is success over numbers of gradient steps, on the data of one line of a design.
type Curve struct {
	Line   string
	Points []PlateauPoint // in the design's order, which is that of the numbers
	Best   int            // index of the greatest mean; the first of equal ones
	Least  int            // index of the plateau: the first point within PlateauTolerance of the best
}

// PlateauPoint is one number of steps.
type PlateauPoint struct {
	Steps   int
	Success stats.Summary // percent, mean over behaviours, over trials
	// Behind is the success of the best number minus this one's, paired by trial, with an interval of PlateauLevel. It
	// is undefined for the best itself, and with fewer than two trials.
	Behind stats.Test
}

// AtEnd reports whether the best number is the last of the grid: success may go on rising beyond it.
func (c Curve) AtEnd() bool { return c.Best == len(c.Points)-1 }

// Plateaus returns the curves of a design that varies the number of steps and compares nothing else, line by line; none
// for other designs. Points without records are left out.
func Plateaus(d frame.Design) (curves []Curve) {
	if d.Factor != "gradient steps" || len(d.Comparisons) > 0 {
		return nil
	}
	at := map[string]int{}
	var successes [][][]float64 // by curve, point and trial: percent
	behaviours := float64(len(d.Behaviours()))
	for _, a := range d.Arms {
		counts := d.Successes(a, bench.AllBehaviours)
		for t := range counts {
			counts[t] = d.Percent(counts[t]) / behaviours
		}
		s, err := stats.Summarise(counts)
		if err != nil || !s.Mean.Defined() {
			continue
		}
		i, seen := at[a.Line]
		if !seen {
			i = len(curves)
			at[a.Line] = i
			curves, successes = append(curves, Curve{Line: a.Line}), append(successes, nil)
		}
		curves[i].Points = append(curves[i].Points, PlateauPoint{Steps: a.Steps, Success: s})
		successes[i] = append(successes[i], counts)
	}
	for i := range curves {
		curves[i].decide(successes[i])
	}
	return curves
}

// decide finds the best point and the plateau.
func (c *Curve) decide(successes [][]float64) {
	mean := func(i int) float64 { return c.Points[i].Success.Mean.Or(0) }
	for i := range c.Points {
		if mean(i) > mean(c.Best) {
			c.Best = i
		}
	}
	for c.Least = 0; mean(c.Best)-mean(c.Least) > PlateauTolerance; c.Least++ {
	}
	for i := range c.Points {
		if i != c.Best {
			c.Points[i].Behind, _ = stats.PairedT(successes[c.Best], successes[i], PlateauLevel)
		}
	}
}

// plateauNote says what plateauTable shows.
const plateauNote = "Behind the best: the success of the best number of steps minus that of the row, paired by " +
	"trial. Which number is the best is known no more exactly than the intervals say."

// plateauTable has a row for each curve and number of steps: success, how far it stays behind the best, and which
// number is the plateau; false for designs that have none.
func plateauTable(d frame.Design) (document.Table, bool) {
	t := document.Table{
		Name: "plateau",
		Title: fmt.Sprintf("The plateau: the least number of steps within %g points of the best (mean over "+
			"behaviours, success by %s)", PlateauTolerance, frame.OracleText(d.Oracle)),
		Columns: []document.Head{
			document.WordColumn("data", "line"), document.NumberColumn("steps", "steps"),
			document.NumberColumn("success", "mean", "sd"), document.NumberColumn("behind the best", "behind"),
			document.NumberColumn(apa.Percent(PlateauLevel)+" interval", "low", "high"),
			document.NumberColumn("n", "n"), document.WordColumn("which", "place"),
		},
	}
	for _, c := range Plateaus(d) {
		for i, p := range c.Points {
			place := ""
			switch {
			case i == c.Least && c.AtEnd() && i == c.Best:
				place = "plateau or before it, at the end of the grid"
			case i == c.Least:
				place = "plateau"
			case i == c.Best && c.AtEnd():
				place = "best, at the end of the grid"
			case i == c.Best:
				place = "best"
			}
			t.Rows = append(t.Rows, []document.Cell{
				document.Word(c.Line), document.Count(p.Steps), apa.MeanSDCell(p.Success),
				apa.NumberCell("%.1f", p.Behind.MeanDifference), apa.IntervalCell("%+.1f", p.Behind.CI),
				document.Count(p.Success.N), document.Word(place),
			})
		}
	}
	return t, len(t.Rows) > 0
}
