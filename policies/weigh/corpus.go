package weigh

import (
	"context"
	"fmt"

	"counterpoise/internal/num"
	"counterpoise/internal/seed"
	"counterpoise/policies/mixture"
	"counterpoise/policies/ridge"
	"counterpoise/policies/trainset"
	"counterpoise/scenes/demos"
)

// Corpus is a bounded sample of demonstrations in groups: enough frames to weigh the groups by, whatever the widths
// of states and actions. The input of a frame is its state, with the state of its scene where that is known, or with
// features of its pictures (views.go); the target is a chunk of actions, its own first and then those of the frames
// after it. A chunk that reaches over the end of its episode is filled with the last action, as in trainset.Collect.
//
// A group with more frames than its quota contributes as many as the quota, evenly spaced over all its episodes. So
// mean losses are estimated without bias, and memory depends neither on the number of episodes nor on their
// lengths. The sizes of the groups stay those of the whole dataset. An episode that is shorter than the spaces has no
// frame by chance; where each must have one (CorpusOptions.Each), memory grows by that of one frame an episode.
//
// Several datasets are one problem, see layout.go: their units, and the widths of their states, may differ.
type Corpus struct {
	CorpusOptions
	groups  demos.Groups
	actions int       // width of an action
	quota   int       // the largest number of frames of a group
	met     []int     // group -> frames of it that Add has met so far, taken or not
	squares []float64 // group -> sum of the squared components of the actions of its frames, taken or not
	parts   []part
	set     trainset.Set // without X until Close
}

// CorpusOptions say what a corpus takes of a frame.
type CorpusOptions struct {
	Pictures bool // features of its pictures, in place of the state of the scene
	Chunk    int  // actions of its target; 0 is 1
	Each     bool // at least one frame of every demonstration, beyond the quota of its group if necessary
}

// NewCorpus returns an empty corpus of at most limit frames, divided equally among the groups of the whole dataset, and
// those that o.Each adds. Fewer frames than groups are an error.
func NewCorpus(groups demos.Groups, limit int, o CorpusOptions) (*Corpus, error) {
	k := len(groups.Names)
	if k == 0 || limit < k {
		return nil, fmt.Errorf("weigh: %d frames for %d groups; use at least one of each", limit, k)
	}
	o.Chunk = max(1, o.Chunk)
	c := &Corpus{CorpusOptions: o, groups: groups, quota: limit / k, met: make([]int, k),
		squares: make([]float64, k)}
	c.set = trainset.Set{Names: groups.Names, Variants: 1, ByGroup: make([][]int32, k)}
	return c, nil
}

// Add takes frames of the next episode, in the order of groups.Of. Dataset is the number of the dataset that it is of,
// 0 where there is one; those of a dataset follow one another. An episode without states or actions, of other widths
// than the first of its dataset, or with NaN is an error that says where.
func (c *Corpus) Add(dataset int, r *demos.Raw) error {
	e := len(c.set.First)
	if e >= len(c.groups.Of) {
		return fmt.Errorf("weigh: episode %d of a dataset of %d", e, len(c.groups.Of))
	}
	if c.Pictures {
		if err := checkCameras(r); err != nil {
			return fmt.Errorf("weigh: episode %d: %w", e, err)
		}
	}
	p := c.partOf(dataset, c.layoutOf(r))
	if err := c.checkWidths(p, r); err != nil {
		return fmt.Errorf("weigh: episode %d: %w", e, err)
	}
	for t := range r.Frames() {
		if err := checkFinite(r, t); err != nil {
			return fmt.Errorf("weigh: episode %d, frame %d: %w", e, t, err)
		}
	}
	c.set.First = append(c.set.First, int32(len(c.set.Group)))
	g := c.groups.Of[e]
	for _, a := range r.Actions.Values {
		c.squares[g] += float64(float64(a) * float64(a))
	}
	var frames []int // that are taken
	for t := range r.Frames() {
		if c.takesNext(g) {
			frames = append(frames, t)
		}
	}
	if c.Each && len(frames) == 0 {
		frames = []int{r.Frames() / 2}
	}
	return c.take(p, r, frames, g)
}

// Energies returns E|a|² of each group: the mean over its frames of the sum of the squared components of an action, in
// the units of the file.
func (c *Corpus) Energies() []float64 {
	out := make([]float64, len(c.squares))
	for g, s := range c.squares {
		out[g] = s / float64(max(1, c.met[g]))
	}
	return out
}

