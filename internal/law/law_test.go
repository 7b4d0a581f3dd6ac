package law

import (
	"encoding/json"
	"errors"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "counterpoise"

// commands are the packages with commands, and with what these share.
var commands = []string{
	"cmd/counterpoise/advise", "cmd/counterpoise/cli", "cmd/counterpoise/demos", "cmd/counterpoise/dev",
	"cmd/counterpoise/environment",
	"cmd/counterpoise/list", "cmd/counterpoise/look", "cmd/counterpoise/machine", "cmd/counterpoise/policies",
	"cmd/counterpoise/run", "cmd/counterpoise/shared", "cmd/counterpoise/stats",
}

// modules says which packages may import which outer module: a library that is in one place can be replaced there.
var modules = map[string][]string{
	"github.com/gomlx/": {
		"policies", "policies/backend", "policies/encoder", "policies/layers", "policies/network", "policies/train",
		"internal/testdevice", "internal/toymodels",
	},
	"gonum.org/v1/gonum/": {"stats", "stats/mixed", "policies/curate", "policies/ridge", "policies/skills",
		"policies/weigh"},
	"gonum.org/v1/plot":              {"results/figures"},
	"gonum.org/v1/plot/":             {"results/figures"},
	"codeberg.org/go-pdf/":           {"results/figures"},
	"github.com/clipperhouse/":       {"results/document"},
	"github.com/olekukonko/":         {"results/document"},
	"github.com/go-gl/":              {"scenes/render/opengl"},
	"github.com/andybalholm/brotli":  {"scenes/demos/lerobot"},
	"github.com/klauspost/compress/": {"scenes/demos/lerobot", "internal/recordfile"},
	"github.com/parquet-go/":         {"scenes/demos/lerobot"},
	"google.golang.org/protobuf/":    {"internal/tfrecord", "policies/export", "scenes/demos/rlds"},
	"github.com/pelletier/":          {"bench/definition", "internal/release"},
	"github.com/spf13/":              commands,
	"github.com/yuin/goldmark":       {"internal/site"},
	"github.com/yuin/goldmark/":      {"internal/site"},
	"github.com/vbauerster/mpb/":     {"cmd/counterpoise/cli"},
	"github.com/coder/":              {"bench/remote/wire"},
	"k8s.io/klog/":                   {"policies/backend"},
	"golang.org/x/sys/":              {"cmd/counterpoise", "policies/backend", "internal/durable"},
	"golang.org/x/term":              {"cmd/counterpoise/cli"},
	"math/rand":                      {}, // unseeded: every random number comes from internal/seed
	"crypto/rand":                    {},
	module + "/internal/golden":      {"cmd/counterpoise/clitest"}, // for tests alone
	module + "/internal/toydata":     {},                           // for tests alone
	module + "/internal/toymodels":   {},                           // for tests alone
	module + "/internal/recordtest":  {"cmd/counterpoise/clitest"}, // for tests alone
	module + "/internal/peak":        {},                           // for benchmarks alone
	module + "/internal/faults":      {},                           // for tests alone
	module + "/internal/browser":     {},                           // for tests alone
	module + "/internal/hostile":     {},                           // for tests alone
	module + "/internal/testdevice":  {},                           // for tests alone

	module + "/internal/toyenvironment": {}, // for tests alone

	module + "/internal/seed": {
		"scenes", "scenes/expert", "scenes/demos", "policies", "policies/curate", "policies/skills", "policies/encoder",
		"policies/elsewhere", "policies/encoder/looks", "policies/encoder/samples", "policies/mixture",
		"policies/network", "policies/playback", "policies/ridge", "policies/train", "policies/trainset",
		"policies/weigh", "bench/record", "bench/study", "bench/detection", "bench/probes", "bench/runner",
		"bench/study/theory",
		"cmd/counterpoise/advise", "cmd/counterpoise/clitest", "cmd/counterpoise/dev",
		"cmd/counterpoise/environment", "cmd/counterpoise/policies",
		"cmd/counterpoise/shared", "cmd/counterpoise/stats",
		"results/advice", "results/decide", "results/study/curate", "results/submission", "results/triage", "stats",
		"internal/play", "internal/recordtest", "internal/toydata", "internal/toymodels",
	},
	"math/rand/v2": {
		"internal/seed", "internal/toydata", "scenes", "scenes/expert", "scenes/demos", "policies",
		"policies/encoder", "policies/encoder/looks", "policies/encoder/samples",
		"policies/network", "policies/trainset", "bench/study", "stats",
	},
}

// pkg is what this test reads of go list's description of a package.
type pkg struct {
	ImportPath, Dir string
	Standard        bool
	Imports         []string
	GoFiles         []string
}

// name is the package's place in the house: its import path without the module.
func (p pkg) name() string { return strings.TrimPrefix(p.ImportPath, module+"/") }

func TestImportsFollowTheArrows(t *testing.T) {
	for _, p := range listed(t) {
		if !internal(p.name()) {
			if _, ok := arrows[p.name()]; !ok {
				t.Errorf("package %s is not in the house: give it a line in house_test.go, after its imports", p.name())
			}
		}
		for _, path := range p.Imports {
			if why := verdict(p.name(), path); why != "" {
				t.Errorf("%s imports %s: %s", p.name(), path, why)
			}
		}
	}
}

// The law must be able to fail: imports that it exists to forbid.
func TestTheLawForbids(t *testing.T) {
	for _, c := range [][2]string{
		{"scenes", module + "/scenes/render/soft"},
		{"physics", module + "/internal/seed"},
		{"physics", "math/rand/v2"},
		{"policies", module + "/policies/balance"},
		{"policies/balance", "github.com/gomlx/gomlx/core/graph"},
		{"bench", module + "/results/store"},
		{"bench", module + "/bench/runner"},
		{"bench", module + "/bench/study"},
		{"stats", module + "/bench"},
		{"internal/seed", module + "/scenes"},
		{"results/report", "github.com/unknown/module"},
		{"bench", "math/rand"},
		{"cmd/counterpoise/stats", module + "/cmd/counterpoise/demos"},
		{"cmd/counterpoise/cli", module + "/cmd/counterpoise/shared"},
		{"bench", module + "/cmd/counterpoise/cli"},
	} {
		if verdict(c[0], c[1]) == "" {
			t.Errorf("%s may import %s, and must not", c[0], c[1])
		}
	}
	for _, c := range [][2]string{
		{"physics", "math"}, {"scenes", module + "/physics"}, {"bench/record", module + "/internal/seed"},
		{"stats", "gonum.org/v1/gonum/mathext"},
	} {
		if why := verdict(c[0], c[1]); why != "" {
			t.Errorf("%s must not import %s (%s), and should", c[0], c[1], why)
		}
	}
}

// verdict is why package from must not import path, or empty where it may.
func verdict(from, path string) string {
	for prefix, allowed := range modules {
		if path == prefix || strings.HasSuffix(prefix, "/") && strings.HasPrefix(path, prefix) {
			if slices.Contains(allowed, from) {
				return ""
			}
			return "only " + strings.Join(allowed, ", ") + " may"
		}
	}
	switch to, ours := ownPackage(path); {
	case ours && (internal(to) || slices.Contains(arrows[from], to) ||
		slices.Contains(arrows[from], everything) && !ofProgram(to)):
		return ""
	case ours:
		return "no arrow leads there; arrows from " + from + ": " + strings.Join(arrows[from], ", ")
	case strings.Contains(strings.SplitN(path, "/", 2)[0], "."):
		return "this outer module is in nobody's list"
	}
	return ""
}

// ownPackage returns the place in the house of an import path, if it is of this module.
func ownPackage(path string) (name string, ours bool) { return strings.CutPrefix(path, module+"/") }

func internal(name string) bool { return strings.HasPrefix(name, "internal/") }

// Every package says in doc.go how it works and what it never knows. The one-idea packages of internal may say it at
// the top of their only file.
func TestPackagesAreDocumented(t *testing.T) {
	for _, p := range listed(t) {
		files := []string{"doc.go"}
		if internal(p.name()) {
			files = p.GoFiles
		}
		if !slices.ContainsFunc(files, func(f string) bool { return commented(filepath.Join(p.Dir, f)) }) {
			t.Errorf("package %s has no package comment in doc.go", p.name())
		}
	}
}

// commented tells whether a Go file opens with a package comment.
func commented(path string) bool {
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.PackageClauseOnly|parser.ParseComments)
	return err == nil && f.Doc != nil
}

// listed returns the packages of this module as the go command sees them with some build flags.
func listed(t *testing.T, flags ...string) []pkg {
	t.Helper()
	args := append([]string{"list", "-buildvcs=false", "-e", "-json=ImportPath,Dir,Standard,Imports,GoFiles"}, flags...)
	command := exec.Command("go", append(args, module+"/...")...)
	if len(flags) > 0 { // files that need cgo are listed only with it; nothing is compiled
		command.Env = append(os.Environ(), "CGO_ENABLED=1")
	}
	out, err := command.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []pkg
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}
