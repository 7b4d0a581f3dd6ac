package train

import (
	"bufio"
	"fmt"
	"os"

	"counterpoise/policies/backend"
	"counterpoise/policies/network"
)

// checkMemory returns an error if a step of a training takes more memory than the machine has left: the system would
// end the process without a word. It knows nothing of a card's memory, and nothing where there is no /proc/meminfo.
func checkMemory(m *network.Model, cfg Config, d device) error {
	n, ok := m.Network.(network.MemoryEstimator)
	free := freeMemory("/proc/meminfo")
	if !ok || free == 0 || d.info.Device == backend.CUDA {
		return nil
	}
	return enoughMemory(cfg, n.RowMemory(m.Sizes, d.info.Device == backend.GoCPU), free)
}

// enoughMemory is checkMemory for a number of bytes a row and a number that are free.
func enoughMemory(cfg Config, row, free int64) error {
	need := row * int64(cfg.Batch)
	if need <= free {
		return nil
	}
	const gib = 1 << 30
	advice := "no batch is small enough here"
	if most := free / row; most > 0 {
		advice = fmt.Sprintf("use a smaller batch, as in %s+%s:Batch=%d", cfg.Observer, cfg.Network, most)
	}
	return fmt.Errorf("a step of %d frames of network %q takes about %.1f GiB of memory, and %.1f GiB are free; %s",
		cfg.Batch, cfg.Network, float64(need)/gib, float64(free)/gib, advice)
}

// freeMemory returns what programs can still allocate, in bytes, from a file in the form of /proc/meminfo; 0 if it says
// nothing.
func freeMemory(path string) int64 {
	f, err := os.Open(path)
	if err != nil {
		return 0
	}
	defer f.Close()
	var kib int64
	for s := bufio.NewScanner(f); s.Scan(); {
		if n, _ := fmt.Sscanf(s.Text(), "MemAvailable: %d kB", &kib); n == 1 {
			return kib << 10
		}
	}
	return 0
}
