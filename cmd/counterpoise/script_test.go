package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/policies/backend"
)

// fakeGo stands in for the go command: it has the version in $FAKE_GO, what it builds and installs prints its
// arguments, its command $FAKE_FAILS fails, and so does test with a flag --bogus.
const fakeGo = `#!/bin/sh
case "$1 $2" in
"env GOVERSION") echo "$FAKE_GO" ;;
"env GOARCH") echo amd64 ;;
"list -m") echo "go 1.26.5 1.26.10 1.27.4 1.28rc1" ;;
"version ") [ "$GOTOOLCHAIN" != go1.99.9 ] ;;
"env GOMODCACHE") echo "$HOME/modules" ;;
"env GOFLAGS") ;;
"build -C") mkdir -p "$3/.build"
	case $4 in -tags*) tags=" $4" ;; esac
	printf '#!/bin/sh\necho "ran'"$tags"' as $COUNTERPOISE_AS in $(pwd -P): $*"\n' > "$3/.build/counterpoise"
	chmod +x "$3/.build/counterpoise" ;;
"env GOROOT") dirname "$0" ;;
"install "*) printf '#!/bin/sh\necho "staticcheck $*"\n' > "$GOBIN/staticcheck"; chmod +x "$GOBIN/staticcheck" ;;
"test --bogus") echo "flag provided but not defined: -bogus"; false ;;
*) echo "go $*"; [ "$1" != "$FAKE_FAILS" ] ;;
esac
`

// clone is a folder with the script and go.mod, and the tools that the script needs in a folder of their own.
func clone(t *testing.T, withGo bool) (root, path string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the script is for POSIX shells")
	}
	root, path = t.TempDir(), t.TempDir()
	for _, name := range []string{"counterpoise", "go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		clitest.WriteScript(t, filepath.Join(root, name), string(text))
	}
	tools := "sh sed awk cat date dirname readlink grep mkdir chmod pwd rm sort head tail tee tr uname id cp mv cut " +
		"cksum"
	for _, tool := range strings.Fields(tools) {
		at, err := exec.LookPath(tool)
		if err != nil {
			t.Skipf("no %s here", tool)
		}
		os.Symlink(at, filepath.Join(path, tool))
	}
	if withGo {
		clitest.WriteScript(t, filepath.Join(path, "go"), fakeGo)
		if err := os.Mkdir(filepath.Join(path, "bin"), 0o755); err != nil {
			t.Fatal(err)
		}
		clitest.WriteScript(t, filepath.Join(path, "bin", "gofmt"), "#!/bin/sh\n")
		clitest.WriteScript(t, filepath.Join(root, "x_test.go"), "package x\n\nfunc FuzzX(f *testing.F) {\n")
	}
	return root, path
}

// runScript runs the script as the user would and returns all it said.
func runScript(dir, path, version, name string, args ...string) (string, int) {
	c := exec.Command(name, args...)
	c.Dir = dir
	c.Env = []string{"PATH=" + path, "HOME=" + dir, "FAKE_GO=" + version}
	out, _ := c.CombinedOutput()
	return string(out), c.ProcessState.ExitCode()
}

// Without Go, or with one that is too old, the script says so in one line.
func TestScriptNeedsGo(t *testing.T) {
	root, path := clone(t, false)
	out, code := runScript(root, path, "", "./counterpoise", "run", "quick")
	if code != 1 || strings.Count(out, "\n") != 1 || !strings.Contains(out, "Go is missing; install 1.") {
		t.Errorf("without Go: exit code %d, %q", code, out)
	}
	root, path = clone(t, true)
	for version, old := range map[string]bool{
		"go1.22.1": true, "go1.26.4": true, "go1.9": true, "go1.26rc1": true,
		"go1.26.5": false, "go1.26.10": false, "go1.27": false, "go2.0": false, "devel go1.27-abcdef": false,
	} {
		out, code := runScript(root, path, version, "./counterpoise", "version")
		if old && (code != 1 || strings.Count(out, "\n") != 1 || !strings.Contains(out, "this is "+version)) {
			t.Errorf("%s: exit code %d, %q", version, code, out)
		}
		if !old && code != 0 {
			t.Errorf("%s is refused: %q", version, out)
		}
	}
}

