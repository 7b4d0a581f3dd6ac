package cli

import (
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// fitHelp makes the help of a command and of those below it as wide as the screen at most (Width). Where that has no
// limit, the help stays as it stands in the source, in lines of up to 120 characters. A help of more than a screen is
// shown by the command help alone, and else in short.
func (p Program) fitHelp(root *cobra.Command) {
	write := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		text := p.short(c)
		if whole := len(p.Args) > 0 && p.Args[0] == "help"; whole || text == "" {
			out := c.OutOrStdout()
			var all strings.Builder
			c.SetOut(&all)
			write(c, args)
			c.SetOut(out)
			text = all.String()
		}
		if columns := p.Width(); columns > 0 {
			text = fold(text, columns)
		}
		c.Print(text)
	})
}

// fold fits a help text to a number of columns. A paragraph, which is lines that begin at the left edge, is filled anew
// if one of its lines is too wide. An indented line that is too wide is broken in its last column, which two spaces or
// more set apart: the descriptions of flags and of commands. Other indented lines are commands to be copied, which
// stay whole.
func fold(text string, columns int) string {
	var out, paragraph []string
	flush := func() {
		wide := false
		for _, line := range paragraph {
			wide = wide || utf8.RuneCountInString(line) > columns
		}
		if wide {
			paragraph = filled(strings.Fields(strings.Join(paragraph, " ")), columns)
		}
		out = append(out, paragraph...)
		paragraph = nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		if line != "" && line[0] != ' ' {
			paragraph = append(paragraph, line)
			continue
		}
		flush()
		out = append(out, hanging(line, columns)...)
	}
	flush()
	return strings.Join(out, "\n")
}

// hanging breaks an indented line in its last column, whose further lines begin below the first. A column that begins
// beyond two thirds of the screen has no room for words, and the line stays whole.
func hanging(line string, columns int) []string {
	start := strings.LastIndex(strings.TrimRight(line, " "), "  ") + 2
	if utf8.RuneCountInString(line) <= columns || strings.TrimSpace(line[:start]) == "" || start > columns*2/3 {
		return []string{line}
	}
	lines := filled(strings.Fields(line[start:]), columns-start)
	lines[0] = line[:start] + lines[0]
	for i := 1; i < len(lines); i++ {
		lines[i] = strings.Repeat(" ", start) + lines[i]
	}
	return lines
}

// filled sets words in lines of at most a number of columns; a longer word has a line of its own. There must be a word.
func filled(words []string, columns int) []string {
	lines := words[:1:1]
	for _, w := range words[1:] {
		last := &lines[len(lines)-1]
		if utf8.RuneCountInString(*last)+1+utf8.RuneCountInString(w) > columns {
			lines = append(lines, w)
		} else {
			*last += " " + w
		}
	}
	return lines
}
