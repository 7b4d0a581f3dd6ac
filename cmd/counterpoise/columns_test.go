package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"counterpoise/internal/printable"
)

func TestColumnsFrom(t *testing.T) {
	for value, want := range map[string]int{
		"": 0, "80": 80, "-80": 0, "0": 0, "19": 0, "20": 20, "wide": 0, "1e2": 0, "10001": 0,
		"99999999999999999999": 0,
	} {
		if got := columnsFrom(value); got != want {
			t.Errorf("COLUMNS=%q: %d columns, want %d", value, got, want)
		}
	}
}

// Tables are fitted to the columns that the user sets, files are not.
func TestTablesFitColumns(t *testing.T) {
	const table = "../../results/confirm/tables/e1-picking-left.csv"
	widest := func(columns int) (most int) {
		var out, errs strings.Builder
		p := program{name: "counterpoise", out: &out, err: &errs, columns: columns}
		if code := p.main([]string{"stats", "pairwise", table}); code != 0 {
			t.Fatal(code, errs.String())
		}
		for line := range strings.Lines(out.String()) {
			if strings.HasPrefix(line, "│") {
				most = max(most, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")))
			}
		}
		return most
	}
	if free := widest(0); free < 135 {
		t.Errorf("without a limit the table has %d columns", free)
	}
	for _, columns := range []int{130, 80, 60} {
		if fitted := widest(columns); fitted > columns || fitted < columns-30 {
			t.Errorf("on %d columns the table has %d", columns, fitted)
		}
	}
}

// The terminal is found behind each writer of the program, so that what it prints fits.
func TestTerminalBehindWriters(t *testing.T) {
	ctx := t.Context()
	for name, w := range map[string]io.Writer{
		"none": os.Stdout, "printable": printable.NewWriter(os.Stdout), "stoppable": stoppable{ctx, os.Stdout},
		"both": stoppable{ctx, printable.NewWriter(os.Stdout)},
	} {
		if unwrapped(w) != io.Writer(os.Stdout) {
			t.Errorf("%s: the file behind the writer is not found", name)
		}
	}
}

// textTables are commands that print tables without lines between cells, and screens too narrow for them.
var textTables = []struct {
	columns int
	args    []string
}{
	{80, []string{"trace", "picking", "left", "--every", "60"}},
	{48, []string{"dev", "sbom", "--licences"}},
}

// Tables without lines between cells are fitted, too, whichever command prints them.
func TestTextTablesFitColumns(t *testing.T) {
	for _, c := range textTables {
		var out, errs strings.Builder
		p := program{name: "counterpoise", out: &out, err: &errs, columns: c.columns}
		if code := p.main(c.args); code != 0 {
			t.Fatal(code, errs.String())
		}
		table, _, _ := strings.Cut(out.String(), "\n\n")
		for line := range strings.Lines(table) {
			if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > c.columns {
				t.Errorf("%s on %d columns: %s", strings.Join(c.args, " "), c.columns, line)
			}
		}
	}
}

// No command aligns the columns of a table by itself: newTable fits them to the screen.
func TestTablesAreMadeInOnePlace(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "tabwriter."+"NewWriter") && file != "columns.go" {
			t.Errorf("%s makes a table without newTable", file)
		}
	}
}

// A table that is too wide stays a table: words of wide cells go on in their column, and narrow cells stay whole.
func TestTablesStayTables(t *testing.T) {
	table := func(columns int, rows string) string {
		var out strings.Builder
		w := program{out: &out, columns: columns}.newTable(0)
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

// Every list is a table at 80 columns: no cells run together, and no line is longer.
func TestListsFitColumns(t *testing.T) {
	for _, what := range listable() {
		free, narrow := listed(t, 0, what), listed(t, 80, what)
		for line := range strings.Lines(narrow) {
			if utf8.RuneCountInString(strings.TrimSpace(line)) > 80 {
				t.Errorf("list %s: %s", what, line)
			}
		}
		if n := strings.Count(narrow, "; "); n > strings.Count(free, "; ") {
			t.Errorf("list %s folds rows into %d semicolons", what, n)
		}
	}
}

// listed is what list prints on a screen of so many columns.
func listed(t *testing.T, columns int, what string) string {
	t.Helper()
	var out, errs strings.Builder
	p := program{name: "counterpoise", out: &out, err: &errs, columns: columns}
	if code := p.main([]string{"list", what}); code != 0 {
		t.Fatal(code, errs.String())
	}
	return out.String()
}
