package film

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"counterpoise/internal/faults"
	"counterpoise/scenes"
)

// A film is whole or not there, also where another program writes it.
func TestWriteUnderFaults(t *testing.T) {
	v, err := NewView("free", 32, 24)
	if err != nil {
		t.Fatal(err)
	}
	f := &Film{}
	f.Add(scenes.NewTabletop(), "")
	for _, extension := range Extensions {
		if _, err := exec.LookPath("ffmpeg"); extension == ".mp4" && (err != nil || testing.Short()) {
			t.Log("MP4 takes ffmpeg and seconds: not tested here")
			continue
		}
		t.Run(extension, func(t *testing.T) {
			faults.Check(t, faults.Writer{
				Old: func(dir string) error {
					return os.WriteFile(filepath.Join(dir, "a"+extension), []byte("another"), 0o644)
				},
				Write: func(dir string) error { return Write(filepath.Join(dir, "a"+extension), f, v) },
			})
		})
	}
}
