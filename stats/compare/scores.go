package compare

import (
	"fmt"
	"math"
	"strings"

	"counterpoise/stats"
)

// scores are the scores of methods by unit: means over the rollouts of a cell, and means of those over the groups.
type scores struct {
	data      stats.Long
	groups    [][][]float64 // [group][method][unit]; NaN where there is no rollout
	overall   [][]float64   // [method][unit]; NaN where a group lacks
	rollouts  []int         // of each method
	cells     int           // of method, group and unit, with rollouts
	partial   int           // scores of method and unit that lack a group
	successes bool          // every rollout is a success or a failure
	rates     bool          // every score lies in [0, 1]
	clustered bool          // a unit has several rollouts of a method in a group
	staged    bool          // every outcome is a whole number from 0 to maxStage, of one rollout
	most      float64       // the highest outcome
	single    bool          // a unit is one success or failure
}

// maxStage bounds the stages of a rollout: higher whole numbers count something else.
const maxStage = 20

// maxCells bounds methods x groups x units: 400 MB of scores.
const maxCells = 25_000_000

// scoresOf averages the outcomes of the observations.
func scoresOf(data stats.Long) (scores, error) {
	k, g, n := len(data.Methods), len(data.Groups), len(data.Trials)
	s := scores{data: data, rollouts: make([]int, k), successes: true, rates: true, staged: true}
	if n > 0 && k*g > maxCells/n {
		return s, fmt.Errorf("compare: %d methods, %d groups and %d units are too many for one table", k, g, n)
	}
	for range g {
		s.groups = append(s.groups, table(k, n))
	}
	counts := make([]float64, k*g*n)
	for i, e := range data.Entries {
		if math.IsInf(e.Sum, 0) || math.IsNaN(e.Sum) || e.Rollouts < 1 {
			return s, fmt.Errorf("compare: observation %d has outcome %v of %d rollouts", i+1, e.Sum, e.Rollouts)
		}
		at := (int(e.Group)*k+int(e.Method))*n + int(e.Trial)
		cell := &s.groups[e.Group][e.Method][e.Trial]
		if counts[at] == 0 {
			*cell = 0
			s.cells++
		}
		// A running mean does not overflow, whatever the number of rollouts.
		counts[at] += float64(e.Rollouts)
		*cell += (e.Sum - float64(e.Rollouts)**cell) / counts[at]
		s.rollouts[e.Method] += int(e.Rollouts)
		s.clustered = s.clustered || counts[at] > 1
		s.successes = s.successes && e.Sum == math.Trunc(e.Sum) && e.Sum >= 0 && e.Sum <= float64(e.Rollouts)
		s.staged = s.staged && e.Rollouts == 1 && e.Sum == math.Trunc(e.Sum) && e.Sum >= 0 && e.Sum <= maxStage
		s.most = max(s.most, e.Sum)
		mean := e.Sum / float64(e.Rollouts)
		s.rates = s.rates && mean >= 0 && mean <= 1
	}
	s.single = s.successes && !s.clustered && g == 1
	s.overall = table(k, n)
	for m := range k {
		for u := range n {
			sum, have := 0.0, 0
			for _, of := range s.groups {
				if v := of[m][u]; !math.IsNaN(v) {
					sum, have = sum+v/float64(g), have+1
				}
			}
			if have == g {
				s.overall[m][u] = sum
			} else if have > 0 {
				s.partial++
			}
		}
	}
	return s, nil
}

// table is k rows of n NaNs.
func table(k, n int) [][]float64 {
	t := make([][]float64, k)
	for m := range t {
		t[m] = make([]float64, n)
		for u := range t[m] {
			t[m][u] = math.NaN()
		}
	}
	return t
}

// present returns the scores that are there.
func present(x []float64) (kept []float64) {
	for _, v := range x {
		if !math.IsNaN(v) {
			kept = append(kept, v)
		}
	}
	return kept
}

// count counts the scores that are there.
func count(x []float64) int { return len(present(x)) }

