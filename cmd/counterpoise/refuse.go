package main

import (
	"os"

	"counterpoise/bench"
	"counterpoise/policies/backend"
	"counterpoise/policies/balance"
	"counterpoise/policies/train"
)

// refuse returns an error if cells cannot be made on a device. It is called before the folder of their records is made,
// so that a refused command leaves no folder behind. If the folder exists, its records may decide the device, which is
// then checked once they are read (useFor).
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
	if err := p.checkWeights(cells); err != nil {
		return err
	}
	return checkMemory(cells, workers)
}

// checkWeights returns an error for the first of some cells whose weights come from outside and are not at hand: before
// the other cells are made, which may take days.
func (p program) checkWeights(cells []bench.Cell) error {
	for _, c := range cells {
		if c.Untrained() {
			continue
		}
		m, err := balance.Named(c.Method)
		if err != nil {
			return err
		}
		w, ok := m.(balance.Given)
		if !ok {
			continue
		}
		if _, has := p.outside.weights.Of(w.String()); !has {
			return misused("the weights of %v are not here; give their file with --weights, or keep it in the folder "+
				"%s beside the records (first needed by %s %s)", w, weightsFolder, c.Task, c.Recipe)
		}
	}
	return nil
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
