package lerobot

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// roles says which features of info.json are actions, states and pictures. LeRobot's own datasets name them action,
// observation.state and observation.images.CAMERA; those that openpi makes actions, state, and a camera's name alone;
// others have one feature a sensor.
type roles struct {
	actions []string // vectors, side by side
	state   []string // vectors, side by side; may be none
	scene   string   // "" if there is none
	cameras []string // of type image, in alphabetical order
	films   []string // of type video, which are listed and not read
	labels  []string // scalars of a frame that label its episode where all its frames agree
}

// isNoState matches features that are no state, unless one of them is called so: depth pictures, what is made of
// sentences, and times.
var isNoState = regexp.MustCompile(`depth|embedding|language|instruction|token|timestamp`)

// isNoPart matches whole numbers and truth values beside the components of an action or of a state that are none: which
// frames count, and positions.
var isNoPart = regexp.MustCompile(`is_pad|mask|valid|index|timestamp|token`)

// isNoLabel matches scalars of a frame that say nothing about its episode: what is observed and done, positions, times,
// rewards, and the marks of first and last frames.
var isNoLabel = regexp.MustCompile(
	`^(observation|action|next\.)|index$|_pad$|timestamp|reward|^(is_)?(first|last|terminal|done)$`)

// rolesOf assigns the features.
func rolesOf(features map[string]feature) roles {
	var r roles
	names := slices.Sorted(maps.Keys(features))
	for _, name := range names {
		switch f := features[name]; {
		case f.Type == "image" && f.isColour():
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
	among := func(is func(name string) bool) (list []string) {
		for _, name := range names {
			if name != r.scene && is(name) {
				list = append(list, name)
			}
		}
		return list
	}
	named := func(want string) func(string) bool {
		return func(name string) bool {
			return name == want && (features[name].isFloat() || features[name].isInteger())
		}
	}
	begins := func(prefix string, is func(feature) bool) func(string) bool {
		return func(name string) bool { return strings.HasPrefix(name, prefix) && is(features[name]) }
	}
	sensed := func(is func(name string) bool) func(string) bool {
		return func(name string) bool { return is(name) && !isNoState.MatchString(name) }
	}
	// A component of a split action may be a switch, such as action.grip beside action.arm; of a split state too.
	withSwitches := func(ofFloats func(string) bool, prefix string) func(string) bool {
		split := among(ofFloats) != nil
		return func(name string) bool {
			switches := strings.HasPrefix(name, prefix) && features[name].isInteger() && !isNoPart.MatchString(name)
			return split && (ofFloats(name) || switches)
		}
	}
	component := withSwitches(begins("action", feature.isFloat), action+".")
	r.actions = firstOf(among, named(action), named("actions"), component, begins("action", feature.isInteger))
	sensor := withSwitches(sensed(begins(observed, feature.isFloat)), observed)
	r.state = firstOf(among, named(state), named("state"),
		sensed(func(name string) bool { return sensor(name) && !features[name].isGrid() }),
		sensed(begins(observed, feature.isInteger)), sensed(func(name string) bool {
			return features[name].isFloat() && !strings.HasPrefix(name, "action") &&
				!strings.HasPrefix(name, "next.") && name != "reward" && name != "discount"
		}))
	if r.state == nil && r.scene == environmentState { // a simulator whose state is all that there is
		r.state, r.scene = []string{environmentState}, ""
	}
	r.labels = among(func(name string) bool {
		return features[name].isLabel() && !isNoLabel.MatchString(name) && !slices.Contains(r.state, name)
	})
	return r
}

// isLabel reports whether a feature is one text, whole number or truth value a frame.
func (f feature) isLabel() bool { return (f.Type == "string" || f.isInteger()) && f.width() == 1 }

// isFloat reports whether a feature is of floating-point numbers.
func (f feature) isFloat() bool { return strings.HasPrefix(f.Type, "float") }

// isInteger reports whether a feature is of whole numbers or truth values.
func (f feature) isInteger() bool {
	return strings.HasPrefix(f.Type, "int") || strings.HasPrefix(f.Type, "uint") || f.Type == "bool"
}

// isGrid reports whether a feature is of whole numbers in two or more axes, such as a picture's segments or a map.
func (f feature) isGrid() bool { return f.isInteger() && len(f.Shape) > 1 }

// isColour reports whether a feature has the shape of pictures with three channels.
func (f feature) isColour() bool {
	return len(f.Shape) == 3 && (f.Shape[2] == 3 || f.Shape[0] == 3)
}

// pictureSize returns the height and width of pictures in pixels. LeRobot writes the shape (height, width, channels),
// and takes (channels, height, width) too; the files hold the same pictures.
func (f feature) pictureSize() (height, width int) {
	names, _ := f.Names.([]any)
	first := ""
	if len(names) > 0 {
		first, _ = names[0].(string)
	}
	if f.Shape[0] == 3 && (f.Shape[2] != 3 || strings.HasPrefix(first, "channel")) {
		return f.Shape[1], f.Shape[2]
	}
	return f.Shape[0], f.Shape[1]
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
	for _, prefix := range []string{imagePrefix, observed} {
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
