package durable_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"counterpoise/internal/durable"
	"counterpoise/internal/faults"
)

func TestWriteUnderFaults(t *testing.T) {
	for name, old := range map[string]func(string) error{
		"new": nil,
		"replaced": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "a.json"), []byte("before"), 0o644)
		},
	} {
		t.Run(name, func(t *testing.T) {
			faults.Check(t, faults.Writer{Old: old, Write: func(dir string) error {
				return durable.Write(filepath.Join(dir, "a.json"), func(f *durable.File) error {
					for range 3 {
						if _, err := f.Write([]byte("a part of it")); err != nil {
							return err
						}
					}
					return nil
				})
			}})
		})
	}
	t.Run("below", func(t *testing.T) {
		faults.Check(t, faults.Writer{Write: func(dir string) error {
			return durable.WriteBelow(dir, "a/b/c.json", []byte("content"))
		}})
	})
	t.Run("program", func(t *testing.T) {
		faults.Check(t, faults.Writer{
			Old:   func(dir string) error { return os.WriteFile(filepath.Join(dir, "p"), []byte("same"), 0o644) },
			Write: func(dir string) error { return durable.WriteProgram(filepath.Join(dir, "p"), []byte("same")) },
		})
	})
}

// stage writes a folder, or a file where name is empty, through a staging folder.
func stage(dir, name, text string) error {
	s, err := durable.NewStaging(filepath.Join(dir, "set"))
	if err != nil {
		return err
	}
	defer s.Abort()
	if name == "" {
		if err := durable.WriteNew(s.Path(), []byte(text)); err != nil {
			return err
		}
		return s.Commit()
	}
	for _, n := range []string{name, "card"} {
		if err := durable.MkdirAll(filepath.Join(s.Path(), "data")); err != nil {
			return err
		}
		if err := durable.WriteNew(filepath.Join(s.Path(), "data", n), []byte(text)); err != nil {
			return err
		}
	}
	return s.Commit()
}

func TestStagingUnderFaults(t *testing.T) {
	for _, c := range []struct {
		name, from, to string
		old            func(string) error
	}{
		{"a new folder", "", "b", nil},
		{"a folder for an empty one", "", "b", func(dir string) error {
			return os.Mkdir(filepath.Join(dir, "set"), 0o755)
		}},
		{"a folder for a folder", "a", "b", func(dir string) error { return stage(dir, "a", "first") }},
		{"a file for a file", "a", "", func(dir string) error { return stage(dir, "", "first") }},
		{"a file for a folder", "a", "", func(dir string) error { return stage(dir, "a", "first") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			faults.Check(t, faults.Writer{
				Old: c.old, Whole: true,
				Write: func(dir string) error { return stage(dir, c.to, "second, and longer") },
			})
		})
	}
}

// Where the system cannot exchange two folders, a kill between both renames leaves the old one aside, and the next
// writer puts it back before it does anything.
func TestReplacingWithoutExchange(t *testing.T) {
	unsupported := func(next durable.Fault) durable.Fault {
		return func(c durable.Call) (int, error) {
			if c.Name == "exchange" {
				return 0, errors.ErrUnsupported
			}
			return next(c)
		}
	}
	killed := errors.New("killed")
	for at := range 60 {
		dir := t.TempDir()
		if err := stage(dir, "a", "first"); err != nil {
			t.Fatal(err)
		}
		made := 0
		restore := durable.Inject(unsupported(func(durable.Call) (int, error) {
			if made++; made > at {
				return 0, killed
			}
			return 0, nil
		}))
		err := stage(dir, "b", "second")
		restore()
		// Another writer touches the folder.
		if err := durable.WriteFile(filepath.Join(dir, "other"), nil); err != nil {
			t.Fatal(err)
		}
		files, stateErr := faults.Files(dir)
		if stateErr != nil {
			t.Fatal(stateErr)
		}
		if len(files) != 3 || files["set/data/a"] != "first" && files["set/data/b"] != "second" {
			t.Fatalf("killed at call %d: %v", at, files)
		}
		if err == nil {
			return // all calls were tried
		}
	}
	t.Error("more calls than were tried")
}
