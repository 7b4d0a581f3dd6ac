package document

import (
	"strings"
	"testing"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		line    string
		columns int
		want    string
	}{
		{"a line that fits", 16, "a line that fits"},
		{"a line that goes on", 0, "a line that goes on"},
		{"a line that goes on", 12, "a line that\ngoes on"},
		{"  keeps its indent below", 14, "  keeps its\n  indent below"},
		{"a wordthatislonger stays", 8, "a\nwordthatislonger\nstays"},
		{"μ̂ ± σ̂ é", 6, "μ̂ ± σ̂\né"},
		{"next: ./counterpoise run E1 --out x", 20, "next:\n./counterpoise run E1 --out x"},
		{"it is made by '/a b/counterpoise' run E1", 20, "it is made by '/a\nb/counterpoise' run E1"},
		{"python3 weights/a.py --weights=b --steps 4", 20, "python3 weights/a.py --weights=b --steps 4"},
		{"counterpoise: a word of ours with a colon", 20, "counterpoise: a word\nof ours with a colon"},
	} {
		if got := Wrap(c.line, c.columns); got != c.want {
			t.Errorf("%q in %d columns: %q, want %q", c.line, c.columns, got, c.want)
		}
	}
}

// Every sentence of a document is broken between words on a narrow screen: headings, lines, titles and notes.
func TestTextWithinWrapsSentences(t *testing.T) {
	long := strings.TrimSpace(strings.Repeat("words of a sentence ", 8))
	d := Document{Sections: []Section{{
		Title: long, Intro: long, Lines: []string{long}, Notes: []string{long},
		Tables: []Table{{Title: long, Columns: []Head{WordColumn("a", "a")}, Rows: [][]Cell{{Word("b")}}}},
	}}}
	var out strings.Builder
	if err := TextWithin(&out, d, 40); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 40 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	if got := strings.Count(strings.Join(strings.Fields(out.String()), " "), long); got != 5 {
		t.Errorf("%d sentences of 5 are whole:\n%s", got, out.String())
	}
}
