package cli

import (
	"testing"

	"counterpoise/internal/budget"
)

func TestMemoryFlag(t *testing.T) {
	defer budget.Raise(0)
	for text, want := range map[string]int64{"500MB": 500e6, "1.5 GB": 15e8, "2gib": 2 << 30, "64kB": 64e3,
		"": 0, "5": 0, "MB": 0, "-1MB": 0, "NaNMB": 0, "9e99GB": 0, "1e9GB": 0} {
		var m memoryLimit
		if err := m.Set(text); m.bytes != want || (err != nil) != (want == 0) {
			t.Errorf("--memory %q is %d, %v; want %d", text, m.bytes, err, want)
		}
	}
}
