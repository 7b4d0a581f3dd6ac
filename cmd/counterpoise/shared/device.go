package shared

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/policies/backend"
	"counterpoise/policies/network"
	"counterpoise/results/store"
)

// Auto is the name of the device that is chosen by what the machine has.
const Auto = string(backend.Auto)

// DeviceFlags are the values of --device and --mix-devices.
type DeviceFlags struct {
	Device string // as backend.Devices lists them
	Mix    bool   // records of several devices may stand in one folder
}

// Devices are the names of the devices that can train, whether or not this machine has them.
func Devices() (names []string) {
	for _, d := range backend.Devices() {
		names = append(names, string(d))
	}
	return names
}

// DeviceFlag adds --device.
func DeviceFlag(f *pflag.FlagSet, device *string, does string) {
	f.StringVar(device, "device", *device,
		"`DEVICE` that "+does+": "+strings.Join(Devices(), ", ")+"; doctor says what there is")
}

// Flags adds --device and --mix-devices, for commands that write records.
func (d *DeviceFlags) Flags(f *pflag.FlagSet) {
	DeviceFlag(f, &d.Device, "trains")
	f.BoolVar(&d.Mix, "mix-devices", false, "add records of another device than that of the folder's first record")
}

// Use selects the device of a command that trains one policy at a time. A device that is requested by name and cannot
// be had is an error. With auto, a line says why a plugin that is installed cannot be used.
func (p Program) Use(device string) error {
	if err := cli.CheckChoice("device", device, Devices()); err != nil {
		return err
	}
	return p.Explain(device, backend.UseAlone(backend.Device(device)))
}

// Explain returns the error of selecting a device. With auto, which has selected one, the error becomes a line.
func (p Program) Explain(device string, err error) error {
	if err == nil {
		return nil
	}
	if device == Auto {
		fmt.Fprintf(p.Err, "counterpoise: %v\n", err)
		return nil
	}
	return fmt.Errorf("device %s cannot be used: %w", device, err)
}

// UseFor selects the device that makes records for a folder. The folder's first record decides it: with auto its device
// is taken, and another one is an error, unless devices may be mixed. So the records of a folder do not change when a
// plugin appears between two runs.
func (p Program) UseFor(s *store.Store, d DeviceFlags) error {
	if err := cli.CheckChoice("device", d.Device, Devices()); err != nil {
		return err
	}
	first, pinned := s.Device()
	pinned = pinned && !d.Mix
	if d.Device == Auto && pinned {
		if err := backend.Use(backend.Device(first.Kind)); err != nil {
			return fmt.Errorf("the records of this folder were made on device %v, which cannot be used here: %w; "+
				"--mix-devices adds records of another device", first, err)
		}
	} else if err := p.Explain(d.Device, backend.Use(backend.Device(d.Device))); err != nil {
		return err
	}
	if d.Mix {
		return nil
	}
	return s.PinDevice(runner.CurrentDevice(), network.Revision)
}

// UseRecorded selects the device of a folder's records, to train a policy of theirs again. Where it cannot be used,
// another device trains and a line says so: the policy is the same up to rounding.
func (p Program) UseRecorded(s *store.Store) {
	first, ok := s.Device()
	if !ok {
		return
	}
	err := backend.Use(backend.Device(first.Kind))
	for _, r := range s.Records() {
		d, recorded := r.TrainedOn()
		if here := runner.CurrentDevice().For(network.Revision(r.Cell.Policy.Network)); err == nil && recorded &&
			!here.SameResults(d) {
			first, err = d, fmt.Errorf("this is %v", here)
		}
	}
	if err != nil {
		fmt.Fprintf(p.Err, "counterpoise: the records were made on device %v; films may differ from them: %v\n",
			first, err)
	}
}
