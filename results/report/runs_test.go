package report

import (
	"strings"
	"testing"

	"counterpoise/internal/recordtest"
	"counterpoise/results/apa"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// With different seeds trials are independent, and with different numbers of rollouts rates are compared.
func TestCompareIndependent(t *testing.T) {
	p, q := recordtest.PlanE1(t, 4), recordtest.PlanE1(t, 4)
	q.Size.Seed, q.Size.Rollouts = 2, 20
	d, err := CompareRuns(recordtest.ListE1(p, recordtest.Four), recordtest.ListE1(q, recordtest.Five), "a", "b",
		scenes.Earned)
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

// Arms that only one run has are named, and it is an error where it is not clear which runs to compare.
func TestCompareSaysWhatItCannot(t *testing.T) {
	p, q := recordtest.PlanE1(t, 4), recordtest.PlanE1(t, 4)
	d, err := CompareRuns(recordtest.ListE1(p, recordtest.Four, "left starved"),
		recordtest.ListE1(p, recordtest.Four, "right starved"), "a", "b", scenes.Earned)
	if err != nil {
		t.Fatal(err)
	}
	notes := strings.Join(d.Sections[0].Notes, "\n")
	for _, want := range []string{"Only in a: picking, 27/27/9, natural.", "Only in b: picking, 9/27/27, natural.",
		"1 and 1 different ones, 1 in both"} {
		if !strings.Contains(notes, want) {
			t.Errorf("no %q in\n%s", want, notes)
		}
	}
	if len(d.Sections[0].Tables[0].Rows) != 8 {
		t.Errorf("%d rows, want two arms with three behaviours and the worst", len(d.Sections[0].Tables[0].Rows))
	}
	q.Size.Steps = 50
	two := append(recordtest.ListE1(q, recordtest.Four), recordtest.ListE1(p, recordtest.Four)...)
	q.Size.Steps = 70
	if _, err := CompareRuns(two, recordtest.ListE1(q, recordtest.Four), "a", "b", scenes.Earned); err == nil ||
		!strings.Contains(err.Error(), "a holds runs of 2 settings") {
		t.Errorf("error %v", err)
	}
	none, err := CompareRuns(recordtest.ListE1(p, recordtest.Four, "balanced", "left starved", "middle starved"),
		recordtest.ListE1(p, recordtest.Four, "right starved"), "a", "b", scenes.Earned)
	if err != nil || none.Sections[0].Lines[0] != "The two have no arm in common." {
		t.Errorf("%v, %+v", err, none)
	}
}
