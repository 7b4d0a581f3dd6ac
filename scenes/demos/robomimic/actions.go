package robomimic

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/hdf5"
	"counterpoise/scenes/demos/parts"
)

// actionsName is the array of a demonstration's actions. Files of robomimic 0.4 and later have others beside it, for
// policies that are told of them: actions_abs, and the parts of both in the group action_dict.
const actionsName = "actions"

// chooseActions takes the array of the usual name, and notes which others the first demonstration has.
func (r *reader) chooseActions() {
	r.actions = []string{actionsName}
	r.choice.Taken = r.actions
	for _, name := range r.actionNames() {
		if name != actionsName {
			r.choice.Left = append(r.choice.Left, name)
		}
	}
}

// actionNames returns the arrays of the first demonstration whose names begin with action, and those in groups of such
// names; none of a damaged file.
func (r *reader) actionNames() (names []string) {
	demo, err := r.demo(r.names[0])
	if err != nil {
		return nil
	}
	get, children, err := demo.Children()
	if err != nil {
		return nil
	}
	for _, name := range children {
		if !strings.HasPrefix(name, "action") {
			continue
		}
		child, err := get(name)
		if err != nil {
			continue
		}
		if !child.IsGroup() {
			names = append(names, name)
			continue
		}
		inside, err := child.Names()
		for _, part := range inside {
			if err == nil {
				names = append(names, name+"/"+part)
			}
		}
	}
	slices.Sort(names)
	return names
}

// TakeActions implements demos.ActionTaker.
func (r *reader) TakeActions(names []string) error {
	all := r.actionNames()
	for _, name := range names {
		if !slices.Contains(all, name) {
			return parts.NoActions(name, all)
		}
	}
	r.actions, r.choice = slices.Clone(names), parts.Choice{}
	return nil
}

// readActions reads the actions of a demonstration.
func (r *reader) readActions(demo *hdf5.Object) (demos.Matrix, error) {
	if _, err := demo.Child(r.actions[0]); err != nil && r.choice.Left != nil {
		return demos.Matrix{}, fmt.Errorf("%w; name others with --actions: there is %s", err, parts.List(r.choice.Left))
	}
	var list []demos.Matrix
	for _, name := range r.actions {
		m, err := matrix(demo, name)
		if err != nil {
			return m, err
		}
		if len(list) > 0 && m.Rows() != list[0].Rows() {
			return m, fmt.Errorf("%s has %d frames, expected the %d of %s", name, m.Rows(), list[0].Rows(),
				r.actions[0])
		}
		if len(r.actions) > 1 {
			if err := r.room.Spend(name, 4*int64(len(m.Values))); err != nil {
				return m, err
			}
		}
		list = append(list, m)
	}
	return demos.SideBySide(list, list[0].Rows()), nil
}
