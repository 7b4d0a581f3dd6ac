package figures

import (
	"bytes"
	"encoding/xml"
	"image"
	_ "image/png"
	"io"
	"regexp"
	"strings"
	"testing"

	"counterpoise/internal/golden"
)

// svgText matches the texts of an SVG file.
var svgText = regexp.MustCompile(`<text[^>]*>([^<]*)</text>`)

// The example of every registered kind is drawn in every format, twice with the same bytes, has ASCII words alone and
// a description, and is the committed picture.
func TestEveryKind(t *testing.T) {
	for _, name := range Kinds.Names() {
		k, _ := Kinds.Get(name)
		f := k.Example()
		if k.About == "" || f.Name != name || f.Panels() == 0 || f.Caption == "" || len(f.Alt) < 30 {
			t.Errorf("%s: about %q, name %q, %d panels, caption %q, description %q",
				name, k.About, f.Name, f.Panels(), f.Caption, f.Alt)
		}
		checkFormats(t, f)
		for _, colour := range regexp.MustCompile(`(?:fill|stroke)="#[^"]*"`).FindAllString(string(f.SVG()), -1) {
			if !regexp.MustCompile(`="#(?:000|[0-9A-F]{6})"$`).MatchString(colour) {
				t.Errorf("%s: %s is no colour", name, colour)
			}
		}
		golden.Check(t, name+".svg", string(f.SVG()))
	}
}

// Two brackets in one row share no stretch between bars, and short brackets are in the lowest row.
func TestBracketsKeepApart(t *testing.T) {
	p := BarPanel{Bars: make([]Bar, 4), Brackets: []Bracket{
		{From: 3, To: 0}, {From: 3, To: 1}, {From: 3, To: 2}, {From: 0, To: 1}, {From: 0, To: 2}, {From: 1, To: 2},
	}}.stacked()
	if len(p.Brackets) != 6 {
		t.Fatalf("%d brackets, want 6", len(p.Brackets))
	}
	for i, x := range p.Brackets {
		for _, y := range p.Brackets[:i] {
			if x.crosses(y) {
				t.Errorf("brackets %v and %v lie on each other", x, y)
			}
		}
		if span := x.To - x.From; span == 1 && x.row != 0 {
			t.Errorf("the short bracket %v is in row %d", x, x.row)
		}
	}
}

// checkFormats checks that a figure can be decoded in every format and has the same bytes when drawn again.
func checkFormats(t *testing.T, f Figure) {
	t.Helper()
	for _, make := range []func() []byte{f.SVG, f.PNG, f.PDF, func() []byte { return []byte(f.Inline()) }} {
		if !bytes.Equal(make(), make()) {
			t.Errorf("%s is drawn in two ways", f.Name)
		}
	}
	w, h := f.size()
	m, _, err := image.DecodeConfig(bytes.NewReader(f.PNG()))
	if err != nil || m.Width < int(2*w) || m.Height < int(2*h) {
		t.Errorf("%s: PNG of %d x %d, %v", f.Name, m.Width, m.Height, err)
	}
	if pdf := f.PDF(); !bytes.HasPrefix(pdf, []byte("%PDF-")) || !bytes.Contains(pdf, []byte("(D:19700101000000)")) {
		t.Errorf("%s: no PDF, or one with a date", f.Name)
	}
	for _, svg := range []string{string(f.SVG()), f.Inline()} {
		d := xml.NewDecoder(strings.NewReader(svg))
		for {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Errorf("%s: SVG: %v", f.Name, err)
				break
			}
		}
	}
	inline := f.Inline()
	if strings.Contains(inline, `"#000`) || !strings.Contains(inline, `fill="currentColor"`) ||
		!strings.Contains(inline, `aria-label="`) {
		t.Errorf("%s: the inline figure has its own ink, or no description", f.Name)
	}
	if strings.Contains(inline, "NaN") || strings.Contains(inline, "Inf") {
		t.Errorf("%s draws a number that is none", f.Name)
	}
	for _, m := range svgText.FindAllStringSubmatch(string(f.SVG()), -1) {
		for _, c := range m[1] {
			if c > 126 {
				t.Errorf("%s says %q: figures have ASCII words alone", f.Name, m[1])
			}
		}
	}
}

func BenchmarkFigure(b *testing.B) {
	k, _ := Kinds.Get("bars")
	f := k.Example()
	for name, encode := range map[string]func() []byte{"svg": f.SVG, "png": f.PNG, "pdf": f.PDF} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				encode()
			}
		})
	}
}
