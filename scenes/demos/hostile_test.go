package demos_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"counterpoise/internal/budget"
	"counterpoise/scenes/demos"
)

// hostileInput is a dataset that is small on disk and large in memory. write makes it at a path that does not exist.
type hostileInput struct {
	name  string
	write func(t *testing.T, path string)
	fits  bool // every reader must read it within its budget; all others may refuse it
}

// hostileInputs are the hostile datasets of each format: of every kind that its files can express. A format without
// any fails TestHostileInputsStayInBudget, so none can be registered without them.
var hostileInputs = map[string][]hostileInput{
	"counterpoise": hostileFolders,
	"calvin":       hostileCalvin,
	"lerobot":      hostileLeRobot,
	"robomimic":    hostileRobomimic,
}

// maxHostileTime ends a reader that does not end by itself. The inputs take seconds; the limit is so high because many
// tests run at a time.
const maxHostileTime = 2 * time.Minute

// Reading a dataset takes at most budget.Base plus budget.Ratio times its size on disk above a process that reads
// nothing: the peak of the resident memory of a child process (VmHWM), which opens the dataset and reads all of its
// episodes with pictures.
func TestHostileInputsStayInBudget(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the peak of a process is read from /proc")
	}
	idle, _, _ := readInChild(t, "")
	forEachFormat(t, func(t *testing.T, format string) {
		if len(hostileInputs[format]) == 0 {
			t.Fatalf("format %s has no hostile inputs", format)
		}
		for _, in := range hostileInputs[format] {
			t.Run(in.name, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "set")
				in.write(t, path)
				size := sizeOnDisk(t, path)
				if got, err := demos.Detect(path); got != format {
					t.Fatalf("detected as %q, %v", got, err)
				}
				start := time.Now()
				peak, output, err := readInChild(t, path)
				took := time.Since(start)
				if err != nil {
					t.Fatalf("%v\n%s", err, output)
				}
				t.Logf("%d kB on disk, peak %d MB, %.1f s: %.300s", size>>10, (peak-idle)>>20, took.Seconds(), output)
				if most := budget.New(size).Limit(); peak-idle > most {
					t.Errorf("reading %d bytes takes %d MB, at most %d are allowed", size, (peak-idle)>>20, most>>20)
				}
				if in.fits && output != "read" {
					t.Errorf("is refused: %s", output)
				}
			})
		}
	})
}

// sizeOnDisk returns the total size of the files of a dataset, in bytes.
func sizeOnDisk(t *testing.T, path string) (n int64) {
	t.Helper()
	for _, file := range datasetFiles(t, path) {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		n += info.Size()
	}
	return n
}

// childDataset is the environment variable that makes the test program a child that reads a dataset.
const childDataset = "COUNTERPOISE_TEST_READ"

// readInChild reads a dataset in a child process and returns the peak of its resident memory in bytes and what became
// of the reading: "read", or the error of the reader. No path is an idle child. An error means that the child did not
// end by itself.
func readInChild(t *testing.T, path string) (peak int64, output string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), maxHostileTime)
	defer cancel()
	c := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestReadInChild$", "-test.v")
	c.Env = append(os.Environ(), childDataset+"=x"+path)
	out, err := c.CombinedOutput()
	for line := range strings.Lines(string(out)) {
		if text, ok := strings.CutPrefix(line, "child: "); ok {
			n, what, _ := strings.Cut(strings.TrimSpace(text), " ")
			peak, _ = strconv.ParseInt(n, 10, 64)
			return peak, what, err
		}
	}
	return 0, string(out), errors.Join(err, ctx.Err(), errors.New("the child does not report"))
}

// TestReadInChild is the child of readInChild.
func TestReadInChild(t *testing.T) {
	path, child := os.LookupEnv(childDataset)
	if !child {
		t.Skip("runs in a child process")
	}
	result := "read"
	if path = path[1:]; path != "" {
		if err := readEverything(path); err != nil {
			result = strings.ReplaceAll(err.Error(), "\n", " ")
		}
	}
	raw, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	for s := bufio.NewScanner(bytes.NewReader(raw)); s.Scan(); {
		if fields := strings.Fields(s.Text()); len(fields) == 3 && fields[0] == "VmHWM:" {
			kilobytes, _ := strconv.ParseInt(fields[1], 10, 64)
			fmt.Printf("\nchild: %d %s\n", kilobytes<<10, result)
		}
	}
}

// readEverything reads all episodes of a dataset with pictures, one at a time, whatever its widths.
func readEverything(path string) error {
	r, err := demos.OpenAny(context.Background(), path)
	if err != nil {
		return err
	}
	defer r.Close()
	for i := range r.Episodes() {
		if _, err := r.Read(i, true); err != nil {
			return err
		}
	}
	return nil
}
