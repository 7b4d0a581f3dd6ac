package machine

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/cachedir"
)

// fillCache makes a cache of two features that fit, one that lies under another's name, one of the first form, a
// temporary file, a broken plugin, and two files of nobody's.
func fillCache(t *testing.T) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "a\x1b[2J\nb")
	t.Setenv("COUNTERPOISE_CACHE", dir)
	features := runner.Features(dir)
	for _, digit := range []string{"a", "b"} {
		if err := features.Put(strings.Repeat(digit, 64), make([]byte, 300_000)); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(filepath.Join(dir, "aa", strings.Repeat("a", 64)))
	if err != nil {
		t.Fatal(err)
	}
	for path, data := range map[string][]byte{
		"bb/bb" + strings.Repeat("c", 62): data,
		"bb/bb" + strings.Repeat("d", 62): make([]byte, 200_000),
		"cc/.x.1.counterpoise-part":       make([]byte, 100_000),
		"xla/pjrt_c_api_cpu_plugin.so":    []byte("no library"),
		"xla/note.txt":                    nil,
		"aa/\x1b]0;owned\x07<script>.gob": nil,
	} {
		path = filepath.Join(dir, path)
		os.MkdirAll(filepath.Dir(path), 0o755)
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// cached returns the number of files in a folder.
func cached(t *testing.T, dir string) (n int) {
	t.Helper()
	filepath.WalkDir(dir, func(_ string, d os.DirEntry, err error) error {
		if err != nil {
			t.Error(err)
		} else if !d.IsDir() {
			n++
		}
		return nil
	})
	return n
}

func TestCacheTable(t *testing.T) {
	dir := fillCache(t)
	code, out, stderr, _ := clitest.Invoke("cache")
	if code != 0 || stderr != "" {
		t.Fatal(code, stderr)
	}
	clitest.CheckHarmless(t, "cache", "txt", out)
	version := runner.Features(dir).Version
	squeezed := strings.Join(strings.Fields(out), " ")
	for _, want := range []string{
		"features of pictures 2 0.6 MB " + version + " yes ",
		"features of pictures 1 0.3 MB " + version + " no, damaged ",
		"features of pictures 1 0.2 MB unknown no, another version ",
		"temporary files 1 0.1 MB unknown no, temporary ",
		"plugin of XLA 1 0.0 MB unknown no, damaged ",
		"at most 10.0 GB (COUNTERPOISE_CACHE_LIMIT)",
	} {
		if !strings.Contains(squeezed, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	_, out, _, _ = clitest.Invoke("cache", "--json")
	var s caches
	if err := json.Unmarshal([]byte(out), &s); err != nil || len(s.Kept) != 5 || s.Folder != dir || s.Limit != 10e9 {
		t.Errorf("%+v, %v", s, err)
	}
}

// clean removes what no longer fits, a dry run nothing; --all and --plugin remove the rest that is the program's.
func TestCacheClean(t *testing.T) {
	dir := fillCache(t)
	for _, c := range []struct {
		args string
		left int
		want []string
	}{
		{"--dry-run", 8, []string{"would remove 1 file, 0.3 MB", "would remove 1 file, 0.2 MB",
			"would remove 1 file, 0.1 MB: temporary files"}},
		{"", 5, []string{"removed 1 file, 0.3 MB", "removed 1 file, 0.2 MB",
			"removed 1 file, 0.1 MB: temporary files"}},
		{"", 5, []string{"nothing to remove in"}},
		{"--all --dry-run", 5, []string{"would remove 2 files, 0.6 MB"}},
		{"--all", 3, []string{"removed 2 files, 0.6 MB: features of pictures (fits: yes)"}},
		{"--plugin", 2, []string{"removed 1 file, 0.0 MB: plugin of XLA"}},
		{"--all --plugin", 2, []string{"nothing to remove in"}},
	} {
		code, out, stderr, _ := clitest.Invoke(append([]string{"cache", "clean"}, strings.Fields(c.args)...)...)
		if code != 0 || stderr != "" || strings.Count(out, "\n") != len(c.want) {
			t.Errorf("clean %s: exit code %d, %q, %q", c.args, code, out, stderr)
		}
		clitest.CheckHarmless(t, "cache clean", "txt", out)
		for _, want := range c.want {
			if !strings.Contains(out, want) {
				t.Errorf("clean %s: %q is not in\n%s", c.args, want, out)
			}
		}
		if n := cached(t, dir); n != c.left {
			t.Errorf("clean %s: %d files are left, want %d", c.args, n, c.left)
		}
	}
}

// A folder that is missing is empty; one that cannot be read gets a sentence.
func TestCacheFolders(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none")
	t.Setenv("COUNTERPOISE_CACHE", dir)
	for _, args := range [][]string{{"cache"}, {"cache", "clean"}} {
		code, out, stderr, _ := clitest.Invoke(args...)
		if code != 0 || stderr != "" || !strings.HasPrefix(out, "nothing ") {
			t.Errorf("%v on a missing folder: %d, %q, %q", args, code, out, stderr)
		}
	}
	if _, err := os.Lstat(dir); err == nil {
		t.Error("the folder was made")
	}
	os.WriteFile(dir, nil, 0o644)
	for _, args := range [][]string{{"cache"}, {"cache", "clean", "--all"}} {
		code, _, stderr, _ := clitest.Invoke(args...)
		if code != 1 || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, "let COUNTERPOISE_CACHE name") {
			t.Errorf("%v on a file: %d, %q", args, code, stderr)
		}
	}
	t.Setenv("COUNTERPOISE_CACHE_LIMIT", "much")
	if code, _, stderr, _ := clitest.Invoke("cache"); code != 1 || !strings.Contains(stderr, `does not take "much"`) {
		t.Errorf("%d, %q", code, stderr)
	}
	t.Setenv("COUNTERPOISE_CACHE", "")
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	if folder := cachedir.Path(); folder != "" {
		t.Skipf("this system has the folder %s", folder)
	}
	if code, _, stderr, _ := clitest.Invoke("cache"); code != 1 || !strings.Contains(stderr, "set COUNTERPOISE_CACHE") {
		t.Errorf("%d, %q", code, stderr)
	}
}
