package table

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/stats"
)

func TestReadLong(t *testing.T) {
	entry := func(m, tr, g, s, n int32, sum float64) stats.Entry {
		return stats.Entry{Method: m, Trial: tr, Group: g, Start: s, Rollouts: n, Sum: sum}
	}
	for _, c := range []struct {
		name, text string
		columns    LongColumns
		want       stats.Long
		warnings   int
	}{
		{"usual names", "Method,Trial,Task,Success\nbc,1,pick,1\nours,1,pick,false\nbc,2,open,TRUE\n", LongColumns{},
			stats.Long{Methods: []string{"bc", "ours"}, Trials: []string{"1", "2"}, Groups: []string{"pick", "open"},
				Entries: []stats.Entry{entry(0, 0, 0, -1, 1, 1), entry(1, 0, 0, -1, 1, 0), entry(0, 1, 1, -1, 1,
					1)}}, 0},
		{"counts, no groups, a row without outcome", "seed;algo;n;successes\n7;a;20;13\n7;b;20;NA\n8;a;10;0\n",
			LongColumns{},
			stats.Long{Methods: []string{"a"}, Trials: []string{"7", "8"}, Groups: []string{"all"},
				Entries: []stats.Entry{entry(0, 0, 0, -1, 20, 13), entry(0, 1, 0, -1, 10, 0)}}, 1},
		{"names told, starts", "x\ty\tz\tq\na\t1\t0.5\ts1\na\t1\t2\ts2\na\t2\t-1\ts1\n",
			LongColumns{Method: "x", Trial: "y", Value: "z", Start: "q"},
			stats.Long{Methods: []string{"a"}, Trials: []string{"1", "2"}, Groups: []string{"all"}, Starts: 2,
				Entries: []stats.Entry{entry(0, 0, 0, 0, 1, 0.5), entry(0, 0, 0, 1, 1, 2), entry(0, 1, 0, 0, 1,
					-1)}}, 0},
	} {
		got, warnings, err := ReadLong(strings.NewReader(c.text), "file", c.columns)
		if err != nil || len(warnings) != c.warnings || fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %v, %q, %v; want %v and %d warnings", c.name, got, warnings, err, c.want, c.warnings)
		}
	}
}

func TestReadLongRefuses(t *testing.T) {
	for _, c := range []struct {
		text    string
		columns LongColumns
		want    string
	}{
		{"", LongColumns{}, "file, line 1, column 1: there is nothing"},
		{"method,trial\na,1\n", LongColumns{}, "there is no column for the value (usual names: success,"},
		{"method,trial,success\na,1,x\n", LongColumns{}, `line 2, column 3: "x" is not a number`},
		{"method,trial,success\na,1,1e999\n", LongColumns{}, "beyond the numbers"},
		{"method,trial,success\na,,1\n", LongColumns{}, "line 2, column 2: the trial is missing"},
		{"method,trial,success\na,1,1\na,NA,1\n", LongColumns{}, "line 3, column 2: the trial is missing"},
		{"method,trial,success\na,1,1,1\n", LongColumns{}, "line 2: the row has 4 values, the header 3 names; a " +
			"separator within a value, as the comma of 0,85, needs quotes"},
		{"method,trial,success\na,1,NA\n", LongColumns{}, "there are no rows with an outcome"},
		{"method,trial,success,n\na,1,1,0\n", LongColumns{}, `"0" is not a number of rollouts`},
		{"methods,trial,success\na,1,1\n", LongColumns{Method: "method"},
			`did you mean "methods"? there is methods, trial`},
		{"method,trial,success\na,1,1\n", LongColumns{Trial: "method"},
			`column "method" can't be both the method and the trial`},
		{"method,trial,trial,success\na,1,1,1\n", LongColumns{},
			`line 1, column 3: another column is called "trial" too`},
		{"method,trial,success\na,\"1,1\n", LongColumns{}, "line 2, column"},
		{"method,trial,success\n\"a\x01\",1,1\n", LongColumns{}, "control character"},
	} {
		_, _, err := ReadLong(strings.NewReader(c.text), "file", c.columns)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: error %v, want one line with %s", c.text, err, c.want)
		}
	}
	var many strings.Builder
	many.WriteString("method,trial,success\n")
	for i := range maxValues + 1 {
		fmt.Fprintf(&many, "m%d,1,1\n", i)
	}
	if _, _, err := ReadLong(strings.NewReader(many.String()), "file", LongColumns{}); err == nil ||
		!strings.Contains(err.Error(), "line 1002, column 1: more than 1000 different values") {
		t.Errorf("a thousand and one methods: %v", err)
	}
}

// FuzzReadLong: whatever a file holds, it is read into indices that are in range, or refused in one line.
func FuzzReadLong(f *testing.F) {
	for _, s := range []string{"method,trial,group,start,success\na,1,g,s,1\nb,1,g,s,0\n",
		"seed;algo;n;score\n7;a;20;13\n",
		"method,trial,success\na,1,true\n,,\n", "method,trial,success,n\na,1,1,9999999999\n",
		"method\ttrial\tvalue\n\"\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, _, err := ReadLong(strings.NewReader(string(text)), "file", LongColumns{})
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("an error of several lines: %q", err)
			}
			return
		}
		within := func(i int32, n int) bool { return i >= 0 && int(i) < n }
		for _, e := range got.Entries {
			if !within(e.Method, len(got.Methods)) || !within(e.Trial, len(got.Trials)) ||
				!within(e.Group, len(got.Groups)) || e.Start != -1 && !within(e.Start, got.Starts) ||
				e.Rollouts < 1 || math.IsNaN(e.Sum) || math.IsInf(e.Sum, 0) {
				t.Errorf("%q gives the entry %+v", text, e)
			}
		}
		if slices.Contains(got.Methods, "") {
			t.Errorf("%q gives a method without a name", text)
		}
	})
}

func BenchmarkReadLong(b *testing.B) {
	var text strings.Builder
	text.WriteString("method,trial,group,start,success\n")
	for i := range 45000 {
		fmt.Fprintf(&text, "m%d,%d,g%d,%d,%d\n", i%5, i/1500, i/500%3, i%100, i%2)
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := ReadLong(strings.NewReader(text.String()), "file", LongColumns{}); err != nil {
			b.Fatal(err)
		}
	}
}