// rows are scores by unit and method; units without a score are left out.
func (s scores) rows(of [][]float64) (rows [][]float64) {
	for u := range s.data.Trials {
		row, have := make([]float64, len(of)), false
		for m := range of {
			row[m] = of[m][u]
			have = have || !math.IsNaN(row[m])
		}
		if have {
			rows = append(rows, row)
		}
	}
	return rows
}

// DesignOf returns the design that New compares data in, but that rollouts of one policy a method are no units of their
// own: what varies between policies is then not known. It returns an error where no method has a unit with an outcome
// in every group, where methods share no unit and Options.Design is Paired, and for infinities.
func DesignOf(data stats.Long, o Options) (Design, error) {
	s, err := scoresOf(data)
	if err != nil {
		return Design{}, err
	}
	return s.design(o)
}

// design decides whether methods are paired: where they are not told to be, they are if two of them share a unit.
func (s scores) design(o Options) (Design, error) {
	d := Design{Unit: o.Unit, Outcome: Scores, Groups: []string{}}
	switch {
	case s.successes:
		d.Outcome = Successes
	case s.rates && o.Score:
		d.Outcome, d.Range = Bounded, []float64{0, 1}
	case s.rates:
		d.Outcome = Rates
	case o.Score && s.staged:
		d.Range = []float64{0, s.most}
	}
	if len(s.data.Groups) > 1 {
		d.Groups = s.data.Groups
	}
	shared := 0
	for _, row := range s.rows(s.overall) {
		n := count(row)
		d.Units++
		if n > 1 {
			shared++
		}
		if n == len(row) {
			d.Complete++
		}
	}
	for _, n := range s.rollouts {
		d.Rollouts += n
	}
	if d.Units == 0 {
		return d, fmt.Errorf("compare: no %s of a method has an outcome in each of the %d groups: name the column of "+
			"the training seeds with --trial (with one policy a method a column with the same value in all rows), or "+
			"choose methods that have all groups with --methods", d.Unit, len(s.data.Groups))
	}
	d.Paired = shared > 0
	switch o.Design {
	case Apart:
		d.Paired = false
	case Paired:
		if shared == 0 {
			return d, fmt.Errorf("compare: no two methods share a value of %s, so nothing is paired: name the column "+
				"that pairs them with --trial, or compare them with --independent", d.Unit)
		}
	}
	d.Sentence = s.sentence(d, shared)
	return d, nil
}

// sentence says in words how methods are compared.
func (s scores) sentence(d Design, shared int) string {
	var b strings.Builder
	what := map[string]string{Successes: "success rates", Rates: "rates between 0 and 1",
		Bounded: "scores between 0 and 1 (no success rates)", Scores: "scores"}[d.Outcome]
	if d.Outcome == Scores && d.Range != nil {
		what = fmt.Sprintf("scores in whole steps from 0 to %g", s.most)
	}
	if s.single {
		what = "successes"
	}
	fmt.Fprintf(&b, "%d methods are compared by their %s", len(s.data.Methods), what)
	if len(d.Groups) > 0 {
		fmt.Fprintf(&b, " (mean of %d groups)", len(d.Groups))
	}
	switch {
	case !d.Paired && shared > 0:
		fmt.Fprintf(&b, " as independent samples, as asked for, although they share %d values of %s", shared, d.Unit)
	case !d.Paired:
		fmt.Fprintf(&b, " as independent samples: %d units (%s), none shared by two methods", d.Units, d.Unit)
	case d.Complete == d.Units:
		fmt.Fprintf(&b, ", paired by %s: %d, each with all methods", d.Unit, d.Units)
	default:
		fmt.Fprintf(&b, ", paired by %s: %d, of which %d have all methods", d.Unit, d.Units, d.Complete)
	}
	if s.clustered {
		of := "rollouts"
		if d.Outcome != Successes {
			of = "values" // percentages are no rollouts
		}
		fmt.Fprintf(&b, "; %d %s in all, averaged first", d.Rollouts, of)
	}
	return b.String() + "."
}

// plain is an error without the names of packages.
func plain(err error) string {
	text := err.Error()
	for _, name := range []string{"stats: ", "mixed: ", "compare: "} {
		text = strings.TrimPrefix(text, name)
	}
	return text
}
