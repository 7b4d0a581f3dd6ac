package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"counterpoise/internal/golden"
)

// Pages for people who are no statisticians have commands with what they print: every generated section of theirs is
// named by its command.
func TestDocumentedAnswers(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	sections := regexp.MustCompile(`(?m)^<!-- generated: ([^;\n]+);`)
	for page, least := range map[string]int{"twenty-rollouts.md": 4, "trainings.md": 3, "pairing.md": 4} {
		page = filepath.Join("docs", page)
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		commands := sections.FindAllStringSubmatch(string(text), -1)
		if len(commands) < least {
			t.Errorf("%s has %d commands", page, len(commands))
		}
		for _, c := range commands {
			var out, errs bytes.Buffer
			p := program{name: "counterpoise", in: strings.NewReader(""), out: &out, err: &errs, columns: 100}
			if code := p.main(strings.Fields(c[1])); code != 0 {
				t.Errorf("%s: %s: exit code %d: %s", page, c[1], code, &errs)
			}
			golden.CheckSection(t, page, c[1], "```\n$ ./counterpoise "+c[1]+"\n"+out.String()+"```\n")
		}
	}
}
