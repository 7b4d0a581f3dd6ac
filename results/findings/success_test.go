package findings

import (
	"slices"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/recordtest"
	"counterpoise/stats"
)

// The worst behaviour is the least successful one of each trial: with `four`, balanced has 6 in every trial (middle),
// left starved 5 4 3 4 (left), right starved 6 7 7 7 (right, then middle or right).
func TestWorst(t *testing.T) {
	p := recordtest.PlanE1(t, 4)
	d := DesignsOf(p, recordtest.RecordsE1(p, recordtest.Four))[0]
	for arm, want := range map[string][]float64{"balanced": {6, 6, 6, 6}, "left starved": {5, 4, 3, 4},
		"middle starved": {5, 6, 7, 4}, "right starved": {6, 7, 7, 7}} {
		if got := d.Successes(d.Arm(arm), bench.Worst); !slices.Equal(got, want) {
			t.Errorf("%s: worst %v, want %v", arm, got, want)
		}
	}
}

// An ANOVA over the methods is the one that stats makes of the same counts.
func TestOmnibus(t *testing.T) {
	p, s := recordtest.FourMethods(t)
	os := Analyze(p, s)[0].Omnibus
	if len(os) != 4 || os[0].Behaviour != AllBehaviours || len(os[0].Arms) != 4 {
		t.Fatalf("%d ANOVAs, want one of all behaviours and three: %+v", len(os), os)
	}
	var data [][]float64
	for trial := range 3 {
		var row []float64
		for k := range 4 {
			row = append(row, float64(4+k+trial%2))
		}
		data = append(data, row)
	}
	want, err := stats.RepeatedMeasures(data)
	if err != nil || os[1].Behaviour != "left" || os[1].ANOVA.F != want.F ||
		os[1].ANOVA.PartialEta2 != want.PartialEta2 {
		t.Errorf("left: %+v, want F %v (%v)", os[1], want.F, err)
	}
	if e1 := recordtest.PlanE1(t, 4); len(Analyze(e1, recordtest.RecordsE1(e1, recordtest.Four))[0].Omnibus) > 0 {
		t.Error("E1 compares two arms a behaviour and has an ANOVA")
	}
}
