package lerobot

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"counterpoise/scenes/demos"
)

// labelColumn holds one label of all episodes. Labels repeat, so each text is kept once: a table may give a million
// episodes one long text.
type labelColumn struct {
	texts []string         // texts[0] stands for no label
	index map[string]int32 // text -> its place in texts
	of    []int32          // for each episode its place in texts; shorter where the last episodes have none
}

// textBytes is the memory of a text besides its bytes: its places in a list and in a map.
const textBytes = 128

// column returns the column of a label, which is new and empty if no episode has the label yet.
func (r *reader) column(label string) *labelColumn {
	c := r.labels[label]
	if c == nil {
		c = &labelColumn{texts: []string{""}, index: map[string]int32{}}
		r.labels[label] = c
	}
	return c
}

// set gives episode i a label unless it has one.
func (r *reader) set(c *labelColumn, i int, text string) error {
	if n := i + 1 - len(c.of); n > 0 {
		if err := r.room.Spend("labels", 12*int64(n)); err != nil {
			return err
		}
		c.of = append(c.of, make([]int32, n)...)
	}
	if c.of[i] > 0 {
		return nil
	}
	k, known := c.index[text]
	if !known {
		if err := r.room.Spend("labels", textBytes+int64(len(text))); err != nil {
			return err
		}
		k = int32(len(c.texts))
		c.texts, c.index[text] = append(c.texts, text), k
	}
	c.of[i] = k
	return nil
}

// positions are the scalars of an episode that are no labels.
var positions = []string{"episode_index", "dataset_from_index", "dataset_to_index", "length"}

// isLabel reports whether a scalar of an episode is a label. LeRobot's other positions, such as data/chunk_index, and
// statistics have a slash in their names.
func isLabel(name string) bool {
	return !slices.Contains(positions, name) && !strings.Contains(name, "/")
}

// readLabels reads the labels of the n episodes from first on: every scalar column that isLabel takes, and "task", the
// first of "tasks" unless there is a column "task".
func (r *reader) readLabels(s *parquetFile, first, n int) error {
	read := func(name, label string) error {
		c := r.column(label)
		defer s.release(name, "")
		return s.each(name, "", 0, n, func(row int, v parquet.Value) error { return r.set(c, first+row, labelText(v)) })
	}
	for _, path := range s.parquet.Schema().Columns() {
		if len(path) > 1 || !isLabel(path[0]) {
			continue
		}
		if err := read(path[0], path[0]); err != nil {
			return err
		}
	}
	if s.leaf("tasks", "") < 0 {
		return nil
	}
	if r.ownTask = s.leaf("task", "") >= 0; !r.ownTask {
		err := s.each("tasks", "", 0, n, func(row int, _ parquet.Value) error {
			r.episodes[first+row].tasks++
			return nil
		})
		if err != nil {
			return err
		}
	}
	return read("tasks", "task")
}

// labelsOf returns the labels of episode i.
func (r *reader) labelsOf(i int) map[string]string {
	labels := map[string]string{}
	for name, c := range r.labels {
		if i < len(c.of) && c.of[i] > 0 {
			labels[name] = c.texts[c.of[i]]
		}
	}
	return labels
}

