package report

import (
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/golden"
	"counterpoise/internal/recordtest"
	"counterpoise/results/document"
	"counterpoise/results/frame"
)

// The tables of recordtest.Four have the values worked out by hand. With n = 4: SD over trials with divisor 3;
// t = d̄/(s_d/2); p from the closed form at 3 degrees of freedom, 1 - 2/π (atan(t/√3) + t√3/(t² + 3)); interval
// d̄ ± 3.18245 s_d/2.
//
//	left    d̄ = -3.5, s_d = 1.29099: t = -5.4222, p = .01230, [-55.5, -14.5] points, d_z = -2.711; Holm 3 p = .03691
//	middle  d̄ = -0.5, s_d = 1.29099: t = -0.7746, p = .49500, [-25.5, +15.5], d_z = -0.387; Holm p = .495
//	right   d̄ = -1.5, s_d = 1.29099: t = -2.3238, p = .10275, [-35.5, +5.5], d_z = -1.162; Holm 2 p = .2055
func TestTables(t *testing.T) {
	p := recordtest.PlanE1(t, 4)
	d := Full(frame.Of(p, recordtest.RecordsE1(p, recordtest.Four)))
	want := [][]string{
		{"left", "40.0 ± 8.2", "75.0 ± 12.9", "-35.0", "[-55.5, -14.5]", "-5.42", "3", ".012", ".037 *", "-2.71",
			"4"},
		{"middle", "55.0 ± 12.9", "60.0 ± 0.0", "-5.0", "[-25.5, +15.5]", "-0.77", "3", ".495", ".495", "-0.39", "4"},
		{"right", "70.0 ± 8.2", "85.0 ± 5.8", "-15.0", "[-35.5, +5.5]", "-2.32", "3", ".103", ".205", "-1.16", "4"},
	}
	for i, row := range d.Sections[0].Tables[2].Texts() {
		if got, want := strings.Join(row, " | "), strings.Join(want[i], " | "); got != want {
			t.Errorf("row %d:\n got %s\nwant %s", i, got, want)
		}
	}
	check(t, "four", d)
}

// With one trial there is no spread: a dash and a reason stand in place of numbers.
func TestOneTrial(t *testing.T) {
	p := recordtest.PlanE1(t, 1)
	check(t, "one", Full(frame.Of(p, recordtest.RecordsE1(p, recordtest.Four))))
}

// Where all differences are equal t is undefined, and a missing record leaves out its pair.
func TestNoSpreadAndMissing(t *testing.T) {
	p := recordtest.PlanE1(t, 4)
	s := recordtest.RecordsE1(p, recordtest.Counts{
		"balanced":       {{7, 8, 6, 9}, {6, 6, 6, 6}, {9, 8, 9, 8}},
		"left starved":   {{5, 6, 4, 7}, {7, 7, 7, 7}, {9, 9, 9, 9}},
		"middle starved": {{8, 8, 8, 8}, {6, 6, 6, 6}, {9, 9, 9, 9}},
		"right starved":  {{8, 8, 8, 8}, {7, 7, 7, 7}, {6, 7, 7, 8}},
	})
	e := p.Experiments[0]
	delete(s, p.Cell(e, e.Designs[0], e.Designs[0].Arms[3], 2).Hash())
	check(t, "odd", Full(frame.Of(p, s)))
}

// A note of several comparisons of a behaviour, as E5 has three, names the behaviour once.
func TestNotesNameBehavioursOnce(t *testing.T) {
	of := func(behaviour, against, note string) frame.Comparison {
		return frame.Comparison{
			Comparison: bench.Comparison{Behaviour: behaviour, Arm: "ours", Against: against}, Note: note,
		}
	}
	got := comparisonNotes([]frame.Comparison{
		of("slider", "zero", "no spread"), of("drawer", "zero", "an outlier"), of("drawer", "remix", "no spread"),
		of("slider", "remix", "no spread"),
	})
	if want := []string{"slider, drawer: no spread", "drawer: an outlier"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Without any records there still is a document.
func TestNoRecords(t *testing.T) {
	check(t, "none", Full(frame.Of(recordtest.PlanE1(t, 4), recordtest.Records{})))
}

func check(t *testing.T, name string, d document.Document) {
	t.Helper()
	var terminal, markdown strings.Builder
	if err := document.Text(&terminal, d); err != nil {
		t.Fatal(err)
	}
	if err := document.Markdown(&markdown, d); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, name+".txt", terminal.String())
	golden.Check(t, name+".md", markdown.String())
}

// The README shows the answer to the first question of quick.
func TestREADMEShowsQuick(t *testing.T) {
	_, records := recordtest.Committed(t, "../quick")
	plan, err := bench.NewPlan(bench.Quick.Name, func(*record.Size) {})
	if err != nil {
		t.Fatal(err)
	}
	table := Answer(frame.Of(plan, records)).Sections[0].Tables[0]
	for _, row := range table.Rows {
		words := ""
		for i, cell := range row {
			if table.Columns[i].Title != "" {
				words += cell.Text + " "
			}
		}
		golden.CheckWords(t, "../../README.md", strings.TrimSpace(words))
	}
	golden.CheckWords(t, "../../README.md", table.Title)
}

// An answer has what each comparison shows: left is worse by hand (TestTables), the others are open.
func TestAnswer(t *testing.T) {
	p := recordtest.PlanE1(t, 4)
	var got []string
	for _, row := range Answer(frame.Of(p, recordtest.RecordsE1(p, recordtest.Four))).Sections[0].Tables[0].Rows {
		got = append(got, row[0].Text+" "+row[len(row)-1].Text)
	}
	if want := []string{"left worse", "middle can't tell", "right can't tell"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
