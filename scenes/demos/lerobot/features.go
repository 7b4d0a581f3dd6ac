package lerobot

import (
	"slices"

	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/expert"
)

// Names of the numbers of the features, as info.json lists them; scenes/interface.go defines the numbers.
var (
	actionNames = []string{"dx", "dy", "dz", "droll", "dpitch", "dyaw", "gripper"}
	stateNames  = []string{
		"x", "y", "z", "roll", "pitch", "yaw", "width",
		"joint_1", "joint_2", "joint_3", "joint_4", "joint_5", "joint_6", "joint_7", "gripper",
	}
	sceneNames = []string{
		"sliding_door", "drawer", "button", "switch", "bulb", "led",
		"red_x", "red_y", "red_z", "red_roll", "red_pitch", "red_yaw",
		"blue_x", "blue_y", "blue_z", "blue_roll", "blue_pitch", "blue_yaw",
		"pink_x", "pink_y", "pink_z", "pink_roll", "pink_pitch", "pink_yaw",
	}
)

// Features of a frame that hold a label of its episode. LeRobot's tools drop the labels from the table of episodes,
// where delete_episodes and split_dataset write anew what they know; columns of the frames survive them. Names that do
// not begin with "observation" reach no policy.
const (
	behaviourIndex = "behaviour_index" // int64, an index into the feature's names
	styleIndex     = "style_index"     // int64, alike
	nextSuccess    = "next.success"    // bool, true in the last frame of a demonstration that succeeded
	nextReward     = "next.reward"     // float32, of datasets of others
)

// labelNames are texts that frames refer to by index; as the names of a feature they are {"names": [...]}.
type labelNames struct {
	Names []string `json:"names"`
}

// index returns the index of a label, and appends a label that is new.
func (l *labelNames) index(label string) int {
	i := slices.Index(l.Names, label)
	if i < 0 {
		i = len(l.Names)
		l.Names = append(l.Names, label)
	}
	return i
}

// allBehaviours returns the behaviours of all tasks. They are the same in every dataset of this program, because
// LeRobot merges datasets only if their features are equal, names included.
func allBehaviours() *labelNames {
	l := &labelNames{}
	for _, name := range scenes.Tasks.Names() {
		task, _ := scenes.Tasks.Get(name)
		for _, b := range task.Behaviours() {
			l.index(b)
		}
	}
	return l
}

// allStyles returns the styles of all demonstrators.
func allStyles() *labelNames { return &labelNames{expert.Styles.Names()} }

// newInfo returns the description of a dataset of the tabletop at 30 frames per second, with the given cameras.
func newInfo(cameras []demos.EpisodeCamera) info {
	one := func(kind string) feature { return feature{Type: kind, Shape: []int{1}} }
	i := info{
		Version: version, Robot: "panda", ChunkSize: 1000, DataSize: 100, VideoSize: 500, Rate: 30, DataPath: dataPath,
		Features: map[string]feature{
			action: vectorFeature(actionNames), state: vectorFeature(stateNames), scene: vectorFeature(sceneNames),
			"timestamp": one("float32"), "frame_index": one("int64"), "episode_index": one("int64"),
			"index": one("int64"), "task_index": one("int64"),
			behaviourIndex: one("int64"), styleIndex: one("int64"), nextSuccess: one("bool"),
		},
	}
	for _, c := range cameras {
		i.Features[imagePrefix+c.Name] = imageFeature(c.Size)
	}
	return i
}

// vectorFeature describes a column of vectors of float32.
func vectorFeature(names []string) feature {
	return feature{Type: "float32", Shape: []int{len(names)}, Names: names}
}

// imageFeature describes a column of square RGB pictures; size is the side in pixels.
func imageFeature(size int) feature {
	return feature{Type: "image", Shape: []int{size, size, 3}, Names: []string{"height", "width", "channels"}}
}
