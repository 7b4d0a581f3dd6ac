package contributing

import (
	"encoding/json"
	"fmt"
	"go/format"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// kinds are the folders in which the pages show an example at least: each registry has one.
var kinds = []string{
	"bench/study", "cmd/counterpoise/demos", "policies/balance", "policies/network", "results/analysis",
	"results/document", "results/figures", "results/report", "scenes", "scenes/demos", "scenes/expert",
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
			t.Errorf("the pages have no example in %s", k)
		}
	}
}

// Every test that the pages name exists, in the tree or among the examples.
func TestPageNamesTests(t *testing.T) {
	defined := map[string]bool{}
	define := func(source []byte) {
		for _, m := range regexp.MustCompile(`(?m)^func (Test\w+)`).FindAllSubmatch(source, -1) {
			defined[string(m[1])] = true
		}
	}
	for _, e := range read(t).examples {
		define([]byte(e.text))
	}
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, "_test.go") {
			return err
		}
		source, err := os.ReadFile(file)
		define(source)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(filepath.Join(root, page))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range regexp.MustCompile(`\bTest[A-Z]\w+`).FindAllString(string(text), -1) {
			if !defined[name] {
				t.Errorf("%s names %s, which does not exist", page, name)
			}
		}
	}
}

// All examples together compile as files of the module, and the commands of the pages succeed and print what these
// say. The go command sees the examples through an overlay, so nothing is written into the tree.
func TestExamplesWork(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program with the examples")
	}
	p := read(t)
	tests := registrations(p.examples)
	overlay := overlayOf(t, slices.Concat(p.examples, tests))
	var packages []string
	for _, e := range p.examples {
		packages = append(packages, "./"+filepath.ToSlash(filepath.Dir(e.path)))
	}
	slices.Sort(packages)
	run(t, command{words: slices.Concat([]string{"go", "vet", overlay}, slices.Compact(packages))})
	words := []string{"go", "test", overlay, "-run", "^" + registersTest + "$"}
	for _, e := range tests {
		words = append(words, "./"+path.Dir(e.path))
	}
	run(t, command{words: words})
	binary := filepath.Join(t.TempDir(), "counterpoise.exe")
	run(t, command{words: []string{"go", "build", "-buildvcs=false", overlay, "-o", binary, "./cmd/counterpoise"}})
	for _, c := range p.commands {
		switch words := slices.Clone(c.words); {
		case words[0] == "./counterpoise":
			words[0] = binary
			run(t, command{words, c.prints})
		case words[0] == "go" && words[1] == "vet": // done above
		case words[0] == "go" && words[1] == "test":
			run(t, command{slices.Insert(words, 2, overlay), c.prints})
		default:
			t.Errorf("the pages have a command that this test does not know: %q", words)
		}
	}
}

// registersTest is the name of the tests that registrations returns.
const registersTest = "TestExamplesRegister"

// addition matches the registration of an example: the registry, perhaps of another package, and the name.
var addition = regexp.MustCompile(`((?:(\w+)\.)?\w+)\.Add\("([^"]+)"`)

// registrations returns a test file for each package with examples that call Add of a registry. The test checks that
// the registry has the name. Experiments and commands register in other ways; the pages list and run them.
func registrations(examples []example) (tests []example) {
	checks, imports := map[string]string{}, map[string]string{}
	for _, e := range examples {
		for _, m := range addition.FindAllStringSubmatch(e.text, -1) {
			dir := path.Dir(e.path)
			checks[dir] += fmt.Sprintf(
				"\tif _, err := %s.Get(%q); err != nil {\n\t\tt.Error(err)\n\t}\n", m[1], m[3])
			if m[2] != "" {
				imports[dir] = regexp.MustCompile(`"counterpoise/[^"]*\b` + m[2] + `"`).FindString(e.text)
			}
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(checks)) {
		text := fmt.Sprintf("package %s\n\nimport (\n\t\"testing\"\n\t%s\n)\n\nfunc %s(t *testing.T) {\n%s}\n",
			path.Base(dir), imports[dir], registersTest, checks[dir])
		tests = append(tests, example{dir + "/contributing_registers_test.go", text})
	}
	return tests
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
	} else if strings.Contains(string(out), "no tests to run") {
		t.Errorf("%s: no test has that name", strings.Join(c.words, " "))
	} else if !strings.Contains(string(out), c.prints) {
		t.Errorf("%s does not print %q:\n%s", strings.Join(c.words, " "), c.prints, out)
	}
}
