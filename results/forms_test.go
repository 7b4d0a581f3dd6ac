package results

import (
	"encoding/csv"
	"encoding/xml"
	"io"
	"regexp"
	"strings"
	"testing"

	"counterpoise/stats"
)

// nasty is a table whose words mean something in every form.
func nasty() Document {
	return Document{Title: "a|b", Sections: []Section{{
		Title: "50 % of <script>alert(1)</script> & _x_",
		Intro: "*not bold* `no code` [no](link) $x_1$ #1 ~y~ {z} a\\b",
		Lines: []string{"t(9) = -5.46, p < .001, d_z = -1.73, ηp² = .55"},
		Tables: []Table{{
			Name: "nasty", Title: "1 & 2 | 3",
			Columns: []Column{words("a|b", "a,b"), numbers("x_y", "x"), {Fields: []string{"hidden"}}, numbers("95 %", "low", "high")},
			Rows: [][]Cell{
				{word(`<b>"q"</b>, & \ | 100%_`), number("%.1f", stats.Some(-0.04)), word("h"), ends("%+.1f", stats.Interval{Low: stats.Some(-1), High: stats.Some(0.25), Level: 0.95})},
				{word("-3"), number("%.1f", stats.Maybe{}), word("h"), ends("%+.1f", stats.Interval{})},
			},
		}},
		Notes: []string{"Warning: 100 % of | and &"},
	}}}
}

func inForm(t *testing.T, form string, d Document) string {
	t.Helper()
	var out strings.Builder
	if err := Forms[form](&out, d); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// A table has as many cells in Markdown as it has columns, whatever is in them.
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
	for _, want := range []string{`\*not bold\*`, "\\`no code\\`", `[no\](link)`, `\<script>`, `\_x\_`, "d_z = -1.73", "p < .001"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}

// HTML parses, and nothing of the words became an element.
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

// LaTeX has no special character left but those that were meant, as many cells in each row, and real minus signs.
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
		`a$|$b & x\_y & 95 \%`, `$<$b$>$"q"$<$/b$>$, \& \textbackslash{} $|$ 100\%\_ & 0.0 & [$-$1.0, +0.2]`, `$-$3 & - & -`,
		`t(9) = $-$5.46, p $<$ .001, $d_z$ = $-$1.73, $\eta_p^2$ = .55`, `\caption{1 \& 2 $|$ 3}`, `% Warning: 100 % of | and &`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if open, closed := strings.Count(text, "{"), strings.Count(text, "}"); open != closed {
		t.Errorf("%d braces open, %d close", open, closed)
	}
}

// CSV has the hidden column, every digit, and nothing where there is no number.
func TestCSVIsForPrograms(t *testing.T) {
	rows, err := csv.NewReader(strings.NewReader(inForm(t, "csv", nasty()))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{{"a,b", "x", "hidden", "low", "high"}, {`<b>"q"</b>, & \ | 100%_`, "-0.04", "h", "-1", "0.25"}, {"-3", "", "h", "", ""}}
	for i := range want {
		if strings.Join(rows[i], "\x00") != strings.Join(want[i], "\x00") {
			t.Errorf("row %d: %q, want %q", i, rows[i], want[i])
		}
	}
}

// Numbers in APA style: the examples of the manual's kind.
func TestAPA(t *testing.T) {
	some := stats.Some
	for _, c := range []struct{ got, want string }{
		{apaP("p", some(0.0128)), "p = .013"}, {apaP("p", some(0.00099)), "p < .001"}, {apaP("p", some(0)), "p < .001"}, {apaP("p", some(1)), "p = 1.000"},
		{apaP("p", stats.Maybe{}), "p undefined"},
		{apaT(stats.Test{T: some(-3.324), DF: some(7), P: some(0.0127), D: some(-1.175), N: stats.Counts{8}}), "t(7) = -3.32, p = .013, d_z = -1.18"},
		{apaT(stats.Test{T: some(1.9), DF: some(17.776), P: some(0.0794), D: some(0.85), N: stats.Counts{10, 12}}), "t(17.78) = 1.90, p = .079, d = 0.85"},
		{apaT(stats.Test{}), "t undefined"},
		{apaF(stats.ANOVA{F: some(11.045), DF1: some(3), DF2: some(27), P: some(6.6e-5), PartialEta2: some(0.551)}), "F(3, 27) = 11.04, p < .001, ηp² = .55"},
		{apaFCorrected(stats.ANOVA{F: some(4), DF1: some(2), DF2: some(10)}, some(0.638), some(0.02)), "F(1.28, 6.38) = 4.00, p = .020"},
		{fraction(some(1)), "1.00"}, {fraction(some(-0.071)), "-.07"}, {fraction(some(0.004)), ".00"}, {fraction(some(-1)), "-1.00"},
		{spell("%.2f", some(-0.001)), "0.00"}, {spell("%+.1f", some(-0.01)), "+0.0"}, {spell("%+.1f", some(-0.06)), "-0.1"},
		{apaCI("%.1f", stats.Interval{Low: some(-1), High: some(2), Level: 0.9}), "90 % CI [-1.0, 2.0]"}, {apaCI("%.1f", stats.Interval{}), "no interval"},
		{observations(stats.Counts{1}), "n = 1 pair"}, {observations(stats.Counts{3, 4}), "n = 3 and 4"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

// Stars stand beside a number, and at the manual's thresholds.
func TestStars(t *testing.T) {
	for p, want := range map[float64]string{0.05: "", 0.0499: " *", 0.01: " *", 0.0099: " **", 0.001: " **", 0.0009: " ***", 0: " ***", 1: ""} {
		if got := stars(stats.Some(p)); got != want {
			t.Errorf("p = %g has %q, want %q", p, got, want)
		}
	}
	p := planned(t, 4)
	text := inForm(t, "text", Write(p, recorded(p, four)))
	for _, m := range regexp.MustCompile(`(\S*) \*+`).FindAllStringSubmatch(text, -1) {
		if !strings.HasPrefix(strings.TrimPrefix(m[1], "<"), ".") && m[1] != "Stars:" && !strings.HasSuffix(m[1], ",") {
			t.Errorf("stars beside %q", m[1])
		}
	}
}
