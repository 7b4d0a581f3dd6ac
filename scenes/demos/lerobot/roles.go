package lerobot

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"counterpoise/scenes/demos/parts"
)

// roles says which features of info.json are actions, states and pictures. LeRobot's own datasets name them action,
// observation.state and observation.images.CAMERA; those that openpi makes actions, state, and a camera's name alone;
// others have one feature a sensor.
type roles struct {
	actions []string // vectors, side by side
	state   []string // vectors, side by side; may be none
	scene   string   // "" if there is none
	cameras []string // of type image, in alphabetical order
	films   []string // of type video, in alphabetical order
	labels  []string // scalars of a frame that label its episode where all its frames agree
}

// isNoState matches features that are no state, unless one of them is called so: depth pictures, what is made of
// sentences, and times.
var isNoState = regexp.MustCompile(`depth|embedding|language|instruction|token|timestamp`)

// isActionWord matches what names of actions begin with.
var isActionWord = regexp.MustCompile(`^actions?[._]`)

// withoutAction returns the name of an action without what all begin with.
func withoutAction(name string) string { return name[len(isActionWord.FindString(name)):] }

// isMark reports whether the last part of a feature's name is that of a mark, which is no component of an action or of
// a state.
func (s *featureSet) isMark(name string) bool {
	f := s.features[name]
	last := withoutAction(name)
	return parts.IsMark(last[strings.LastIndex(last, ".")+1:], f.width(), f.isInteger())
}

// isNoLabel matches scalars of a frame that say nothing about its episode: what is observed and done, positions, times,
// rewards and their discounts, and the marks of first and last frames.
var isNoLabel = regexp.MustCompile(
	`^(observation|action|next\.)|index$|_pad$|timestamp|reward|^discount$|^(is_)?(first|last|terminal|done)$`)

// rolesOf assigns the features. The first rule that a feature satisfies decides, for actions and for states.
func rolesOf(features map[string]feature) roles {
	s := &featureSet{features: features, names: slices.Sorted(maps.Keys(features))}
	var r roles
	for _, name := range s.names {
		switch f := features[name]; {
		case f.Type == "image" && f.isColour():
			r.cameras = append(r.cameras, name)
		case f.Type == "video" && f.isColour() && !f.isDepth():
			r.films = append(r.films, name)
		}
	}
	for _, name := range []string{scene, environmentState} {
		if _, ok := features[name]; ok && r.scene == "" {
			r.scene = name
		}
	}
	s.taken = r.scene
	r.actions, r.state = s.oneAction(), s.state()
	if r.state == nil && r.scene == environmentState { // a simulator whose state is all that there is
		r.state, r.scene, s.taken = []string{environmentState}, "", ""
	}
	r.labels = s.among(func(name string) bool {
		return features[name].isLabel() && !isNoLabel.MatchString(name) && !slices.Contains(r.state, name)
	})
	return r
}

// featureSet is the features of info.json, among which rules select.
type featureSet struct {
	features map[string]feature
	names    []string // sorted
	taken    string   // the name of the one that has its role and is not selected; "" if there is none
}

// rule selects features by their names.
type rule func(name string) bool

// among returns the names that a rule selects.
func (s *featureSet) among(selects rule) (list []string) {
	for _, name := range s.names {
		if name != s.taken && selects(name) {
			list = append(list, name)
		}
	}
	return list
}

// firstOf returns what the first rule selects that selects anything.
func (s *featureSet) firstOf(rules ...rule) []string {
	for _, selects := range rules {
		if list := s.among(selects); list != nil {
			return list
		}
	}
	return nil
}

// named selects the feature of a name, if it is of numbers.
func (s *featureSet) named(want string) rule {
	return func(name string) bool {
		return name == want && s.features[name].isNumbers()
	}
}

// begins selects the features of a kind whose names begin so, marks excepted.
func (s *featureSet) begins(prefix string, is func(feature) bool) rule {
	return func(name string) bool {
		return strings.HasPrefix(name, prefix) && is(s.features[name]) && !s.isMark(name)
	}
}

// withSwitches selects what a rule does, which is of floats, and the switches beside it, such as action.grip beside
// action.arm; nothing where the rule selects nothing.
func (s *featureSet) withSwitches(ofFloats rule, prefix string) rule {
	split := s.among(ofFloats) != nil
	return func(name string) bool {
		switches := strings.HasPrefix(name, prefix) && s.features[name].isInteger() && !s.isMark(name)
		return split && (ofFloats(name) || switches)
	}
}

