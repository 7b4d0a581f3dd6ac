package cli

import (
	"io"
	"strings"
	"testing"
)

func TestColumnsFrom(t *testing.T) {
	for value, want := range map[string]int{
		"": 0, "80": 80, "-80": 0, "0": 0, "19": 0, "20": 20, "wide": 0, "1e2": 0, "10001": 0,
		"99999999999999999999": 0,
	} {
		if got := ColumnsFrom(value); got != want {
			t.Errorf("COLUMNS=%q: %d columns, want %d", value, got, want)
		}
	}
}

// A table that is too wide stays a table: words of wide cells go on in their column, and narrow cells stay whole.
func TestTablesStayTables(t *testing.T) {
	table := func(columns int, rows string) string {
		var out strings.Builder
		w := Program{Out: &out, Columns: columns}.NewTable(0)
		io.WriteString(w, rows)
		w.Flush()
		return out.String()
	}
	const rows = "name\tasks\tsource\nE1\ta question of many words\tWho 2020\nE2\tshort\t\n" +
		"\na line of many words alone\n"
	for columns, want := range map[int]string{
		0: "name  asks                      source\nE1    a question of many words  Who 2020\n" +
			"E2    short                     \n" +
			"\na line of many words alone\n",
		40: "name  asks                      source\nE1    a question of many words  Who 2020\nE2    short\n" +
			"\na line of many words alone\n",
		39: "name  asks                     source\nE1    a question of many       Who 2020\n      words\n" +
			"E2    short\n" +
			"\na line of many words alone\n",
		20: "name  asks; source\nE1    a question of\n      many words;\n      Who 2020\nE2    short\n" +
			"\na line of many words\nalone\n",
	} {
		if got := table(columns, rows); got != want {
			t.Errorf("%d columns have\n%swant\n%s", columns, got, want)
		}
	}
}
