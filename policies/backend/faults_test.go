package backend

import (
	"archive/zip"
	"os"
	"path/filepath"
	"testing"

	"counterpoise/internal/faults"
)

// A plugin is whole, with the digest that it must have, or not there.
func TestUnpackWheelUnderFaults(t *testing.T) {
	wheel := filepath.Join(t.TempDir(), "a.whl")
	f, err := os.Create(wheel)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	w, _ := z.Create(wheelMember)
	w.Write([]byte("abc"))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	f.Close()
	// SHA-256 of "abc", FIPS 180-4, Appendix B.1 of its 2002 edition.
	const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	faults.Check(t, faults.Writer{
		Write: func(dir string) error { return unpackWheel(filepath.Join(dir, "plugin.so"), wheel, abc) },
	})
}
