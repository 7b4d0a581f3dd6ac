package check

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"counterpoise/stats/table"
)

// rollouts are rows of two methods in three trainings of 40 starts, whose outcomes are pseudo-random.
func rollouts(keep func(method string, seed, start int) bool, line func(method string, seed, start, success int) string,
) string {
	r := rand.New(rand.NewPCG(7, 2))
	var b strings.Builder
	for _, m := range []string{"act", "dp"} {
		for s := range 3 {
			for e := range 40 {
				if y := r.IntN(2); keep == nil || keep(m, s, e) {
					b.WriteString(line(m, s, e, y))
				}
			}
		}
	}
	return b.String()
}

// plain is a row without anything besides.
func plain(m string, s, e, y int) string { return fmt.Sprintf("%s,%d,%d,%d\n", m, s, e, y) }

const header = "method,seed,episode,success\n"

// checked checks a table.
func checked(t *testing.T, text string) Report {
	t.Helper()
	s, err := table.ReadSheet(strings.NewReader(text), "r.csv")
	if err != nil {
		t.Fatal(err)
	}
	taken, err := s.Detect(table.Choice{Keep: true, Copies: true})
	if err != nil {
		t.Fatal(err)
	}
	return New(taken)
}

// Each fault is found by its kind, with what a person needs to find it; clean results have none, whatever their form.
func TestFindings(t *testing.T) {
	clean := header + rollouts(nil, plain)
	extra := func(name string, of func(m string, s, e, y int) any) string {
		return strings.TrimSpace(header) + "," + name + "\n" + rollouts(nil, func(m string, s, e, y int) string {
			return fmt.Sprintf("%s,%v\n", strings.TrimSpace(plain(m, s, e, y)), of(m, s, e, y))
		})
	}
	seeds := func(names ...string) string {
		return header + rollouts(nil, func(m string, s, e, y int) string {
			return fmt.Sprintf("%s,%s,%d,%d\n", m, names[s], e, y)
		})
	}
	for _, c := range []struct {
		name, text, kind string // kinds, in order
		want             []string
	}{
		{"clean", clean, "", nil},
		{"clean, wide", "act,dp\n1,0\n0,0\n1,1\n1,0\n", "", nil},
		{"clean, starts alone", "method,start,progress\n" + strings.Repeat("a,1,.5\nb,1,.25\n", 2), "", nil},
		{"clean, counts", "method,task,successes,rollouts\na,lift,3,10\nb,lift,4,10\n", "", nil},
		{"clean, a length", extra("num_steps", func(m string, s, e, y int) any { return 100 + e*7%31 }), "", nil},
		{"clean, a setting of all", extra("temperature", func(string, int, int, int) any { return .7 }), "", nil},
		{"clean, independent trainings", "method,seed,success\na,1,.5\na,2,.6\nb,3,.5\nb,4,.4\n", "", nil},
		{"copies", clean + "act,0,3,0\nact,0,4,1\n", "copied rows", []string{"method, seed and episode", "242"}},
		{"repeated", "method,start,success\n" + strings.Repeat("a,1,1\na,2,0\na,3,1\nb,1,0\nb,2,1\nb,3,1\n", 2) +
			"a,2,1\n", "repeated starts", []string{"start 2 of a (3 rollouts, others 2)", "lines 3, 14"}},
		{"missing", header + rollouts(func(m string, s, e int) bool { return m == "act" || e != 7 && e != 8 }, plain),
			"missing starts", []string{"dp lacks 7 and 8", "line 9"}},
		{"missing in one training", header + rollouts(func(m string, s, e int) bool {
			return m == "dp" || s < 2 || e < 38
		}, plain), "missing starts", []string{"act, seed 2 lacks 38 and 39"}},
		{"a gap", header + rollouts(func(m string, s, e int) bool { return e != 7 }, plain), "missing starts",
			[]string{"no method has 7"}},
		{"other starts", header + rollouts(nil, func(m string, s, e, y int) string {
			if m == "dp" {
				e += 40
			}
			return plain(m, s, e, y)
		}), "different starts,different starts", []string{"share 0 of 40 starts"}},
		{"no outcome", strings.Replace(clean, "act,0,5,", "act,0,5,NA #", 1), "missing outcomes,missing starts",
			[]string{"act 1", "line 7"}},
		{"a training lacks", header + rollouts(func(m string, s, e int) bool { return m == "act" || s != 1 }, plain),
			"missing units", []string{"dp lacks 1"}},
		{"steps as seeds", seeds("10000", "20000", "30000"), "checkpoints as trainings",
			[]string{"10000, 20000 and 30000"}},
		{"5k", seeds("5k", "10k", "15k"), "checkpoints as trainings", nil},
		{"epochs as seeds", seeds("epoch_10", "epoch_20", "last"), "checkpoints as trainings", []string{"epoch_10"}},
		{"seeds", seeds("100", "200", "300"), "", nil},
		{"dates", seeds("20260101", "20260102", "20260103"), "", nil},
		{"trainings alike", header + rollouts(nil, func(m string, s, e, y int) string {
			if m == "dp" && s < 2 {
				y = e * e % 7 % 2
			}
			return plain(m, s, e, y)
		}), "trainings alike", []string{"seed 0 and 1 of dp, all 40 rollouts"}},
		{"20 rollouts alike", header + rollouts(func(m string, s, e int) bool { return e < 20 },
			func(m string, s, e, y int) string {
				if m == "dp" && s < 2 {
					y = []int{0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 0, 1, 0}[e]
				}
				return plain(m, s, e, y)
			}), "trainings alike", []string{"seed 0 and 1 of dp, all 20 rollouts"}},
		{"easy and hard starts", header + rollouts(func(m string, s, e int) bool { return e < 20 },
			func(m string, s, e, y int) string { return plain(m, s, e, e*e%7%2) }), "", nil},
		{"no task of both", "method,task,success\na,x,1\na,x,0\nb,y,1\nb,y,0\n", "separate groups",
			[]string{"a and b share no task: nothing compares them (lines 2, 4)"}},
		{"between methods", extra("num_inference_steps", func(m string, s, e, y int) any { return len(m) * 10 }),
			"mixed settings", []string{"act 30 and dp 20", "lines 2, 122"}},
		{"within a method", extra("chunk size", func(m string, s, e, y int) any {
			return map[bool]int{true: 8, false: 16}[m == "act" && e < 10]
		}),
			"mixed settings", []string{"within act: 8 in 30 rows and 16 in 90 rows"}},
		{"crossed", extra("Temperature", func(m string, s, e, y int) any { return e % 2 }), "mixed settings",
			[]string{"all methods alike", "--group"}},
		{"of a task", strings.ReplaceAll(extra("task,max_steps", func(m string, s, e, y int) any {
			return []string{"lift,200", "stack,400"}[e%2]
		}), "#", ""), "", nil},
		{"a place", extra("env_id", func(m string, s, e, y int) any { return e % 8 }), "", nil},
	} {
		text := strings.ReplaceAll(strings.ReplaceAll(c.text, "NA #0", "NA"), "NA #1", "NA")
		r := checked(t, text)
		var kinds, all []string
		for _, f := range r.Findings {
			kinds = append(kinds, f.Kind)
			all = append(all, f.What+r.Place(f)+" "+f.Do)
		}
		if got := strings.Join(kinds, ","); got != c.kind {
			t.Errorf("%s: found %q, want %q: %s", c.name, got, c.kind, strings.Join(all, "\n"))
		}
		for _, want := range c.want {
			if !strings.Contains(strings.Join(all, "\n"), want) {
				t.Errorf("%s: %s\nwant %q", c.name, strings.Join(all, "\n"), want)
			}
		}
		if len(r.Looked) == 0 {
			t.Errorf("%s: nothing is said to be looked at", c.name)
		}
	}
}

