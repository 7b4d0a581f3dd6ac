package lerobot

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"

	"counterpoise/scenes/demos"
)

// Version 2.1 of the format, and 2.0, have a data file an episode and a list of episodes as lines of JSON. Most public
// datasets are of these versions.
//
//	meta/info.json        as in v3.0; data_path has the fields episode_chunk and episode_index
//	meta/episodes.jsonl   one line per episode: {"episode_index": 0, "tasks": ["..."], "length": 120}, and labels;
//	                      one text in place of the list of tasks is read too
//	data/chunk-000/episode_000000.parquet
//
// Source: the code of LeRobot 0.3.3, lerobot/datasets/utils.py.
const episodesLines = "meta/episodes.jsonl"

// isVersion2 reports whether a dataset has the layout of v2.0 and v2.1.
func (i *info) isVersion2() bool { return i.Version != version }

// maxLine is the longest line of the list of episodes, in bytes: a thousand tasks of a thousand letters.
const maxLine = 1 << 20

// readEpisodeLines reads the list of episodes of version 2. Its lines may be in any order, as LeRobot sorts them.
func (r *reader) readEpisodeLines() error {
	path := filepath.Join(r.dir, filepath.FromSlash(episodesLines))
	if err := r.eachLine(path, func(at string, line []byte) error { return r.addLine(path, at, line) }); err != nil {
		return err
	}
	if len(r.episodes) == 0 {
		return fmt.Errorf("%s has no episodes", path)
	}
	from := int64(0)
	for i := range r.episodes {
		e := &r.episodes[i]
		if e.to == 0 {
			return fmt.Errorf("%s has no episode_index %d of 0 to %d: a line is missing; number the episodes and "+
				"their files without gaps", path, i, len(r.episodes)-1)
		}
		e.from, e.to = from, from+e.to
		from = e.to
	}
	return nil
}

// eachLine reads a file of lines, of which empty ones are passed over. yield receives the path with the number of the
// line, for errors, and the line, which is valid during the call.
func (r *reader) eachLine(path string, yield func(at string, line []byte) error) error {
	f, _, err := r.room.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := r.room.Spend(path, maxLine); err != nil {
		return err
	}
	defer r.room.Return(maxLine)
	lines := bufio.NewReaderSize(f, maxLine)
	for n := 1; ; n++ {
		line, err := lines.ReadSlice('\n')
		at := fmt.Sprintf("%s: line %d", path, n)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return fmt.Errorf("%s has more than %d bytes", at, maxLine)
		case len(bytes.TrimSpace(line)) > 0:
			if err := yield(at, line); err != nil {
				return err
			}
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("%s: %w", at, err)
		}
	}
}

// line decodes a line of JSON, as Python writes it (see plainJSON), whose temporary memory it returns.
func (r *reader) line(at string, line []byte, into any) error {
	mark := r.room.Mark()
	defer r.room.Release(mark)
	if err := r.room.Spend(at, 2*int64(len(line))); err != nil {
		return err
	}
	return r.room.JSON(at, plainJSON(line), into)
}

// texts are the tasks of an episode: a list, or one text in its place.
type texts []string

// UnmarshalJSON implements json.Unmarshaler.
func (t *texts) UnmarshalJSON(value []byte) error {
	if value[0] != '"' {
		return json.Unmarshal(value, (*[]string)(t))
	}
	*t = make(texts, 1)
	return json.Unmarshal(value, &(*t)[0])
}

// addLine adds the episode of a line, whose first frame has the number 0 until all lines are known.
func (r *reader) addLine(path, at string, line []byte) error {
	var members map[string]json.RawMessage
	if err := r.line(at, line, &members); err != nil {
		return err
	}
	var index, length int64
	var tasks texts
	for _, member := range []struct {
		name string
		into any
	}{{"episode_index", &index}, {"length", &length}, {"tasks", &tasks}} {
		if members[member.name] == nil {
			continue
		}
		if err := json.Unmarshal(members[member.name], member.into); err != nil {
			return fmt.Errorf("%s: %s: %w", at, member.name, err)
		}
	}
	if members["episode_index"] == nil || index < 0 {
		return fmt.Errorf("%s has no episode_index", at)
	}
	if index > maxEpisodes {
		return fmt.Errorf("%s has the episode_index %d, expected at most %d", at, index, maxEpisodes)
	}
	if length < 1 || length > demos.MaxFrames {
		return fmt.Errorf("%s: episode %d has the length %d, expected 1 to %d frames", path, index, length,
			demos.MaxFrames)
	}
	if more := index + 1 - int64(len(r.episodes)); more > 0 {
		if err := r.room.Spend("the list of episodes", episodeBytes*more); err != nil {
			return err
		}
		r.episodes = append(r.episodes, make([]episode, more)...)
	}
	if r.episodes[index].to > 0 {
		return fmt.Errorf("%s has the episode_index %d, which a line before has", at, index)
	}
	chunk := int64(0)
	if r.info.ChunkSize > 0 {
		chunk = index / int64(r.info.ChunkSize)
	}
	r.episodes[index] = episode{to: length, chunk: chunk, file: index}
	delete(members, "tasks")
	task, err := r.labelsOfLine(members, int(index))
	if err != nil {
		return fmt.Errorf("%s: %w", at, err)
	}
	if !task {
		r.episodes[index].tasks = int32(len(tasks))
	}
	if len(tasks) > 0 {
		return r.set(r.column("task"), int(index), tasks[0])
	}
	return nil
}

// maxEpisodes is the largest number of an episode that is believed: a thousand years of recording, a minute each.
const maxEpisodes = 1 << 29

// columnBytes is the memory of a labelColumn without episodes, and of its place in a map.
const columnBytes = 512

// labelsOfLine sets the labels of episode n that a line has besides its tasks: every member that is a number, a truth
// value or a text that is not empty, and that isLabel takes. It reports whether "task" is one of them.
func (r *reader) labelsOfLine(members map[string]json.RawMessage, n int) (task bool, err error) {
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if !isLabel(name) {
			continue
		}
		text, err := scalar(members[name])
		if err != nil {
			return false, fmt.Errorf("%.60q: %w", name, err)
		}
		if text == "" {
			continue
		}
		if r.labels[name] == nil {
			if err := r.room.Spend("labels", columnBytes+int64(len(name))); err != nil {
				return false, err
			}
		}
		if err := r.set(r.column(name), n, text); err != nil {
			return false, err
		}
		task = task || name == "task"
	}
	return task, nil
}

// scalar returns a JSON value as a label, written as labelText writes values of tables; empty for a list, a structure
// or a null.
func scalar(value json.RawMessage) (text string, err error) {
	switch value[0] {
	case '[', '{', 'n':
		return "", nil
	case '"':
		err = json.Unmarshal(value, &text)
		return text, err
	case 't', 'f':
		return string(value), nil
	}
	if x, err := strconv.ParseInt(string(value), 10, 64); err == nil {
		return strconv.FormatInt(x, 10), nil
	}
	x, err := strconv.ParseFloat(string(value), 64)
	return demos.NumberLabel(x, 64), err
}
