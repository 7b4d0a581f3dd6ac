package trainset

import (
	"fmt"

	"counterpoise/internal/num"
	"counterpoise/scenes/demos"
)

// Builder makes a set of the demonstrations of any robot, one after another: a row of every frame, with features of the
// caller's and a chunk of actions, its own first. A chunk that reaches over the end of its episode is filled with the
// last action, as in Collect.
type Builder struct {
	Chunk  int
	Groups demos.Groups
	set    Set
}

// Add appends the rows of the next episode: the features of each frame, and its actions. Numbers that are not finite
// are an error that says where.
func (b *Builder) Add(features, actions demos.Matrix) error {
	s := &b.set
	e := len(s.First)
	if e == 0 {
		s.Names, s.Variants, s.In, s.Slots = b.Groups.Names, 1, features.Width, b.Chunk*actions.Width
		s.ByGroup = make([][]int32, len(s.Names))
	}
	t := actions.Rows()
	if features.Width != s.In || b.Chunk*actions.Width != s.Slots || features.Rows() != t {
		return fmt.Errorf("has %d states of %d numbers and %d actions of %d, the first has states of %d and actions "+
			"of %d", features.Rows(), features.Width, t, actions.Width, s.In, s.Slots/b.Chunk)
	}
	for name, m := range map[string]demos.Matrix{"state": features, "action": actions} {
		if i := num.FirstNonFinite(m.Values); i >= 0 {
			return fmt.Errorf("frame %d: component %d of the %s is %v", i/m.Width, i%m.Width, name, m.Values[i])
		}
	}
	s.First = append(s.First, int32(len(s.Group)))
	s.X = append(s.X, features.Values...)
	g := b.Groups.Of[e]
	for f := range t {
		row := int32(len(s.Group))
		for c := range b.Chunk {
			s.Y = append(s.Y, actions.Row(min(f+c, t-1))...)
		}
		s.Group, s.Train = append(s.Group, g), append(s.Train, row)
		s.ByGroup[g] = append(s.ByGroup[g], row)
	}
	return nil
}

// Set returns the set, once every episode has been added.
func (b *Builder) Set() (*Set, error) {
	if n := len(b.Groups.Of); len(b.set.First) != n || n == 0 {
		return nil, fmt.Errorf("%d of %d episodes were added", len(b.set.First), n)
	}
	for i, rows := range b.set.ByGroup {
		if len(rows) == 0 {
			return nil, fmt.Errorf("group %q has no frames to train on; leave it out of the groups", b.Groups.Names[i])
		}
	}
	s := b.set
	return &s, nil
}
