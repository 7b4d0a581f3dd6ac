package rlds

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Paths of features.
const (
	stepsPath    = "steps"
	observation  = "steps/observation/"
	actionPath   = "steps/action"
	statePath    = "steps/observation/state"
	scenePath    = "steps/scene_state"
	sentencePath = "steps/language_instruction"
	metadata     = "episode_metadata/"
)

// cameraPaths are the features of the tabletop's cameras, as datasets of Open X-Embodiment name them.
var cameraPaths = map[string]string{"static": observation + "image", "ego": observation + "wrist_image"}

// sentencePaths are where datasets keep the instruction, the usual place first.
var sentencePaths = []string{
	sentencePath, observation + "language_instruction", observation + "natural_language_instruction",
	"steps/instruction", observation + "instruction", metadata + "language_instruction",
}

// roles says which features are actions, states, pictures and labels.
type roles struct {
	actions  []string // vectors, side by side
	state    []string // vectors, side by side; may be none
	scene    string   // "" if there is none
	cameras  []string // in alphabetical order
	sentence string   // "" if there is none
	labels   []string // scalars that are properties of the episode
}

// isNoState matches features that are no state whatever their type.
var isNoState = regexp.MustCompile(`depth|embedding|language|instruction|token`)

// isNoPart matches whole numbers and truth values beside the floats of an action that are no component of it: the end
// of the episode, which frames count, and positions.
var isNoPart = regexp.MustCompile(`terminate|terminal|is_|pad|mask|valid|index|token|language|instruction`)

// rolesOf assigns the features.
func rolesOf(leaves map[string]leaf) roles {
	f := features{leaves, slices.Sorted(maps.Keys(leaves))}
	r := roles{actions: f.actions(), scene: f.scene(), sentence: f.sentence()}
	r.state = f.state(r.scene)
	r.cameras = f.among(func(path string, l leaf) bool {
		return strings.HasPrefix(path, stepsPath+"/") && len(l.shape) == 3 && l.shape[2] == 3 &&
			(l.kind == kindImage || l.kind == "uint8" && l.values() > 0)
	})
	r.labels = f.among(func(path string, l leaf) bool {
		return !strings.HasPrefix(path, stepsPath+"/") && len(l.shape) == 0 && !l.isPicture() &&
			(l.encoding == "" || l.encoding == "none")
	})
	return r
}

// features are the leaves of a dataset's description.
type features struct {
	leaves map[string]leaf
	paths  []string // of the leaves, sorted
}

// rule selects features by path and description.
type rule func(path string, l leaf) bool

// among returns the paths of the features that a rule selects.
func (f features) among(selects rule) (list []string) {
	for _, path := range f.paths {
		if selects(path, f.leaves[path]) {
			list = append(list, path)
		}
	}
	return list
}

// firstOf returns what the first rule selects that selects anything.
func (f features) firstOf(rules ...rule) []string {
	for _, selects := range rules {
		if list := f.among(selects); list != nil {
			return list
		}
	}
	return nil
}

// actions are steps/action, or what is in the dictionary of that name, or what begins so: vectors of floats, or of
// integers where there are none. In a dictionary a component may be a switch, such as a gripper that is open, beside
// the floats of the arm.
func (f features) actions() []string {
	var rules []rule
	for _, number := range []func(leaf) bool{leaf.isFloat, leaf.isInteger} {
		rules = append(rules,
			func(path string, l leaf) bool { return number(l) && path == actionPath },
			func(path string, l leaf) bool { return number(l) && strings.HasPrefix(path, actionPath+"/") },
			func(path string, l leaf) bool { return number(l) && strings.HasPrefix(path, actionPath) })
	}
	list := f.firstOf(rules...)
	if list == nil || list[0] == actionPath {
		return list
	}
	return f.among(func(path string, l leaf) bool {
		name, in := strings.CutPrefix(path, actionPath+"/")
		return slices.Contains(list, path) || in && l.isInteger() && !isNoPart.MatchString(name)
	})
}

// state is observation/state or observation/proprio, of any numbers, or every vector of floats in the observation but
// the scene, depth pictures and what is made of sentences; where there are none, every vector of integers or truth
// values.
func (f features) state(scene string) []string {
	named := func(want string) rule {
		return func(path string, l leaf) bool {
			return path == want && len(l.shape) <= 2 && (l.isFloat() || l.isInteger())
		}
	}
	rules := []rule{
		named(statePath), named(observation + "proprio"), named(strings.TrimSuffix(observation, "/")),
		func(path string, l leaf) bool {
			return strings.HasPrefix(path, observation) && l.isFloat() && len(l.shape) <= 1
		},
		func(path string, l leaf) bool {
			return strings.HasPrefix(path, observation) && l.isInteger() && len(l.shape) == 1
		},
	}
	for i, selects := range rules {
		rules[i] = func(path string, l leaf) bool {
			return path != scene && selects(path, l) && !isNoState.MatchString(path)
		}
	}
	return f.firstOf(rules...)
}

// scene is the feature of the whole scene's state; "" if there is none.
func (f features) scene() string {
	for _, path := range []string{scenePath, observation + "object"} {
		if f.leaves[path].isFloat() {
			return path
		}
	}
	return ""
}

// sentence is the feature of the instruction: a text, or where there is none a vector that can be one; "" if there is
// neither.
func (f features) sentence() string {
	isText := func(l leaf) bool { return l.kind == kindText && len(l.shape) == 0 }
	for _, is := range []func(leaf) bool{isText, leaf.isBytesOfText} {
		for _, path := range sentencePaths {
			if is(f.leaves[path]) {
				return path
			}
		}
	}
	return ""
}

// isPicture reports whether the values are encoded pictures, of colours or others.
func (l leaf) isPicture() bool { return l.kind == kindImage || l.kind == kindDepth }

// isBytesOfText reports whether a leaf can be a text as Language-Table has it: a vector of integers, which are the
// bytes of UTF-8, filled up with zeros.
func (l leaf) isBytesOfText() bool {
	return l.isInteger() && len(l.shape) == 1 && (l.encoding == "" || l.encoding == "none")
}

// cameraName returns the name of a camera: its path without what all paths of observations begin with.
func cameraName(path string) string {
	return strings.TrimPrefix(strings.TrimPrefix(path, observation), stepsPath+"/")
}
