package shared

import (
	"os"

	"counterpoise/bench/record"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/policies/backend"
	"counterpoise/policies/train"
)

// Refuse returns an error if cells cannot be made on a device. It is called before the folder of their records is made,
// so that a refused command leaves no folder behind. If the folder exists, its records may decide the device, which is
// then checked once they are read (UseFor).
func (p Program) Refuse(folder, device string, cells []record.Cell, workers int) error {
	if _, err := os.Stat(folder); err == nil {
		return nil
	}
	if err := cli.CheckChoice("device", device, Devices()); err != nil {
		return err
	}
	if err := backend.Use(backend.Device(device)); err != nil && device != Auto {
		return p.Explain(device, err)
	}
	if err := p.Outside.Missing(cells); err != nil {
		return cli.Misuse{Err: err}
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
