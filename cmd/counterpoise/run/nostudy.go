//go:build nostudy

package run

import (
	"errors"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/results/frame"
	"counterpoise/results/store"
	"counterpoise/scenes"
)

// What the program has in the place of study.go and frozen.go where it is built without the study.

// errNoStudy is the answer to flags that are about the study.
var errNoStudy = errors.New("this program was built without the study (-tags nostudy), which the flag is about")

func (p program) styles(string, scenes.Oracle) ([]frame.Frame, error) { return nil, errNoStudy }

func (p program) toNextLook(*bench.Plan, *store.Store) ([]record.Cell, error) { return nil, errNoStudy }

func (p program) printUnfrozen(bench.Plan) error { return nil }

func frozenSize(string, int, *record.Size) error { return errNoStudy }
