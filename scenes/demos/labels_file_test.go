package demos

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/internal/hostile"
)

// Reading a file of labels stays in its budget, whatever its rows are.
func TestLabelTableStaysInBudget(t *testing.T) {
	read := func(path string) error { _, err := ReadLabelTable(path); return err }
	rows := func(header, row string, n int) func() []byte {
		return func() []byte { return []byte(header + strings.Repeat(row, n)) }
	}
	const mega = 1 << 20
	hostile.Check(t, read,
		hostile.Input{Name: "labels", Data: func() []byte {
			var b strings.Builder
			b.WriteString("episode,operator,site\n")
			for i := range 100_000 {
				fmt.Fprintf(&b, "%d,anna,north\n", i)
			}
			return []byte(b.String())
		}, Fits: true},
		hostile.Input{Name: "wide header", Data: rows("episode", ",", 8*mega)},
		hostile.Input{Name: "wide row", Data: rows("episode,label\n", ",", 8*mega)},
		hostile.Input{Name: "row over many lines", Data: rows("episode,label\n", ",\"\n\",", mega)},
		hostile.Input{Name: "a quote that never ends", Data: rows("episode,label\n0,\"", "\n,", 8*mega)},
		hostile.Input{Name: "empty lines", Data: rows("episode,label\n", "\n", 16*mega)},
		hostile.Input{Name: "a long label", Data: rows("episode,label\n0,", "a", 32*mega)},
	)
}

// Labels may be separated by commas, semicolons or tabs, as spreadsheets write them.
func TestLabelTableSeparators(t *testing.T) {
	for _, separator := range []string{",", ";", "\t"} {
		path := filepath.Join(t.TempDir(), "labels.csv")
		text := strings.ReplaceAll("episode|operator|site\n0|anna|north\n1|ben|\n", "|", separator)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		table, err := ReadLabelTable(path)
		if err != nil || strings.Join(table.Names, " ") != "operator site" ||
			strings.Join(table.rows[labelKey{episode: 0}].values, " ") != "anna north" {
			t.Errorf("%q: %+v, %v", separator, table, err)
		}
	}
}

// The column of episodes may have capitals or another usual name; a label such as Success is that without capitals.
func TestLabelTableHeaders(t *testing.T) {
	for header, want := range map[string]string{"Episode,Success": "success", "episode_index,Operator": "Operator",
		"demo,SUCCESS": "success", "EpisodeID,note": "note", "episode,Episode": "Episode", "site,Demo_Nr": "site",
		"episodes_total,x": "error", "number,x": "error"} {
		path := filepath.Join(t.TempDir(), "labels.csv")
		if err := os.WriteFile(path, []byte(header+"\n0,1\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		got := "error"
		if table, err := ReadLabelTable(path); err == nil {
			got = strings.Join(table.Names, " ")
		}
		if got != want {
			t.Errorf("%s: %s, want %s", header, got, want)
		}
	}
}

// Any text in place of a file of labels gives a table whose rows have a value for each label, or an error of one line.
func FuzzLabelTable(f *testing.F) {
	f.Add("episode,operator,site\n0,anna,north\n1,ben,\n")
	f.Add("dataset,episode,label\na,0,x\nb,0,y\n")
	f.Add("\ufeffepisode,label\n0,\"two\nlines\"\n")
	f.Add("episode,label\n-1,a\n")
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), "labels.csv")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		table, err := ReadLabelTable(path)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("%q: several lines: %v", text, err)
			}
			return
		}
		for key, row := range table.rows {
			if len(row.values) != len(table.Names) || key.episode < 0 {
				t.Errorf("%q: %v has %d values of %d labels", text, key, len(row.values), len(table.Names))
			}
		}
	})
}
