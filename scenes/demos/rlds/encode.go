package rlds

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"

	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/picture"
)

// encode returns the Example of an episode. Its features are in the order of their paths, so that equal episodes have
// equal bytes. Where the success of some episodes of the dataset is unsaid, it is a text, which is empty there.
func encode(e *demos.Episode, cameras []demos.EpisodeCamera, gaps bool) ([]byte, error) {
	r, t := e.Raw(false), e.Frames()
	last := func(i int) bool { return i == t-1 }
	sentence := []byte(e.Sentence())
	list := map[string][]byte{
		actionPath: floatValues(r.Actions.Values), statePath: floatValues(r.State.Values),
		scenePath:          floatValues(r.Scene.Values),
		"steps/reward":     floatsOf(t, func(i int) float32 { return float32(bit(last(i) && e.Success)) }),
		"steps/discount":   floatsOf(t, func(int) float32 { return 1 }),
		"steps/is_first":   integers(t, func(i int) uint64 { return bit(i == 0) }),
		"steps/is_last":    integers(t, func(i int) uint64 { return bit(last(i)) }),
		terminalPath:       integers(t, func(i int) uint64 { return bit(last(i) && e.Success) }),
		sentencePath:       bytesValues(t, func(int) []byte { return sentence }),
		metadata + "task":  text(e.Task),
		metadata + "style": text(e.Style), metadata + "behaviour": text(e.Behaviour),
		metadata + "index":   integers(1, func(int) uint64 { return uint64(e.Index) }),
		metadata + "success": integers(1, func(int) uint64 { return bit(e.Success) }),
	}
	if gaps {
		delete(list, rewardPath)
		list[metadata+"success"] = text(r.Labels["success"])
	}
	for _, c := range cameras {
		pictures := make([][]byte, t)
		for i := range pictures {
			var err error
			if pictures[i], err = picture.EncodePNG(c.Of(&e.Observations[i]), c.Size); err != nil {
				return nil, err
			}
		}
		list[cameraPaths[c.Name]] = bytesValues(t, func(i int) []byte { return pictures[i] })
	}
	size := 0
	for path, value := range list {
		size += protowire.SizeTag(1) + protowire.SizeBytes(entrySize(path, value))
	}
	b := make([]byte, 0, size+1+protowire.SizeVarint(uint64(size)))
	b = protowire.AppendVarint(protowire.AppendTag(b, 1, protowire.BytesType), uint64(size))
	for _, path := range slices.Sorted(maps.Keys(list)) {
		b = protowire.AppendTag(b, 1, protowire.BytesType)
		b = protowire.AppendVarint(b, uint64(entrySize(path, list[path])))
		b = protowire.AppendString(protowire.AppendTag(b, 1, protowire.BytesType), path)
		b = protowire.AppendBytes(protowire.AppendTag(b, 2, protowire.BytesType), list[path])
	}
	return b, nil
}

// terminalPath is the feature that says whether a step ends the task, not the recording alone.
const terminalPath = "steps/is_terminal"

// entrySize returns the size of an entry of the map of features.
func entrySize(path string, value []byte) int {
	return 2*protowire.SizeTag(1) + protowire.SizeBytes(len(path)) + protowire.SizeBytes(len(value))
}

// bit returns 1 for true and 0 for false.
func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// ofList returns a Feature with a list, given the encoded values.
func ofList(list protowire.Number, encoded []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(nil, list, protowire.BytesType), encoded)
}

// floatValues returns a Feature with a FloatList.
func floatValues(v []float32) []byte {
	packed := make([]byte, 0, 4*len(v))
	for _, x := range v {
		packed = protowire.AppendFixed32(packed, math.Float32bits(x))
	}
	return ofList(floatList, ofList(1, packed))
}

// floatsOf returns a Feature with the floats of n steps.
func floatsOf(n int, of func(i int) float32) []byte {
	v := make([]float32, n)
	for i := range v {
		v[i] = of(i)
	}
	return floatValues(v)
}

// integers returns a Feature with an Int64List.
func integers(n int, of func(i int) uint64) []byte {
	var packed []byte
	for i := range n {
		packed = protowire.AppendVarint(packed, of(i))
	}
	return ofList(int64List, ofList(1, packed))
}

// bytesValues returns a Feature with a BytesList.
func bytesValues(n int, of func(i int) []byte) []byte {
	var encoded []byte
	for i := range n {
		encoded = protowire.AppendBytes(protowire.AppendTag(encoded, 1, protowire.BytesType), of(i))
	}
	return ofList(bytesList, encoded)
}

// text returns a Feature with one text.
func text(s string) []byte { return bytesValues(1, func(int) []byte { return []byte(s) }) }

// describe returns features.json of a dataset of the tabletop with the given cameras.
func describe(cameras []demos.EpisodeCamera, gaps bool) *feature {
	observations := map[string]*feature{"state": vector(scenes.RobotSize,
		"Position of the tool (m), Euler angles (rad), width of the gripper (m), 7 joint angles (rad), last gripper "+
			"command.")}
	for _, c := range cameras {
		observations[cameraName(cameraPaths[c.Name])] = &feature{
			Class: classImage, Image: &imageForm{Shape: sizes(c.Size, c.Size, 3), Type: "uint8", Encoding: "png"},
			Doc: "Picture of the camera " + c.Name + ".",
		}
	}
	truth := func(doc string) *feature { return scalar("bool", doc) }
	steps := map[string]*feature{
		"observation": dictionary(observations),
		"action": vector(scenes.ActionSize,
			"CALVIN's relative action: displacement and rotation of the tool, scaled to [-1, 1], and gripper: 1 open, "+
				"-1 closed."),
		"scene_state": vector(scenes.SceneSize,
			"Privileged state of the simulator: door, drawer, button, switch, lamps, poses of the blocks (m, rad)."),
		"reward":      scalar("float32", "1 in the last step of a demonstration that succeeded, else 0."),
		"discount":    scalar("float32", "1."),
		"is_first":    truth(""),
		"is_last":     truth(""),
		"is_terminal": truth("True in the last step of a demonstration that succeeded."),
		"language_instruction": {Class: classText, Text: &struct{}{},
			Doc: "The task, without the behaviour."},
	}
	about := map[string]*feature{"index": scalar("int64", ""), "success": truth("")}
	for _, name := range []string{"task", "behaviour", "style"} {
		about[name] = &feature{Class: classText, Text: &struct{}{}}
	}
	if gaps {
		delete(steps, "reward")
		about["success"] = &feature{Class: classText, Text: &struct{}{}, Doc: "true, false, or empty where unknown."}
	}
	return dictionary(map[string]*feature{
		"episode_metadata": dictionary(about),
		"steps":            {Class: classDataset, Sequence: &sequence{Feature: dictionary(steps), Length: "-1"}},
	})
}

// dictionary describes a dictionary of features.
func dictionary(of map[string]*feature) *feature { return &feature{Class: classDict, Dict: &dict{of}} }

// vector describes a float32 vector of n numbers.
func vector(n int, doc string) *feature {
	return &feature{Class: classTensor, Tensor: &tensor{sizes(n), "float32", "none"}, Doc: doc}
}

// scalar describes a number.
func scalar(kind, doc string) *feature {
	return &feature{Class: classScalar, Tensor: &tensor{shape{}, kind, "none"}, Doc: doc}
}

// sizes returns a shape.
func sizes(list ...int) shape {
	var s shape
	for _, n := range list {
		s.Dimensions = append(s.Dimensions, json.Number(strconv.Itoa(n)))
	}
	return s
}
