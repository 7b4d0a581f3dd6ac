// Package hostile tests that a reader of files takes memory in proportion to what it reads, also where the content of a
// file is made to take more: at most budget.Base plus budget.Ratio times the size on disk. It is for tests alone.
//
// What counts is the peak of the resident memory of a child process that reads one file (VmHWM), above that of one that
// reads nothing. A test of internal/law requires Check, or a like test, of each package that reads files from outside.
package hostile

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"counterpoise/internal/budget"
)

// Input is a file or a folder that is small on disk and large in memory, or would be for a reader that takes no care.
type Input struct {
	Name  string
	Data  func() []byte                   // content of a file
	Write func(t *testing.T, path string) // in place of Data: makes a file or a folder at a path that does not exist
	Fits  bool                            // must be read; others may be refused
	Of    string                          // what reads it, where one test has inputs for several readers
	Text  bool                            // it is a table of text, of which budget.NewText is the budget
}

// make writes the input at a path and returns its size on disk in bytes.
func (in Input) make(t *testing.T, path string) (size int64) {
	t.Helper()
	if in.Write != nil {
		in.Write(t, path)
	} else if err := os.WriteFile(path, in.Data(), 0o644); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(path, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return size
}

// limit is the memory that reading the input may take.
func (in Input) limit(size int64) int64 {
	if in.Text {
		return budget.NewText(size).Limit()
	}
	return budget.New(size).Limit()
}

// maxTime ends a reader that does not end by itself. Inputs take seconds; many tests run at a time.
const maxTime = 2 * time.Minute

// childFile is the environment variable that makes a test program the child of Check. Its value is the path of the
// input.
const childFile = "COUNTERPOISE_TEST_HOSTILE"

// Check reads each input in a child process with read. It must be the whole of a test, and not of a subtest, because
// the child runs the test again.
func Check(t *testing.T, read func(path string) error, inputs ...Input) {
	t.Helper()
	if path, child := os.LookupEnv(childFile); child {
		report(t, read, path)
		return
	}
	if runtime.GOOS != "linux" {
		t.Skip("the peak of a process is read from /proc")
	}
	pkg, test := callerOf(1)
	idle, _ := inChild(t, "")
	for _, in := range inputs {
		t.Run(in.Name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "input")
			size := in.make(t, path)
			start := time.Now()
			peak, output := inChild(t, path)
			r := Row{Reader: pkg + ": " + cmp.Or(in.Of, test), Input: in.Name, Bytes: size, Peak: max(0, peak-idle),
				Allowed: in.limit(size), Time: time.Since(start), Result: output}
			t.Logf("%d kB on disk, peak %d MB, %.1f s: %.300s", size>>10, r.Peak>>20, r.Time.Seconds(), output)
			if r.Peak > r.Allowed {
				t.Errorf("reading %d bytes takes %d MB, at most %d are allowed", size, r.Peak>>20, r.Allowed>>20)
			}
			if in.Fits && output != "read" {
				t.Errorf("is refused: %s", output)
			}
			if err := r.keep(); err != nil {
				t.Error(err)
			}
		})
	}
}

// callerOf names the package and the test that calls the caller of this function, such as "stats/table" and "Read" for
// TestReadStaysInBudget.
func callerOf(skip int) (pkg, test string) {
	counter, _, _, _ := runtime.Caller(skip + 1)
	_, name, _ := strings.Cut(runtime.FuncForPC(counter).Name(), "/")
	pkg, test, _ = strings.Cut(name, ".Test")
	pkg = strings.TrimSuffix(pkg, "_test")
	return pkg, strings.TrimSuffix(strings.TrimSuffix(test, "StayInBudget"), "StaysInBudget")
}

// inChild runs the test of t in a child process, which reads a file, and returns the child's peak in bytes and what
// became of the reading. No path is a child that reads nothing.
func inChild(t *testing.T, path string) (peak int64, output string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), maxTime)
	defer cancel()
	name, _, _ := strings.Cut(t.Name(), "/")
	c := exec.CommandContext(ctx, os.Args[0], "-test.run=^"+name+"$", "-test.v")
	c.Env = append(os.Environ(), childFile+"="+path)
	out, err := c.CombinedOutput()
	for line := range strings.Lines(string(out)) {
		if text, ok := strings.CutPrefix(line, "child: "); ok && err == nil {
			n, what, _ := strings.Cut(strings.TrimSpace(text), " ")
			peak, _ = strconv.ParseInt(n, 10, 64)
			return peak, what
		}
	}
	t.Fatalf("the child does not report: %v %v\n%.2000s", err, ctx.Err(), out)
	return 0, ""
}

// report is the child: it reads a file and prints the peak of this process.
func report(t *testing.T, read func(path string) error, path string) {
	t.Helper()
	result := "read"
	if path != "" {
		if err := read(path); err != nil {
			result = strings.ReplaceAll(err.Error(), "\n", " ")
		}
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	for s := bufio.NewScanner(bytes.NewReader(status)); s.Scan(); {
		if fields := strings.Fields(s.Text()); len(fields) == 3 && fields[0] == "VmHWM:" {
			kilobytes, _ := strconv.ParseInt(fields[1], 10, 64)
			fmt.Printf("\nchild: %d %s\n", kilobytes<<10, result)
		}
	}
}
