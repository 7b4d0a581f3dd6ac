package findings

import "counterpoise/bench"

// DeviceShare is the part of a design's networks that one device trained.
type DeviceShare struct {
	Device   bench.Device // without its name: hardware of another name gives the same results
	Networks int
	Arms     []ArmTrials // in the order of the design
}

// ArmTrials are trials of one arm.
type ArmTrials struct {
	Arm    string
	Trials []int
}

// Devices returns what each device trained, in the order of the design. Records that name no device are left out. More
// than one share is the work of --mix-devices: results of two devices differ by rounding, so a comparison between arms
// of two devices is not a paired one to the last bit.
func (d Design) Devices() (shares []DeviceShare) {
	at := map[bench.Device]int{}
	for arm, r := range d.All() {
		device, ok := r.TrainedOn()
		if !ok {
			continue
		}
		device.Name = ""
		i, seen := at[device]
		if !seen {
			i = len(shares)
			at[device] = i
			shares = append(shares, DeviceShare{Device: device})
		}
		s := &shares[i]
		s.Networks++
		if n := len(s.Arms); n == 0 || s.Arms[n-1].Arm != arm.Name {
			s.Arms = append(s.Arms, ArmTrials{Arm: arm.Name})
		}
		last := &s.Arms[len(s.Arms)-1]
		last.Trials = append(last.Trials, r.Cell.Trial)
	}
	return shares
}
