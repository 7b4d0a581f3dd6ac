package figures

import (
	"strings"
	"testing"
)

// A file has the title of its figure above the panels, in as many lines as it takes; an element of a page has none.
func TestTitle(t *testing.T) {
	for _, name := range Kinds.Names() {
		kind, _ := Kinds.Get(name)
		f := kind.Example()
		w, before := f.size()
		bare := f.Inline()
		f.Title = strings.Repeat("Does a behaviour with few demonstrations succeed less often? ", 3)
		lines := f.titleLines(w)
		if _, h := f.size(); h != before+f.titleHeight(w) || h <= before {
			t.Errorf("%s: %v high with the title, %v without", name, h, before)
		}
		svg := string(f.SVG())
		for _, line := range lines {
			if !strings.Contains(svg, ">"+line+"<") {
				t.Errorf("%s: no line %q", name, line)
			}
		}
		if len(lines) < 2 || strings.Join(lines, " ") != strings.TrimSpace(f.Title) {
			t.Errorf("%s: lines %q", name, lines)
		}
		if f.Inline() != bare {
			t.Errorf("%s: the title stands in the element of a page", name)
		}
	}
}
