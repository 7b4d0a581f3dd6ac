package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"counterpoise/cmd/counterpoise/cli"
)

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
		p := cli.Program{Name: "counterpoise", Out: &out, Err: &errs, Columns: c.columns}
		if code := p.Main(c.args); code != 0 {
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

// No command aligns the columns of a table by itself: NewTable fits them to the screen.
func TestTablesAreMadeInOnePlace(t *testing.T) {
	files, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "tabwriter."+"NewWriter") && file != filepath.Join("cli", "columns.go") {
			t.Errorf("%s makes a table without cli.NewTable", file)
		}
	}
}

// Tables are fitted to the columns that the user sets, files are not.
func TestTablesFitColumns(t *testing.T) {
	const table = "../../results/confirm/tables/e1-picking-left.csv"
	widest := func(columns int) (most int) {
		var out, errs strings.Builder
		p := cli.Program{Name: "counterpoise", Out: &out, Err: &errs, Columns: columns}
		if code := p.Main([]string{"stats", "pairwise", table}); code != 0 {
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
