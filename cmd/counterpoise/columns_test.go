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
