package frame

import (
	"testing"

	"counterpoise/bench/record"
	"counterpoise/internal/recordtest"
)

// Every program is named with the number of its policies, the largest first; one without a commit and one with changes
// are told.
func TestMadeBy(t *testing.T) {
	p := recordtest.PlanE1(t, 4)
	s := recordtest.RecordsE1(p, recordtest.Four)
	for h, r := range s {
		r.Provenance = record.Provenance{}
		switch {
		case r.Cell.Trial == 1:
			r.Provenance = record.Provenance{Commit: "0123456789abcdef", Modified: true, System: "linux/amd64"}
		case r.Cell.Trial > 1:
			r.Provenance = record.Provenance{Commit: "fedcba9876543210", System: "linux/amd64", CPU: "A processor"}
		}
		s[h] = r
	}
	d := Of(p, s).Designs[0]
	arms := len(d.Arms)
	if arms != 4 {
		t.Fatalf("%d arms", arms)
	}
	const want = "8 policies by commit fedcba987654 on linux/amd64 A processor, 4 by a program without a commit and " +
		"4 by commit 0123456789ab with changes on linux/amd64"
	if got := MadeBy([]Design{d, d}); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := MadeBy(Of(p, recordtest.Records{}).Designs); got != "" {
		t.Errorf("without records %q", got)
	}
}
