package contributing

import (
	"encoding/json"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// kinds are the folders in which the page shows an example at least: each registry has one.
var kinds = []string{
	"bench", "cmd/counterpoise", "policies/balance", "policies/network", "results/document", "results/figures",
	"results/report", "scenes", "scenes/demos", "scenes/expert",
}

// Every registry has an example, and each is formatted, narrow, and no file of the module already.
func TestExamplesAreFiles(t *testing.T) {
	var folders []string
	for _, e := range read(t).examples {
		folders = append(folders, filepath.ToSlash(filepath.Dir(e.path)))
		if _, err := os.Stat(filepath.Join(root, e.path)); err == nil {
			t.Errorf("%s exists in the module: choose another name for the example", e.path)
		}
		if text, err := format.Source([]byte(e.text)); err != nil {
			t.Errorf("%s: %v", e.path, err)
		} else if string(text) != e.text {
			t.Errorf("%s: gofmt changes it to\n%s", e.path, text)
		}
	}
	for _, k := range kinds {
		if !slices.Contains(folders, k) {
			t.Errorf("the page has no example in %s", k)
		}
	}
}

// Lines of the page have at most 120 columns, where a tab counts 4.
func TestPageIsNarrow(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(text), "\n") {
		if n := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    ")); n > 120 {
			t.Errorf("CONTRIBUTING.md:%d has %d columns", i+1, n)
		}
	}
}

// All examples together compile as files of the module, and the commands of the page succeed and print what the page
// says. The go command sees the examples through an overlay, so nothing is written into the tree.
func TestExamplesWork(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program with the examples")
	}
	p := read(t)
	overlay := overlayOf(t, p.examples)
	var packages []string
	for _, e := range p.examples {
		packages = append(packages, "./"+filepath.ToSlash(filepath.Dir(e.path)))
	}
	slices.Sort(packages)
	run(t, command{words: slices.Concat([]string{"go", "vet", overlay}, slices.Compact(packages))})
	binary := filepath.Join(t.TempDir(), "counterpoise.exe")
	run(t, command{words: []string{"go", "build", overlay, "-o", binary, "./cmd/counterpoise"}})
	for _, c := range p.commands {
		switch words := slices.Clone(c.words); {
		case words[0] == "./counterpoise":
			words[0] = binary
			run(t, command{words, c.prints})
		case words[0] == "go" && words[1] == "vet": // done above
		case words[0] == "go" && words[1] == "test":
			run(t, command{slices.Insert(words, 2, overlay), c.prints})
		default:
			t.Errorf("the page has a command that this test does not know: %q", words)
		}
	}
}

// overlayOf writes the examples to a temporary folder, and returns the flag of the go command that puts them into the
// module.
func overlayOf(t *testing.T, examples []example) string {
	t.Helper()
	dir := t.TempDir()
	module, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	replace := map[string]string{}
	for _, e := range examples {
		file := filepath.Join(dir, strings.ReplaceAll(e.path, "/", "-"))
		if err := os.WriteFile(file, []byte(e.text), 0o644); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(module, filepath.FromSlash(e.path))] = file
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(list, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return "-overlay=" + list
}

// run runs a command in the module's root and checks that it succeeds and what it prints.
func run(t *testing.T, c command) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), c.words[0], c.words[1:]...)
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v\n%s", strings.Join(c.words, " "), err, out)
	} else if !strings.Contains(string(out), c.prints) || strings.Contains(string(out), "no tests to run") {
		t.Errorf("%s does not print %q:\n%s", strings.Join(c.words, " "), c.prints, out)
	}
}
