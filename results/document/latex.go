package document

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

func init() {
	Forms.Add("latex", Form{About: "LaTeX tables with booktabs rules", Extension: "tex", Write: LaTeX})
}

// LaTeX writes the tables of a document as floats with booktabs rules (\usepackage{booktabs}), its sentences as
// paragraphs and its notes as comments. Titles and introductions of sections are left out: the text of a paper has
// them.
//
// It is meant for \input; labels and positions of floats are the author's.
func LaTeX(w io.Writer, d Document) error {
	return buffered(w, func(out *bufio.Writer) error {
		for _, s := range d.Sections {
			for _, l := range s.Lines {
				fmt.Fprintf(out, "%s\n\n", latexText(l))
			}
			for _, t := range s.Tables {
				latexTable(out, t)
			}
			for _, n := range s.Notes {
				fmt.Fprintf(out, "%% %s\n", oneLine(n))
			}
		}
		return nil
	})
}

// latexTable writes one table, in several parts where it does not fit a page (latexParts). Words are left-aligned (l)
// or paragraphs (p), and numbers right-aligned (r). Columns without a title are left out. The texts of all rows are
// held, because parts of columns go through them again and again.
func latexTable(out *bufio.Writer, t Table) {
	heads, rows := oneLineEach(t.Titles()), t.Texts()
	if len(heads) == 0 {
		return
	}
	var words []bool
	for _, i := range t.Visible() {
		words = append(words, t.Columns[i].Words)
	}
	for i, row := range rows {
		rows[i] = oneLineEach(row)
	}
	parts := latexParts(words, heads, rows)
	for i, p := range parts {
		title := t.Title
		if i > 0 {
			title += " (continued)"
		}
		fmt.Fprintf(out, "\\begin{table}\n\\centering\n\\caption{%s}\n", latexText(title))
		if p.font.command != "" {
			fmt.Fprintf(out, "%s\n\\setlength{\\tabcolsep}{%gpt}\n", p.font.command, p.font.gap/2)
		}
		out.WriteString("\\begin{tabular}{")
		for _, j := range p.columns {
			switch {
			case p.widths[j] > 0:
				fmt.Fprintf(out, "p{%gpt}", p.widths[j])
			case words[j]:
				out.WriteByte('l')
			default:
				out.WriteByte('r')
			}
		}
		out.WriteString("}\n\\toprule\n")
		latexRow(out, heads, p)
		out.WriteString("\\midrule\n")
		for _, row := range rows[p.from:p.to] {
			latexRow(out, row, p)
		}
		out.WriteString("\\bottomrule\n\\end{tabular}\n\\end{table}\n")
		if i%latexFloats == latexFloats-1 {
			out.WriteString("\\clearpage\n")
		}
	}
}

// latexRow writes the cells of one row of a part and the end of the row. Cells are escaped here. A row that begins with
// a bracket or an asterisk has empty braces before it, or the rule or the end of the row above would take what follows
// for its argument.
func latexRow(out *bufio.Writer, cells []string, p latexPart) {
	for i, j := range p.columns {
		switch {
		case i > 0:
			out.WriteString(" & ")
		case strings.IndexAny(strings.TrimSpace(cells[j]), "[*") == 0:
			out.WriteString("{}")
		}
		if p.widths[j] > 0 {
			out.WriteString("\\raggedright ")
			out.WriteString(latexParagraph(cells[j], p.widths[j]/p.font.scale))
			continue
		}
		out.WriteString(latexText(cells[j]))
	}
	if p.widths[p.columns[len(p.columns)-1]] > 0 {
		out.WriteString(" \\tabularnewline\n") // \raggedright has a \\ of its own
		return
	}
	out.WriteString(" \\\\\n")
}

// latexParagraph is latexText for a paragraph of a width in points at 10 points. Within words that are wider, such as
// paths, LaTeX may break lines where latexBreaks says, without a hyphen.
func latexParagraph(s string, width float64) string {
	words := strings.Split(s, " ")
	for i, word := range words {
		words[i] = strings.Join(latexBreaks(word, width), latexBreak)
	}
	return strings.ReplaceAll(latexText(strings.Join(words, " ")), latexBreak, `\allowbreak{}`)
}

// latexBreak stands for a place where a line may break until the text around it is escaped: a character for private
// use, which no text of a document has.
const latexBreak = "\uE000"

// latexText returns text that LaTeX typesets as s: special characters escaped, the symbols of statistics in
// mathematics mode, and a hyphen before a number as a minus sign. A line feed becomes a space, because a paragraph
// ends at an empty line. The effect sizes d_z and g_z become subscripts. The order matters: special characters first,
// because the symbols introduce dollars and backslashes.
func latexText(s string) string {
	s = latexSpecial.Replace(oneLine(s))
	for _, pair := range [][2]string{
		{`d\_z`, "$d_z$"}, {`g\_z`, "$g_z$"}, {"ηp²", `$\eta_p^2$`}, {"ηG²", `$\eta_G^2$`},
	} {
		s = strings.ReplaceAll(s, pair[0], pair[1])
	}
	return latexSymbol.Replace(latexMinus(s))
}

// latexSpecial escapes the characters that are commands in LaTeX.
var latexSpecial = strings.NewReplacer(
	`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`, "{", `\{`, "}", `\}`,
	"~", `\textasciitilde{}`, "^", `\textasciicircum{}`,
)

// latexSymbol sets symbols that text fonts lack, or draw differently, in mathematics mode.
var latexSymbol = strings.NewReplacer(
	"α", `$\alpha$`, "β", `$\beta$`, "γ", `$\gamma$`, "δ", `$\delta$`, "ε", `$\varepsilon$`, "η", `$\eta$`,
	"θ", `$\theta$`, "κ", `$\kappa$`, "λ", `$\lambda$`, "μ", `$\mu$`, "π", `$\pi$`, "ρ", `$\rho$`, "σ", `$\sigma$`,
	"τ", `$\tau$`, "φ", `$\varphi$`, "χ", `$\chi$`, "ω", `$\omega$`, "Δ", `$\Delta$`, "Σ", `$\Sigma$`,
	"→", `$\rightarrow$`, "−", `$-$`, "√", `$\surd$`, "≈", `$\approx$`, "≠", `$\neq$`, "·", `$\cdot$`, "‖", `$\|$`,
	"±", `$\pm$`, "<", "$<$", ">", "$>$", "|", `$|$`, "²", "$^2$",
	"∞", `$\infty$`, "≥", `$\geq$`, "≤", `$\leq$`, "×", `$\times$`,
)

// latexMinus replaces a hyphen by a minus sign where it stands before a number and at the start of the text, or after
// a space, a bracket or a parenthesis. Hyphens within words ("t-test") and between words stay. It works on
// bytes, which is safe in UTF-8: the characters in question are ASCII.
func latexMinus(s string) string {
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
