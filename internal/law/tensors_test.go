package law

import (
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
	var chain func(of string, seen map[string]bool) []string
	chain = func(of string, seen map[string]bool) []string {
		if seen[of] = true; tensors[of] {
			return []string{of}
		}
		for _, to := range imports[of] {
			if !seen[to] {
				if c := chain(to, seen); c != nil {
					return append([]string{of}, c...)
				}
			}
		}
		return nil
	}
	if chain("bench/runner", map[string]bool{}) == nil {
		t.Error("no chain leads from bench/runner to a tensor library: this test finds none")
	}
	trains := []string{"bench/cost", "bench/remote", "bench/runner", "bench/slurm"}
	for name := range imports {
		floor, _, _ := strings.Cut(name, "/")
		reads := (floor == "results" || floor == "stats" || floor == "bench") && !slices.Contains(trains, name) ||
			strings.HasPrefix(name, "scenes/demos") || name == "policies/balance"
		if c := chain(name, map[string]bool{}); reads && c != nil {
			t.Errorf("%s links a tensor library: %s", name, strings.Join(c, " -> "))
		}
	}
}
