package replay

import (
	"path/filepath"
	"testing"

	"counterpoise/internal/faults"
	"counterpoise/scenes"
	"counterpoise/scenes/render/film"
)

// The film of an episode is whole or not there, in a folder that may have to be made.
func TestFilmUnderFaults(t *testing.T) {
	v, err := film.NewView("free", 32, 24)
	if err != nil {
		t.Fatal(err)
	}
	faults.Check(t, faults.Writer{Write: func(dir string) error {
		f := filmer{dir: filepath.Join(dir, "films"), view: v}
		f.watch()(scenes.NewTabletop())
		return f.write(&recording{}, &Result{Task: "picking", Behaviour: "left"})
	}})
}
