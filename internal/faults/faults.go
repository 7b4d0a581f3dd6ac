// Package faults tests that a writer leaves the old state or the new one, and never half, whatever goes wrong while it
// writes. It is for tests alone.
//
// Check counts the calls of package durable that a writer makes, and repeats the writing for each of them and each kind
// of failure that fits it: the call fails once, the disk is full from there on, the folder becomes read-only, the
// process is killed there (in the middle of a write, too), or the power fails, which takes what is not synced. After
// each, every file is the old one or the new one; the writer returns nil only if the new state is there; no descriptor
// stays open; and the same writing, done once more without a failure, gives the new state and leaves nothing behind.
package faults

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/durable"
)

// Writer is a way in which the program writes files into a folder.
type Writer struct {
	// Old makes the old state of the folder; nil is an empty one. It must differ from the new one.
	Old func(dir string) error
	// Write writes the new state. It is called in folders with the old state, with what a failed call left, and with a
	// part of the new state where the writer has not cleaned up.
	Write func(dir string) error
	// Whole: the folder has the files of the old state or those of the new one, not some of each.
	Whole bool
	// State returns the content by the name of the part that is replaced as one. Nil: each file is a part, its path
	// below the folder the name. Parts that are missing have no entry.
	State func(dir string) (map[string]string, error)
	// Same reports whether a part that is neither the old nor the new one is all right, such as a log that a crash cuts
	// short. Nil: none is.
	Same func(name, got, old, new string) bool
}

// Check tests a writer, and logs how many failures it tried. With -short it tries a quarter of the calls of a writer
// that makes many.
func Check(t *testing.T, w Writer) {
	t.Helper()
	if w.State == nil {
		w.State = Files
	}
	if w.Old == nil {
		w.Old = func(string) error { return nil }
	}
	c := checker{Writer: w, t: t}
	c.count()
	tried := 0
	for i := range c.calls {
		if testing.Short() && i%4 > 0 && len(c.calls) > 20 {
			continue
		}
		for _, k := range kinds {
			if k.fits(c.calls[i]) && !t.Failed() {
				c.try(i, k)
				tried++
			}
		}
	}
	t.Logf("%d calls, %d failures tried", len(c.calls), tried)
}

// checker is the state of Check.
type checker struct {
	Writer
	t        *testing.T
	calls    []durable.Call
	old, new map[string]string
}

// count writes once without a failure, and notes the calls and both states.
func (c *checker) count() {
	c.t.Helper()
	dir := c.folder()
	c.old = c.state(dir)
	restore := durable.Inject(func(call durable.Call) (int, error) {
		if within(dir, call) {
			c.calls = append(c.calls, call)
		}
		return 0, nil
	})
	err := c.Write(dir)
	restore()
	c.new = c.state(dir)
	switch {
	case err != nil:
		c.t.Fatalf("without a failure: %v", err)
	case len(c.calls) == 0:
		c.t.Fatal("the writer writes nothing through package durable")
	case maps.Equal(c.old, c.new):
		c.t.Fatal("the writer changes nothing, so the test could not tell the states apart")
	}
	c.clean(dir, "without a failure")
}

// try lets the ith call fail.
func (c *checker) try(i int, k kind) {
	c.t.Helper()
	dir := c.folder()
	when := fmt.Sprintf("%s at call %d of %d, %s %s", k.name, i+1, len(c.calls), c.calls[i].Name,
		filepath.Base(c.calls[i].Path))
	f := failure{kind: k, dir: dir, at: i, unsynced: map[string]int64{}}
	restore := durable.Inject(f.fate)
	err := c.Write(dir)
	restore()
	f.losePower()
	got := c.state(dir)
	c.compare(when, got)
	if err == nil && !f.over && !maps.Equal(got, c.new) {
		c.t.Errorf("%s: the writer reports no error, and the new state is not there", when)
	}
	if open := openBelow(dir); len(open) > 0 {
		c.t.Errorf("%s: files stay open: %v", when, open)
	}
	if !k.lasts && c.calls[i].Name != "remove" {
		c.clean(dir, when)
	}
	if err := withoutFault(c.Write, dir); err != nil {
		c.t.Errorf("%s: the next writing fails: %v", when, err)
	}
	if got := c.state(dir); !maps.Equal(got, c.new) {
		c.t.Errorf("%s: the next writing does not give the new state: %v, want %v", when, brief(got), brief(c.new))
	}
	c.clean(dir, when+", then written again")
}

