package list

import (
	"strings"
	"testing"
	"unicode/utf8"

	"counterpoise/cmd/counterpoise/cli"
)

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
	p := of(cli.Program{Name: "counterpoise", Out: &out, Err: &errs, Columns: columns})
	if code := p.Main([]string{"list", what}); code != 0 {
		t.Fatal(code, errs.String())
	}
	return out.String()
}
