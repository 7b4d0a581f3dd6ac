package main

import (
	"os"

	"counterpoise/bench/record"
	"counterpoise/policies/backend"
	"counterpoise/policies/train"
)

// refuse returns an error if cells cannot be made on a device. It is called before the folder of their records is made,
// so that a refused command leaves no folder behind. If the folder exists, its records may decide the device, which is
// then checked once they are read (useFor).
func (p program) refuse(folder, device string, cells []record.Cell, workers int) error {
	if _, err := os.Stat(folder); err == nil {
		return nil
	}
	if err := chosen("device", device, devices()); err != nil {
		return err
	}
	if err := backend.Use(backend.Device(device)); err != nil && device != auto {
		return p.explain(device, err)
	}
	if err := p.outside.Missing(cells); err != nil {
		return misuse{err}
	}
	return checkMemory(cells, workers)
}

// checkMemory returns an error unless the memory that is free suffices for the trainings of some cells, as many side by
// side as there are workers. Cells of different policies are taken to be trained one policy after the other.
func checkMemory(cells []record.Cell, workers int) error {
	trainings := map[record.Policy]int{}
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
		cfg, err := train.ConfigOf(c.Policy, c.Steps)
		if err != nil {
			return err
		}
		if err := train.CheckMemory(cfg, min(workers, n)); err != nil {
			return err
		}
	}
	return nil
}
