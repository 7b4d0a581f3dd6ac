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

// rolesOf assigns the features. Actions are steps/action, or what is in the dictionary of that name, or what begins so:
// vectors of floats, or of integers where there are none. In a dictionary a component may be a switch, such as a
// gripper that is open, beside the floats of the arm. States are observation/state or observation/proprio, of any
// numbers, or every vector of floats in the observation but depth pictures and what is made of sentences; where there
// are none, every vector of integers or truth values.
func rolesOf(leaves map[string]leaf) roles {
	var r roles
	paths := slices.Sorted(maps.Keys(leaves))
	among := func(is func(path string, l leaf) bool) (list []string) {
		for _, p := range paths {
			if is(p, leaves[p]) {
				list = append(list, p)
			}
		}
		return list
	}
	for _, p := range []string{scenePath, observation + "object"} {
		if leaves[p].isFloat() && r.scene == "" {
			r.scene = p
		}
	}
	for _, number := range []func(leaf) bool{leaf.isFloat, leaf.isInteger} {
		for _, named := range []func(p string) bool{
			func(p string) bool { return p == actionPath },
			func(p string) bool { return strings.HasPrefix(p, actionPath+"/") },
			func(p string) bool { return strings.HasPrefix(p, actionPath) },
		} {
			if r.actions == nil {
				r.actions = among(func(p string, l leaf) bool { return number(l) && named(p) })
			}
		}
	}
	if r.actions != nil && r.actions[0] != actionPath {
		r.actions = among(func(p string, l leaf) bool {
			name, in := strings.CutPrefix(p, actionPath+"/")
			return slices.Contains(r.actions, p) || in && l.isInteger() && !isNoPart.MatchString(name)
		})
	}
	named := func(want string) func(string, leaf) bool {
		return func(p string, l leaf) bool {
			return p == want && len(l.shape) <= 2 && (l.isFloat() || l.isInteger())
		}
	}
	for _, is := range []func(p string, l leaf) bool{
		named(statePath),
		named(observation + "proprio"),
		named(strings.TrimSuffix(observation, "/")),
		func(p string, l leaf) bool {
			return strings.HasPrefix(p, observation) && l.isFloat() && len(l.shape) <= 1
		},
		func(p string, l leaf) bool {
			return strings.HasPrefix(p, observation) && l.isInteger() && len(l.shape) == 1
		},
	} {
		if r.state == nil {
			r.state = among(func(p string, l leaf) bool {
				return p != r.scene && is(p, l) && !isNoState.MatchString(p)
			})
		}
	}
	r.cameras = among(func(p string, l leaf) bool {
		return strings.HasPrefix(p, stepsPath+"/") && len(l.shape) == 3 && l.shape[2] == 3 &&
			(l.kind == kindImage || l.kind == "uint8" && l.values() > 0)
	})
	isText := func(l leaf) bool { return l.kind == kindText && len(l.shape) == 0 }
	for _, is := range []func(leaf) bool{isText, leaf.isBytesOfText} {
		for _, p := range sentencePaths {
			if r.sentence == "" && is(leaves[p]) {
				r.sentence = p
			}
		}
	}
	r.labels = among(func(p string, l leaf) bool {
		return !strings.HasPrefix(p, stepsPath+"/") && len(l.shape) == 0 && l.kind != kindImage &&
			(l.encoding == "" || l.encoding == "none")
	})
	return r
}

// isBytesOfText reports whether a leaf can be a text as Language-Table has it: a vector of integers, which are the
// bytes of UTF-8, filled up with zeros.
func (l leaf) isBytesOfText() bool {
	return l.isInteger() && len(l.shape) == 1 && (l.encoding == "" || l.encoding == "none")
}

// cameraName returns the name of a camera: its path without what all paths of observations begin with.
func cameraName(path string) string {
	return strings.TrimPrefix(strings.TrimPrefix(path, observation), stepsPath+"/")
}
