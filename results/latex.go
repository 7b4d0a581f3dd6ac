package results

import (
	"fmt"
	"io"
	"strings"
)

// LaTeX writes the tables of a document as floats with booktabs rules (\usepackage{booktabs}), its lines as paragraphs
// and its notes as comments.
func LaTeX(w io.Writer, d Document) error {
	var out strings.Builder
	for _, s := range d.Sections {
		for _, l := range s.Lines {
			fmt.Fprintf(&out, "%s\n\n", tex(l))
		}
		for _, t := range s.Tables {
			t.latex(&out)
		}
		for _, n := range s.Notes {
			fmt.Fprintf(&out, "%% %s\n", strings.ReplaceAll(n, "\n", " "))
		}
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// latex writes one table.
func (t Table) latex(out *strings.Builder) {
	var align strings.Builder
	for _, i := range t.shown() {
		if t.Columns[i].Words {
			align.WriteByte('l')
		} else {
			align.WriteByte('r')
		}
	}
	fmt.Fprintf(out, "\\begin{table}\n\\centering\n\\caption{%s}\n\\begin{tabular}{%s}\n\\toprule\n", tex(t.Title), align.String())
	texRow(out, t.titles())
	out.WriteString("\\midrule\n")
	for _, row := range t.texts() {
		texRow(out, row)
	}
	out.WriteString("\\bottomrule\n\\end{tabular}\n\\end{table}\n")
}

func texRow(out *strings.Builder, cells []string) {
	for i, c := range cells {
		if i > 0 {
			out.WriteString(" & ")
		}
		out.WriteString(tex(c))
	}
	out.WriteString(" \\\\\n")
}

// tex is text as LaTeX reads it back: its special characters escaped, the symbols of statistics in mathematics, and a
// minus before a digit as a minus. d_z and its like become subscripts.
func tex(s string) string {
	s = texSpecial.Replace(s)
	for _, pair := range [][2]string{{`d\_z`, "$d_z$"}, {`g\_z`, "$g_z$"}, {"ηp²", `$\eta_p^2$`}, {"ηG²", `$\eta_G^2$`}} {
		s = strings.ReplaceAll(s, pair[0], pair[1])
	}
	return texSymbol.Replace(minus(s))
}

var texSpecial = strings.NewReplacer(
	`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`, "{", `\{`, "}", `\}`,
	"~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "\n", " ",
)

var texSymbol = strings.NewReplacer(
	"±", `$\pm$`, "<", "$<$", ">", "$>$", "|", `$|$`, "²", "$^2$", "χ", `$\chi$`, "ε", `$\varepsilon$`, "α", `$\alpha$`,
	"∞", `$\infty$`, "≥", `$\geq$`, "≤", `$\leq$`, "×", `$\times$`,
)

// minus makes a hyphen that begins a number a minus sign.
func minus(s string) string {
	var out strings.Builder
	for i := range len(s) {
		begins := i == 0 || strings.IndexByte(" [(", s[i-1]) >= 0
		if s[i] == '-' && begins && i+1 < len(s) && (s[i+1] == '.' || s[i+1] >= '0' && s[i+1] <= '9') {
			out.WriteString("$-$")
			continue
		}
		out.WriteByte(s[i])
	}
	return out.String()
}
