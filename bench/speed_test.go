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
	for _, c := range []struct {
		group, given, device string // SPEED_DEVICE, if any, and what rows say
		has                  string // a row that must be there
	}{
		{"cell", "", "xla-cpu", "cell"}, {"training", "", "xla-cpu", "search-cnn"},
		{"training", "cuda", "cuda", "search-resnet18"},
	} {
		group, out := c.group, t.TempDir()
		if err := os.WriteFile(filepath.Join(out, group+".device"), []byte("xla-cpu\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		script, err := os.Open(filepath.Join("speed", "rows", group))
		if err != nil {
			t.Fatal(err)
		}
		defer script.Close()
		ask := exec.Command(sh, "-s", "rows")
		ask.Stdin = script
		ask.Env = append(os.Environ(), "SPEED_OUT="+out, "SPEED_DEVICE="+c.given)
		rows, err := ask.Output()
		if err != nil {
			t.Fatal(group, err)
		}
		if !strings.Contains(string(rows), c.has+"\t") {
			t.Errorf("%s, SPEED_DEVICE=%s: no row %s in\n%s", group, c.given, c.has, rows)
		}
		for row := range strings.Lines(string(rows)) {
			if fields := strings.Split(row, "\t"); len(fields) != 3 || !strings.HasSuffix(fields[1], " "+c.device) {
				t.Errorf("%s: %q does not end its unit with the device", group, row)
			}
		}
	}
}
