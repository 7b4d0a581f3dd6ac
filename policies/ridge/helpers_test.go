package ridge

import (
	"os"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
)

func smallRidge() Config {
	c := DefaultConfig()
	c.Features, c.Chunk, c.Execute, c.Lambda, c.Steps = 40, 2, 2, 1e-3, 30
	return c
}

// measured is a ridge on a toy dataset, and the frames it was made from.
func measured(t testing.TB, share float64, n ...int) (*Ridge, *rows) {
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

// load reads a ridge from its file.
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
