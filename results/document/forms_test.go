package document

import (
	"encoding/csv"
	"encoding/xml"
	"io"
	"strings"
	"testing"
)

// nasty is a document whose words contain the special characters of every form.
func nasty() Document {
	return Document{Title: "a|b", Sections: []Section{{
		Title: "50 % of <script>alert(1)</script> & _x_",
		Intro: "*not bold* `no code` [no](link) $x_1$ #1 ~y~ {z} a\\b",
		Lines: []string{"t(9) = -5.46, p < .001, d_z = -1.73, ηp² = .55"},
		Tables: []Table{{
			Name: "nasty", Title: "1 & 2 | 3",
			Columns: []Head{WordColumn("a|b", "a,b"), NumberColumn("x_y", "x"), {Fields: []string{"hidden"}},
				NumberColumn("95 %", "low", "high")},
			Rows: [][]Cell{
				{Word(`<b>"q"</b>, & \ | 100%_`), Entry("0.0", "-0.04"), Word("h"),
					Entry("[-1.0, +0.2]", "-1", "0.25")},
				{Word("-3"), Entry("-", ""), Word("h"), Entry("-", "", "")},
			},
		}},
		Notes: []string{"Warning: 100 % of | and &"},
	}}}
}

func inForm(t *testing.T, form string, d Document) string {
	t.Helper()
	var out strings.Builder
	if err := Write(&out, form, d); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// In Markdown a row has as many cells as the table has columns, whatever characters they contain.
func TestMarkdownKeepsItsCells(t *testing.T) {
	text := inForm(t, "markdown", nasty())
	rows := 0
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "|") {
			rows++
			if bars := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|"); bars != 4 {
				t.Errorf("%d cells in %s", bars-1, line)
			}
		}
	}
	if rows != 4 {
		t.Errorf("%d rows of a table with a head, a rule and two rows", rows)
	}
	for _, want := range []string{`\*not bold\*`, "\\`no code\\`", `[no\](link)`, `\<script>`, `\_x\_`, "d_z = -1.73",
		"p < .001"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}

// The HTML can be parsed, and no words of the document became elements.
func TestHTMLIsEscaped(t *testing.T) {
	text := inForm(t, "html", nasty())
	d := xml.NewDecoder(strings.NewReader("<all>" + text + "</all>"))
	d.Strict = false
	d.Entity = xml.HTMLEntity
	cells := 0
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if e, ok := token.(xml.StartElement); ok {
			if e.Name.Local == "script" || e.Name.Local == "b" {
				t.Errorf("words became an element %s", e.Name.Local)
			}
			if e.Name.Local == "td" {
				cells++
			}
		}
	}
	if cells != 6 || !strings.Contains(text, "<caption><span>1 &amp; 2 | 3</span></caption>") {
		t.Errorf("%d cells, want 6, or no caption:\n%s", cells, text)
	}
}

// In LaTeX all special characters are escaped, a row has as many cells as columns, and numbers have minus signs.
func TestLaTeXIsEscaped(t *testing.T) {
	text := inForm(t, "latex", nasty())
	for line := range strings.Lines(text) {
		if strings.HasSuffix(line, " \\\\\n") {
			if n := strings.Count(strings.ReplaceAll(line, `\&`, ""), "&"); n != 2 {
				t.Errorf("%d cells in %s", n+1, line)
			}
		}
	}
	for _, want := range []string{
		`a$|$b & x\_y & 95 \%`,
		`$<$b$>$"q"$<$/b$>$, \& \textbackslash{} $|$ 100\%\_ & 0.0 & [$-$1.0, +0.2]`, `$-$3 & - & -`,
		`t(9) = $-$5.46, p $<$ .001, $d_z$ = $-$1.73, $\eta_p^2$ = .55`, `\caption{1 \& 2 $|$ 3}`,
		`% Warning: 100 % of | and &`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if open, closed := strings.Count(text, "{"), strings.Count(text, "}"); open != closed {
		t.Errorf("%d braces open, %d close", open, closed)
	}
}

// CSV has the columns without a title, every digit, and nothing where a number is undefined.
func TestCSVIsForPrograms(t *testing.T) {
	rows, err := csv.NewReader(strings.NewReader(inForm(t, "csv", nasty()))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{{"a,b", "x", "hidden", "low", "high"}, {`<b>"q"</b>, & \ | 100%_`, "-0.04", "h", "-1", "0.25"},
		{"-3", "", "h", "", ""}}
	for i := range want {
		if strings.Join(rows[i], "\x00") != strings.Join(want[i], "\x00") {
			t.Errorf("row %d: %q, want %q", i, rows[i], want[i])
		}
	}
}
