package law

import (
	"bytes"
	"go/format"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// A source line has at most maxColumns columns, where a tab reaches to the next multiple of tabWidth.
const (
	maxColumns = 120
	tabWidth   = 4
)

// maxFiles bounds the source files of one folder, without tests. A folder beyond it holds more than one subject.
const maxFiles = 22

// large lists the folders that may exceed maxFiles: one subject each, or a registry in which one file is one thing.
var large = []string{
	"physics", "stats", "policies/balance", "policies/curate", "policies/network", "bench/study",
}

func TestSourceIsFormatted(t *testing.T) {
	for path, text := range sources(t) {
		if formatted, err := format.Source(text); err != nil {
			t.Error(err)
		} else if !bytes.Equal(formatted, text) {
			t.Errorf("%s: gofmt -w changes it", path)
		}
	}
}

func TestLinesAreNarrow(t *testing.T) {
	for path, text := range sources(t) {
		for i, line := range strings.Split(string(text), "\n") {
			if n := columns(line); n > maxColumns {
				t.Errorf("%s:%d: %d columns, more than %d", path, i+1, n, maxColumns)
			}
		}
	}
}

// Prose of the pages is as narrow as source; tables, pictures and the output of programs keep their lines. Pages in the
// folders of results are written by the program, and those in other folders of a clone by its user.
func TestPagesAreNarrow(t *testing.T) {
	root := filepath.Join("..", "..")
	pages, err := filepath.Glob(filepath.Join(root, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{"README.md", "answer.md", "authors.md"} {
		pages = append(pages, filepath.Join(root, "results", page))
	}
	for _, folder := range []string{"bench", "docs", "physics", "scenes", "policies", "stats"} {
		for page := range texts(t, filepath.Join(root, folder), ".md") {
			pages = append(pages, filepath.Join(root, folder, page))
		}
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		verbatim := false
		for i, line := range strings.Split(string(text), "\n") {
			fence := strings.HasPrefix(line, "```")
			verbatim = verbatim != fence
			if verbatim || fence || strings.HasPrefix(strings.TrimSpace(line), "|") || strings.HasPrefix(line, "![") {
				continue
			}
			if n := columns(line); n > maxColumns {
				t.Errorf("%s:%d: %d columns, more than %d", page, i+1, n, maxColumns)
			}
		}
	}
}

func TestFoldersAreSmall(t *testing.T) {
	files := map[string]int{}
	for path := range sources(t) {
		if !strings.HasSuffix(path, "_test.go") {
			files[filepath.ToSlash(filepath.Dir(path))]++
		}
	}
	for dir, n := range files {
		if n > maxFiles && !slices.Contains(large, dir) {
			t.Errorf("%s holds %d source files, more than %d: split it by subject", dir, n, maxFiles)
		}
	}
	for _, dir := range large {
		if files[dir] == 0 {
			t.Errorf("%s may hold more than %d source files, and does not exist", dir, maxFiles)
		}
	}
}

func TestColumns(t *testing.T) {
	for line, want := range map[string]int{"": 0, "ab": 2, "\tab": 6, "a\tb": 5, "abcd\t": 8, "αβ": 2} {
		if got := columns(line); got != want {
			t.Errorf("%q has %d columns, want %d", line, got, want)
		}
	}
}

// columns returns the width of a line in an editor whose tabs reach to multiples of tabWidth.
func columns(line string) (n int) {
	for i, field := range strings.Split(line, "\t") {
		if i > 0 {
			n += tabWidth - n%tabWidth
		}
		n += utf8.RuneCountInString(field)
	}
	return n
}

// sources returns the text of every Go file of the module by its path below the root.
func sources(t *testing.T) map[string][]byte {
	t.Helper()
	texts := texts(t, filepath.Join("..", ".."), ".go")
	if len(texts) < 100 {
		t.Fatalf("found %d Go files; the module has hundreds", len(texts))
	}
	return texts
}

// texts returns the text of every file below a folder whose name ends so, by its path below the folder. Hidden folders
// and testdata, which the go command ignores too, are left out, and so is out, where programs write what is not the
// module's.
func texts(t *testing.T, root, ext string) map[string][]byte {
	t.Helper()
	texts := map[string][]byte{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata") ||
			path == filepath.Join(root, "out"):
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(path) != ext:
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		below, err := filepath.Rel(root, path)
		texts[below] = text
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}
