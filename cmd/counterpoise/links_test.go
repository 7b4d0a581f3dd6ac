package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
)

// linkedFolder makes a folder that has each file of another one as a link to a file elsewhere, but for what is kept,
// and returns it with the files elsewhere.
func linkedFolder(t *testing.T, of string, keep func(name string) bool) (dir, elsewhere string) {
	t.Helper()
	dir, elsewhere = t.TempDir(), t.TempDir()
	err := filepath.WalkDir(of, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(of, path)
		if err != nil {
			return err
		}
		to := filepath.Join(dir, name)
		if e.IsDir() {
			os.MkdirAll(filepath.Join(elsewhere, name), 0o755)
			return os.MkdirAll(to, 0o755)
		}
		if keep(name) {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			return os.WriteFile(to, text, 0o644)
		}
		target := filepath.Join(elsewhere, name)
		if err := os.WriteFile(target, []byte("precious"), 0o644); err != nil {
			return err
		}
		return os.Symlink(target, to)
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir, elsewhere
}

// checkPrecious fails the test if a file elsewhere was changed, and returns how many there are.
func checkPrecious(t *testing.T, elsewhere string) (files int) {
	t.Helper()
	filepath.WalkDir(elsewhere, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			files++
			if text := clitest.Contents(t, path); text != "precious" {
				t.Errorf("%s was overwritten with %d bytes", path, len(text))
			}
		}
		return err
	})
	return files
}

// run and report change no file that a link in the folder of records leads to, whichever of the files that they write
// is the link.
func TestRunAndReportWriteThroughNoLink(t *testing.T) {
	first := t.TempDir()
	args := []string{"run", "quick", "--trials", "2", "--rollouts", "4", "--out"}
	if code, _, stderr, _ := clitest.Filmed(append(args, first)...); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	isRecords := func(name string) bool { return name == "records.jsonl" }
	for _, command := range [][]string{args, {"report"}} {
		dir, elsewhere := linkedFolder(t, first, isRecords)
		if code, _, stderr, _ := clitest.Filmed(append(command, dir)...); code != 0 {
			t.Errorf("%q: exit code %d: %s", command, code, stderr)
		}
		if n := checkPrecious(t, elsewhere); n < 10 {
			t.Errorf("only %d files were links", n)
		}
		if info, err := os.Lstat(filepath.Join(dir, "report.html")); err != nil || !info.Mode().IsRegular() {
			t.Errorf("%q wrote no page: %v, %v", command, info, err)
		}
	}
}

// A link in the place of a folder, or of the records themselves, is an error before anything is made.
func TestLinkedFoldersAreRefused(t *testing.T) {
	first := t.TempDir()
	args := []string{"run", "quick", "--trials", "2", "--rollouts", "4", "--out"}
	if code, _, stderr, _ := clitest.Filmed(append(args, first)...); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	for _, name := range []string{"figures", "tables", "claims", "records.jsonl"} {
		for _, command := range [][]string{{"report"}, {"run", "quick", "--trials", "3", "--rollouts", "4", "--out"}} {
			if command[0] == "report" && (name == "claims" || name == "records.jsonl") {
				continue // report only reads them
			}
			dir, elsewhere := linkedFolder(t, first, func(string) bool { return true })
			target := filepath.Join(elsewhere, name)
			if name == "records.jsonl" {
				os.Rename(filepath.Join(dir, name), target)
			}
			os.MkdirAll(target, 0o755)
			os.RemoveAll(filepath.Join(dir, name))
			if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
				t.Skip(err)
			}
			before, _ := os.Stat(target)
			code, _, stderr, played := clitest.Filmed(append(command, dir)...)
			if code != 1 || played > 0 || !strings.Contains(stderr, name+" leads to "+target+"; remove the link") {
				t.Errorf("%q with a linked %s: exit code %d, %d played: %s", command, name, code, played, stderr)
			}
			if after, _ := os.Stat(target); !after.ModTime().Equal(before.ModTime()) {
				t.Errorf("%q changed what %s leads to", command, name)
			}
		}
	}
}
