package comparison

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	_ "counterpoise/bench/study" // its experiments
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/scenes"
	"counterpoise/stats"
	"counterpoise/stats/compare"
	"counterpoise/stats/table"
)

// record is a record of a cell with successes of each behaviour out of ten rollouts.
func recordOf(method, recipe string, trial int, successes map[string]int) record.Record {
	r := record.Record{Cell: record.Cell{Task: "picking", Recipe: recipe, Method: method, Trial: trial, Rollouts: 10}}
	for _, behaviour := range []string{"left", "right"} {
		o := record.Outcomes{Behaviour: behaviour, Horizon: 100, Steps: make([]int, 10)}
		for i := range successes[behaviour] {
			o.Steps[i] = 50
		}
		r.Rollouts = append(r.Rollouts, o)
	}
	return r
}

// detected is what the table of records is taken for.
func detected(records []record.Record) (table.Taken, error) {
	s, err := Records("folder", records, scenes.CALVIN)
	if err != nil {
		return table.Taken{}, err
	}
	return s.Detect(table.Choice{})
}

// Records become a table in which methods are paired by trial, with the successes of each behaviour; a recipe is part
// of the method's name only where there are several.
func TestRecords(t *testing.T) {
	var records []record.Record
	for trial := range 3 {
		records = append(records, recordOf("natural", "left=2,right=9", trial, map[string]int{"left": 4, "right": 8}),
			recordOf("uniform", "left=2,right=9", trial, map[string]int{"left": 5 + trial, "right": 7}))
	}
	d, err := detected(records)
	if err != nil {
		t.Fatal(err)
	}
	l := d.Long
	if !d.Paired || d.Unit != "trial" || strings.Join(l.Methods, ";") != "natural;uniform" || len(l.Trials) != 3 ||
		strings.Join(l.Groups, ";") != "left;right" || len(l.Entries) != 12 || l.Entries[0].Sum != 4 ||
		l.Entries[0].Rollouts != 10 || l.Entries[10].Sum != 7 {
		t.Errorf("%+v", d)
	}
	records = append(records, recordOf("natural", "left=9,right=9", 0, nil))
	if d, err = detected(records); err != nil ||
		strings.Join(d.Long.Methods, ";") != "natural left=2 right=9;uniform left=2 right=9;natural left=9 right=9" {
		t.Errorf("%v, %v", d.Long.Methods, err)
	}
}

