package published

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"testing"

	"counterpoise/internal/golden"
)

// read reads the committed tables.
func read(t testing.TB) []Source {
	t.Helper()
	tables, err := os.ReadFile("tables.csv")
	if err != nil {
		t.Fatal(err)
	}
	counts, err := os.ReadFile("counts.csv")
	if err != nil {
		t.Fatal(err)
	}
	sources, err := Read(bytes.NewReader(tables), bytes.NewReader(counts))
	if err != nil {
		t.Fatal(err)
	}
	return sources
}

// The committed page is what the committed tables give, byte for byte.
func TestPage(t *testing.T) {
	found, err := Analyse(read(t))
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	if err := Write(&page, found); err != nil {
		t.Fatal(err)
	}
	if golden.Updated(t, "published.md", page.String()) {
		return
	}
	want, err := os.ReadFile("published.md")
	if err != nil {
		t.Fatal(err)
	}
	if page.String() != string(want) {
		t.Error("published.md is not what the tables give: go test ./results/published -update writes it")
	}
}

// A table that is printed with a mean of its own has the same mean here.
func TestPrintedMeans(t *testing.T) {
	want := map[string][2]string{
		"tacpac": {"64.0", "47.0"}, "rlhf-libero": {"66.2", "65.0"}, "robopca-real": {"83.3", "66.7"},
		"robopca-sim": {"64.8", "46.8"}, "spr-sim": {"90.6", "85.6"}, "bridgevla": {"96.9", "90.0"},
		"bench2dex": {"28.3", "20.3"}, "gr00t-robolab": {"8.6", "7.2"}, "recat": {"66.7", "8.3"},
		"wall-outlet": {"87.5", "86.7"}, "lapa": {"62.0", "76.8"}, "3dfa": {"53.5", "32.5"}, "ptr": {"63.8", "60.8"},
	}
	for _, s := range read(t) {
		all := s.Sum()
		got := [2]string{percent(all.K1, all.N1), percent(all.K2, all.N2)}
		if w, ok := want[s.Name]; ok && got != w {
			t.Errorf("%s: %v, printed %v", s.Name, got, w)
		}
	}
}

// percent is a rate in percent with one decimal.
func percent(k, n int) string { return strconv.FormatFloat(100*float64(k)/float64(n), 'f', 1, 64) }

func TestReadRefuses(t *testing.T) {
	const (
		head  = "table,title,address,text,where,setting,kind,method,baseline,full,starts,quote,read,checked\n"
		good  = "a,T,https://x,paper,Table 1,real,baseline,ours,BC,100,not said,ours 9/10 BC 7/10,d,d\n"
		count = "table,task,method_successes,method_rollouts,baseline_successes,baseline_rollouts\n"
		row   = "a,push,9,10,7,10\n"
	)
	for _, c := range []struct{ name, tables, counts, want string }{
		{"none", head + good, count + row, ""},
		{"more successes than rollouts", head + good, count + "a,push,11,10,7,10\n", "counts.csv:2: 11 success"},
		{"no rollouts", head + good, count + "a,push,0,0,7,10\n", "counts.csv:2: 0 successes of 0"},
		{"no whole count", head + good, count + "a,push,8.5,10,7,10\n", `counts.csv:2: method_successes is "8.5"`},
		{"below 0", head + good, count + "a,push,9,10,-1,10\n", `counts.csv:2: baseline_successes is "-1"`},
		{"not quoted", head + good, count + "a,push,8,10,7,10\n", "counts.csv:2: the quotation of a has no 8"},
		{"no such table", head + good, count + "b,push,9,10,7,10\n", `counts.csv:2: tables.csv has no table "b"`},
		{"no counts", head + good, count, "counts.csv: a has 0 and 0 rollouts"},
		{"few rollouts", head + good, count + "a,push,9,9,7,9\n", "counts.csv: a has 9 and 9 rollouts"},
		{"shares", head + good, count + row + "a,lift,9,10,9,20\n", "counts.csv: a, push: the two"},
		{"twice", head + good + good, count + row, "tables.csv:3: there is a table a already"},
		{"no quotation", head + strings.Replace(good, "ours 9/10 BC 7/10", "", 1), count + row,
			"tables.csv:2: no quote"},
		{"kind", head + strings.Replace(good, ",baseline,", ",best,", 1), count + row,
			`tables.csv:2: kind "best"`},
		{"setting", head + strings.Replace(good, ",real,", ",both,", 1), count + row, `tables.csv:2: setting "both"`},
		{"full", head + strings.Replace(good, ",100,", ",0,", 1), count + row, `tables.csv:2: full is "0"`},
		{"fields", head + "a,b\n", count + row, "tables.csv: record on line 2: wrong number of fields"},
		{"head", good, count + row, "tables.csv: the first line is not table,title"},
		{"empty", "", count + row, "tables.csv is empty"},
	} {
		_, err := Read(strings.NewReader(c.tables), strings.NewReader(c.counts))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}
