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

// maxFiles bounds the source files of one folder, tests included. A folder beyond it holds more than one subject.
const maxFiles = 22

// large lists the folders that may exceed maxFiles: one subject each, or a registry in which one file is one thing.
var large = []string{
	"physics", "stats", "policies/balance", "policies/network", "bench", "cmd/counterpoise",
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

// sources returns the text of every Go file of the module by its path below the root. Hidden folders and testdata,
// which the go command ignores too, are left out.
func sources(t *testing.T) map[string][]byte {
	t.Helper()
	root := filepath.Join("..", "..")
	texts := map[string][]byte{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".go":
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
	if len(texts) < 100 {
		t.Fatalf("found %d Go files below %s; the module has hundreds", len(texts), root)
	}
	return texts
}
