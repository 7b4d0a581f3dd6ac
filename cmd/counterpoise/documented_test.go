package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/golden"
)

// sections are the commands of the generated sections of a page that has so many at least.
func sections(t *testing.T, page string, least int) (commands []string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range regexp.MustCompile(`(?m)^<!-- generated: ([^;\n]+);`).FindAllStringSubmatch(string(text), -1) {
		commands = append(commands, s[1])
	}
	if len(commands) < least {
		t.Fatalf("%s shows %d commands", page, len(commands))
	}
	return commands
}

// printed is what a command prints on a terminal of 100 columns.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	p := cli.Program{Name: "counterpoise", In: strings.NewReader(""), Out: &out, Err: &errs, Columns: 100}
	if code := p.Main(args); code != 0 {
		t.Fatalf("%s: exit code %d: %s", args, code, &errs)
	}
	return out.String()
}

// Pages for people who are no statisticians have commands with what they print: every generated section of theirs is
// named by its command.
func TestDocumentedAnswers(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	for page, least := range map[string]int{"twenty-rollouts.md": 4, "trainings.md": 3, "pairing.md": 4} {
		page = filepath.Join("docs", page)
		for _, c := range sections(t, page, least) {
			golden.CheckSection(t, page, c, "```\n$ ./counterpoise "+c+"\n"+printed(t, strings.Fields(c)...)+"```\n")
		}
	}
}

// The tutorial's commands follow each other in one folder, and print what the page says.
func TestTutorial(t *testing.T) {
	page, err := filepath.Abs(filepath.Join("..", "..", "docs", "tutorial.md"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	const recipe = "picking left=20+20 erratic,middle=20+20 erratic,right=20+20 erratic"
	if !strings.Contains(string(text), "./counterpoise demos generate "+recipe+" --out half\n") {
		t.Fatalf("the tutorial does not generate %s", recipe)
	}
	task, rest, _ := strings.Cut(recipe, " ")
	printed(t, "demos", "generate", task, rest, "--out", "half")
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range sections(t, page, 5) {
		text := strings.ReplaceAll(printed(t, strings.Fields(c)...), here+string(filepath.Separator), "")
		lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
		for i := range lines {
			lines[i] = strings.TrimRight(lines[i], " ")
		}
		golden.CheckSection(t, page, c, "```\n$ ./counterpoise "+c+"\n"+strings.Join(lines, "\n")+"\n```\n")
	}
}
