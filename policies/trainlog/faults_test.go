package trainlog

import (
	"errors"
	"strings"
	"testing"
	"time"

	"counterpoise/internal/faults"
)

// log.csv is the old one or the new one. The events' file of a training that was cut short has its first events: it is
// a log, and a resumed training writes it anew.
func TestWriterUnderFaults(t *testing.T) {
	write := func(prefix string, steps int) func(string) error {
		return func(dir string) error {
			log, w := twoRuns(), NewWriter(dir)
			w.Step(prefix, steps, log, time.Unix(1, 0))
			return errors.Join(w.Finish(log), w.Close())
		}
	}
	for name, old := range map[string]func(string) error{"new": nil, "replaced": write("an older ", 1)} {
		t.Run(name, func(t *testing.T) {
			faults.Check(t, faults.Writer{Old: old, Write: write("", 2), Same: func(name, got, old, new string) bool {
				return name == eventsName && (strings.HasPrefix(new, got) || strings.HasPrefix(old, got))
			}})
		})
	}
}
