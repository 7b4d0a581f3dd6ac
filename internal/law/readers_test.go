package law

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// readElsewhere are packages that read files from outside in the tests of the package that is named.
var readElsewhere = map[string]string{
	"scenes/demos/calvin": "scenes/demos", "scenes/demos/lerobot": "scenes/demos", "scenes/demos/npy": "scenes/demos",
	"scenes/demos/rlds": "scenes/demos", "scenes/demos/robomimic": "scenes/demos", "scenes/demos/hdf5": "scenes/demos",
	"policies/ridge": "policies", "policies/encoder": "policies",

	"cmd/counterpoise/advise": "stats/table", "cmd/counterpoise/cli": "stats/table",
	"cmd/counterpoise/environment": "stats/table",
	"cmd/counterpoise/machine":     "stats/table", "cmd/counterpoise/run": "stats/table",
	"cmd/counterpoise/shared": "scenes/demos", "cmd/counterpoise/stats": "stats/table",

	"bench/remote": "bench/remote/wire", "results/evaluations": "bench",
}

// ownFiles say which files packages read that only this program writes, or that are trusted as SECURITY.md says.
var ownFiles = map[string]string{
	"policies/backend": "plugins of XLA, which are loaded and executed",
	"results/films":    "films that it has drawn itself, shown as they are",
}

// hostileTest is what a test calls that holds a reader to its budget of memory with hostile content.
const hostileTest = "hostile.Check(t, "

// A package that reads files goes through internal/bounded or internal/budget and has a test with hostile content.
func TestReadersAreTestedWithHostileFiles(t *testing.T) {
	tested := map[string]bool{}
	for path, text := range sources(t) {
		if strings.HasSuffix(path, "_test.go") && strings.Contains(string(text), hostileTest) {
			tested[filepath.ToSlash(filepath.Dir(path))] = true
		}
	}
	for name, at := range readElsewhere {
		if !tested[at] {
			t.Errorf("%s has no test with %s, and %s counts on it", at, hostileTest, name)
		}
	}
	readers := 0
	for _, p := range listed(t) {
		reads := slices.Contains(p.Imports, module+"/internal/bounded") ||
			slices.Contains(p.Imports, module+"/internal/budget")
		if !reads || internal(p.name()) {
			continue
		}
		readers++
		if !tested[p.name()] && readElsewhere[p.name()] == "" && ownFiles[p.name()] == "" {
			t.Errorf("%s reads files and has no test with %s: let it read files of every kind that its format can "+
				"express, small on disk and large in memory (policies/train/hostile_test.go is one), or name in "+
				"readElsewhere the package whose test does", p.name(), hostileTest)
		}
	}
	if readers < 10 {
		t.Errorf("only %d packages read: the search is broken", readers)
	}
}

// systemFiles are the only files that open files without internal/bounded: what they open is the system's, or this
// program itself.
var systemFiles = map[string]string{
	"bench/runner/provenance.go":         "/proc/cpuinfo",
	"bench/slurm/write.go":               "the program that runs",
	"cmd/counterpoise/machine/doctor.go": "/proc/meminfo",

	"cmd/counterpoise/clitest/files.go":   "what a test has written",
	"cmd/counterpoise/clitest/records.go": "what a test has written",
	"policies/backend/card.go":            "/proc/driver/nvidia",
	"policies/train/memory.go":            "/proc/meminfo",
}

// opens finds what opens a file without a look at what it is.
var opens = regexp.MustCompile(`\bos\.(Open|ReadFile|DirFS)\(`)

// os.Open waits for the writer of a named pipe, and reads a device without end; internal/bounded refuses both.
func TestFilesAreOpenedByBounded(t *testing.T) {
	found := map[string]bool{}
	for path, text := range sources(t) {
		path = filepath.ToSlash(path)
		if strings.HasSuffix(path, "_test.go") || internal(path) || !opens.Match(text) {
			continue
		}
		found[path] = true
		if systemFiles[path] == "" {
			t.Errorf("%s uses %s...): named pipes are waited for and devices read without end; use "+
				"bounded.Open, bounded.ReadRegular or a Budget", path, opens.Find(text))
		}
	}
	for path := range systemFiles {
		if !found[path] {
			t.Errorf("%s opens no file: take its line away", path)
		}
	}
}
