package analysis

import (
	"counterpoise/internal/catalog"
	"counterpoise/results/figures"
	"counterpoise/results/frame"
)

// Drawer makes one figure of the findings of a design. A Drawer selects numbers and writes captions; the kind
// in package figures draws them.
type Drawer struct {
	Place int    // figures of a design are ordered by place, which is unique
	About string // what the figure shows, in a few words
	// Untested says that the figure shows no success, so that it is drawn of policies that were not evaluated as well.
	Untested bool
	// EveryTrial says that each trial is drawn, which takes a third of a megabyte for 60 trials. The page shows such
	// figures of the primary reading of the methods alone; their files are of all readings.
	EveryTrial bool
	// Draw returns false where the design has nothing to draw.
	Draw func(frame.Findings) (figures.Figure, bool)
}

// Drawers is the catalogue of figures of designs. Those that any design may have are the files figure_*.go of package
// report; an analysis adds its own.
var Drawers = catalog.New[Drawer]("figure")
