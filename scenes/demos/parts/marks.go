package parts

import (
	"regexp"
	"slices"
	"strings"
)

// isEnd matches the words of names of marks of the end of an episode. Sources: terminate_episode of the datasets of
// Open X-Embodiment; is_last and is_terminal of RLDS; next.done and next.truncated of LeRobot; dones of robomimic.
var isEnd = regexp.MustCompile(`^((is|has|next) )?(` +
	`terminate|terminates|terminated|terminal|terminals|termination|truncate|truncated|truncation|` +
	`done|dones|finish|finished|last|last step|first|first step|` +
	`(terminate|terminates|terminated|terminal|termination|truncate|truncated|truncation|done|finish|finished|stop|` +
	`end|ends|ended|end of|last of|reset) (episode|trajectory|traj|rollout|demo|demonstration|task)|` +
	`(episode|trajectory|traj|rollout|demo|demonstration|task) (is )?(terminate|terminates|terminated|terminal|` +
	`termination|truncated|done|finish|finished|end|ends|ended|over|complete|completed|stop)` +
	`)( (flag|signal|mask))?$`)

// endWidth is the largest number of values of a mark of the end: RT-1 stores it as one of three classes.
const endWidth = 3

// EndsEpisode reports whether a feature of so many values, of whatever type, marks the end (or the begin) of an
// episode. Only whole names count: done_gripper is none.
func EndsEpisode(name string, width int) bool {
	return width <= endWidth && isEnd.MatchString(strings.Join(wordsOf(name), " "))
}

// Last words of names of marks, of any type and of whole numbers and truth values alone. The latter are no marks as
// floats: the position of the index finger is a component.
var (
	marksOfAny    = []string{"pad", "padding", "padded", "mask", "timestamp", "timestamps"}
	marksOfWholes = []string{"valid", "index", "idx", "id", "token", "tokens", "language", "instruction"}
)

// IsMark reports whether a feature of so many values beside the components of an action or of a state says something
// about the frame: that the episode ends, that the frame counts, or where it stands. Whole says that the values are
// whole numbers or truth values.
func IsMark(name string, width int, whole bool) bool {
	words := wordsOf(name)
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	return EndsEpisode(name, width) || slices.Contains(marksOfAny, last) || whole && slices.Contains(marksOfWholes,
		last)
}