// checkWidths returns an error unless an episode has the widths of the first of its dataset, and actions as wide as
// those of all.
func (c *Corpus) checkWidths(p *part, r *demos.Raw) error {
	own, actions := c.layoutOf(r), r.Actions.Width
	if len(c.set.First) == 0 {
		c.actions, c.set.Slots = actions, c.Chunk*actions
	}
	switch {
	case r.Frames() == 0 || actions == 0:
		return fmt.Errorf("has no actions; nothing can be learned from it")
	case own.width() == 0:
		return fmt.Errorf("has no state, perhaps only pictures; weigh by these with --pictures, or record the state " +
			"of the robot")
	case own.state+own.scene != p.state+p.scene || actions != c.actions:
		return fmt.Errorf("has states of width %d and actions of width %d, the first has %d and %d",
			own.state+own.scene, actions, p.state+p.scene, c.actions)
	case own.cameras != p.cameras:
		return fmt.Errorf("has cameras %s, the first has %s", own.cameras, p.cameras)
	}
	for _, m := range []demos.Matrix{r.State, r.Scene} {
		if m.Width > 0 && m.Rows() != r.Frames() {
			return fmt.Errorf("has %d states for %d actions", m.Rows(), r.Frames())
		}
	}
	return nil
}

// checkFinite returns an error if a number of frame t is NaN or infinite.
func checkFinite(r *demos.Raw, t int) error {
	for _, part := range []struct {
		name string
		m    demos.Matrix
	}{{"action", r.Actions}, {"state", r.State}, {"scene", r.Scene}} {
		if i := num.FirstNonFinite(part.m.Row(t)); i >= 0 {
			return fmt.Errorf("component %d of the %s is %v; repair the dataset or leave the episode out",
				i, part.name, part.m.Row(t)[i])
		}
	}
	return nil
}

// takesNext reports whether the next frame of group g is one of the q that the corpus takes of its n frames. Frame
// i is taken where the integer part of i q/n increases.
func (c *Corpus) takesNext(g int32) bool {
	i, n := c.met[g], c.groups.Frames[g]
	c.met[g]++
	q := min(c.quota, n)
	return (i+1)*q/n > i*q/n
}

// take copies frames of an episode of group g.
func (c *Corpus) take(p *part, r *demos.Raw, frames []int, g int32) error {
	var seen [][]float32
	if c.Pictures {
		var err error
		if seen, err = views(r, frames); err != nil {
			return err
		}
	}
	s := &c.set
	for k, t := range frames {
		row := int32(len(s.Group))
		p.x = append(p.x, r.State.Row(t)...)
		if c.Pictures {
			p.x = append(p.x, seen[k]...)
		} else {
			p.x = append(p.x, r.Scene.Row(t)...)
		}
		for i := range c.Chunk {
			s.Y = append(s.Y, r.Actions.Row(min(t+i, r.Frames()-1))...)
		}
		s.Group = append(s.Group, g)
		s.Train = append(s.Train, row)
		s.ByGroup[g] = append(s.ByGroup[g], row)
	}
	return nil
}

// Close completes the corpus, once every episode has been added: it standardises inputs and targets over the frames
// taken of each dataset, and puts the inputs of all datasets into rows of one width. A missing episode or a group
// without frames is an error.
func (c *Corpus) Close() error {
	s := &c.set
	if len(s.First) != len(c.groups.Of) {
		return fmt.Errorf("weigh: %d of %d episodes were added", len(s.First), len(c.groups.Of))
	}
	for g, rows := range s.ByGroup {
		if len(rows) == 0 {
			return fmt.Errorf("weigh: group %q has no frames", c.groups.Names[g])
		}
	}
	c.assemble()
	return nil
}

// Weigh lets a mixture weigh the groups of a closed corpus, see ridge.Weigh. A corpus may be weighed by several
// goroutines at once.
func (c *Corpus) Weigh(ctx context.Context, mix mixture.Mixture, cfg ridge.Config, key seed.Key) (*mixture.Log, error) {
	return ridge.Weigh(ctx, &c.set, mix, cfg, key)
}

// Inputs returns the largest number of inputs that a frame has: its state, with the state of its scene or the features
// of its pictures.
func (c *Corpus) Inputs() (n int) {
	for i := range c.parts {
		n = max(n, c.parts[i].width())
	}
	return n
}
