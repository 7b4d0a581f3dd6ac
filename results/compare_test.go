package results

import (
	"math"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/results/apa"
	"counterpoise/stats"
)

// listed are the records of a plan of E1, without those of some arms.
func listed(p bench.Plan, n counts, without ...string) (rs []bench.Record) {
	s := recorded(p, n)
	e := p.Experiments[0]
	for _, a := range e.Designs[0].Arms {
		for t := range p.Size.Trials {
			if r, ok := s.Get(p.Cell(e, e.Designs[0], a, t)); ok && !strings.Contains(strings.Join(without, " "), a.Name) {
				rs = append(rs, r)
			}
		}
	}
	return rs
}

// five is `four` with two more successes in each trial of left under balanced, and other counts for the rest.
var five = counts{
	"balanced":       {{9, 10, 8, 10}, {6, 6, 6, 6}, {9, 8, 9, 8}},
	"left starved":   {{5, 4, 3, 4}, {7, 7, 7, 7}, {9, 9, 9, 9}},
	"middle starved": {{8, 8, 8, 8}, {5, 6, 7, 4}, {9, 9, 9, 9}},
	"right starved":  {{8, 8, 8, 8}, {7, 7, 7, 7}, {6, 7, 7, 8}},
}

// With the same seed trials are paired: left under balanced moves by 2 2 2 1 successes of 10, d̄ = 1.75, s_d = 0.5, so
// t = 1.75/(0.5/2) = 7 with 3 degrees of freedom.
func TestComparePairs(t *testing.T) {
	p := planned(t, 4)
	b := basis{settings: [2]settings{{size: p.Size}, {size: p.Size}}, records: [2][]bench.Record{listed(p, four), listed(p, five)}}
	m := b.moves()[0]
	if m.behaviour != "left" || math.Abs(m.test.MeanDifference.Or(0)-17.5) > 1e-12 || math.Abs(m.test.T.Or(0)-7) > 1e-12 || m.test.DF != stats.Some(3) {
		t.Errorf("%v %s: %+v, want +17.5 points, t(3) = 7", m.way, m.behaviour, m.test)
	}
	if m.flips != 7 || m.rollouts != 40 {
		t.Errorf("%d of %d rollouts ended otherwise, want 7 of 40", m.flips, m.rollouts)
	}
	whole := b.whole() // 12 arms and behaviours, of which one moves
	if got := whole.test.MeanDifference.Or(0); math.Abs(got-17.5/12) > 1e-12 {
		t.Errorf("all together move by %v points, want %v", got, 17.5/12)
	}
}

// With other seeds trials are not paired, and with other numbers of rollouts rates are compared.
func TestCompareIndependent(t *testing.T) {
	p, q := planned(t, 4), planned(t, 4)
	q.Size.Seed, q.Size.Rollouts = 2, 20
	d, err := Compare(listed(p, four), listed(q, five), "a", "b")
	if err != nil {
		t.Fatal(err)
	}
	row := d.Sections[0].Tables[0].Texts()[0]
	// left under balanced: 70 80 60 90 % and then 45 50 40 50 %
	want, err := stats.WelchT([]float64{45, 50, 40, 50}, []float64{70, 80, 60, 90}, 0.95)
	if err != nil || row[8] != "-28.8" || row[10] != apa.Format("%.2f", want.T) {
		t.Errorf("row %q, want -28.8 points and t = %s (%v)", row, want.T, err)
	}
}

// What only one has is named, and where it is not clear what to compare that is said.
func TestCompareSaysWhatItCannot(t *testing.T) {
	p, q := planned(t, 4), planned(t, 4)
	d, err := Compare(listed(p, four, "left starved"), listed(p, four, "right starved"), "a", "b")
	if err != nil {
		t.Fatal(err)
	}
	notes := strings.Join(d.Sections[0].Notes, "\n")
	for _, want := range []string{"Only in a: picking, 27/27/9, natural.", "Only in b: picking, 9/27/27, natural.", "1 and 1 different ones, 1 in both"} {
		if !strings.Contains(notes, want) {
			t.Errorf("no %q in\n%s", want, notes)
		}
	}
	if len(d.Sections[0].Tables[0].Rows) != 8 {
		t.Errorf("%d rows, want two arms with three behaviours and the worst", len(d.Sections[0].Tables[0].Rows))
	}
	q.Size.Steps = 50
	two := append(listed(q, four), listed(p, four)...)
	q.Size.Steps = 70
	if _, err := Compare(two, listed(q, four), "a", "b"); err == nil || !strings.Contains(err.Error(), "a holds runs of 2 settings") {
		t.Errorf("error %v", err)
	}
	none, err := Compare(listed(p, four, "balanced", "left starved", "middle starved"), listed(p, four, "right starved"), "a", "b")
	if err != nil || none.Sections[0].Lines[0] != "The two have no arm in common." {
		t.Errorf("%v, %+v", err, none)
	}
}
