package encoder

import (
	"os"
	"path/filepath"
	"testing"

	"counterpoise/internal/faults"
)

// The file of an encoder has the old encoder or the new one, whatever fails.
func TestSaveUnderFaults(t *testing.T) {
	e := Frozen()
	faults.Check(t, faults.Writer{
		Old:   func(dir string) error { return os.WriteFile(filepath.Join(dir, "e.bin"), []byte("another"), 0o644) },
		Write: func(dir string) error { return e.Save(filepath.Join(dir, "e.bin")) },
	})
}
