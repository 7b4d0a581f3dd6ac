package lerobot

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/parquet-go/parquet-go"
)

// The task of an episode stands in the column "tasks" of the table of episodes. LeRobot's conversion of pictures to
// videos writes a table without the column, and an episode may have several tasks, in any order. Then the frames
// decide, whose column task_index counts the rows of the table of tasks:
//
//	meta/tasks.parquet   task_index, and the text in the column "task", or in indexColumn in LeRobot before 0.5
//	meta/tasks.jsonl     the same in version 2, a line each: {"task_index": 0, "task": "..."}

const (
	tasksLines = "meta/tasks.jsonl"
	taskIndex  = "task_index"
)

// needsTasks reports whether the task of some episode has to be found by its frames.
func (r *reader) needsTasks() bool {
	c := r.labels["task"]
	for i := range r.episodes {
		if c == nil || i >= len(c.of) || c.of[i] == 0 || r.episodes[i].tasks > 1 {
			return true
		}
	}
	return false
}

// readTasks reads the table of tasks, if there is one.
func (r *reader) readTasks() (err error) {
	r.tasks = map[int64]string{}
	if r.info.isVersion2() {
		err = r.eachLine(filepath.Join(r.dir, filepath.FromSlash(tasksLines)), func(at string, line []byte) error {
			var t struct {
				Index int64  `json:"task_index"`
				Task  string `json:"task"`
			}
			if err := r.line(at, line, &t); err != nil {
				return err
			}
			return r.addTask(t.Index, t.Task)
		})
	} else {
		path := filepath.Join(r.dir, filepath.FromSlash(tasksName))
		err = ReadRows(path, r.room, func(names []string, _ map[string]string) ([]string, error) {
			for _, text := range []string{"task", indexColumn} {
				if slices.Contains(names, text) && slices.Contains(names, taskIndex) {
					return []string{taskIndex, text}, nil
				}
			}
			return nil, fmt.Errorf("has the columns %v, expected task_index and task", names)
		}, func(row []any) error {
			k, isIndex := row[0].(int64)
			text, isText := row[1].(string)
			if !isIndex || !isText {
				return fmt.Errorf("has %v and %v, expected the number of a task and its text", row[0], row[1])
			}
			return r.addTask(k, text)
		})
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// addTask adds a row of the table of tasks.
func (r *reader) addTask(k int64, text string) error {
	r.tasks[k] = text
	return r.room.Spend("the table of tasks", textBytes+int64(len(text)))
}

// taskOfFrames returns the text of the task that most of the t frames of an episode have, the first of equals, and a
// warning if there are others. It returns "" where frames have no task_index.
func (r *reader) taskOfFrames(e episode, t int) (task, warning string, err error) {
	if r.source.leaf(taskIndex, "") < 0 {
		return "", "", nil
	}
	var met []int64
	frames := map[int64]int{}
	err = r.source.each(taskIndex, "", e.row, e.row+t, func(_ int, v parquet.Value) error {
		k, err := integer(v)
		if frames[k]++; frames[k] == 1 {
			met = append(met, k)
			err = errors.Join(err, r.room.Spend("the tasks of an episode", textBytes))
		}
		return err
	})
	if err != nil || met == nil {
		return "", "", err
	}
	most := met[0]
	for _, k := range met {
		if frames[k] > frames[most] {
			most = k
		}
	}
	task, known := r.tasks[most]
	if !known && len(r.tasks) > 0 {
		return "", "", fmt.Errorf("has frames of task_index %d, which %s lacks", most, filepath.Join(r.dir, tasksName))
	}
	if !known {
		task = fmt.Sprintf("%s %d", taskIndex, most)
	}
	if len(met) > 1 {
		warning = fmt.Sprintf("it shows %d tasks and counts for the one of most frames, %q (%d of %d); to tell its "+
			"parts apart, split it by task_index", len(met), task, frames[most], t)
	}
	return task, warning, nil
}
