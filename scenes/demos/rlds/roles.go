package rlds

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"counterpoise/scenes/demos/parts"
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
	rewardPath   = "steps/reward"
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
	choice   parts.Choice
	state    []string // vectors, side by side; may be none
	scene    string   // "" if there is none
	cameras  []string // in alphabetical order
	sentence string   // "" if there is none
	texts    []string // other instructions, such as the same in other words
	labels   []string // scalars that are properties of the episode
	reward   string   // "" if there is none
}

// isNoState matches features that are no state whatever their type.
var isNoState = regexp.MustCompile(`depth|embedding|language|instruction|token`)

// isInstruction matches texts that say what is to be done.
var isInstruction = regexp.MustCompile(`instruction|language|task`)

// rolesOf assigns the features.
func rolesOf(leaves map[string]leaf) roles {
	f := features{leaves, slices.Sorted(maps.Keys(leaves))}
	r := roles{scene: f.scene(), sentence: f.sentence()}
	r.choose(f)
	if l := leaves[rewardPath]; isNumbers(l) && l.values() == 1 {
		r.reward = rewardPath
	}
	r.state = f.state(r.scene)
	r.cameras = f.among(func(path string, l leaf) bool {
		return strings.HasPrefix(path, stepsPath+"/") && len(l.shape) == 3 && l.shape[2] == 3 &&
			(l.kind == kindImage || l.kind == "uint8" && l.values() > 0)
	})
	r.texts = f.among(func(path string, l leaf) bool {
		return strings.HasPrefix(path, stepsPath+"/") && path != r.sentence && l.kind == kindText &&
			len(l.shape) == 0 && isInstruction.MatchString(path)
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

// choose sets the actions, and what is left out beside them.
func (r *roles) choose(f features) {
	list := f.actions()
	var all []parts.Action
	for _, path := range list {
		all = append(all, parts.Action{Name: withoutAction(shortName(path)), Width: f.leaves[path].values()})
	}
	one, _ := parts.OneVersion(all)
	r.actions, r.choice = nil, parts.Choice{}
	for _, i := range one {
		r.actions = append(r.actions, list[i])
		r.choice.Taken = append(r.choice.Taken, shortName(list[i]))
	}
	for _, path := range f.among(func(path string, l leaf) bool { return isAction(path) && isNumbers(l) }) {
		if !slices.Contains(r.actions, path) {
			r.choice.Left = append(r.choice.Left, shortName(path))
		}
	}
}

// actions are steps/action, or what is in the dictionary of that name, or what begins so: vectors of floats, or of
// integers where there are none. In a dictionary a component may be a switch, such as a gripper that is open, beside
// the floats of the arm. Marks, such as the end of the episode, are no components.
func (f features) actions() []string {
	var rules []rule
	for _, number := range []func(leaf) bool{leaf.isFloat, leaf.isInteger} {
		for _, named := range []func(path string) bool{
			func(path string) bool { return path == actionPath }, inActions, isAction,
		} {
			rules = append(rules, func(path string, l leaf) bool {
				return number(l) && named(path) && (path == actionPath || !isMark(path, l))
			})
		}
	}
	list := f.firstOf(rules...)
	if list == nil || list[0] == actionPath {
		return list
	}
	return f.among(func(path string, l leaf) bool {
		return slices.Contains(list, path) || inActions(path) && l.isInteger() && !isMark(path, l)
	})
}

// isAction reports whether a feature is the action, in the dictionary of that name, or called so at the beginning.
func isAction(path string) bool { return strings.HasPrefix(path, actionPath) }

// inActions reports whether a feature is in the dictionary of actions.
func inActions(path string) bool { return strings.HasPrefix(path, actionPath+"/") }

// shortName returns a path without what those of all steps begin with.
func shortName(path string) string { return strings.TrimPrefix(path, stepsPath+"/") }

// textName is the label of another instruction: its short name, unless the instruction itself is called so.
func textName(path string) string {
	if name := shortName(path); name != "task" && name != "annotation" {
		return name
	}
	return path
}

// isActionWord matches what names of actions begin with.
var isActionWord = regexp.MustCompile(`^actions?[/_]`)

// withoutAction returns the name of an action without what all begin with.
func withoutAction(name string) string { return name[len(isActionWord.FindString(name)):] }

// isMark reports whether the last part of a feature's name is that of a mark.
func isMark(path string, l leaf) bool {
	name := withoutAction(path[strings.LastIndex(path, "/")+1:])
	return parts.IsMark(name, l.values(), l.isInteger())
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
			return path != scene && selects(path, l) && !isNoState.MatchString(path) && !isMark(path, l)
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