// compare checks that each part is the old or the new one.
func (c *checker) compare(when string, got map[string]string) {
	c.t.Helper()
	if c.Whole && !maps.Equal(got, c.old) && !maps.Equal(got, c.new) {
		c.t.Errorf("%s: neither the old state nor the new one: %v", when, brief(got))
		return
	}
	names := slices.Sorted(maps.Keys(got))
	for name := range c.old {
		if _, ok := got[name]; !ok {
			names = append(names, name)
		}
	}
	for _, name := range names {
		is, ok := got[name]
		before, had := c.old[name]
		after, has := c.new[name]
		if ok == had && is == before || ok == has && is == after {
			continue
		}
		if c.Same != nil && c.Same(name, is, before, after) {
			continue
		}
		c.t.Errorf("%s: %s is neither the old one nor the new one (there: %v, %d bytes, before %d, after %d)",
			when, name, ok, len(is), len(before), len(after))
	}
}

// clean checks that no temporary file is left.
func (c *checker) clean(dir, when string) {
	c.t.Helper()
	filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && durable.Temporary(d.Name()) {
			c.t.Errorf("%s: %s is left behind", when, path)
		}
		return nil
	})
}

// folder makes a folder with the old state.
func (c *checker) folder() string {
	c.t.Helper()
	dir := c.t.TempDir()
	if err := withoutFault(c.Old, dir); err != nil {
		c.t.Fatal(err)
	}
	return dir
}

// withoutFault writes without a failure. Nothing is synced, since no power fails there.
func withoutFault(write func(string) error, dir string) error {
	defer durable.Inject(func(durable.Call) (int, error) { return 0, nil })()
	return write(dir)
}

// state returns the parts of a folder.
func (c *checker) state(dir string) map[string]string {
	c.t.Helper()
	s, err := c.State(dir)
	if err != nil {
		c.t.Fatal(err)
	}
	return s
}

// Files returns the content of each file below a folder, by its path with slashes; executable ones have an entry of
// their mode besides. Temporary files are left out.
func Files(dir string) (map[string]string, error) {
	all := map[string]string{}
	return all, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case durable.Temporary(d.Name()) && d.IsDir():
			return filepath.SkipDir
		case durable.Temporary(d.Name()) || d.IsDir():
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if info, infoErr := d.Info(); infoErr == nil && info.Mode()&0o100 != 0 {
			text = append([]byte("executable: "), text...)
		}
		all[filepath.ToSlash(name)] = string(text)
		return err
	})
}

// brief returns the lengths of parts.
func brief(parts map[string]string) map[string]int {
	lengths := map[string]int{}
	for name, text := range parts {
		lengths[name] = len(text)
	}
	return lengths
}

// openBelow lists the open files of this process below a folder. It knows them on Linux alone.
func openBelow(dir string) (open []string) {
	if runtime.GOOS != "linux" {
		return nil
	}
	entries, _ := os.ReadDir("/proc/self/fd")
	for _, e := range entries {
		if path, err := os.Readlink("/proc/self/fd/" + e.Name()); err == nil && below(dir, path) {
			open = append(open, path)
		}
	}
	return open
}

// within reports whether a call is one below a folder.
func within(dir string, c durable.Call) bool { return below(dir, c.Path) }

// below reports whether a path is a folder or lies below it.
func below(dir, path string) bool {
	return path == dir || strings.HasPrefix(path, dir+string(filepath.Separator))
}