// Cells of one method that differ otherwise are told apart by their names, or are an error: they are no trials of one
// method.
func TestRecordsOfOneMethod(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*record.Cell)
		want   string // the methods, or part of the error
	}{
		{"nothing", func(*record.Cell) {}, "natural;uniform"},
		{"another grouping", func(c *record.Cell) { c.Groups = "style" },
			"natural by behaviour;uniform;natural by style"},
		{"another reading", func(c *record.Cell) { c.Reading = "each" }, "natural;uniform;natural reading each"},
		{"other rollouts", func(c *record.Cell) { c.Rollouts = 20 },
			"folder has natural on picking at 10 and at 20 rollouts, which are not pooled"},
		{"another version", func(c *record.Cell) { c.Version = "9.9" },
			"folder has records of versions 1 and 9.9, whose numbers differ"},
		{"trained alone", func(c *record.Cell) { c.Rollouts, c.Groups = 0, "style" }, "natural;uniform"},
	} {
		var records []record.Record
		for _, method := range []string{"natural", "uniform", "natural"} {
			r := recordOf(method, "left=2,right=9", 0, map[string]int{"left": 4, "right": 8})
			r.Cell.Groups, r.Cell.Version = "behaviour", "1"
			records = append(records, r)
		}
		last := &records[2]
		if c.change(&last.Cell); last.Cell.Rollouts == 0 {
			last.Rollouts = nil
		}
		d, err := detected(records)
		got := strings.Join(d.Long.Methods, ";")
		if err != nil {
			got = err.Error()
		}
		if got != c.want && (err == nil || !strings.Contains(got, c.want)) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// Designs at several policies and seeds are told apart by the names of methods and trials; numbers of rollouts are not
// pooled.
func TestDesigns(t *testing.T) {
	of := func(policy record.Policy, seed uint64, rollouts int) frame.Design {
		plan := bench.Plan{Name: "E1", Size: record.Size{Policy: policy, Trials: 1, Rollouts: rollouts, Seed: seed}}
		e, err := bench.Experiments.Get("E1")
		if err != nil {
			t.Fatal(err)
		}
		plan.Experiments = []bench.Experiment{e}
		records := cells{}
		d := frame.Of(plan, records).Designs[0]
		for i, a := range d.Arms {
			r := recordOf("", "", 0, map[string]int{"left": i, "right": 10})
			r.Cell = d.Cell(a, 0)
			records[r.Cell] = r
		}
		d, _ = frame.Of(plan, records).Designs[0].Under(scenes.CALVIN)
		return d
	}
	other := bench.StatePolicy
	other.Network = "transformer"
	first := of(bench.StatePolicy, 1, 10)
	for _, c := range []struct {
		designs []frame.Design
		want    string // method, trial, behaviour, successes and rollouts of the last row, or part of the error
	}{
		{[]frame.Design{first}, "right starved;0;right;10;10"},
		{[]frame.Design{first, of(bench.StatePolicy, 2, 10)}, "right starved;0 of seed 2;right;10;10"},
		{[]frame.Design{first, of(other, 1, 10)}, "right starved state+transformer;0;right;10;10"},
		{[]frame.Design{first, of(bench.StatePolicy, 1, 20)},
			"folder has e1-picking at 10 and at 20 rollouts, which are not pooled"},
	} {
		s, err := Designs("folder", c.designs)
		got := fmt.Sprint(err)
		if err == nil {
			got = strings.Join(s.Rows[len(s.Rows)-1], ";")
		}
		if got != c.want && (err == nil || !strings.Contains(got, c.want)) {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// cells are records in memory.
type cells map[record.Cell]record.Record

func (c cells) Get(cell record.Cell) (record.Record, bool) {
	r, ok := c[cell]
	return r, ok
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

// The contrasts of the linear mixed model, which stands where scores are missing, have p values that are corrected for
// their number, and a note says so.
func TestLinearModelIsCorrected(t *testing.T) {
	d := stats.Long{Methods: []string{"a", "b", "c"}, Groups: []string{"all"}}
	for u := range 8 {
		d.Trials = append(d.Trials, fmt.Sprint(u))
		for m := range 3 {
			if u%3 != m {
				d.Entries = append(d.Entries, stats.Entry{Method: int32(m), Trial: int32(u), Start: -1, Rollouts: 1,
					Sum: float64(m) + float64((5*u+3*m)%7)/10})
			}
		}
	}
	r, err := compare.New(d, compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var answer strings.Builder
	if err := document.Write(&answer, "text", Document(r, nil)); err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(answer.String(), "Differences of the linear mixed model")
	text, _, _ = strings.Cut(text, "Which methods differ?")
	for _, want := range []string{
		"p (Holm)", "corrected over the 3 comparisons of the linear mixed model", "* p < .05",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
}

// The sentence on two methods goes by p values after correction, of the difference and of equality.
func TestSentenceIsCorrected(t *testing.T) {
	r := compare.Result{Alpha: .05, Level: .95, Margin: stats.Some(2)}
	for want, p := range map[string][4]float64{ // p and corrected p of the difference, then of equality
		": no difference shown":  {.02, .06, .02, .06},
		": differ":               {.02, .04, .02, .06},
		": equal within 2":       {.02, .06, .02, .04},
		": differ, by less than": {.02, .04, .02, .04},
	} {
		pair := compare.Pair{A: "a", B: "b", Difference: stats.Some(1),
			T:        compare.Tested{Name: "t", P: stats.Some(p[0]), PHolm: stats.Some(p[1])},
			Decision: compare.Decision{Test: "t", Of: "difference", P: stats.Some(p[0]), PHolm: stats.Some(p[1])},
			Equality: compare.Equality{P: stats.Some(p[2]), PHolm: stats.Some(p[3])}}
		got := sentence(r, pair)
		if !strings.Contains(got, want) || want == ": differ" && !strings.HasSuffix(got, want) {
			t.Errorf("%v: %q, want %q", p, got, want)
		}
	}
}

// A comparison without a p value does not count in Holm's correction, and the note on the family says so.
func TestFamilyWithoutATest(t *testing.T) {
	d := stats.Long{Methods: []string{"a", "b", "c"}, Groups: []string{"all"}, Trials: []string{"1", "2", "3", "4"}}
	for u, scores := range [][]float64{{1, 2, 5}, {2, 4, 5}, {4, 4.5, 8}, {3, 5, 9}} {
		for m, score := range scores {
			if m < 2 || u == 0 { // c has one unit
				d.Entries = append(d.Entries, stats.Entry{Method: int32(m), Trial: int32(u), Start: -1, Rollouts: 1,
					Sum: score})
			}
		}
	}
	for methods, want := range map[int]bool{2: false, 3: true} {
		some := d
		some.Methods = d.Methods[:methods]
		some.Entries = slices.DeleteFunc(slices.Clone(d.Entries), func(e stats.Entry) bool {
			return int(e.Method) >= methods
		})
		r, err := compare.New(some, compare.Options{})
		if err != nil {
			t.Fatal(err)
		}
		sections := Document(r, nil).Sections
		notes := strings.Join(sections[len(sections)-1].Notes, "; ")
		if got := strings.Contains(notes, "of this table, but for those without a p value"); got != want {
			t.Errorf("%d methods: %s", methods, notes)
		}
	}
}
