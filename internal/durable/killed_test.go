package durable_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"counterpoise/internal/durable"
)

// childFolder names the folder for the child process of the tests below, childWork what it does there.
const childFolder, childWork = "COUNTERPOISE_TEST_CHILD", "COUNTERPOISE_TEST_WORK"

// TestMain runs a child: it stops in the middle of writing, says so, and waits to be killed.
func TestMain(m *testing.M) {
	dir := os.Getenv(childFolder)
	if dir == "" {
		os.Exit(m.Run())
	}
	ready := func() {
		os.Stdout.WriteString("ready\n")
		time.Sleep(time.Minute)
	}
	switch os.Getenv(childWork) {
	case "file":
		durable.Write(filepath.Join(dir, "a.json"), func(f *durable.File) error {
			f.Write([]byte("half of it"))
			ready()
			return nil
		})
	case "staging":
		s, _ := durable.NewStaging(filepath.Join(dir, "set"))
		durable.MkdirAll(filepath.Join(s.Path(), "data"))
		durable.WriteNew(filepath.Join(s.Path(), "data", "one"), []byte("one"))
		ready()
	}
}

// child starts a process that is in the middle of writing into a folder.
func child(t *testing.T, dir, work string) (kill func()) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self)
	c.Env = append(os.Environ(), childFolder+"="+dir, childWork+"="+work)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "ready\n" {
		t.Fatalf("the child says %q, %v", line, err)
	}
	return func() {
		c.Process.Kill() // SIGKILL
		c.Wait()
	}
}

// temporary lists the temporary files and folders in a folder.
func temporary(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if durable.Temporary(e.Name()) {
			names = append(names, e.Name())
		}
	}
	return names
}

// newProcess makes folders count as not swept, as in a new process.
func newProcess() { durable.Inject(func(durable.Call) (int, error) { return 0, nil })() }

// What a killed process leaves is swept by the next one that writes into the folder, and what a living one has there is
// not.
func TestKilledProcessesAreSweptAfter(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no locks on Windows: nothing is swept")
	}
	dir := t.TempDir()
	// Files of others, with names that are alike.
	foreign := []string{".a.json.123", "a.counterpoise-part", ".counterpoise", ".set.partial-1"}
	for _, name := range foreign {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, work := range []string{"file", "staging"} {
		dead, alive := child(t, dir, work), child(t, dir, work)
		before := temporary(t, dir)
		dead()
		newProcess()
		if err := durable.WriteFile(filepath.Join(dir, "other.json"), []byte("other")); err != nil {
			t.Fatal(err)
		}
		if left := temporary(t, dir); len(before) == 0 || len(left) != len(before)/2 {
			t.Errorf("%s: of %v, %v are left while one of two processes lives", work, before, left)
		}
		alive()
		newProcess()
		s, err := durable.NewStaging(filepath.Join(dir, "another"))
		if err != nil {
			t.Fatal(err)
		}
		s.Abort()
		if left := temporary(t, dir); len(left) > 0 {
			t.Errorf("%s: %v are left after both were killed", work, left)
		}
	}
	entries, _ := os.ReadDir(dir)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	const want = ".a.json.123 .counterpoise .set.partial-1 a.counterpoise-part other.json"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("left: %s, want %s", got, want)
	}
}
