package report

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/recordtest"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/scenes"
)

// judgedE1 is a plan of E1 whose records have verdicts: one success of each behaviour is not earned, and one failure
// shows another behaviour; and untrained policies, of which two succeed.
func judgedE1(t *testing.T) (bench.Plan, recordtest.Records) {
	p := recordtest.PlanE1(t, 4)
	s := recordtest.RecordsE1(p, recordtest.Four)
	for h, r := range s {
		s[h] = recordtest.WithVerdicts(r, 1, 1)
	}
	recordtest.AddChance(s, p, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0)
	return p, s
}

// column returns the index of the column that has a field, and which of its values that is.
func column(t *testing.T, table document.Table, field string) (int, int) {
	t.Helper()
	for i, c := range table.Columns {
		if j := slices.Index(c.Fields, field); j >= 0 {
			return i, j
		}
	}
	t.Fatalf("no field %q in %+v", field, table.Columns)
	return 0, 0
}

// number returns the value of a row's field.
func number(t *testing.T, table document.Table, row int, field string) float64 {
	t.Helper()
	i, j := column(t, table, field)
	v, err := strconv.ParseFloat(table.Rows[row][i].Values[j], 64)
	if err != nil {
		t.Fatalf("row %d, %s: %v", row, field, err)
	}
	return v
}

// The table of success says under which oracle it stands, its right, wrong and neither are 100 %, and its last row is
// chance with a bound.
func TestSuccessTable(t *testing.T) {
	p, s := judgedE1(t)
	for oracle, want := range map[scenes.Oracle]float64{scenes.Earned: 65, scenes.CALVIN: 75} {
		p.Oracle = oracle
		e := describe(frame.Of(p, s).Findings()[0])
		table := e.tables[0]
		if !strings.Contains(table.Title, frame.OracleText(oracle)) || len(table.Rows) != 5 {
			t.Fatalf("%s: %d rows, %q", oracle, len(table.Rows), table.Title)
		}
		if got := number(t, table, 0, "left_mean"); got != want {
			t.Errorf("%s: balanced left %g, want %g", oracle, got, want)
		}
		for row := range table.Rows {
			for _, b := range []string{"left", "middle", "right"} {
				sum := number(t, table, row, b+"_mean") + number(t, table, row, b+"_wrong") +
					number(t, table, row, b+"_neither")
				if sum < 100-1e-9 || sum > 100+1e-9 {
					t.Errorf("%s: row %d, %s: right, wrong and neither are %g %%", oracle, row, b, sum)
				}
			}
		}
		chance := number(t, table, 4, "left_mean")
		if bound := number(t, table, 4, "left_bound"); table.Rows[4][0].Text != "chance" || chance < 0.2-1e-9 ||
			chance > 0.2+1e-9 || bound < 2 || bound > 4 {
			t.Errorf("%s: row %v", oracle, table.Rows[4])
		}
		if !strings.Contains(strings.Join(e.notes, "\n"), "is not shown to be at most 2 %: left 0.2") {
			t.Errorf("%s: notes %q do not say that the bound is above the limit", oracle, e.notes)
		}
		// The appendix has the same by the other oracle.
		if len(e.appendix) != 1 || number(t, e.appendix[0], 0, "left_mean") != 65+75-want ||
			strings.Contains(e.appendix[0].Title, frame.OracleText(oracle)) {
			t.Errorf("%s: appendix %+v", oracle, e.appendix)
		}
	}
}

// Records without verdicts, and without chance levels, are read by CALVIN's oracle, and the notes say what is missing.
func TestOldRecordsSayWhatTheyLack(t *testing.T) {
	p := recordtest.PlanE1(t, 4)
	e := describe(frame.Of(p, recordtest.RecordsE1(p, recordtest.Four)).Findings()[0])
	notes := strings.Join(e.notes, "\n")
	for _, want := range []string{"in 16 records no verdict", "Wrong behaviour and neither: not recorded",
		"Chance: not recorded. It is measured by: counterpoise run chance --policy state --seed 1"} {
		if !strings.Contains(notes, want) {
			t.Errorf("notes %q lack %q", notes, want)
		}
	}
	table := e.tables[0]
	if i, _ := column(t, table, "left_mean"); table.Rows[4][i].Text != "not recorded" || len(e.appendix) > 0 {
		t.Errorf("row %v, %d tables in the appendix", table.Rows[4], len(e.appendix))
	}
}

// Chance levels alone have a page and tables.
func TestReportOfChanceAlone(t *testing.T) {
	_, s := judgedE1(t)
	var untrained []record.Record
	for _, r := range s {
		if r.Cell.Untrained() {
			untrained = append(untrained, r)
		}
	}
	plans, _ := frame.Plans(untrained)
	files, err := Tables(frame.Frames(plans, s))
	if err != nil || len(files) == 0 || len(Figures(frame.Frames(plans, s))) > 0 {
		t.Errorf("%d tables, %v", len(files), err)
	}
	page, err := Page{Dir: "out", Frames: frame.Frames(plans, s)}.HTML()
	if err != nil || !strings.Contains(string(page), "chance, picking") || strings.Contains(string(page), "E1") {
		t.Errorf("the page of chance levels: %v", err)
	}
}

// A comparison of runs names the chance levels of both.
func TestCompareNamesChance(t *testing.T) {
	_, s := judgedE1(t)
	var all, trained []record.Record
	for _, r := range s {
		all = append(all, r)
		if !r.Cell.Untrained() {
			trained = append(trained, r)
		}
	}
	d, err := CompareRuns(all, trained, "a", "b", scenes.Earned)
	if err != nil {
		t.Fatal(err)
	}
	notes := strings.Join(d.Sections[0].Notes, "\n")
	if !strings.Contains(notes, "Chance in a: left 0.2 (≤ ") ||
		!strings.Contains(notes, "Chance in b: not recorded.") {
		t.Errorf("notes %q", notes)
	}
}

// A note counts the rollouts that ended at an action that was not finite, arm by arm; without any there is no note.
func TestNonFiniteNote(t *testing.T) {
	p, s := judgedE1(t)
	notes := func() string { return strings.Join(describe(frame.Of(p, s).Findings()[0]).notes, "\n") }
	if strings.Contains(notes(), "not finite") {
		t.Errorf("notes %q", notes())
	}
	for _, r := range s {
		if r.Cell.Trial == 1 && !r.Cell.Untrained() && r.Cell.Recipe == p.Experiments[0].Designs[0].Arms[1].Recipe {
			r.Rollouts[0].NonFiniteSteps = []int{0, 0, 0, 0, 0, 0, 0, 0, 12, 1}
			r.Rollouts[2].NonFiniteSteps = []int{0, 0, 0, 0, 0, 0, 0, 0, 0, 360}
		}
	}
	want := "Rollouts that ended at an action that was not finite, and failed unless decided before: left starved (3)."
	if !strings.Contains(notes(), want) {
		t.Errorf("notes %q lack %q", notes(), want)
	}
}
