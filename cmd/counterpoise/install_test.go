package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/shared"
)

// docs/install.md has a row for every command, with what it does without a clone.
func TestInstallPageHasEveryCommand(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "install.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	var check func(c *cobra.Command)
	check = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			check(sub)
		}
		if c.Hidden || c.HasSubCommands() && c.Name() != "cache" || !c.HasParent() {
			return
		}
		rows++
		name := strings.TrimPrefix(c.CommandPath(), "counterpoise ")
		if !strings.Contains(string(text), "| `"+name+"` |") {
			t.Errorf("docs/install.md has no row for %s: add a line to trials in internal/release/commands_test.go "+
				"and "+
				"write the table anew, as the page says", name)
		}
	}
	check(shared.OfProcess().Root())
	if rows < 40 {
		t.Errorf("%d commands: the search is broken", rows)
	}
}
