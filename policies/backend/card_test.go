package backend

import (
	"os"
	"path/filepath"
	"testing"
)

func TestCardNames(t *testing.T) {
	const h100 = "Model: \t\t NVIDIA H100 80GB HBM3\nIRQ:   \t\t 41\nGPU UUID: \t GPU-0b\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"no driver": {nil, ""},
		"one":       {map[string]string{"0000:00:06.0": h100}, "NVIDIA H100 80GB HBM3"},
		"two alike": {map[string]string{"a": h100, "b": h100}, "NVIDIA H100 80GB HBM3"},
		"two models": {
			map[string]string{"a": h100, "b": "Model: NVIDIA A100\n"}, "NVIDIA A100 or NVIDIA H100 80GB HBM3",
		},
		"no model": {map[string]string{"a": "IRQ: 4\n"}, ""},
	} {
		folder := t.TempDir()
		for gpu, text := range c.files {
			if err := os.Mkdir(filepath.Join(folder, gpu), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(folder, gpu, "information"), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got := cardNames(folder); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
