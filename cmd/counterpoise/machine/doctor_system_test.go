package machine

import (
	"slices"
	"strings"
	"testing"

	"counterpoise/bench/record"
)

func TestLeftOut(t *testing.T) {
	for system, want := range map[string][]string{
		"linux/amd64":   nil,
		"linux/arm64":   {"vector"},
		"darwin/arm64":  {"OpenGL", "NVIDIA", "vector", "memory"},
		"windows/amd64": {"OpenGL", "NVIDIA", "locks", "memory"},
	} {
		got := leftOut(system)
		for _, part := range []string{"OpenGL", "NVIDIA", "vector", "locks", "memory"} {
			if strings.Contains(got, part) != slices.Contains(want, part) {
				t.Errorf("%s goes without %q; want %v", system, got, want)
			}
		}
	}
	lines := diagnose(machine{Provenance: record.Provenance{System: "windows/amd64"}})
	if last := lines[len(lines)-1]; last[0] != "left out" || last[1] != leftOut("windows/amd64") {
		t.Errorf("doctor ends with %q", last)
	}
}
