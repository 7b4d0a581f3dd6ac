package document

import (
	"strings"
	"unicode/utf8"
)

// A table that is wider than the text of a page is set in a smaller font, and in several tables of some columns each
// where the smallest does not do; one with more rows than a page holds continues in the next table. Widths are those of
// LaTeX's fonts at 10 points, for the text of its class article with no more packages than booktabs.
const (
	latexTextWidth  = 345. // points, \textwidth
	latexTextHeight = 480. // points, \textheight of 550 less caption, rules and heading
	latexGap        = 12.  // points between two columns, 2 \tabcolsep
	// latexWidest is the width of a column of words from which on its cells are set as paragraphs: two fifths of the
	// text.
	latexWidest = .4 * latexTextWidth
	// latexFloats is the number of parts of a table after which those that wait for a page are set: LaTeX holds 52.
	latexFloats = 16
)

// latexFont is a size of the font: its command, the width of its characters relative to 10 points, the distance of
// lines in points, and the space between columns.
type latexFont struct {
	command          string
	scale, line, gap float64
}

// latexFonts are the sizes that tables are set in, the greatest first. The scales are those of the widths of a digit in
// cmr10, cmr9, cmr8 and cmr7: small fonts are wider than their name says.
var latexFonts = []latexFont{
	{"", 1, 12, latexGap}, {`\small`, .925, 11, latexGap}, {`\footnotesize`, .85, 9.5, 8}, {`\scriptsize`, .8, 8, 6},
}

// latexPart is a part of a table that fits the page: which of its visible columns and rows, in which font.
type latexPart struct {
	font    latexFont
	columns []int
	widths  []float64 // of columns that are set as paragraphs, in points; 0 for the others
	from    int       // rows from, up to and without to
	to      int
}

// latexParts divides a table. Parts of some columns begin with the columns of words at the left of the table, which say
// what a row is about.
func latexParts(words []bool, heads []string, rows [][]string) (parts []latexPart) {
	natural := make([]float64, len(heads)) // at 10 points
	for i, h := range heads {
		natural[i] = latexWidth(h)
		for _, row := range rows {
			natural[i] = max(natural[i], latexWidth(row[i]))
		}
	}
	all := make([]int, len(heads))
	for i := range all {
		all[i] = i
	}
	font := latexFonts[len(latexFonts)-1]
	groups := [][]int{all}
	for _, f := range latexFonts {
		if latexSpan(natural, all, f) <= latexTextWidth {
			font, groups = f, nil
			break
		}
	}
	widths := make([]float64, len(heads))
	if groups == nil {
		groups = [][]int{all}
	} else {
		font = latexFonts[2] // tables of some columns are legible
		for i, w := range words {
			if w && natural[i]*font.scale > latexWidest {
				widths[i] = latexWidest
				natural[i] = latexWidest / font.scale
			}
		}
		groups = latexGroups(words, natural, font)
	}
	for _, columns := range groups {
		for from := 0; from == 0 || from < len(rows); {
			to := from
			for height := 0.; to < len(rows); to++ {
				height += font.line * latexLines(rows[to], widths, columns, font)
				if height > latexTextHeight && to > from {
					break
				}
			}
			parts = append(parts, latexPart{font: font, columns: columns, widths: widths, from: from, to: to})
			if from = to; to == 0 {
				break // no rows
			}
		}
	}
	return parts
}

// latexGroups divides columns into groups that fit the text, each with the leading columns of words.
func latexGroups(words []bool, natural []float64, font latexFont) (groups [][]int) {
	var key []int
	for i := 0; i < len(words) && words[i]; i++ {
		if latexSpan(natural, append(key, i), font) > latexTextWidth/2 {
			break
		}
		key = append(key, i)
	}
	group := append([]int{}, key...)
	for i := len(key); i < len(words); i++ {
		if len(group) > len(key) && latexSpan(natural, append(group, i), font) > latexTextWidth {
			groups = append(groups, group)
			group = append([]int{}, key...)
		}
		group = append(group, i)
	}
	return append(groups, group)
}

// latexSpan is the width of a table of some columns in points.
func latexSpan(natural []float64, columns []int, font latexFont) float64 {
	span := 0.
	for _, i := range columns {
		span += natural[i]*font.scale + font.gap
	}
	return span
}

// latexLines is the number of lines that a row takes: more than one where a cell is a paragraph, whose lines are
// filled to three quarters at least.
func latexLines(row []string, widths []float64, columns []int, font latexFont) float64 {
	most := 1.
	for _, i := range columns {
		if widths[i] > 0 {
			most = max(most, 1+latexWidth(row[i])*font.scale/(.75*widths[i]))
		}
	}
	return most
}

// latexWidth is the width of a text in points at 10 points: of its characters in cmr10, to the next class of widths.
func latexWidth(s string) float64 {
	width := 0.
	for _, r := range s {
		switch {
		case strings.ContainsRune("ijl.,:;[]|!'", r):
			width += 2.8
		case strings.ContainsRune("frst() ", r):
			width += 4
		case strings.ContainsRune("aceogz0123456789/*", r):
			width += 5
		case strings.ContainsRune("bdhknpquvxySJIEF", r):
			width += 5.6
		case strings.ContainsRune("mMW%", r):
			width += 10.3
		default:
			width += 7.8
		}
	}
	return width
}

// latexBreaks cuts a word into pieces that are not wider than a width in points at 10 points: behind a separator in the
// last quarter of a piece, else between any characters. A word that fits is one piece.
func latexBreaks(word string, width float64) (pieces []string) {
	if latexWidth(word) <= width {
		return []string{word}
	}
	span, after, behind := 0., 0, 0. // of the piece so far; the end of its last separator, and its width up to there
	begin := 0
	for at, r := range word {
		w := latexWidth(string(r))
		if span+w > width && at > begin {
			cut, rest := at, 0.
			if after > begin && behind >= .75*width {
				cut, rest = after, span-behind
			}
			pieces = append(pieces, word[begin:cut])
			begin, span = cut, rest
		}
		span += w
		if strings.ContainsRune("/_-.:=,;|&", r) {
			after, behind = at+utf8.RuneLen(r), span
		}
	}
	return append(pieces, word[begin:])
}
