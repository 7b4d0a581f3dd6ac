package hostile

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"counterpoise/internal/golden"
)

// The table has the worst input of each reader, by the share of what is allowed, and the longest time.
func TestTable(t *testing.T) {
	got := table([]Row{
		{"b", "x", 1 << 20, 10 << 20, 100 << 20, time.Second, "read"},
		{"b", "y", 2 << 20, 10 << 20, 50 << 20, time.Millisecond, "read"},
		{"a", "z", 3 << 10, 0, 64 << 20, 0, "refused"},
	})
	const want = "| a | 1 | z | 3 kB | 0 MB | 64 MB | 0.0 s |\n| b | 2 | y | 2048 kB | 10 MB | 50 MB | 1.0 s |\n"
	if !strings.HasSuffix(got, "|\n"+want) {
		t.Errorf("got\n%s", got)
	}
}

// TestWriteTable writes the table of SECURITY.md from the rows that the tests of all readers have left in the file of
// COUNTERPOISE_TEST_TABLE. Without it there is nothing to do: peaks and times differ from machine to machine.
func TestWriteTable(t *testing.T) {
	path := os.Getenv(tableFile)
	if path == "" {
		t.Skip(tableFile + " names no file")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var rows []Row
	for line := range bytes.Lines(text) {
		var r Row
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	golden.CheckSection(t, "../../SECURITY.md", "readers", table(rows))
}