// batched are rollouts of two methods from 48 starts, in which place of 8 decides with a probability: the same place in
// both, or one of its own.
func batched(r *rand.Rand, column bool, strength float64, moved bool) string {
	hard := make([]float64, 48) // a start is easy or hard, whatever its place
	for i := range hard {
		hard[i] = r.Float64()
	}
	var b strings.Builder
	b.WriteString("method,episode,success" + map[bool]string{true: ",env_index"}[column] + "\n")
	for m := range 2 {
		order := r.Perm(48)
		for e := range 48 {
			place := e % 8
			if moved {
				place = order[e] % 8
			}
			y := 0
			if p := (1-strength)*hard[e] + strength*map[bool]float64{true: 1}[place < 4]; r.Float64() < p {
				y = 1
			}
			fmt.Fprintf(&b, "%c,%d,%d", 'a'+m, e, y)
			if column {
				fmt.Fprintf(&b, ",%d", place)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// Outcomes that go with the place are found, with a column of places and without one.
func TestBatchesAreFound(t *testing.T) {
	for _, c := range []struct{ column, moved bool }{{true, false}, {true, true}, {false, false}} {
		r := checked(t, batched(rand.New(rand.NewPCG(3, 4)), c.column, 0.9, c.moved))
		if len(r.Findings) != 1 || r.Findings[0].Kind != "batches" {
			t.Errorf("column %v, moved %v: %v", c.column, c.moved, r.Findings)
		}
	}
}

// Of results without a fault at most a share Alpha is reported, though some starts are hard for all methods. Of 500
// tables with p = 0.01 more than 14 are found once in 5,000.
func TestBatchFalseAlarms(t *testing.T) {
	const tables, most = 500, 14
	for _, c := range []struct{ column, moved bool }{{true, false}, {true, true}, {false, false}} {
		r := rand.New(rand.NewPCG(5, 6))
		alarms := 0
		for range tables {
			s, err := table.ReadSheet(strings.NewReader(batched(r, c.column, 0, c.moved)), "r.csv")
			if err != nil {
				t.Fatal(err)
			}
			taken, err := s.Detect(table.Choice{Keep: true})
			if err != nil {
				t.Fatal(err)
			}
			d := newData(taken)
			u, _ := d.rounds()
			if c.column {
				of, ok := d.places(slices.Index(s.Names, "env_index"))
				if !ok {
					t.Fatal("no places")
				}
				u = of.units()
			}
			if p, _ := u.Test(199); p <= Alpha {
				alarms++
			}
		}
		if alarms > most {
			t.Errorf("column %v, moved %v: %d false alarms of %d", c.column, c.moved, alarms, tables)
		}
	}
}

// A comparison warns of the settings and the checkpoints that a check finds, in the same words.
func TestWarnings(t *testing.T) {
	text := "method,seed,success,temperature\na,1000,1,0\na,2000,0,0\na,3000,1,0\nb,1000,0,1\nb,2000,0,1\nb,3000,1,1\n"
	s, err := table.ReadSheet(strings.NewReader(text), "r.csv")
	if err != nil {
		t.Fatal(err)
	}
	taken, err := s.Detect(table.Choice{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(Warnings(taken), "\n")
	for _, f := range New(taken).Findings {
		if f.Kind != "missing units" && !strings.Contains(got, f.What) {
			t.Errorf("%q is no warning: %s", f.What, got)
		}
	}
	if strings.Count(got, "\n") != 1 {
		t.Errorf("two warnings, not %s", got)
	}
}

// One percentage among fractions is a finding, in long and in wide tables.
func TestMixedUnitsAreFound(t *testing.T) {
	for text, want := range map[string]int{
		"method,seed,success\na,1,.81\na,2,.7\nb,1,90\nb,2,.6\n": 1, "seed,a,b\n1,.81,90\n2,.7,.6\n3,.5,.4\n": 1,
		"method,seed,success\na,1,.81\na,2,.7\nb,1,.9\nb,2,.6\n": 0,
	} {
		n := 0
		for _, f := range checked(t, text).Findings {
			if f.Kind == "mixed units" && len(f.Lines) == 2 {
				n++
			}
		}
		if n != want {
			t.Errorf("%q: %d findings of mixed units, want %d", text, n, want)
		}
	}
}

// What trainings are compared by, and how probable a false alarm is, is said where nothing is found.
func TestLookedAtTrainings(t *testing.T) {
	got := strings.Join(checked(t, header+rollouts(nil, plain)).Looked, "; ")
	if want := "trainings with the same outcomes (by chance less than 0.01 / 6 pairs)"; !strings.Contains(got, want) {
		t.Errorf("%s\nwant %q", got, want)
	}
}

// Methods and trainings whose outcomes were pasted are found, whatever the outcomes are and whatever rows are called;
// outcomes that agree as policies do are not.
func TestPasted(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	rows := func(n int, row func(i int, of func(string, ...any))) string {
		var b strings.Builder
		for i := range n {
			row(i, func(format string, args ...any) { fmt.Fprintf(&b, format, args...) })
		}
		return b.String()
	}
	score := make([]float64, 40)
	coin := make([]int, 40)
	count := make([]int, 40)
	for i := range score {
		score[i], coin[i], count[i] = r.Float64(), r.IntN(2), 5+r.IntN(40)
	}
	for _, c := range []struct {
		name, text string
		want       string // empty: nothing is found
	}{
		{"episodes", "method,episode,success\n" + rows(40, func(i int, of func(string, ...any)) {
			of("a,%d,%d\nb,%[1]d,%[2]d\n", i, coin[i])
		}), "a and b, all 40 rows"},
		{"no names of rows", "method,success\n" + rows(40, func(i int, of func(string, ...any)) {
			of("a,%d\nb,%[1]d\n", coin[i])
		}), "a and b, all 40 rows"},
		{"rates of seeds", "method,seed,success_rate\n" + rows(6, func(i int, of func(string, ...any)) {
			of("a,%d,%.3f\nb,%[1]d,%.3[2]f\n", i, float64(int(1000*score[i]))/1000)
		}), "a and b, all 6 rows"},
		{"other seeds", "method,seed,return\n" + rows(6, func(i int, of func(string, ...any)) {
			of("a,%d,%.2f\nb,%d,%.2[2]f\n", i, 100*score[i], i+6)
		}), "a and b, all 6 rows"},
		{"columns", "seed,a,b,c\n" + rows(6, func(i int, of func(string, ...any)) {
			of("%d,%.3f,%.3f,%.3[2]f\n", i, score[i], score[i+10])
		}), "a and c, all 6 rows"},
		{"counts of tasks", "task,a,b\n" + rows(8, func(i int, of func(string, ...any)) {
			of("t%d,%d/50,%[2]d/50\n", i, count[i])
		}), "a and b, all 8 rows"},
		{"scores of trainings", "method,seed,task,score\n" + rows(8, func(i int, of func(string, ...any)) {
			of("a,0,t%d,%.2f\na,1,t%[1]d,%.2[2]f\nb,0,t%[1]d,%.2f\nb,1,t%[1]d,%.2f\n", i, score[i], score[i+8],
				score[i+16])
		}), "seed 0 of a and seed 1 of a, all 8 rows"},
		{"all succeed", "method,episode,success\n" + rows(40, func(i int, of func(string, ...any)) {
			of("a,%d,1\nb,%[1]d,1\n", i)
		}), ""},
		{"few episodes", "method,episode,success\n" + rows(8, func(i int, of func(string, ...any)) {
			of("a,%d,%d\nb,%[1]d,%[2]d\n", i, coin[i])
		}), ""},
		{"few stages", "method,episode,stage\n" + rows(4, func(i int, of func(string, ...any)) {
			of("a,%d,%d\nb,%[1]d,%[2]d\n", i, 1+count[i]%3)
		}), ""},
		{"starts decide", header + rollouts(nil, func(m string, s, e, y int) string {
			return plain(m, s, e,
				e*e%7%2)
		}), ""},
		{"counts near all", "task,a,b\n" + rows(8, func(i int, of func(string, ...any)) {
			of("t%d,20/20,20/20\n", i)
		}), ""},
		{"one row apart", "method,seed,return\n" + rows(6, func(i int, of func(string, ...any)) {
			of("a,%d,%.2f\nb,%[1]d,%.2[3]f\n", i, 100*score[i], 100*score[i]+float64(i/5))
		}), ""},
	} {
		got := ""
		for _, f := range checked(t, c.text).Findings {
			if f.Kind == "copied outcomes" {
				got = f.What
			}
		}
		if !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// Few rows of copies are found too, and three trainings alike where two would not tell.
func TestPastedOfFewRows(t *testing.T) {
	for text, want := range map[string]string{
		"seed,a,b,c\n0,.823,.612,.823\n1,.764,.634,.764\n2,.801,.655,.801\n": "a and c, all 3 rows",
		"method,seed,task,score\na,0,x,.82\na,0,y,.76\na,0,z,.71\na,1,x,.82\na,1,y,.76\na,1,z,.71\nb,0,x,.66\n" +
			"b,0,y,.59\nb,0,z,.61\nb,1,x,.69\nb,1,y,.57\nb,1,z,.63\n": "seed 0 of a and seed 1 of a, all 3 rows",
		"method,seed,task,successes,n\na,0,x,17,20\na,0,y,12,20\na,0,z,9,20\na,1,x,17,20\na,1,y,12,20\na,1,z,9,20\n" +
			"a,2,x,17,20\na,2,y,12,20\na,2,z,9,20\nb,0,x,13,20\nb,0,y,10,20\nb,0,z,7,20\nb,1,x,12,20\nb,1,y,14,20\n" +
			"b,1,z,6,20\nb,2,x,11,20\nb,2,y,13,20\nb,2,z,5,20\n": "seed 1 of a and seed 2 of a, all 3 rows",
		"method,seed,task,successes,n\na,0,x,17,20\na,0,y,12,20\na,0,z,9,20\na,1,x,17,20\na,1,y,12,20\na,1,z,9,20\n" +
			"b,0,x,13,20\nb,0,y,10,20\nb,0,z,7,20\nb,1,x,12,20\nb,1,y,14,20\nb,1,z,6,20\n": "",
	} {
		got := ""
		for _, f := range checked(t, text).Findings {
			if f.Kind == "copied outcomes" {
				got = f.What
			}
		}
		if !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Scores that were not copied are seldom reported, on grids of a tenth, a twentieth and a hundredth and with few rows.
func TestPastedSeldomByChance(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	const tables = 3000
	found := 0
	for i := range tables {
		methods, rows, grid := 2+i%3, 2+i/3%4, []int{10, 20, 100}[i/12%3]
		var b strings.Builder
		b.WriteString("method,seed,score\n")
		for m := range methods {
			for seed := range rows {
				k := 0
				for range grid {
					if r.Float64() < .7 {
						k++
					}
				}
				fmt.Fprintf(&b, "m%d,%d,%.2f\n", m, seed, float64(k)/float64(grid))
			}
		}
		for _, f := range checked(t, b.String()).Findings {
			if f.Kind == "copied outcomes" {
				found++
			}
		}
	}
	if found > tables/100 {
		t.Errorf("%d of %d tables have copies", found, tables)
	}
}

// A setting of one value a method is found in a table of counts, where each method has one row; what may be measured is
// none.
func TestSettingsOfCounts(t *testing.T) {
	for text, want := range map[string]int{
		"policy,success,horizon\na,17/20,400\nb,14/20,200\n":         1,
		"policy,success,horizon\na,17/20,400\nb,14/20,400\n":         0,
		"policy,temperature,successes,n\na,0.1,17,20\nb,0.7,14,20\n": 1,
		"policy,guidance,success\na,1.5,17/20\nb,0.50,14/20\n":       1,
		"policy,latency,success\na,0.2,17/20\nb,0.3,14/20\n":         0,
		"policy,success,latency\na,17/20,.0231\nb,14/20,.0254\n":     0,
	} {
		if r := checked(t, text); len(r.Findings) != want {
			t.Errorf("%q: %+v", text, r.Findings)
		}
	}
}

// A condition that each method has to itself is found, and of dates the days count; names of runs are none.
func TestConditionsOfOneMethod(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"method,object,success\na,mug,1\na,mug,0\nb,bowl,1\nb,bowl,0\n", true},
		{"method,object,success\na,mug,1\na,bowl,0\nb,bowl,1\nb,bowl,0\n", false},
		{"method,run,success\na,x,1\na,x,0\nb,y,1\nb,y,0\n", false},
		{"method,date,success\na,2026-03-01T10:00,1\na,2026-03-01T11:00,0\nb,2026-03-02T10:00,1\n" +
			"b,2026-03-02T11:00,0\n", true},
		{"method,date,success\na,2026-03-01T10:00,1\na,2026-03-01T11:00,0\nb,2026-03-01T12:00,1\n" +
			"b,2026-03-01T13:00,0\n", false},
	} {
		found := slices.ContainsFunc(checked(t, c.text).Findings, func(f Finding) bool {
			return f.Kind == "conditions of one method"
		})
		if found != c.want {
			t.Errorf("%q: found %t, want %t", c.text, found, c.want)
		}
	}
}