// labelsOfFrames adds the labels that the table of episodes lacks and the frames have: the task, "success", true if any
// frame is one, behaviour and style of datasets of this program that went through LeRobot's tools, and what all frames
// of the episode say alike (constantLabels). It tells where frames differ in their tasks, or contradict the table.
func (r *reader) labelsOfFrames(raw *demos.Raw, n int, rows *episodeRows) error {
	labels := raw.Labels
	odd, err := r.taskOfFrames(labels, n, rows)
	if err != nil {
		return err
	}
	raw.Odd = append(raw.Odd, odd...)
	if err := r.addSuccess(raw, rows); err != nil {
		return err
	}
	if err := addReward(labels, rows); err != nil {
		return err
	}
	for feature, label := range map[string]string{behaviourIndex: "behaviour", styleIndex: "style"} {
		f, has := r.info.Features[feature]
		names, _ := f.Names.(map[string]any)
		list, _ := names["names"].([]any)
		if _, known := labels[label]; known || !has || list == nil || !rows.has(feature, "") {
			continue
		}
		err := rows.first(feature, func(_ int, v parquet.Value) error {
			k, err := integer(v)
			if err == nil && (k < 0 || k >= int64(len(list))) {
				err = fmt.Errorf("is %d, and info.json has %d names", k, len(list))
			}
			if err == nil {
				labels[label], _ = list[k].(string)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return r.constantLabels(labels, rows)
}

// successes are the features that say in each frame whether the episode has succeeded; the first that is there counts.
var successes = []string{nextSuccess, "is_success", "success", "next.is_success"}

// addSuccess adds "success", true if any frame has it, or tells where the table of episodes says otherwise, which
// counts.
func (r *reader) addSuccess(raw *demos.Raw, rows *episodeRows) error {
	at := slices.IndexFunc(successes, func(name string) bool {
		return rows.has(name, "") && (name == nextSuccess || r.tellsSuccess(name))
	})
	if at < 0 {
		return nil
	}
	succeeded, binary := false, true
	err := rows.each(successes[at], "", func(_ int, v parquet.Value) error {
		x, err := number(v)
		binary = binary && err == nil && (x == 0 || x == 1)
		succeeded = succeeded || x != 0
		return nil
	})
	if err != nil || !binary {
		return err
	}
	text := strconv.FormatBool(succeeded)
	told, has := raw.Labels["success"]
	if !has {
		raw.Labels["success"] = text
	} else if is, err := strconv.ParseBool(told); err == nil && is != succeeded {
		raw.Odd = append(raw.Odd, demos.Oddity{
			Kind: "another success in the table of episodes, which counts, than in the frames' " + successes[at],
			Text: fmt.Sprintf("success is %s in the table of episodes and %s in the frames", told, text)})
	}
	return nil
}

// tellsSuccess reports whether a feature of the frames is a truth value that is called success.
func (r *reader) tellsSuccess(name string) bool {
	return slices.Contains(successes, name) && r.info.Features[name].Type == "bool"
}

// addReward adds demos.MaxReward from the frames, where each has a reward.
func addReward(labels map[string]string, rows *episodeRows) error {
	name := nextReward
	if !rows.has(name, "") {
		name = "reward"
	}
	if !rows.has(name, "") {
		return nil
	}
	most, known := float32(math.Inf(-1)), true
	err := rows.each(name, "", func(_ int, v parquet.Value) error {
		x, err := number(v)
		most, known = max(most, x), known && err == nil
		return nil
	})
	if err == nil && known {
		demos.AddReward(labels, float64(most))
	}
	return err
}

// maxLabel is the longest text of a frame that is taken for a label, in bytes: some sentences.
const maxLabel = 1024

// constantLabels adds the features that roles.labels names where all frames of an episode have the same value: those
// of LeRobot's own recordings have no other place for an operator or a rating, because its table of episodes has no
// columns of the user's.
func (r *reader) constantLabels(labels map[string]string, rows *episodeRows) error {
	for _, name := range r.roles.labels {
		if _, known := labels[name]; known || r.tellsSuccess(name) || !rows.has(name, "") {
			continue
		}
		var text string
		n, same := 0, true
		err := rows.each(name, "", func(_ int, v parquet.Value) error {
			if n++; n == 1 {
				text = labelText(v)
			}
			same = same && len(text) <= maxLabel && labelText(v) == text
			return nil
		})
		if err != nil {
			return err
		}
		if n != rows.n || !same {
			continue
		}
		if err := r.room.Spend("labels", textBytes+int64(len(text))); err != nil {
			return err
		}
		labels[name] = text
	}
	return nil
}

// labelText formats a value as a label.
func labelText(v parquet.Value) string {
	switch v.Kind() {
	case parquet.Boolean:
		return strconv.FormatBool(v.Boolean())
	case parquet.ByteArray, parquet.FixedLenByteArray:
		return string(v.ByteArray())
	}
	if x, err := integer(v); err == nil {
		return strconv.FormatInt(x, 10)
	}
	if v.Kind() == parquet.Double {
		return demos.NumberLabel(v.Double(), 64)
	}
	x, _ := number(v)
	return demos.NumberLabel(float64(x), 32)
}
