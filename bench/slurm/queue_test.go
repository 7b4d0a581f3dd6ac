package slurm

import "testing"

// FuzzParseElement: any output of squeue is read as an element or refused.
func FuzzParseElement(f *testing.F) {
	f.Add("counterpoise-001-0a1b2c3d|12|3")
	f.Add("x|1|N/A")
	f.Fuzz(func(t *testing.T, line string) {
		if e, err := parseElement(line); err == nil && (e.Index < 0 || e.Name == "" || e.ID == "") {
			t.Errorf("%q is read as %+v", line, e)
		}
	})
}
