// Package golden compares what a test produced with a committed file, and rewrites the file on request.
//
//	go test ./cmd/counterpoise -update
//
// makes the present output the expected one; review the diff before committing it.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files with what the tests produce")

// Check fails t unless got equals testdata/name. A file that is missing counts as empty, so a new test shows what it
// would expect. On failure the output is left beside the file as name.got, for diff.
func Check(t testing.TB, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if Updated(t, path, got) {
		return
	}
	want, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if got != string(want) {
		write(t, path+".got", got)
		t.Errorf("output differs from %s (see %s.got, or accept it with -update)\n--- got\n%s--- want\n%s",
			path, path, got, want)
	}
}

// Updated reports whether -update was asked for, and then rewrites the file.
func Updated(t testing.TB, path, got string) bool {
	t.Helper()
	if *update {
		write(t, path, got)
	}
	return *update
}

// write writes a file and makes its folder.
func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