// oneAction is the actions, of several versions of a command one (package parts).
func (s *featureSet) oneAction() (taken []string) {
	list := s.actions()
	var all []parts.Action
	for _, name := range list {
		all = append(all, parts.Action{Name: withoutAction(name), Width: s.features[name].width()})
	}
	one, _ := parts.OneVersion(all)
	for _, i := range one {
		taken = append(taken, list[i])
	}
	return taken
}

// choice is what was taken of the features that are called actions.
func (r roles) choice(features map[string]feature) parts.Choice {
	c := parts.Choice{Taken: r.actions}
	for _, name := range slices.Sorted(maps.Keys(features)) {
		if strings.HasPrefix(name, "action") && features[name].isNumbers() && !slices.Contains(r.actions, name) {
			c.Left = append(c.Left, name)
		}
	}
	return c
}

// actions are action or actions, or every vector of floats whose name begins so, with its switches, or of whole
// numbers.
func (s *featureSet) actions() []string {
	return s.firstOf(s.named(action), s.named("actions"),
		s.withSwitches(s.begins("action", feature.isFloat), action+"."), s.begins("action", feature.isInteger))
}

// state is observation.state or state; or every vector of floats that is observed, with its switches, or of whole
// numbers; or, where nothing is called an observation, every vector of floats that is no action and no outcome.
func (s *featureSet) state() []string {
	sensed := func(is rule) rule {
		return func(name string) bool { return is(name) && !isNoState.MatchString(name) }
	}
	sensor := s.withSwitches(sensed(s.begins(observed, feature.isFloat)), observed)
	return s.firstOf(s.named(state), s.named("state"),
		sensed(func(name string) bool { return sensor(name) && !s.features[name].isGrid() }),
		sensed(s.begins(observed, feature.isInteger)),
		sensed(func(name string) bool {
			return s.features[name].isFloat() && !strings.HasPrefix(name, "action") &&
				!strings.HasPrefix(name, "next.") && name != "reward" && name != "discount"
		}))
}

// isLabel reports whether a feature is one text, number or truth value a frame.
func (f feature) isLabel() bool {
	return (f.Type == "string" || f.isInteger() || f.isFloat()) && f.width() == 1
}

// isFloat reports whether a feature is of floating-point numbers.
func (f feature) isFloat() bool { return strings.HasPrefix(f.Type, "float") }

// isInteger reports whether a feature is of whole numbers or truth values.
func (f feature) isInteger() bool {
	return strings.HasPrefix(f.Type, "int") || strings.HasPrefix(f.Type, "uint") || f.Type == "bool"
}

// isNumbers reports whether a feature is of numbers.
func (f feature) isNumbers() bool { return f.isFloat() || f.isInteger() }

// isGrid reports whether a feature is of whole numbers in two or more axes, such as a picture's segments or a map.
func (f feature) isGrid() bool { return f.isInteger() && len(f.Shape) > 1 }

// isColour reports whether a feature has the shape of pictures with three channels.
func (f feature) isColour() bool {
	return len(f.Shape) == 3 && (f.Shape[2] == 3 || f.Shape[0] == 3)
}

// isDepth reports whether a video is of distances in place of colours, in three equal channels.
func (f feature) isDepth() bool {
	info, _ := f.Info.(map[string]any)
	return info["video.is_depth_map"] == true || info["is_depth_map"] == true
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

// ComponentNames implements demos.ComponentNamer: the names that info.json lists for each feature, as a list or as the
// only member of a map such as {"motors": [...]}.
func (r *reader) ComponentNames() (state, action []string) {
	features := slices.Clone(r.roles.state)
	if r.roles.scene != "" {
		features = append(features, r.roles.scene)
	}
	return r.componentNames(features), r.componentNames(r.roles.actions)
}

// componentNames returns the names of features side by side, nil unless all of them have as many as numbers.
func (r *reader) componentNames(features []string) (all []string) {
	for _, name := range features {
		f := r.info.Features[name]
		names := f.Names
		if m, ok := names.(map[string]any); ok && len(m) == 1 {
			for _, only := range m {
				names = only
			}
		}
		list, _ := names.([]any)
		if len(list) != f.width() {
			return nil
		}
		for _, v := range list {
			text, ok := v.(string)
			if !ok {
				return nil
			}
			all = append(all, text)
		}
	}
	return all
}
