package law

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// durablePackage is the only package that changes a disk.
const durablePackage = "internal/durable"

// reading are the members of package os that read the disk or have nothing to do with it. What is not in this list,
// such as Create, OpenFile, OpenRoot or CopyFS, may change it.
var reading = []string{
	"Args", "DevNull", "DirFS", "Environ", "ErrNotExist", "Executable", "Exit", "File", "FileInfo", "FileMode",
	"Getenv", "Getpid", "Getppid", "Getwd", "Hostname", "Interrupt", "IsNotExist", "LookupEnv", "Lstat",
	"ModeNamedPipe", "ModeSocket", "Open", "ReadDir", "ReadFile", "SameFile", "Setenv", "Signal", "Stat", "Stderr",
	"Stdin", "Stdout", "TempDir", "Unsetenv", "UserCacheDir", "UserHomeDir",
}

// writers say why a package besides durablePackage may change the disk.
var writers = map[string]string{
	"cmd/counterpoise/clitest": "writes what commands read, in tests",

	"internal/browser": "gives a browser its folder and keeps pictures of pages, in tests",
	"internal/golden":  "writes expected output, with -update",
	"internal/faults":  "cuts files as a loss of power does, in tests",
	"internal/hostile": "writes hostile files, in tests",
	"internal/release": "writes the release, which is made anew, into .build",
}

// untested are packages whose writers are tested elsewhere: by the test of that package, which ranges over all formats.
var untested = map[string]string{
	"scenes/demos/calvin": "scenes/demos", "scenes/demos/lerobot": "scenes/demos",
	"scenes/demos/rlds": "scenes/demos", "scenes/demos/robomimic": "scenes/demos",

	// Single files, as export writes one, and folders by cli.FillFolder.
	"cmd/counterpoise/demos": "cmd/counterpoise/policies", "cmd/counterpoise/dev": "cmd/counterpoise/policies",
	"cmd/counterpoise/environment": "cmd/counterpoise/policies",
	"cmd/counterpoise/look":        "cmd/counterpoise/cli", "cmd/counterpoise/machine": "cmd/counterpoise/policies",
}

// A package that could change the disk on its own would escape the tests with faults, and what it leaves half-written
// would be nobody's.
func TestOnlyDurableChangesTheDisk(t *testing.T) {
	for path, text := range sources(t) {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		folder := filepath.ToSlash(filepath.Dir(path))
		if folder == durablePackage || writers[folder] != "" {
			continue
		}
		for _, name := range diskCalls(t, path, text) {
			t.Errorf("%s uses %s, which may change the disk: use %s", path, name, durablePackage)
		}
	}
}

func TestDiskCallsAreFound(t *testing.T) {
	const text = `package p
import "os"
import files "os"
import "syscall"
import "io/ioutil"
var write = os.WriteFile
func f() { os.ReadFile("a"); files.Create("b"); os.Getenv("c"); syscall.Unlink("d"); ioutil.WriteFile("e", nil, 0) }
`
	want := []string{"ioutil.WriteFile", "os.Create", "os.WriteFile", "syscall.Unlink"}
	if got := diskCalls(t, "p.go", []byte(text)); !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
}

// diskCalls returns the members of packages that change the disk which a file uses.
func diskCalls(t *testing.T, path string, text []byte) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{} // the name of a package in the file -> its path
	for _, i := range file.Imports {
		full, _ := strconv.Unquote(i.Path.Value)
		if name := filepath.Base(full); slices.Contains([]string{"os", "syscall", "io/ioutil"}, full) {
			if i.Name != nil {
				name = i.Name.Name
			}
			names[name] = full
		}
	}
	found := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		id, ok := s.X.(*ast.Ident)
		if !ok {
			return true
		}
		switch full := names[id.Name]; {
		case full == "os" && !slices.Contains(reading, s.Sel.Name):
			found["os."+s.Sel.Name] = true
		case full == "io/ioutil":
			found["ioutil."+s.Sel.Name] = true
		case full == "syscall" && !slices.Contains(harmless, s.Sel.Name):
			found["syscall."+s.Sel.Name] = true
		}
		return true
	})
	return slices.Sorted(maps.Keys(found))
}

// harmless are the members of package syscall that are in use and change no disk.
var harmless = []string{"SIGTERM", "SIGHUP"}

// Every package that writes has a test that lets each call of its writers fail.
func TestWritersAreTestedUnderFaults(t *testing.T) {
	tested := map[string]bool{}
	for path, text := range sources(t) {
		if strings.HasSuffix(path, "_test.go") && strings.Contains(string(text), "faults.Check(t, ") {
			tested[filepath.ToSlash(filepath.Dir(path))] = true
		}
	}
	writing := 0
	for _, p := range listed(t) {
		if !slices.Contains(p.Imports, module+"/"+durablePackage) || p.name() == "internal/faults" {
			continue
		}
		writing++
		if at, ok := untested[p.name()]; !tested[p.name()] && !(ok && tested[at]) {
			t.Errorf("%s writes through %s and has no test with faults.Check", p.name(), durablePackage)
		}
	}
	if writing < 10 {
		t.Errorf("only %d packages write: the search is broken", writing)
	}
}
