package run

import (
	"testing"

	"counterpoise/internal/faults"
	"counterpoise/results/report"
)

// The files of a report are whole, old or new, whatever fails.
func TestReportUnderFaults(t *testing.T) {
	files := func(texts ...string) func(string) error {
		return func(dir string) error {
			return writeFiles(dir, []report.File{
				{Path: "figures/a.svg", Data: []byte(texts[0])}, {Path: "report.html", Data: []byte(texts[1])},
			})
		}
	}
	faults.Check(t, faults.Writer{Old: files("an old figure", "an old page"), Write: files("a figure", "a page")})
}
