package contributing

import (
	"bufio"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// example is a file that a page shows.
type example struct {
	path string // below the module's root, with slashes
	text string
}

// command is a line of a shell block of a page.
type command struct {
	words  []string
	prints string // what its output must contain; empty where the page does not say
}

// pages are the pages that say how to add to the module.
var pages = []string{"CONTRIBUTING.md", "docs/adding.md"}

// asked is what the pages ask of their reader.
type asked struct {
	examples []example
	commands []command
}

var (
	fileLine   = regexp.MustCompile("^File `([a-z0-9_/]+\\.go)`:$")
	shellWords = regexp.MustCompile(`"[^"]*"|'[^']*'|\S+`)
)

// root is the folder of the module.
var root = filepath.Join("..", "..")

// read parses the pages. A Go block is an example and must follow a line "File `path`:", and each line of a block of
// language sh is a command. Blocks without a language are for readers alone.
func read(t *testing.T) (p asked) {
	t.Helper()
	for _, page := range pages {
		p.add(t, page)
	}
	return p
}

// add parses one page.
func (p *asked) add(t *testing.T, page string) {
	t.Helper()
	f, err := os.Open(filepath.Join(root, page))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var language, path string
	var block strings.Builder
	inside := false
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		line := lines.Text()
		switch {
		case !inside && strings.HasPrefix(line, "```"):
			inside, language = true, strings.TrimPrefix(line, "```")
			block.Reset()
		case !inside:
			if m := fileLine.FindStringSubmatch(line); m != nil {
				path = m[1]
			}
		case line == "```":
			inside = false
			if language == "go" {
				if path == "" {
					t.Fatalf("a Go block without a line that names its file:\n%s", block.String())
				}
				p.examples = append(p.examples, example{path, block.String()})
				path = ""
			}
		case language == "sh":
			p.commands = append(p.commands, parse(line))
		default:
			block.WriteString(line + "\n")
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if inside || path != "" {
		t.Fatalf("%s ends within a block, or %q has no block", page, path)
	}
}

// parse splits a command line into words, and its comment "# prints: TEXT" off.
func parse(line string) command {
	line, prints, _ := strings.Cut(line, "# prints: ")
	words := shellWords.FindAllString(line, -1)
	for i, w := range words {
		words[i] = strings.Trim(w, `"'`)
	}
	return command{words, prints}
}
