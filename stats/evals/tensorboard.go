package evals

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"counterpoise/internal/budget"
	"counterpoise/internal/tfevents"
)

func init() {
	Formats.Add("tensorboard", Format{
		About:      "a folder of TensorBoard's event files",
		Recognises: func(path string) bool { return len(eventFiles(path)) > 0 },
		Read:       readTensorBoard,
	})
}

// eventFiles are the event files of a folder, or the path itself where it is one.
func eventFiles(path string) (files []string) {
	isEvents := func(name string) bool { return strings.Contains(name, "tfevents") }
	if !isDir(path) {
		if isEvents(filepath.Base(path)) && exists(path) {
			return []string{path}
		}
		return nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if e.Type().IsRegular() && isEvents(e.Name()) {
			files = append(files, filepath.Join(path, e.Name()))
		}
	}
	slices.Sort(files) // their names begin with the time of their making
	return files
}

// maxTags bounds the tags of a run: real ones have some hundred.
const maxTags = 20_000

// readTensorBoard reads the value of a tag at its last step: the end of a training, not its best moment. Without a
// field it is the only tag with "success" in its name. The files of a folder are one run, as it was resumed.
func readTensorBoard(path, field string, room *budget.Budget) ([]Outcome, string, error) {
	type last struct {
		step  int64
		value float64
	}
	tags := map[string]last{}
	for _, file := range eventFiles(path) {
		f, _, err := room.Open(file)
		if err != nil {
			return nil, "", err
		}
		err = tfevents.Read(f, func(step int64, tag string, value float64) error {
			known, ok := tags[tag]
			switch {
			case !ok && len(tags) == maxTags:
				return fmt.Errorf("more than %d tags", maxTags)
			case !ok:
				if err := room.Spend(file, 200+int64(len(tag))); err != nil {
					return err
				}
			case step < known.step:
				return nil
			}
			tags[tag] = last{step, value}
			return nil
		})
		f.Close()
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", file, err)
		}
	}
	if field == "" {
		var likely []string
		for _, tag := range sortedKeys(tags) {
			if strings.Contains(strings.ToLower(tag), "success") {
				likely = append(likely, tag)
			}
		}
		if len(likely) != 1 {
			return nil, "", fmt.Errorf("%s: name the outcome with --value, of the tags %s", path,
				quotedList(firstOf(likely, sortedKeys(tags))))
		}
		field = likely[0]
	}
	v, ok := tags[field]
	if !ok {
		return nil, "", fieldError(path, field, sortedKeys(tags))
	}
	if math.IsNaN(v.value) || math.IsInf(v.value, 0) {
		return nil, "", fmt.Errorf("%s: %s is %v at step %d, its last", path, field, v.value, v.step)
	}
	return []Outcome{{Rollouts: 1, Sum: v.value, Checkpoint: fmt.Sprint("step ", v.step)}},
		fmt.Sprintf("%s at step %d, its last", field, v.step), nil
}

// firstOf is the first list that is not empty, cut after 30 names.
func firstOf(lists ...[]string) []string {
	for _, l := range lists {
		if len(l) > 30 {
			return append(slices.Clone(l[:30]), "...")
		}
		if len(l) > 0 {
			return l
		}
	}
	return []string{"(there are none)"}
}
