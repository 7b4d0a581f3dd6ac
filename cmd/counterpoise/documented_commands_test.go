//go:build !nostudy

package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"counterpoise/cmd/counterpoise/cli"
)

// Every command line of ours in the pages names a command, and flags that it has. What the script does before the
// program starts (setup, test, release, verify) is not looked at.
func TestDocumentedCommands(t *testing.T) {
	pages, err := filepath.Glob(filepath.Join("..", "..", "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob(filepath.Join("..", "..", "docs", "results", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	pages = append(append(pages, more...), filepath.Join("..", "..", "README.md"))
	line := regexp.MustCompile(`(?m)^(?:\$ )?(?:\./)?counterpoise ([^#\n]*)`)
	quoted := regexp.MustCompile(`'[^']*'|[^\s']+`)
	seen := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range line.FindAllStringSubmatch(string(text), -1) {
			said, _, _ := strings.Cut(m[1], "   ") // what follows is a remark
			said, _, _ = strings.Cut(said, " > ")
			args := quoted.FindAllString(said, -1)
			if len(args) == 0 || slices.Contains([]string{"setup", "test", "release", "verify"}, args[0]) {
				continue
			}
			seen++
			p := cli.Program{Name: "counterpoise", In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}
			root := p.Root()
			command, rest, err := root.Find(cli.WithTest(root, args))
			switch {
			case err != nil:
				t.Errorf("%s: %s: %v", page, said, err)
			case command.HasSubCommands() && !command.Runnable():
				t.Errorf("%s: %s: no such command", page, said)
			default:
				if err := command.ParseFlags(rest); err != nil && !errors.Is(err, pflag.ErrHelp) {
					t.Errorf("%s: %s: %v", page, said, err)
				}
			}
		}
	}
	if seen < 60 {
		t.Errorf("only %d commands were found", seen)
	}
}
