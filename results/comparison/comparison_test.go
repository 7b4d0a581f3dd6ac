package comparison

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/results/document"
	"counterpoise/scenes"
	"counterpoise/stats"
	"counterpoise/stats/compare"
	"counterpoise/stats/table"
)

// record is a record of a cell with successes of each behaviour out of ten rollouts.
func record(method, recipe string, trial int, successes map[string]int) bench.Record {
	r := bench.Record{Cell: bench.Cell{Task: "picking", Recipe: recipe, Method: method, Trial: trial, Rollouts: 10}}
	for _, behaviour := range []string{"left", "right"} {
		o := bench.Outcomes{Behaviour: behaviour, Horizon: 100, Steps: make([]int, 10)}
		for i := range successes[behaviour] {
			o.Steps[i] = 50
		}
		r.Rollouts = append(r.Rollouts, o)
	}
	return r
}

// Records become a table in which methods are paired by trial, with the successes of each behaviour; a recipe is part
// of the method's name only where there are several.
func TestRecords(t *testing.T) {
	var records []bench.Record
	for trial := range 3 {
		records = append(records, record("natural", "left=2,right=9", trial, map[string]int{"left": 4, "right": 8}),
			record("uniform", "left=2,right=9", trial, map[string]int{"left": 5 + trial, "right": 7}))
	}
	d, err := Records("folder", records, scenes.CALVIN).Detect(table.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	l := d.Long
	if !d.Paired || d.Unit != "trial" || strings.Join(l.Methods, ";") != "natural;uniform" || len(l.Trials) != 3 ||
		strings.Join(l.Groups, ";") != "left;right" || len(l.Entries) != 12 || l.Entries[0].Sum != 4 ||
		l.Entries[0].Rollouts != 10 || l.Entries[10].Sum != 7 {
		t.Errorf("%+v", d)
	}
	records = append(records, record("natural", "left=9,right=9", 0, nil))
	if d, err = Records("folder", records, scenes.CALVIN).Detect(table.Choice{}); err != nil ||
		strings.Join(d.Long.Methods, ";") != "natural left=2 right=9;uniform left=2 right=9;natural left=9 right=9" {
		t.Errorf("%v, %v", d.Long.Methods, err)
	}
}

// The page of names that are markup has no element of theirs, refers to no other file, and has a figure a family.
func TestPage(t *testing.T) {
	d := stats.Long{Methods: []string{"<script>", "b&c", "d\"e"}, Groups: []string{"<b>", "y"}}
	for u := range 4 {
		d.Trials = append(d.Trials, fmt.Sprint(u))
		for m := range int32(3) {
			for g := range int32(2) {
				d.Entries = append(d.Entries, stats.Entry{Method: m, Group: g, Trial: int32(u), Start: -1, Rollouts: 1,
					Sum: float64((7*u+3*int(m)+5*int(g))%11) / 10})
			}
		}
	}
	r, err := compare.New(d, compare.Options{Margin: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	if err := Page(&page, r, []string{"<i>taken</i>"}); err != nil {
		t.Fatal(err)
	}
	text := page.String()
	if regexp.MustCompile(`<(script|i|b)>|(src|href)=`).MatchString(text) || strings.Count(text, "<svg") != 3 ||
		strings.Count(text, "<figure>") != 3 || !strings.Contains(text, "&lt;script&gt;") {
		t.Errorf("%s", text)
	}
	for _, form := range document.Forms.Names() { // a row with a cell too few panics
		if err := document.Write(io.Discard, form, Document(r, nil)); err != nil {
			t.Errorf("%s: %v", form, err)
		}
	}
}
