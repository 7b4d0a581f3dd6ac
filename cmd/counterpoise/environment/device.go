package environment

import (
	"context"
	"fmt"
	"path/filepath"

	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/bounded"
	"counterpoise/internal/budget"
	"counterpoise/policies/backend"
)

// Use selects the device of the trainings: with auto that of the results which are kept already. Another device
// than theirs is an error, unless devices may be mixed. Results without a device are of the Go backend.
func Use(p shared.Program, out string, d shared.DeviceFlags) error {
	if err := cli.CheckChoice("device", d.Device, shared.Devices()); err != nil {
		return err
	}
	kept, err := keptDevice(filepath.Join(out, Results))
	if err != nil {
		return err
	}
	device := d.Device
	if device == shared.Auto && kept != "" && !d.Mix {
		device = kept
	}
	if err := p.Explain(device, backend.Use(backend.Device(device))); err != nil {
		return err
	}
	if here := runner.CurrentDevice().Kind; kept != "" && here != kept && !d.Mix {
		return fmt.Errorf("the results in %s were made on device %s, and this is %s: --device %s goes on there, "+
			"--mix-devices adds results of another device", out, kept, here, kept)
	}
	return nil
}

// keptDevice is the kind of the device that made a result which is kept, empty where there is none.
func keptDevice(results string) (string, error) {
	for _, depth := range []string{"*", "*/*"} {
		for _, file := range bounded.Glob(results, "*/"+depth+"/eval_info.json") {
			var r Result
			if err := budget.New(0).ReadJSON(file, &r); err != nil {
				return "", err
			}
			switch {
			case r.MadeBy == "": // of --collect, trained by the user
			case r.Device == nil:
				return string(backend.GoCPU), nil
			default:
				return r.Device.Kind, nil
			}
		}
	}
	return "", nil
}

// KeptOr says that what is done is kept, if ctx has ended; else the error stands.
func KeptOr(ctx context.Context, p shared.Program, out string, err error) error {
	if ctx.Err() == nil {
		return err
	}
	fmt.Fprintf(p.Err, "stopped; what is done is safe in %s, and the same command goes on from there\n", out)
	return cli.ErrStopped
}
