package bench

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The rows of bench/speed.sh that train say on which device, once it is known: figures of two devices are not compared.
func TestSpeedRowsSayTheirDevice(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	for _, group := range []string{"cell", "training"} {
		out := t.TempDir()
		if err := os.WriteFile(filepath.Join(out, group+".device"), []byte("xla-cpu\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		script, err := os.Open(filepath.Join("speed", "rows", group))
		if err != nil {
			t.Fatal(err)
		}
		defer script.Close()
		c := exec.Command(sh, "-s", "rows")
		c.Stdin = script
		c.Env = append(os.Environ(), "SPEED_OUT="+out)
		rows, err := c.Output()
		if err != nil {
			t.Fatal(group, err)
		}
		for row := range strings.Lines(string(rows)) {
			if fields := strings.Split(row, "\t"); len(fields) != 3 || !strings.HasSuffix(fields[1], " xla-cpu") {
				t.Errorf("%s: %q does not end its unit with the device", group, row)
			}
		}
	}
}
