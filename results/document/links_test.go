package document

import (
	"strings"
	"testing"
)

// A cell with a link leads there in Markdown and in HTML, whatever its words and its address are; other forms have its
// words alone.
func TestLinks(t *testing.T) {
	d := Document{Sections: []Section{{Tables: []Table{{
		Title: "T", Columns: []Head{WordColumn("a", "a"), WordColumn("b", "b")},
		Rows: [][]Cell{
			{Linked("C01", "study.md#e1-picking"), Word("plain text")},
			{Linked(`<b> & "q" | x`, `a(b).md" onclick="x`), Linked("second", "#here")},
		},
	}}}}}
	for form, want := range map[string][]string{
		"markdown": {"[C01](study.md#e1-picking)", "[second](#here)", `a%28b%29.md"%20onclick="x)`},
		"html": {`<a href="study.md#e1-picking">C01</a>`, `<a href="#here">second</a>`, "plain text",
			`<a href="a(b).md&#34; onclick=&#34;x">&lt;b&gt; &amp; &#34;q&#34; | x</a>`},
		"text": {"C01", "second"}, "csv": {"C01", "second"}, "latex": {"C01", "second"},
	} {
		text := inForm(t, form, d)
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s has no %s:\n%s", form, w, text)
			}
		}
		if linked := strings.Contains(text, "study.md"); linked != (form == "markdown" || form == "html") {
			t.Errorf("%s has a link: %v", form, linked)
		}
	}
}
