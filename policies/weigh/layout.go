package weigh

import (
	"math"

	"counterpoise/policies/network"
	"counterpoise/scenes/demos"
)

// Several datasets as one problem.
//
// Every dataset is standardised by itself, states and actions: Open X-Embodiment's datasets have other units, axes and
// speeds, and one whose numbers are 57 times as large would otherwise have all of the weight. Re-Mix does so too, whose
// loader computes statistics for each dataset and has no other way (openx/data/dataloader.py of jhejna/remix at
// 7ff87a6: normalize with dataset_statistics[k]; global_normalization raises NotImplementedError). So a loss is the
// share of the variance of a dataset's own actions that the policy leaves unexplained, mean over the components that
// vary: 1 is that of the dataset's mean action, and units do not enter. What differs between the means of two datasets
// enters neither. Groups within a dataset are measured in the same units.
//
// States of one layout, which is the number of their columns, are taken for the same quantities and share inputs, and
// so are the pictures of cameras of the same names. Those of another layout have inputs of their own, which are 0,
// the mean, in frames of others. Padding all to one width, as pi0 does, would let the seventh joint of one robot
// share an input with the gripper of another, and groups would pull at each other for a reason that is none; a policy
// that sees pictures can tell the robots apart, and so can this one. Within a dataset distances are those that it
// would have by itself.

// layout is the number of columns of the parts of an input, and the cameras of which it has features (views.go).
type layout struct {
	state, scene int
	cameras      string
	features     int // of the pictures of all cameras
}

// width returns the number of columns.
func (l layout) width() int { return l.state + l.scene + l.features }

// layoutOf returns the layout of the inputs that the corpus takes of an episode.
func (c *Corpus) layoutOf(r *demos.Raw) layout {
	if !c.Pictures {
		return layout{state: r.State.Width, scene: r.Scene.Width}
	}
	cameras, features := viewsOf(r)
	return layout{state: r.State.Width, cameras: cameras, features: features}
}

// part is the frames that were taken of one dataset.
type part struct {
	layout
	first int       // row
	x     []float32 // [rows][width], raw until assemble
}

// partOf returns the part of a dataset, the last or a new one, whose layout is that of its first episode.
func (c *Corpus) partOf(dataset int, l layout) *part {
	for len(c.parts) <= dataset {
		c.parts = append(c.parts, part{layout: l, first: len(c.set.Group)})
	}
	return &c.parts[dataset]
}

// assemble standardises the parts and copies their inputs into the rows of the set.
func (c *Corpus) assemble() {
	s := &c.set
	at := map[layout]int{} // its first column
	for i := range c.parts {
		if _, known := at[c.parts[i].layout]; !known {
			at[c.parts[i].layout] = s.In
			s.In += c.parts[i].width()
		}
	}
	s.X = make([]float32, len(s.Group)*s.In)
	for i := range c.parts {
		p := &c.parts[i]
		end := len(s.Group)
		if i+1 < len(c.parts) {
			end = c.parts[i+1].first
		}
		standardize(p.x, p.width(), p.width())
		standardize(s.Y[p.first*s.Slots:end*s.Slots], s.Slots, c.actions)
		for row := p.first; row < end; row++ {
			copy(s.X[row*s.In+at[p.layout]:], p.x[:p.width()])
			p.x = p.x[p.width():]
		}
		p.x = nil
	}
}

// constantSD is the standard deviation below which a column counts as constant, relative to the size of its mean, and
// to a scale of all columns: the largest root mean square among them, but no more than 1. Below it is the rounding of a
// sensor that stands still. network.FitStandardizer has the scale 1 throughout, since it knows the units.
const constantSD = 1e-6

// standardize scales each of the first own columns of rows to mean 0 and standard deviation 1, and constant ones to 0,
// without floors on the spreads: the units of foreign datasets are unknown. The columns after them have the units of
// the first, in turn: the same component of an action means the same in every place of a chunk.
func standardize(x []float32, width, own int) {
	mean, sd := make([]float64, own), make([]float64, own)
	largest := 0.0
	for j := range own {
		mean[j], sd[j] = network.Moments(x, width, j)
		largest = max(largest, math.Hypot(mean[j], sd[j]))
	}
	for j := range width {
		mean, sd := mean[j%own], sd[j%own]
		m, gain := float32(mean), float32(0)
		if sd > constantSD*max(min(1, largest), math.Abs(mean)) {
			gain = float32(1 / sd)
		}
		for i := j; i < len(x); i += width {
			x[i] = (x[i] - m) * gain
		}
	}
}