// With Go 1.27 the script builds with a copy of gomlx's kernels that has its names of vector operations, and with a
// newer Go without vector instructions, which it says.
func TestScriptRenamesVectors(t *testing.T) {
	if backend.Vector() == "" {
		t.Skip("this processor has no vector instructions")
	}
	root, path := clone(t, true)
	kernels := filepath.Join(root, "modules", "github.com", "gomlx", "compute@v0.1.2", "kernels")
	if err := os.MkdirAll(kernels, 0o755); err != nil {
		t.Fatal(err)
	}
	clitest.WriteScript(t, filepath.Join(kernels, "a.go"),
		"import \"simd/archsimd\"\n// x.AddPairs(archsimd.LoadFloat32x8(p)).Store(q)\n")
	clitest.WriteScript(t, filepath.Join(kernels, "b.go"), "// x.Store(q)\n")
	for _, version := range []string{"go1.26.8", "go1.28.1"} {
		out, _ := runScript(root, path, version, "./counterpoise", "version")
		if old := version == "go1.26.8"; strings.Contains(out, "without vector instructions: "+version) == old {
			t.Errorf("%s: %q", version, out)
		}
		if err := os.RemoveAll(filepath.Join(root, ".build")); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if out, code := runScript(root, path, "go1.27.4", "./counterpoise", "version"); code != 0 {
			t.Fatal(out)
		}
	}
	module, err := os.ReadFile(filepath.Join(root, ".build", "simd.mod"))
	if err != nil {
		t.Fatal(err)
	}
	_, copied, _ := strings.Cut(strings.TrimSpace(string(module)), "replace github.com/gomlx/compute => ./")
	for name, want := range map[string]string{
		"a.go": "import \"simd/archsimd\"\n// x.ConcatAddPairs(archsimd.LoadFloat32x8Array(p)).StoreArray(q)\n",
		"b.go": "// x.Store(q)\n",
	} {
		if got, err := os.ReadFile(filepath.Join(root, copied, "kernels", name)); string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// The script works from any folder and through links, passes arguments on as they are, and stays where the user is.
func TestScriptFromAnywhere(t *testing.T) {
	root, path := clone(t, true)
	elsewhere := t.TempDir()
	os.Symlink(filepath.Join(root, "counterpoise"), filepath.Join(elsewhere, "direct"))
	os.Symlink("direct", filepath.Join(elsewhere, "indirect"))
	for _, name := range []string{filepath.Join(root, "counterpoise"), "./direct", "./indirect"} {
		out, code := runScript(elsewhere, path, "go1.26.8", name, "run", "two words", "--out=x")
		if here, _ := filepath.EvalSymlinks(elsewhere); code != 0 ||
			!strings.HasSuffix(out, "ran as "+name+" in "+here+": run two words --out=x\n") {
			t.Errorf("%s: exit code %d, %q", name, code, out)
		}
	}
}

// setup names every optional part and succeeds, also where there is no package manager. test passes its arguments to
// go test, and names the steps that it does not run.
func TestScriptSetupAndTest(t *testing.T) {
	root, path := clone(t, true)
	out, code := runScript(root, path, "go1.26.8", "./counterpoise", "setup")
	if code != 0 {
		t.Errorf("setup: exit code %d\n%s", code, out)
	}
	for _, part := range []string{"Go", "optional", "OpenGL", "Xvfb", "ffmpeg", "NumPy, h5py", "hyparquet",
		"XLA", "GPU training"} {
		if !strings.Contains("\n"+out, "\n"+part+" ") {
			t.Errorf("setup does not say what is with %s:\n%s", part, out)
		}
	}
	out, code = runScript(root, path, "go1.26.8", "./counterpoise", "test", "-run", "X")
	for _, part := range []string{
		"go vet ./...\n", "staticcheck ./...\n", "go test -timeout 40m -shuffle=on -run X " + longest + " ./...\n",
		"OpenGL not run: ./counterpoise setup", "race detector not run: it takes Linux and a C compiler\n",
		"release not run: it takes a commit", "counterpoise: no step failed, in ",
	} {
		if !strings.Contains(out, part) {
			t.Errorf("test does not say %q:\n%s", part, out)
		}
	}
	if code != 0 {
		t.Errorf("test: exit code %d", code)
	}
}

// setup, verify and test print their usage when they are asked for it, without Go, and what takes no argument refuses
// one with its usage. test refuses a flag that go test does not have before the first step.
func TestScriptUsage(t *testing.T) {
	root, path := clone(t, false)
	for _, command := range []string{"setup", "verify", "test", "release"} {
		for _, help := range []string{"--help", "-h"} {
			out, code := runScript(root, path, "", "./counterpoise", command, help)
			if code != 0 || !strings.HasPrefix(out, "./counterpoise "+command+" ") {
				t.Errorf("%s %s: exit code %d\n%s", command, help, code, out)
			}
		}
	}
	root, path = clone(t, true)
	for _, args := range [][]string{{"setup", "--bogus"}, {"verify", "--bogus"}, {"test", "--bogus"}} {
		out, code := runScript(root, path, "go1.26.8", "./counterpoise", args...)
		if code != 2 || !strings.Contains(out, "--bogus") || !strings.Contains(out, "\n./counterpoise "+args[0]+" ") ||
			strings.Contains(out, "go vet") {
			t.Errorf("%s: exit code %d\n%s", args, code, out)
		}
	}
}

// longest are the packages that the script tests first.
const longest = "./cmd/counterpoise/advise ./cmd/counterpoise ./cmd/counterpoise/policies ./cmd/counterpoise/run " +
	"./results/report ./internal/contributing ./results/study/claims ./bench"

// test --go takes the Go that it is asked for, by its version or its place among the stable ones, if it can be had.
func TestScriptTestsWithAnotherGo(t *testing.T) {
	root, path := clone(t, true)
	for asked, want := range map[string]string{
		"newest": "go1.27.4", "oldest": "go1.26.5", "1.27.3": "go1.27.3", "go1.26.9": "go1.26.9",
	} {
		out, code := runScript(root, path, "go1.26.8", "./counterpoise", "test", "--go", asked, "-run", "X")
		if code != 0 || !strings.HasPrefix(out, "counterpoise: with "+want+"\n") ||
			!strings.Contains(out, "-shuffle=on -run X "+longest+" ./...\n") {
			t.Errorf("%s: exit code %d\n%s", asked, code, out)
		}
	}
	for args, want := range map[string]string{
		"test --go": "./counterpoise test --go ", "test --go 1.99.9": "counterpoise: Go 1.99.9 can't be downloaded\n",
	} {
		out, code := runScript(root, path, "go1.26.8", "./counterpoise", strings.Fields(args)...)
		if code == 0 || !strings.HasPrefix(out, want) || strings.Count(out, "\n") != 1 {
			t.Errorf("%s: exit code %d\n%s", args, code, out)
		}
	}
	for _, newest := range []string{`echo "go 1.26.5 1.99.9"`, "false"} { // which nobody has, or without a network
		other := strings.Replace(fakeGo, `"list -m") `, `"list -m") `+newest+" ;;\nnever) ", 1)
		clitest.WriteScript(t, filepath.Join(path, "go"), other)
		out, code := runScript(root, path, "go1.26.8", "./counterpoise", "test", "--go", "newest", "--hashes", "-v")
		if want := "counterpoise: the newest Go can't be downloaded; with the one that is here\n" +
			"go test -count=1 -vet=off -run Pinned$|Fingerprint$ -v ./internal/seed ./physics "; code != 0 ||
			!strings.HasPrefix(out, want) {
			t.Errorf("exit code %d\n%s", code, out)
		}
	}
}

// Without a home folder, or with one that can't be written, Go's caches lie in the clone.
func TestScriptWithoutHome(t *testing.T) {
	root, path := clone(t, true)
	clitest.WriteScript(t, filepath.Join(path, "go"), strings.Replace(fakeGo, `"env GOVERSION") `,
		`"env GOVERSION") echo "$GOCACHE $GOPATH $XDG_CACHE_HOME" > caches; `, 1))
	here, err := filepath.EvalSymlinks(root)
	if err != nil {
		t.Fatal(err)
	}
	env := []string{"PATH=" + path, "FAKE_GO=go1.26.8"}
	for _, env := range [][]string{env, append(env, "HOME="+filepath.Join(root, "missing"))} {
		c := exec.Command("./counterpoise", "version")
		c.Dir, c.Env = root, env
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
		got, err := os.ReadFile(filepath.Join(root, "caches"))
		at := here + "/.build/"
		if want := at + "cache/go-build " + at + "go " + at + "cache\n"; err != nil || string(got) != want {
			t.Errorf("%q: caches %q, %v", env, got, err)
		}
	}
}

// test --fuzz runs every target, for the time that is given.
func TestScriptFuzzes(t *testing.T) {
	root, path := clone(t, true)
	for args, length := range map[string]string{"": "10s", "3s": "3s"} {
		out, code := runScript(root, path, "go1.26.8", "./counterpoise", strings.Fields("test --fuzz "+args)...)
		if code != 0 || !strings.HasPrefix(out, ". FuzzX ") ||
			!strings.HasSuffix(out, "counterpoise: 1 fuzz targets, "+length+" each, none failed\n") {
			t.Errorf("test --fuzz %s: exit code %d\n%s", args, code, out)
		}
	}
	c := exec.Command("./counterpoise", "test", "--fuzz")
	c.Dir = root
	c.Env = []string{"PATH=" + path, "HOME=" + root, "FAKE_GO=go1.26.8", "FAKE_FAILS=test"}
	out, _ := c.CombinedOutput()
	if c.ProcessState.ExitCode() != 1 || !strings.HasSuffix(string(out), "counterpoise: failed: .:FuzzX\n") {
		t.Errorf("a target that fails: exit code %d:\n%s", c.ProcessState.ExitCode(), out)
	}
}

// A step that fails ends the tests, and the last lines say what failed.
func TestScriptTestFails(t *testing.T) {
	root, path := clone(t, true)
	c := exec.Command("./counterpoise", "test")
	c.Dir = root
	c.Env = []string{"PATH=" + path, "HOME=" + root, "FAKE_GO=go1.26.8", "FAKE_FAILS=test"}
	out, _ := c.CombinedOutput()
	end := "counterpoise: what failed, again\ngo test -timeout 40m -shuffle=on " + longest + " ./...\n" +
		"counterpoise: failed: tests (the whole output is in .build/step-tests.log)\n"
	if c.ProcessState.ExitCode() != 1 || !strings.HasSuffix(string(out), end) {
		t.Errorf("exit code %d:\n%s", c.ProcessState.ExitCode(), out)
	}
}

// A build takes the tag xla where there are a C compiler and a plugin, and nobody forbids either.
func TestScriptFindsPlugins(t *testing.T) {
	root, path := clone(t, true)
	run := func(env ...string) string {
		c := exec.Command("./counterpoise", "version")
		c.Dir = root
		c.Env = append([]string{"PATH=" + path, "HOME=" + root, "FAKE_GO=go1.26.8"}, env...)
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return string(out)
	}
	const tagged = "ran -tags=xla as"
	if strings.Contains(run(), "-tags") {
		t.Skip("this machine has a plugin")
	}
	plugin := filepath.Join(root, ".local/lib/python3.12/site-packages/jax_plugins/xla_cuda13/xla_cuda_plugin.so")
	if err := os.MkdirAll(filepath.Dir(plugin), 0o755); err != nil {
		t.Fatal(err)
	}
	clitest.WriteScript(t, plugin, "")
	if out := run(); strings.Contains(out, "-tags") {
		t.Errorf("with no compiler: %q", out)
	}
	clitest.WriteScript(t, filepath.Join(path, "gcc"), "#!/bin/sh\n")
	if out := run(); !strings.Contains(out, tagged) {
		t.Errorf("with a plugin and a compiler: %q", out)
	}
	for _, env := range []string{"CGO_ENABLED=0", "GOMLX_BACKEND=go"} {
		if out := run(env); strings.Contains(out, "-tags") {
			t.Errorf("with %s: %q", env, out)
		}
	}
	os.Remove(plugin)
	if out := run("GOMLX_BACKEND=xla:/a/plugin.so"); !strings.Contains(out, tagged) {
		t.Errorf("with a plugin by name: %q", out)
	}
}

// TestPeersTakeRelativePaths runs the checks of peers with virtual environments whose Python, named by relative paths,
// only notes how it was called: the checks change the folder, so it must be called by an absolute path.
func TestPeersTakeRelativePaths(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the script is for POSIX shells")
	}
	script, err := filepath.Abs(filepath.Join("..", "..", "scenes", "demos", "peers", "run.sh"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	calls := filepath.Join(dir, "calls")
	for _, name := range []string{"main", "lerobot6", "tfds"} {
		bin := filepath.Join(dir, name, "bin")
		if err := os.MkdirAll(bin, 0o755); err != nil {
			t.Fatal(err)
		}
		clitest.WriteScript(t, filepath.Join(bin, "python"), "#!/bin/sh\necho \"$0\" >>'"+calls+"'\nexit 1\n")
	}
	clitest.WriteScript(t, filepath.Join(dir, "program"), "#!/bin/sh\n")
	cmd := exec.Command("sh", script, filepath.Join(dir, "program"), "--venv", "main=main", "--venv",
		"lerobot6=lerobot6", "--venv", "tfds=tfds")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "counterpoise: 0 passed, 0 failed") {
		t.Fatalf("no check can pass, and none fails: %v\n%s", err, out)
	}
	text, err := os.ReadFile(calls)
	if err != nil {
		t.Fatal(err)
	}
	for _, call := range strings.Fields(string(text)) {
		if !filepath.IsAbs(call) {
			t.Errorf("called by the relative path %s", call)
		}
	}
}
