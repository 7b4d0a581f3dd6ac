package ridge

import (
	"path/filepath"
	"testing"

	"counterpoise/internal/faults"
)

func TestSaveUnderFaults(t *testing.T) {
	r, _ := newTestRidge(t, 0, 2, 2)
	if err := r.Fit([]float64{.5, .5}); err != nil {
		t.Fatal(err)
	}
	faults.Check(t, faults.Writer{Write: func(dir string) error { return r.Save(filepath.Join(dir, "a.policy")) }})
}
