package document

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// wideTable is a table of many columns and rows, as a comparison of many methods makes it, whose last column has
// sentences.
func wideTable(columns, rows int) Table {
	t := Table{Title: "Wide", Columns: []Head{WordColumn("a", "a"), WordColumn("against", "b")}}
	for i := range columns {
		t.Columns = append(t.Columns, NumberColumn(fmt.Sprint("interval ", i), fmt.Sprint("i", i)))
	}
	t.Columns = append(t.Columns, WordColumn("verdict", "verdict"))
	for r := range rows {
		row := []Cell{Word(fmt.Sprint("our method ", r)), Word("plain cloning")}
		for i := range columns {
			row = append(row, Word(fmt.Sprintf("[-%d.25, +%d.75]", i, r)))
		}
		t.Rows = append(t.Rows, append(row, Word("kept: harder to fit, but it helps to predict the others at p < .05, "+
			"so it stays in the data until rollouts say otherwise")))
	}
	return t
}

// Every part of a table fits the page, and together they have every cell once, the columns that say what a row is about
// besides.
func TestLaTeXFitsThePage(t *testing.T) {
	for _, size := range [][2]int{{0, 0}, {1, 3}, {3, 60}, {12, 7}, {40, 130}} {
		table := wideTable(size[0], size[1])
		heads, rows := table.Titles(), table.Texts()
		var words []bool
		for _, c := range table.Columns {
			words = append(words, c.Words)
		}
		seen := map[[2]int]int{}
		for _, p := range latexParts(words, heads, rows) {
			span, height := 0., 0.
			for _, j := range p.columns {
				widest := latexWidth(heads[j])
				for r := p.from; r < p.to; r++ {
					widest = max(widest, latexWidth(rows[r][j]))
					seen[[2]int{r, j}]++
				}
				if p.widths[j] > 0 {
					widest = p.widths[j] / p.font.scale
				}
				span += widest*p.font.scale + p.font.gap
			}
			for r := p.from; r < p.to; r++ {
				height += p.font.line * latexLines(rows[r], p.widths, p.columns, p.font)
			}
			if span > latexTextWidth || height > latexTextHeight {
				t.Errorf("%v: a part of columns %v and rows %d to %d is %.0f wide and %.0f high", size, p.columns,
					p.from, p.to, span, height)
			}
		}
		for r := range rows {
			for j := range heads {
				if n := seen[[2]int{r, j}]; n == 0 || n > 1 && j > 1 {
					t.Errorf("%v: row %d, column %d stands %d times", size, r, j, n)
				}
			}
		}
	}
}

// A word that is wider than its column is cut into pieces that fit, at separators where these do not leave lines short;
// put together they are the word.
func TestLaTeXBreaksLongWords(t *testing.T) {
	const width = 100. // points: twenty digits
	for word, want := range map[string]string{
		"":                            "",
		"short":                       "short",
		strings.Repeat("1", 20):       strings.Repeat("1", 20),
		strings.Repeat("1", 45):       strings.Repeat("1", 20) + " " + strings.Repeat("1", 20) + " 11111",
		"11111/11111/1111/111/1111":   "11111/11111/1111/ 111/1111", // behind 17 of 20 characters
		"/" + strings.Repeat("1", 30): "/" + strings.Repeat("1", 19) + " " + strings.Repeat("1", 11),
		strings.Repeat("é", 15):       strings.Repeat("é", 12) + " ééé",
	} {
		pieces := latexBreaks(word, width)
		if got := strings.Join(pieces, " "); got != want {
			t.Errorf("%q is cut into %q, want %q", word, got, want)
		}
		for _, p := range pieces {
			if latexWidth(p) > width {
				t.Errorf("%q of %q is %g wide", p, word, latexWidth(p))
			}
		}
	}
	long := strings.Repeat("a_path-5/", 30)
	got := latexParagraph("see "+long+" & more", width)
	plain := strings.ReplaceAll(got, `\allowbreak{}`, "")
	if plain != latexText("see "+long+" & more") || plain == got {
		t.Errorf("%s", got)
	}
}

// A narrow table stands as it always did; one without columns is left out.
func TestLaTeXNarrow(t *testing.T) {
	one := Table{
		Title: "One", Columns: []Head{WordColumn("arm", "arm"), NumberColumn("p", "p")},
		Rows: [][]Cell{{Word("zero"), Word(".05")}},
	}
	got := inForm(t, "latex", Document{Sections: []Section{{Tables: []Table{one, {Title: "none"}}}}})
	if want := "\\begin{table}\n\\centering\n\\caption{One}\n\\begin{tabular}{lr}\n\\toprule\n" +
		"arm & p \\\\\n\\midrule\nzero & .05 \\\\\n\\bottomrule\n\\end{tabular}\n\\end{table}\n"; got != want {
		t.Errorf("%s", got)
	}
}

// bracketed is a table whose head and rows begin with what LaTeX takes for an argument of the command before: a
// continued table may begin with a column of intervals.
func bracketed() Table {
	return Table{
		Title: "Intervals", Columns: []Head{NumberColumn("[low, high]", "low"), NumberColumn("n", "n")},
		Rows: [][]Cell{
			{Word("[-2.95, -1.05]"), Word("9")}, {Word("* [1, 2]"), Word("9")}, {Word(" [1, 2]"), Word("9")},
		},
	}
}

// The beginning of a row is no argument of \toprule, of \midrule or of the end of the row above.
func TestLaTeXRowsBeginWithBrackets(t *testing.T) {
	got := inForm(t, "latex", Document{Sections: []Section{{Tables: []Table{bracketed()}}}})
	for line := range strings.Lines(got) {
		if text := strings.TrimSpace(line); strings.HasPrefix(text, "[") || strings.HasPrefix(text, "*") {
			t.Errorf("a row begins with an argument of the command before it: %s", line)
		}
	}
}

// LaTeX itself compiles what is written, and finds no line that is too wide and no page that is too short. It is
// skipped where there is no pdflatex.
func TestLaTeXCompiles(t *testing.T) {
	program, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("no pdflatex: sizes are checked by TestLaTeXFitsThePage alone")
	}
	d := nasty()
	for _, size := range [][2]int{{3, 60}, {12, 7}, {40, 130}} {
		d.Sections = append(d.Sections, Section{Tables: []Table{wideTable(size[0], size[1])}})
	}
	long := wideTable(3, 4)
	long.Rows[1][len(long.Columns)-1] = Word(strings.Repeat("/a_very-long/path", 20))
	long.Rows[2][len(long.Columns)-1] = Word(strings.Repeat("Wm", 80))
	d.Sections = append(d.Sections, Section{Tables: []Table{long, bracketed()}})
	dir := t.TempDir()
	text := "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{booktabs}\n\\begin{document}\n" +
		inForm(t, "latex", d) + "\\end{document}\n"
	if err := os.WriteFile(filepath.Join(dir, "paper.tex"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), program, "-interaction=nonstopmode", "-halt-on-error", "paper.tex")
	c.Dir = dir
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, word := range []string{"Overfull", "Float too large", "Undefined"} {
		if strings.Contains(string(out), word) {
			t.Errorf("LaTeX finds %q:\n%s", word, out)
		}
	}
}
