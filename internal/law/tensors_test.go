package law

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Who reads records, demonstrations or numbers links no tensor library: no chain of imports leads from these packages
// to one.
func TestReadersLinkNoTensors(t *testing.T) {
	imports, tensors := map[string][]string{}, map[string]bool{}
	for _, p := range listed(t) {
		for _, path := range p.Imports {
			if to, own := ownPackage(path); own {
				imports[p.name()] = append(imports[p.name()], to)
			}
			tensors[p.name()] = tensors[p.name()] || strings.HasPrefix(path, "github.com/gomlx/")
		}
	}
	if chain("bench/runner", imports, tensors) == nil {
		t.Error("no chain leads from bench/runner to a tensor library: this test finds none")
	}
	trains := []string{"bench/cost", "bench/probes", "bench/remote", "bench/runner", "bench/slurm"}
	for name := range imports {
		floor, _, _ := strings.Cut(name, "/")
		reads := (floor == "results" || floor == "stats" || floor == "bench") && !slices.Contains(trains, name) ||
			strings.HasPrefix(name, "scenes/demos") || name == "policies/balance"
		if c := chain(name, imports, tensors); reads && c != nil {
			t.Errorf("%s links a tensor library: %s", name, strings.Join(c, " -> "))
		}
	}
}

// The page of the command play links no tensor library, though its packages have files that do elsewhere: those are
// left out where the system is js. With one its WebAssembly would be several times as large.
func TestPageLinksNoTensors(t *testing.T) {
	for _, c := range []struct {
		system string
		links  bool
	}{{"js/wasm", false}, {"linux/amd64", true}} {
		goos, goarch, _ := strings.Cut(c.system, "/")
		cmd := exec.Command("go", "list", "-buildvcs=false", "-deps", "./internal/play/wasm")
		cmd.Dir = filepath.Join("..", "..")
		cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "GOEXPERIMENT=", "CGO_ENABLED=0")
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go list for %s: %v", c.system, err)
		}
		if links := strings.Contains(string(out), "github.com/gomlx/"); links != c.links {
			t.Errorf("for %s the page links a tensor library: %v, want %v", c.system, links, c.links)
		}
	}
	// A file that needs one of those that are left out must be left out too.
	cmd := exec.Command("go", "build", "./internal/play")
	cmd.Dir = filepath.Join("..", "..")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOEXPERIMENT=", "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("the page does not build: %v\n%s", err, out)
	}
}

// chain is the packages on a way along imports from one to one of the targets, both included; nil where none leads.
func chain(from string, imports map[string][]string, targets map[string]bool) []string {
	seen := map[string]bool{}
	var walk func(of string) []string
	walk = func(of string) []string {
		if seen[of] = true; targets[of] {
			return []string{of}
		}
		for _, to := range imports[of] {
			if !seen[to] {
				if c := walk(to); c != nil {
					return append([]string{of}, c...)
				}
			}
		}
		return nil
	}
	return walk(from)
}
