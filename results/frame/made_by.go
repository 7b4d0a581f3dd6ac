package frame

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"counterpoise/bench/record"
	"counterpoise/internal/wording"
)

// ProgramText names the program that made a record, and the machine: "commit 0123456789ab with changes on linux/amd64
// CPU". Twelve digits identify a commit. "With changes" warns that the commit alone does not give the program.
func ProgramText(p record.Provenance) string {
	name := "a program without a commit"
	if p.Commit != "" {
		name = "commit " + p.Commit[:min(12, len(p.Commit))]
	}
	if p.Modified {
		name += " with changes"
	}
	if p.System != "" {
		name += " on " + strings.TrimSpace(p.System+" "+p.CPU)
	}
	return name
}

// MadeBy says how many policies of designs each program made, the largest number first: "30 policies by commit
// 0123456789ab on linux/amd64 CPU and 10 by a program without a commit". A cell that several designs share counts once.
// It is empty without records.
func MadeBy(designs []Design) string {
	n := map[string]int{}
	for r := range recordsOf(designs) {
		n[ProgramText(r.Provenance)]++
	}
	programs := slices.SortedFunc(maps.Keys(n), func(a, b string) int {
		return cmp.Or(n[b]-n[a], strings.Compare(a, b))
	})
	var words []string
	for i, p := range programs {
		number := fmt.Sprint(n[p])
		if i == 0 {
			number = policies(n[p])
		}
		words = append(words, number+" by "+p)
	}
	return wording.List(words)
}

// policies is a number of policies in words.
func policies(n int) string {
	if n == 1 {
		return "1 policy"
	}
	return fmt.Sprintf("%d policies", n)
}

// DeviceShare is the part of a design's networks that one device trained.
type DeviceShare struct {
	Device   record.Device // without its name: hardware of another name gives the same results
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
	at := map[record.Device]int{}
	for r := range d.Rows() {
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
		if n := len(s.Arms); n == 0 || s.Arms[n-1].Arm != r.Arm.Name {
			s.Arms = append(s.Arms, ArmTrials{Arm: r.Arm.Name})
		}
		last := &s.Arms[len(s.Arms)-1]
		last.Trials = append(last.Trials, r.Cell.Trial)
	}
	return shares
}
