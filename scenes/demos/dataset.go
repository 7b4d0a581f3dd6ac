package demos

import (
	"slices"

	"counterpoise/internal/wording"
	"counterpoise/scenes"
)

// Episode is one demonstration, sampled at 30 Hz. Observations[t] is taken before Actions[t] is applied; both
// slices have the length of the episode.
type Episode struct {
	Task      string // with its knobs, for example "picking" or "picking:Yaw=90"
	Behaviour string // for example "left", "middle" or "right"
	Style     string // style of the expert, for example "optimal"
	Index     int    // position in the pool of this behaviour and style, from 0
	Success   bool   // whether the task was solved at any time in the episode, earned by the gripper
	Unsaid    bool   // nothing says whether it was: Success is false, and writers store no success and no rewards
	// Gaps says that the dataset has episodes whose success is unsaid: formats that have one kind of column for all
	// need it with the first.
	Gaps bool

	Observations []scenes.Observation
	Actions      []scenes.Action
	Features     PictureFeatures // features of the pictures, if an encoder computed them; not stored in files
}

// Frames returns the length of the episode in control steps of 1/30 s.
func (e *Episode) Frames() int { return len(e.Actions) }

// SaidSuccess returns whether the task was solved, nil where nothing says it.
func (e *Episode) SaidSuccess() *bool {
	if e.Unsaid {
		return nil
	}
	success := e.Success
	return &success
}

// sentences are the instructions of the tasks in words, as policies that read language take them. They do not tell the
// behaviour, which an observation shows: a policy that is told need not look. That of picking is CALVIN's; CALVIN has
// none for a choice between two mechanisms.
var sentences = map[string]string{
	"picking": "grasp and lift the red block",
	"opening": "open the drawer or the sliding door",
}

// Sentence returns the instruction of the episode's task, the same for all of its behaviours.
func (e *Episode) Sentence() string {
	name := scenes.TaskName(e.Task)
	if s, ok := sentences[name]; ok {
		return s
	}
	return "solve the task " + name
}

// Words by which people tell a robot what to do in our tasks.
var (
	liftWords  = []string{"lift", "grasp", "pick", "grab", "take"}
	blockWords = []string{"block", "cube"}
	doorWords  = []string{"slider", "sliding", "door"}
	// otherWords are of what our tasks do not do.
	otherWords = []string{"blue", "pink", "green", "yellow", "stack", "put", "place", "push", "close", "not"}
)

// taskOf returns the task of ours that a sentence tells, as people write into the tables of LeRobot and others, and the
// behaviour, if it tells one: "pick up the red cube" is picking, "Open the drawer." is opening by the drawer. A
// sentence that tells something else, or two tasks, tells none.
func taskOf(sentence string) (task, behaviour string, ok bool) {
	words := wording.NameWords(sentence)
	has := func(list ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) })
	}
	lifts, opens := has(liftWords...) && has(blockWords...), has("open") && (has("drawer") || has(doorWords...))
	var told []string
	switch {
	case lifts == opens || has(otherWords...):
		return "", "", false
	case lifts && (has("drawer") || has(doorWords...)): // from out of it
		return "", "", false
	case lifts:
		task = "picking"
		for _, b := range []string{"left", "middle", "right"} {
			if has(b) {
				told = append(told, b)
			}
		}
	default:
		task = "opening"
		if has("drawer") {
			told = append(told, "drawer")
		}
		if has(doorWords...) {
			told = append(told, "slider")
		}
	}
	if len(told) == 1 {
		behaviour = told[0]
	}
	return task, behaviour, true
}

// Dataset holds all demonstrations of one task in memory, with the card that describes their origin.
type Dataset struct {
	Card     Card
	Episodes []Episode
}

// Groups assigns each episode to one of k groups, the groups that balancing methods weight.
type Groups struct {
	Names []string // k distinct names, in order of first appearance in the dataset
	Of    []int32  // Of[i] is the group of episode i, in [0, k)
	N     []int    // demonstrations per group, length k
	// Frames counts training samples (control steps) per group, length k. The shares N/ΣN and Frames/ΣFrames differ
	// when behaviours have different durations.
	Frames []int
}

// LabelledGroups is the assignment of a dataset's demonstrations to groups by values of labels.
type LabelledGroups struct {
	By []string // labels that make the groups
	Groups
	Values  [][]string // of each group: its values of the labels
	Lengths []int      // frames of each demonstration
}

// MaxGroups is the largest number of groups. A label with more values is most likely an index, not a group, and methods
// that use inner products of all pairs of groups would take hours.
const MaxGroups = 256

// Sink receives complete episodes in dataset order. Add must not retain the pictures of e after it returns,
// because the caller may reuse their memory.
type Sink interface {
	Add(e *Episode) error
}

// Source yields the episodes of a dataset in order, one in memory at a time. Each stops at the first error of
// yield and returns it.
type Source interface {
	Each(yield func(i int, e *Episode) error) error
}

// PictureFeatures caches the features that a picture encoder computed from an episode's pictures, so that the
// pictures can be freed. The cache is neither stored in files nor part of the content hash. The zero value is
// empty.
type PictureFeatures struct {
	Encoder  string    // digest of the encoder that computed the features
	Variants int       // encodings per frame: the picture as drawn, then augmented copies
	Looks    int       // how many of these, the last ones, are of the scene in random looks
	Width    int       // features per row
	Rows     []float32 // features [Variants, frames, Width]
}

// Row returns the features of one frame in one variant as a subslice of Rows. Variant 0 is that of the picture as
// drawn.
func (f *PictureFeatures) Row(variant, frame int) []float32 {
	frames := len(f.Rows) / (f.Variants * f.Width)
	return f.Rows[(variant*frames+frame)*f.Width:][:f.Width]
}
