package cli

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// fitted returns a table of text in lines of at most width columns. Rows are the table's lines with
// tabs between cells, aligned the same with blanks. Lines that belong together, up to an empty line or one without
// tabs, stay as they are aligned where they fit. Where they do not, the words of wide cells go on in further lines of
// the same column. Where even their longest words do not fit side by side, each line that is too long is folded.
func fitted(rows, aligned string, width int) string {
	cells, lines := strings.Split(rows, "\n"), strings.Split(aligned, "\n")
	var out strings.Builder
	for i := 0; i < len(lines); {
		j := i + 1
		for strings.Contains(cells[i], "\t") && j < len(lines) && strings.Contains(cells[j], "\t") {
			j++
		}
		part := lines[i:j]
		if exceeds(part, width) {
			if columns := inColumns(cells[i:j], width); columns != nil {
				part = columns
			} else {
				part = Folded(part, width)
			}
		}
		for k, line := range part {
			if out.WriteString(strings.TrimRight(line, " ")); j < len(lines) || k < len(part)-1 {
				out.WriteByte('\n')
			}
		}
		i = j
	}
	return out.String()
}

// exceeds reports whether a line has more than so many columns.
func exceeds(lines []string, width int) bool {
	for _, line := range lines {
		if utf8.RuneCountInString(strings.TrimRight(line, " ")) > width {
			return true
		}
	}
	return false
}

// unbroken is the part of the screen, one in so many, up to which the cells of a column stay whole while there is room.
// Heads may be broken.
const unbroken = 5

// inColumns sets rows in lines of at most width columns. Where the longest words do not fit side by side, they are
// broken after commas. It returns nothing for a row without columns, and where the longest pieces do not fit either.
func inColumns(rows []string, width int) []string {
	var texts [][]string
	columns := 0
	for _, row := range rows {
		texts = append(texts, strings.Split(row, "\t"))
		columns = max(columns, len(texts[len(texts)-1]))
	}
	if columns < 2 {
		return nil
	}
	whole, least, pieces := make([]int, columns), make([]int, columns), make([]int, columns)
	mean := make([]float64, columns)
	for _, row := range texts {
		for i, text := range row {
			whole[i] = max(whole[i], utf8.RuneCountInString(text))
			mean[i] += float64(utf8.RuneCountInString(text)) / float64(len(texts))
			for word := range strings.FieldsSeq(text) {
				least[i] = max(least[i], utf8.RuneCountInString(word))
				for piece := range strings.SplitAfterSeq(word, ",") {
					pieces[i] = max(pieces[i], utf8.RuneCountInString(piece))
				}
			}
		}
	}
	kept := slices.Clone(least)
	for i := range kept {
		below := 0 // the widest cell below the head
		for _, row := range texts[1:] {
			if i < len(row) {
				below = max(below, utf8.RuneCountInString(row[i]))
			}
		}
		if below <= width/unbroken {
			kept[i] = max(kept[i], below)
		}
	}
	var widths []int
	for _, least := range [][]int{kept, least, pieces} {
		if widths == nil {
			widths = shared(whole, least, mean, width)
		}
	}
	if widths == nil {
		return nil
	}
	var lines []string
	for _, row := range texts {
		lines = append(lines, rowLines(row, widths)...)
	}
	return lines
}

// shared returns the widths of columns, two blanks apart, that have at most width columns of the screen together. With
// λ the largest number for which they fit, a column has width
//
//	min(whole, max(least, λ mean)),
//
// so that the cells of a row tend to be equally high. It returns nothing where the least do not fit.
func shared(whole, least []int, mean []float64, width int) (widths []int) {
	room := width - 2*(len(whole)-1)
	for λ := 0.0; ; λ += .05 {
		next, sum, grows := make([]int, len(whole)), 0, false
		for i := range next {
			next[i] = min(whole[i], max(least[i], int(λ*mean[i])))
			sum += next[i]
			grows = grows || next[i] < whole[i] && mean[i] > 0
		}
		if sum > room {
			return widths
		}
		if widths = next; !grows {
			return widths
		}
	}
}

// rowLines are the lines of a row whose columns have the widths.
func rowLines(row []string, widths []int) []string {
	var lines []string
	start := 0
	for i, text := range row {
		if words := strings.Fields(text); len(words) > 0 {
			for k, piece := range filledAtCommas(words, widths[i]) {
				if k == len(lines) {
					lines = append(lines, "")
				}
				lines[k] += strings.Repeat(" ", max(0, start-utf8.RuneCountInString(lines[k]))) + piece
			}
		}
		start += widths[i] + 2
	}
	return lines
}

// filledAtCommas sets words in lines of at most width columns, as filled does, and goes on after a comma in a word that
// is longer.
func filledAtCommas(words []string, width int) (lines []string) {
	for _, line := range filled(words, width) {
		if utf8.RuneCountInString(line) <= width {
			lines = append(lines, line)
			continue
		}
		part := ""
		for piece := range strings.SplitAfterSeq(line, ",") {
			if part != "" && utf8.RuneCountInString(part+piece) > width {
				lines, part = append(lines, part), ""
			}
			part += piece
		}
		lines = append(lines, part)
	}
	return lines
}

// cell matches a cell of a table whose columns are two or more spaces apart, with the spaces before it.
var cell = regexp.MustCompile(`(?:^| {2,})\S+(?: \S+)*`)

// apart matches what lies between two cells.
var apart = regexp.MustCompile(` {2,}`)

// Folded breaks lines of more than width columns, 0 for no limit: such a line goes on below the last of its cells that
// begins in the left half, and has semicolons between the cells from there on. A word that is longer than its place
// stays whole.
func Folded(lines []string, width int) (all []string) {
	for _, line := range lines {
		line = strings.TrimRight(line, " ")
		if width == 0 || utf8.RuneCountInString(line) <= width {
			all = append(all, line)
			continue
		}
		begin := 0 // of that cell, bytes
		for _, at := range cell.FindAllStringIndex(line, -1) {
			text := at[1] - len(strings.TrimLeft(line[at[0]:at[1]], " "))
			if utf8.RuneCountInString(line[:text]) <= width/2 {
				begin = text
			}
		}
		indent := utf8.RuneCountInString(line[:begin])
		pieces := filled(strings.Fields(apart.ReplaceAllString(line[begin:], "; ")), width-indent)
		pieces[0] = line[:begin] + pieces[0]
		for i := 1; i < len(pieces); i++ {
			pieces[i] = strings.Repeat(" ", indent) + pieces[i]
		}
		all = append(all, pieces...)
	}
	return all
}
