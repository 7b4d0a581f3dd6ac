package main

import (
	"os"

	"counterpoise/bench"
	"counterpoise/policies/backend"
	"counterpoise/policies/train"
)

// refuse returns why cells cannot be made on a device, before a folder for their records exists, so that none is left
// behind. Where the folder is there, its records may decide the device, and what it is refused for is said once they
// are read.
func (p program) refuse(folder, device string, cells []bench.Cell, workers int) error {
	if _, err := os.Stat(folder); err == nil {
		return nil
	}
	if err := chosen("device", device, devices()); err != nil {
		return err
	}
	if err := backend.Use(backend.Device(device)); err != nil && device != auto {
		return p.explain(device, err)
	}
	return checkMemory(cells, workers)
}

// checkMemory returns an error unless the memory that is free suffices for the trainings of some cells, as many side by
// side as there are workers. Cells of different policies are taken to be trained one policy after the other.
func checkMemory(cells []bench.Cell, workers int) error {
	trainings := map[bench.Policy]int{}
	for _, c := range cells {
		if !c.Untrained() {
			trainings[c.Policy]++
		}
	}
	for _, c := range cells {
		n := trainings[c.Policy]
		if n == 0 {
			continue
		}
		delete(trainings, c.Policy) // checked now
		cfg, err := c.Policy.Config(c.Steps)
		if err != nil {
			return err
		}
		if err := train.CheckMemory(cfg, min(workers, n)); err != nil {
			return err
		}
	}
	return nil
}
