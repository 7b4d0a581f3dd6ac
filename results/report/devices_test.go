package report

import (
	"slices"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/recordtest"
	"counterpoise/results/frame"
)

// Where two devices trained the networks of a design, notes say which made what. The hardware's name alone makes no
// other device.
func TestDeviceNotes(t *testing.T) {
	p := recordtest.PlanE1(t, 3)
	records := recordtest.RecordsE1(p, recordtest.Four)
	design := frame.Of(p, records).Designs[0]
	on := func(d func(arm bench.Arm, trial int) *record.Device) []string {
		for r := range design.Rows() {
			r.Device = d(r.Arm, r.Cell.Trial)
			records[r.Cell.Hash()] = r.Record
		}
		return deviceNotes(frame.Findings{Design: frame.Of(p, records).Designs[0]})
	}
	own := func(arm bench.Arm, trial int) *record.Device {
		return &record.Device{Kind: "go", Name: string(rune('a' + trial)), Instructions: "AVX2"}
	}
	if got := on(own); got != nil {
		t.Errorf("one device: %q", got)
	}
	if got := on(func(bench.Arm, int) *record.Device { return nil }); got != nil {
		t.Errorf("no device recorded: %q", got)
	}
	first := design.Arms[0].Name
	got := on(func(arm bench.Arm, trial int) *record.Device {
		if arm.Name == first && trial > 0 {
			return &record.Device{Kind: "xla-cpu", Plugin: "0123456789abcdef", Instructions: "AVX2"}
		}
		if arm.Name == first {
			return own(arm, trial)
		}
		return nil
	})
	want := []string{
		"Device go (AVX2) trained 1 network: " + first + ", trials 0.",
		"Device xla-cpu (plugin 0123456789ab, AVX2) trained 2 networks: " + first + ", trials 1, 2.",
		"Results of two devices differ by rounding.",
	}
	if !slices.Equal(got, want) {
		t.Errorf("notes %q, want %q", got, want)
	}
}
