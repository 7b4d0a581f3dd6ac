package ridge

import (
	"os"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
)

// smallRidge returns settings that fit in milliseconds.
func smallRidge() Config {
	c := DefaultConfig()
	c.Features, c.Chunk, c.Execute, c.Lambda, c.Steps = 40, 2, 2, 1e-3, 30
	return c
}

// newTestRidge returns a ridge on a toy dataset with n[g] demonstrations in group g, and its rows.
func newTestRidge(t testing.TB, share float64, n ...int) (*Ridge, *rows) {
	t.Helper()
	d, g := toydata.Reaching(seed.Of("toy"), n...)
	key := seed.Of("ridge")
	r, err := New(d, g, smallRidge(), share, key)
	if err != nil {
		t.Fatal(err)
	}
	_, f, err := collect(d, g, smallRidge(), key)
	if err != nil {
		t.Fatal(err)
	}
	f.set = f.set.HoldOut(share, key.With("held out"))
	return r, f
}

// load decodes the ridge in a file.
func load(t *testing.T, path string) *Ridge {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
