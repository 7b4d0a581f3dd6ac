package policies

import (
	"fmt"

	"counterpoise/internal/num"
	"counterpoise/scenes/demos"
)

// Corpus is a bounded share of anybody's demonstrations in groups: enough frames to weigh the groups by, whatever the widths
// of their states and actions. It has no Network; what a frame shows is its state, and its scene where that is known.
//
// Of a group with more than its quota of frames the corpus takes as many as the quota, evenly spaced over all its episodes,
// so that mean losses are estimated without bias and memory depends on neither the number of episodes nor their lengths.
// The groups' sizes stay those of the whole dataset.
type Corpus struct {
	groups demos.Groups
	quota  int     // frames of a group, at most
	met    []int   // group -> frames seen so far
	s      samples // x standardised once it is complete
	states int     // S + P, numbers that a frame shows
	acts   int     // A, components of an action
}

// NewCorpus is empty. Frames is how many it takes at most (those of each group: an equal part); groups is the whole dataset's.
func NewCorpus(groups demos.Groups, frames int) (*Corpus, error) {
	k := len(groups.Names)
	if k == 0 || frames < k {
		return nil, fmt.Errorf("policies: %d frames for %d groups; use at least one of each", frames, k)
	}
	c := &Corpus{groups: groups, quota: frames / k, met: make([]int, k)}
	c.s = samples{names: groups.Names, frames: make([][]int32, k)}
	return c, nil
}

// Add takes the next episode, in the order of groups.Of. What cannot be weighed is an error that says where.
func (c *Corpus) Add(r *demos.Raw) error {
	e := len(c.s.first)
	if e >= len(c.groups.Of) {
		return fmt.Errorf("policies: episode %d of a dataset of %d", e, len(c.groups.Of))
	}
	if err := c.fits(r); err != nil {
		return fmt.Errorf("policies: episode %d: %w", e, err)
	}
	for t := range r.Frames() {
		if err := finite(r, t); err != nil {
			return fmt.Errorf("policies: episode %d, frame %d: %w", e, t, err)
		}
	}
	c.s.first = append(c.s.first, int32(len(c.s.group)))
	g := c.groups.Of[e]
	for t := range r.Frames() {
		if c.wants(g) {
			c.take(r, t, g)
		}
	}
	return nil
}

// fits is whether an episode has the widths of the first.
func (c *Corpus) fits(r *demos.Raw) error {
	states, acts := r.State.Width+r.Scene.Width, r.Actions.Width
	if len(c.s.first) == 0 {
		c.states, c.acts = states, acts
	}
	switch {
	case r.Frames() == 0 || acts == 0:
		return fmt.Errorf("has no actions; nothing can be learned from it")
	case states == 0:
		return fmt.Errorf("has no state, only pictures perhaps; weighing needs what the robot knows of itself")
	case states != c.states || acts != c.acts:
		return fmt.Errorf("has states of width %d and actions of width %d, the first has %d and %d", states, acts, c.states, c.acts)
	}
	for _, m := range []demos.Matrix{r.State, r.Scene} {
		if m.Width > 0 && m.Rows() != r.Frames() {
			return fmt.Errorf("has %d states for %d actions", m.Rows(), r.Frames())
		}
	}
	return nil
}

// finite is whether frame t has numbers only.
func finite(r *demos.Raw, t int) error {
	for _, part := range []struct {
		name string
		m    demos.Matrix
	}{{"action", r.Actions}, {"state", r.State}, {"scene", r.Scene}} {
		if part.m.Width == 0 {
			continue
		}
		if i := num.FirstNonFinite(part.m.Row(t)); i >= 0 {
			return fmt.Errorf("component %d of the %s is %v; repair the dataset or leave the episode out", i, part.name, part.m.Row(t)[i])
		}
	}
	return nil
}

// wants is whether the next frame of group g is one of the q that it gives of its n: frame i is where the whole part of
// i q/n changes.
func (c *Corpus) wants(g int32) bool {
	i, n := c.met[g], c.groups.Frames[g]
	c.met[g]++
	q := min(c.quota, n)
	return (i+1)*q/n > i*q/n
}

func (c *Corpus) take(r *demos.Raw, t int, g int32) {
	row := int32(len(c.s.group))
	c.s.x = append(c.s.x, r.State.Row(t)...)
	if r.Scene.Width > 0 {
		c.s.x = append(c.s.x, r.Scene.Row(t)...)
	}
	c.s.y = append(c.s.y, r.Actions.Row(t)...)
	c.s.group = append(c.s.group, g)
	c.s.train = append(c.s.train, row)
	c.s.frames[g] = append(c.s.frames[g], row)
}

// Close ends the corpus: every episode must have been added. Features are standardised over what was taken, an action's
// components each to a mean square deviation of 1, as nobody says in which units they are.
func (c *Corpus) Close() error {
	if len(c.s.first) != len(c.groups.Of) {
		return fmt.Errorf("policies: %d of %d episodes were added", len(c.s.first), len(c.groups.Of))
	}
	for g, rows := range c.s.frames {
		if len(rows) == 0 {
			return fmt.Errorf("policies: group %q has no frames", c.groups.Names[g])
		}
	}
	c.s.standardise(shape{features: c.states, in: c.states})
	std := fitStandard(c.s.y, c.acts, c.acts)
	for row := range c.s.group {
		y := c.s.y[row*c.acts:][:c.acts]
		std.apply(y, y)
	}
	return nil
}
