package slurm

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"counterpoise/internal/faults"
)

// numbers are the names of an array in its scripts.
var numbers = regexp.MustCompile(`slurm/\d{3}/|counterpoise-\d{3}-[0-9a-f]{8}`)

// Lists and scripts of an array are whole or missing, and the copied program can be executed where it stands. An array
// that failed keeps its number, so that the next one gets another.
func TestWriteUnderFaults(t *testing.T) {
	o := Options{Tasks: 3, Workers: 2}
	tasks, err := o.Pack(cells(t))
	if err != nil {
		t.Fatal(err)
	}
	faults.Check(t, faults.Writer{
		Write: func(dir string) error {
			_, err := o.write(dir, []byte("a program"), tasks, func(program string, a Array) Commands {
				return Commands{Make: []string{"make"}, Collect: []string{"collect"}}
			})
			return err
		},
		// The last array is the one that counts. Its scripts name its folder and are compared without it.
		State: func(dir string) (map[string]string, error) {
			files, err := faults.Files(dir)
			last := ""
			for name := range files {
				if folder := filepath.Dir(name); folder != "slurm" {
					last = max(last, folder)
				}
			}
			parts := map[string]string{}
			for name, text := range files {
				if folder := filepath.Dir(name); folder == last {
					name = filepath.Base(name)
				} else if folder != "slurm" {
					continue
				}
				text = strings.ReplaceAll(text, dir, "DIR")
				parts[name] = numbers.ReplaceAllString(text, "")
			}
			return parts, err
		},
	})
}
