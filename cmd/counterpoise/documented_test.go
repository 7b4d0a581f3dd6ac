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
	run := func(args ...string) string {
		var out, errs bytes.Buffer
		p := program{name: "counterpoise", in: strings.NewReader(""), out: &out, err: &errs, columns: 100}
		if code := p.main(args); code != 0 {
			t.Fatalf("%s: exit code %d: %s", args, code, &errs)
		}
		return out.String()
	}
	task, rest, _ := strings.Cut(recipe, " ")
	run("demos", "generate", task, rest, "--out", "half")
	sections := regexp.MustCompile(`(?m)^<!-- generated: ([^;\n]+);`).FindAllStringSubmatch(string(text), -1)
	if len(sections) < 5 {
		t.Fatalf("the tutorial shows %d commands", len(sections))
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sections {
		printed := strings.ReplaceAll(run(strings.Fields(s[1])...), here+string(filepath.Separator), "")
		lines := strings.Split(strings.TrimRight(printed, "\n"), "\n")
		for i := range lines {
			lines[i] = strings.TrimRight(lines[i], " ")
		}
		golden.CheckSection(t, page, s[1], "```\n$ ./counterpoise "+s[1]+"\n"+strings.Join(lines, "\n")+"\n```\n")
	}
}
