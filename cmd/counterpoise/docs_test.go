package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
)

// docs writes a page for every document, with the help of every command and all lists, and says where it begins.
func TestDocs(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	code, stdout, stderr, _ := clitest.Invoke("docs", "--out", dir)
	if code != 0 || stdout != "wrote  "+filepath.Join(dir, "index.html")+"\n" || stderr != "" {
		t.Fatalf("exit code %d: %s%s", code, stdout, stderr)
	}
	for name, wants := range map[string][]string{
		"index.html":         {"<h1 id=\"counterpoise\">Counterpoise</h1>", `href="docs/commands.html"`},
		"docs/commands.html": {`<h2 id="demos-generate">demos generate</h2>`, "counterpoise stats compare", "--memory"},
		"docs/lists.html":    {`<h2 id="methods">Methods</h2>`, "excessmtl"},
		"docs/play.html":     {`href="../play/index.html"`},
		"play/index.html":    {"<h1>Starve a behaviour</h1>"},
		"play/play.wasm":     {"\x00asm"},
		"llms.txt":           {"[Commands](docs/commands.md)"},
	} {
		for _, want := range wants {
			if text := clitest.Contents(t, filepath.Join(dir, name)); !strings.Contains(text, want) {
				t.Errorf("%s has no %s", name, want)
			}
		}
	}
	if strings.Contains(clitest.Contents(t, filepath.Join(dir, "docs/commands.html")), os.Args[0]) {
		t.Error("the site has the path of the program that made it")
	}
	if code, _, stderr, _ := clitest.Invoke("docs", "--out", dir); code != 0 {
		t.Errorf("over an earlier site: exit code %d: %s", code, stderr)
	}
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "README.md"), []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr, _ := clitest.Invoke("docs", "--out", other); code != 1 ||
		!strings.Contains(stderr, "other files") || clitest.Contents(t, filepath.Join(other, "README.md")) != "mine" {
		t.Errorf("over other files: exit code %d: %s", code, stderr)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr, _ := clitest.Invoke("docs", "--out", file); code != 1 || !strings.Contains(stderr, file) {
		t.Errorf("into a file: exit code %d: %s", code, stderr)
	}
}
