package parts

import (
	"slices"
	"strings"
)

// Action is a feature among those that make up an action.
type Action struct {
	Name  string // without what the names of all begin with
	Width int    // number of values
}

// aspect is a respect in which two versions of the same command differ: lists of the words of each value. The first
// value is preferred to the others, and a name without any to all of them.
type aspect [][]string

// Aspects. The space of the end effector is preferred to that of the joints, as policies of Open X-Embodiment have it,
// and relative commands to absolute ones, as robomimic has it. Variant tells whole actions apart, which are called
// actions: those of taco_play are actions, rel_actions_world and rel_actions_gripper.
var (
	space = aspect{
		{"end effector", "endeffector", "eef", "ee", "tcp", "cartesian", "task space", "osc", "pose", "end"},
		{"joint space", "joint", "joints", "qpos", "qvel", "angles"},
	}
	order = aspect{
		{"position", "positions", "pos", "qpos", "angles"},
		{"velocity", "velocities", "vel", "qvel"},
		{"torque", "torques", "effort", "efforts"},
	}
	reference = aspect{{"relative", "rel", "delta", "deltas"}, {"absolute", "abs"}}
	variant   = aspect{
		{"world", "global"}, {"gripper", "local", "camera"}, {"normalized", "normalised", "clipped", "filtered"},
		{"raw", "original"},
	}
)

// Words of names. An arm may be called one or not. Commands to the other parts of a robot go with those to the arm in
// whatever space. A rotation is another part of a command than a position, however it is written.
var (
	actionWords = []string{"action", "actions"}
	armWords    = []string{"robot", "arm", "command", "cmd", "target", "desired", "goal", "control", "dict"}
	otherParts  = []string{
		"gripper", "grippers", "hand", "finger", "fingers", "thumb", "effector", "base", "mobile", "head", "neck",
		"torso", "waist", "lift", "leg", "legs", "foot", "wheel", "wheels", "camera",
	}
	rotationWords = []string{
		"rotation", "rot", "orientation", "ori", "euler", "rpy", "quat", "quaternion", "axis angle", "6d", "rot6d",
	}
)

// Numbers of values: of a command to an arm, a position of the end effector at least, and of a whole action.
const (
	armWidth   = 3
	wholeWidth = 4
)

// command is a feature as its name has it.
type command struct {
	Action
	at    int // number among all
	words []string
	part  string // of the robot, and whether its rotation is meant; empty for the position of the only arm
	whole bool   // called an action, and as wide as one
	space int    // of a command to an arm; -1 where the name tells none, and for other parts of the robot
}

// commandOf reads a name.
func commandOf(a Action, at int) command {
	c := command{Action: a, at: at, words: wordsOf(a.Name), space: -1}
	rest, called := cut(c.words, actionWords...)
	c.whole = called && a.Width >= wholeWidth
	aspects := []aspect{space, order, reference}
	if c.whole {
		aspects = append(aspects, variant)
	}
	rest = cutAll(cutAll(rest, actionWords...), armWords...)
	for _, a := range aspects {
		for _, words := range a {
			rest = cutAll(rest, words...)
		}
	}
	if others := cutAll(rest, rotationWords...); len(others) < len(rest) {
		rest = append(others, rotationWords[0])
	}
	slices.Sort(rest)
	c.part = strings.Join(rest, " ")
	if !slices.ContainsFunc(rest, func(word string) bool { return slices.Contains(otherParts, word) }) {
		c.space = c.value(space)
	}
	return c
}

// value returns the number of the value of an aspect that a name has, and -1 for none.
func (c command) value(a aspect) int {
	return slices.IndexFunc(a, func(words []string) bool {
		_, found := cut(c.words, words...)
		return found
	})
}

// OneVersion returns which features make up an action, as numbers, where some may be versions of the same command: one
// version of each part of the robot. The others are versions of these.
func OneVersion(all []Action) (taken, others []int) {
	var commands []command
	for i, a := range all {
		commands = append(commands, commandOf(a, i))
	}
	commands = oneSpace(commands)
	commands = preferred(commands, variant, func(a, b command) bool { return a.whole && b.whole && a.Width == b.Width })
	commands = preferred(commands, order, func(a, b command) bool { return a.space >= 0 && a.space == b.space })
	commands = preferred(commands, reference, func(command, command) bool { return true })
	for i := range all {
		if slices.ContainsFunc(commands, func(c command) bool { return c.at == i }) {
			taken = append(taken, i)
		} else {
			others = append(others, i)
		}
	}
	return taken, others
}

// oneSpace leaves the commands to arms in one space where there are some in both: of the end effector, or of the joints
// if the others are a part of an action, such as a position without an orientation.
func oneSpace(all []command) []command {
	width := [2]int{}
	both := false
	for _, c := range all {
		if c.space < 0 {
			continue
		}
		width[c.space] += c.Width
		both = both || slices.ContainsFunc(all, func(o command) bool {
			return o.space == 1-c.space &&
				o.part == c.part
		})
	}
	if !both || min(width[0], width[1]) < armWidth {
		return all
	}
	drop := 1
	if 4*width[0] < 3*width[1] {
		drop = 0
	}
	return slices.DeleteFunc(slices.Clone(all), func(c command) bool { return c.space == drop })
}

// preferred leaves commands of one value of an aspect where two features of one part, wide enough for an arm, have
// other values and may be versions. All features of other values go that have a counterpart.
func preferred(all []command, a aspect, versions func(a, b command) bool) []command {
	best := len(a)
	for i, c := range all {
		for _, o := range all[:i] {
			if c.part == o.part && min(c.Width, o.Width) >= armWidth && c.value(a) != o.value(a) && versions(c, o) {
				best = min(best, c.value(a), o.value(a))
			}
		}
	}
	if best == len(a) {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(c command) bool {
		return c.value(a) != best && slices.ContainsFunc(all, func(o command) bool {
			return o.part == c.part && o.value(a) == best
		})
	})
}
