package train

import (
	"bufio"
	"fmt"
	"os"
	"sync"

	"counterpoise/policies/backend"
	"counterpoise/policies/network"
)

// CheckMemory returns an error if steps of trainings under cfg, of which beside run side by side, take more memory than
// the machine has left: the system would kill the process without a message. It knows nothing of a card's memory, and
// checks nothing where there is no /proc/meminfo. Train calls it for itself alone.
func CheckMemory(cfg Config, beside int) error {
	m, err := cfg.Spec().Resolve()
	if err != nil {
		return fmt.Errorf("train: %w", err)
	}
	on, err := trainingDevice()
	if err != nil {
		return err
	}
	if err := checkMemory(m, cfg, on, beside); err != nil {
		return fmt.Errorf("train: %w", err)
	}
	return nil
}

// checkMemory is CheckMemory for a resolved model on a device. It keeps the estimate of each architecture and device.
func checkMemory(m *network.Model, cfg Config, d device, beside int) error {
	free := freeMemory("/proc/meminfo")
	if free == 0 || d.info.Device == backend.CUDA {
		return nil
	}
	key := rowMemoryKey{m.Spec, d.info.Device}
	row, ok := rowMemory.Load(key)
	if !ok {
		estimate, err := network.RowMemory(m, d.backend, d.info.Device == backend.GoCPU)
		if err != nil {
			return err
		}
		row, _ = rowMemory.LoadOrStore(key, estimate)
	}
	return enoughMemory(cfg, row.(int64), free, beside)
}

// rowMemory keeps what network.RowMemory returned, by rowMemoryKey: it builds graphs, which takes some milliseconds.
var rowMemory sync.Map

type rowMemoryKey struct {
	spec network.Spec
	on   backend.Device
}

// enoughMemory is CheckMemory for row, the bytes that a step takes for each frame of its batch, and free, the bytes
// that the machine has left. Its error advises the largest batch that fits.
func enoughMemory(cfg Config, row, free int64, beside int) error {
	need := row * int64(cfg.Batch) * int64(beside)
	if need <= free {
		return nil
	}
	const gib = 1 << 30
	advice, fewer, side := "no batch is small enough here", "", ""
	if beside > 1 {
		side = fmt.Sprintf(" in %d trainings side by side", beside)
		fewer = "fewer workers, or "
		advice = "use fewer workers"
	}
	if most := free / row / int64(beside); most > 0 {
		advice = fmt.Sprintf("use %sa smaller batch, as in %s+%s:Batch=%d", fewer, cfg.Observer, cfg.Network, most)
	}
	return fmt.Errorf("a step of %d frames of network %q%s takes about %.1f GiB of memory, and %.1f GiB are free; %s",
		cfg.Batch, cfg.Network, side, float64(need)/gib, float64(free)/gib, advice)
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
