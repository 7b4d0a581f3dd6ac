package policies

import (
	"os"
	"path/filepath"
	"testing"

	"counterpoise/internal/faults"
)

// A policy's file has the old policy or the new one, whatever fails.
func TestSaveUnderFaults(t *testing.T) {
	data, _, _ := tiny(t)
	faults.Check(t, faults.Writer{
		Old: func(dir string) error { return os.WriteFile(filepath.Join(dir, "a.policy"), []byte("another"), 0o644) },
		Write: func(dir string) error {
			p, err := decode(data)
			if err != nil {
				return err
			}
			return p.Save(filepath.Join(dir, "a.policy"))
		},
	})
}
