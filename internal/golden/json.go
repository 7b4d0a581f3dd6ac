package golden

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"testing"
)

// ReadGzipJSON decodes a compressed JSON file of reference values, such as recordings of another program.
func ReadGzipJSON(t testing.TB, path string, into any) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.NewDecoder(z).Decode(into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}
