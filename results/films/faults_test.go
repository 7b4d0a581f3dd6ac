package films

import (
	"testing"

	"counterpoise/bench/record"
	"counterpoise/internal/faults"
	"counterpoise/results/report"
)

// Films and stills are whole or not there; what is missing is made again by the next report.
func TestKeepUnderFaults(t *testing.T) {
	faults.Check(t, faults.Writer{Write: func(dir string) error {
		f := report.Film{Rollout: record.Rollout{Behaviour: "left"}, GIF: []byte("a film"), Still: []byte("a still")}
		return Source{Dir: dir}.keep(f)
	}})
}
