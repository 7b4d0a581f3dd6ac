package markup

import (
	"strings"
)

// command is the name of the command that a text begins with, and what follows it; empty where it begins otherwise.
func command(text string) (name, rest string) {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, `\`) {
		return "", text
	}
	n := 1
	for n < len(text) && ('a' <= text[n] && text[n] <= 'z' || 'A' <= text[n] && text[n] <= 'Z') {
		n++
	}
	if n == 1 {
		n = min(2, len(text))
	}
	return text[1:n], strings.TrimPrefix(text[n:], "*")
}

// argument is the text between the braces that a text begins with, and the bytes up to their end; ok is false where it
// begins otherwise.
func argument(text string) (inner string, size int, ok bool) {
	from := len(text) - len(strings.TrimLeft(text, " \t\n"))
	if from == len(text) || text[from] != '{' {
		return "", 0, false
	}
	depth := 0
	for i := from; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return text[from+1 : i], i + 1, true
			}
		}
	}
	return "", 0, false
}

// arguments are what commands do with their arguments: the number of those before the one that is kept, or that are
// left out, where none is kept. Other commands keep their argument.
var arguments = map[string]struct {
	before int
	none   bool
}{
	"textcolor": {1, false}, "colorbox": {1, false}, "fcolorbox": {2, false}, "href": {1, false},
	"scalebox": {1, false}, "resizebox": {2, false}, "rotatebox": {1, false}, "raisebox": {1, false},
	"parbox": {1, false}, "cite": {1, true}, "citep": {1, true}, "citet": {1, true}, "citeyear": {1, true},
	"citeauthor": {1, true}, "ref": {1, true}, "label": {1, true}, "footnote": {1, true}, "footnotemark": {0, true},
	"color": {1, true}, "cellcolor": {1, true}, "rowcolor": {1, true}, "vspace": {1, true}, "hspace": {1, true},
	"phantom": {1, true}, "hphantom": {1, true}, "vphantom": {1, true}, "rule": {2, true}, "fontsize": {2, true},
	"includegraphics": {1, true}, "begin": {1, true}, "end": {1, true}, "tnote": {1, true}, "setlength": {2, true},
}

// signs are commands that stand for a sign.
var signs = map[string]string{
	"%": "%", "_": "_", "&": "&", "#": "#", "$": "$", "{": "{", "}": "}", " ": " ", ",": "", ";": " ", ":": " ",
	"!": "", "/": "", `\`: " ", "pm": "±", "textpm": "±", "mp": "∓", "times": "x", "uparrow": "↑", "downarrow": "↓",
	"rightarrow": "→", "to": "→", "Delta": "Δ", "delta": "δ", "pi": "π", "alpha": "α", "beta": "β", "sigma": "σ",
	"lambda": "λ", "mu": "μ", "cmark": "✓", "checkmark": "✓", "xmark": "✗", "ding": "", "sim": "~", "approx": "~",
	"textpercent": "%", "textunderscore": "_", "slash": "/", "quad": " ", "qquad": " ", "newline": " ",
	"cdot": "·", "leq": "≤", "geq": "≥", "ldots": "...", "textendash": "-", "textemdash": "-",
}

// plainText is what a reader sees of a cell, without emphasis, citations and marks of footnotes.
func plainText(cell string) string {
	var b strings.Builder
	write(&b, cell, 0)
	text := strings.Join(strings.Fields(b.String()), " ")
	for _, dashes := range []string{"---", "--", "–", "—"} {
		if text == dashes {
			return "-"
		}
	}
	return text
}

// maxDepth bounds commands within commands.
const maxDepth = 20

// write writes what is seen of a text.
func write(b *strings.Builder, text string, depth int) {
	for i := 0; i < len(text); {
		switch c := text[i]; c {
		case '\\':
			name, rest := command(text[i:])
			i = len(text) - len(rest)
			if sign, is := signs[name]; is {
				b.WriteString(sign)
				continue
			}
			of := arguments[name]
			options := strings.TrimLeft(rest, " ")
			for strings.HasPrefix(options, "[") && strings.Contains(options, "]") {
				options = options[strings.IndexByte(options, ']')+1:]
				i = len(text) - len(options)
			}
			skip := of.before
			for ; skip > 0; skip-- {
				_, size, ok := argument(text[i:])
				if !ok {
					break
				}
				i += size
			}
			if name == "begin" { // a table in a cell, with its position and its columns
				options := strings.TrimLeft(text[i:], " ")
				if strings.HasPrefix(options, "[") {
					i = len(text) - len(options) + strings.IndexByte(options, ']') + 1
				}
				if _, size, ok := argument(text[i:]); ok {
					i += size
				}
			}
			if inner, size, ok := argument(text[i:]); ok && !of.none {
				if depth < maxDepth {
					write(b, inner, depth+1)
				}
				i += size
			} else if !of.none {
				b.WriteByte(' ') // \small 17/20
			}
		case '{', '}', '$':
			i++
		case '~':
			b.WriteByte(' ')
			i++
		case '^', '_':
			i++
			inner, size, ok := argument(text[i:])
			if name, rest := command(text[i:]); !ok && name != "" {
				inner, size, ok = text[i:len(text)-len(rest)], len(text)-len(rest)-i, true
			}
			if !ok {
				if c == '^' && i < len(text) && strings.IndexByte("*+", text[i]) >= 0 {
					i++ // marks of footnotes
				} else if c == '_' && !strings.Contains(text, "$") {
					b.WriteByte('_')
				}
				continue
			}
			i += size
			var of strings.Builder
			if depth < maxDepth {
				write(&of, inner, depth+1)
			}
			if raised := strings.TrimSpace(of.String()); c != '^' || strings.Trim(raised, "*†‡§¶∗ ") != "" {
				b.WriteString(raised)
			}
		default:
			b.WriteByte(c)
			i++
		}
	}
}
