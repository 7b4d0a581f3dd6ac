package lerobot

import (
	"maps"
	"slices"
	"strings"
)

// roles says which features of info.json are actions, states and pictures. LeRobot's own datasets name them action,
// observation.state and observation.images.CAMERA; those that openpi makes actions, state, and a camera's name alone;
// others have one feature a sensor.
type roles struct {
	actions []string // vectors, side by side
	state   []string // vectors, side by side
	scene   string   // "" if there is none
	cameras []string // of type image, in alphabetical order
	films   []string // of type video, which are listed and not read
}

// rolesOf assigns the features.
func rolesOf(features map[string]feature) roles {
	var r roles
	names := slices.Sorted(maps.Keys(features))
	for _, name := range names {
		switch f := features[name]; {
		case f.Type == "image" && len(f.Shape) == 3 && f.Shape[2] == 3:
			r.cameras = append(r.cameras, name)
		case f.Type == "video":
			r.films = append(r.films, name)
		}
	}
	for _, name := range []string{scene, environmentState} {
		if _, ok := features[name]; ok && r.scene == "" {
			r.scene = name
		}
	}
	// The first rule that a feature satisfies decides, for actions and for states.
	vectors := slices.DeleteFunc(names, func(name string) bool {
		return !strings.HasPrefix(features[name].Type, "float") || name == r.scene
	})
	among := func(is func(name string) bool) (list []string) {
		for _, name := range vectors {
			if is(name) {
				list = append(list, name)
			}
		}
		return list
	}
	named := func(want string) func(string) bool { return func(name string) bool { return name == want } }
	begins := func(prefix string) func(string) bool {
		return func(name string) bool { return strings.HasPrefix(name, prefix) }
	}
	r.actions = firstOf(among, named(action), named("actions"), begins("action"))
	r.state = firstOf(among, named(state), named("state"), begins("observation."), func(name string) bool {
		return !strings.HasPrefix(name, "action") && !strings.HasPrefix(name, "next.") &&
			!slices.Contains([]string{"timestamp", "reward", "discount"}, name)
	})
	return r
}

// firstOf returns what the first rule selects that selects anything.
func firstOf(among func(func(string) bool) []string, rules ...func(string) bool) []string {
	for _, rule := range rules {
		if list := among(rule); list != nil {
			return list
		}
	}
	return nil
}

// cameraName returns the name of a camera without what LeRobot puts before it.
func cameraName(feature string) string {
	for _, prefix := range []string{imagePrefix, "observation."} {
		if name, ok := strings.CutPrefix(feature, prefix); ok {
			return name
		}
	}
	return feature
}

// width returns the number of values of a row of a feature: the product of its shape, 1 for none.
func (f feature) width() int {
	n := 1
	for _, k := range f.Shape {
		n *= k
	}
	return n
}
