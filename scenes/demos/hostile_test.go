package demos_test

import (
	"context"
	"testing"

	"counterpoise/internal/hostile"
	"counterpoise/scenes/demos"
)

// hostileInput is a dataset that is small on disk and large in memory. write makes it at a path that does not exist.
type hostileInput struct {
	name  string
	write func(t *testing.T, path string)
	fits  bool // every reader must read it within its budget; all others may refuse it
}

// hostileInputs are the hostile datasets of each format: of every kind that its files can express. A format without
// any fails TestHostileInputsStayInBudget, so none can be registered without them.
var hostileInputs = map[string][]hostileInput{
	"counterpoise": hostileFolders,
	"calvin":       hostileCalvin,
	"lerobot":      hostileLeRobot,
	"rlds":         hostileRLDS,
	"robomimic":    hostileRobomimic,
}

// Reading a dataset of any format takes memory in proportion to its size on disk: the dataset is opened and all of its
// episodes are read, with pictures.
func TestHostileInputsStayInBudget(t *testing.T) {
	var inputs []hostile.Input
	for _, format := range demos.Formats.Names() {
		if len(hostileInputs[format]) == 0 {
			t.Errorf("format %s has no hostile inputs: add datasets of every kind that its files can express, such as "+
				"compressed, repeated and constant parts and lengths that are not true, to hostileInputs", format)
		}
		for _, in := range hostileInputs[format] {
			write := func(t *testing.T, path string) {
				in.write(t, path)
				if got, err := demos.Detect(path); got != format {
					t.Fatalf("detected as %q, %v", got, err)
				}
			}
			inputs = append(inputs, hostile.Input{Name: in.name, Write: write, Fits: in.fits, Of: format})
		}
	}
	hostile.Check(t, readEverything, inputs...)
}

// readEverything reads all episodes of a dataset with pictures, one at a time, whatever its widths.
func readEverything(path string) error {
	r, err := demos.OpenAny(context.Background(), path)
	if err != nil {
		return err
	}
	defer r.Close()
	for i := range r.Episodes() {
		if _, err := r.Read(i, true); err != nil {
			return err
		}
	}
	return nil
}
