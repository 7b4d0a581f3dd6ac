package lerobot

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/parquet-go/parquet-go"

	"counterpoise/scenes/demos"
)

// The task of an episode stands in the column "tasks" of the table of episodes. LeRobot's conversion of pictures to
// videos writes a table without the column, and an episode may have several tasks, in any order. Then the frames
// decide, whose column task_index counts the rows of the table of tasks:
//
//	meta/tasks.parquet   task_index, and the text in the column "task", or in indexColumn in LeRobot before 0.5
//	meta/tasks.jsonl     the same in version 2, a line each: {"task_index": 0, "task": "..."}
//
// Where table and frames contradict one another, as some merges leave them, the table decides, and it is told: LeRobot
// trains with the task of the frames, which are the label task_index.

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

// readTasksIfAny reads the table of tasks, if there is one. Where no episode needs it, a table that cannot be read is
// left out.
func (r *reader) readTasksIfAny() error {
	needed, mark := r.needsTasks(), r.room.Mark()
	if r.card.Format > 0 && !needed {
		return nil
	}
	err := r.readTasks()
	if err == nil || needed {
		return err
	}
	r.tasks, r.leftOut = nil, append(r.leftOut, fmt.Sprintf("%s is left out, so that tasks of frames are not compared "+
		"with those of episodes: %v", r.tasksName(), err))
	r.room.Release(mark)
	return nil
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

// taskOfFrames adds the label "task_index" of an episode, that of most frames, the first of equals; and "task", its
// text, where the table of episodes has none or several. It tells what is odd: several tasks, one that the table of
// tasks lacks, and one that contradicts the table of episodes.
func (r *reader) taskOfFrames(labels map[string]string, n int, rows *episodeRows) (odd []demos.Oddity, err error) {
	if !rows.has(taskIndex, "") {
		return nil, nil
	}
	var met []int64
	frames := map[int64]int{}
	err = rows.each(taskIndex, "", func(_ int, v parquet.Value) error {
		k, err := integer(v)
		if frames[k]++; frames[k] == 1 {
			met = append(met, k)
			err = errors.Join(err, r.room.Spend("the tasks of an episode", textBytes))
		}
		return err
	})
	if err != nil || met == nil {
		return nil, err
	}
	most := met[0]
	for _, k := range met {
		if frames[k] > frames[most] {
			most = k
		}
	}
	if r.card.Format == 0 {
		labels[taskIndex] = strconv.FormatInt(most, 10)
	}
	said, has := labels["task"]
	text, known := r.tasks[most]
	if !known {
		text = fmt.Sprintf("%s %d", taskIndex, most)
	}
	byFrames := !has || r.episodes[n].tasks > 1
	if byFrames {
		labels["task"], said = text, text
	}
	told := r.card.Format == 0 && len(r.tasks) > 0 // whether frames are compared with tables
	if k := slices.IndexFunc(met, func(k int64) bool { _, has := r.tasks[k]; return !has }); told && k >= 0 {
		odd = append(odd, demos.Oddity{Kind: "frames of a task_index that " + r.tasksName() + " lacks",
			Text: fmt.Sprintf("%d of its %d frames have task_index %d, and it counts for %.200q", frames[met[k]],
				rows.n,
				met[k], said)})
	}
	switch {
	case told && known && text != said && !r.ownTask:
		odd = append(odd, demos.Oddity{Kind: "another task in the table of episodes than in their frames",
			Text: fmt.Sprintf("the table says %.200q, which counts, and %d of its %d frames have task_index %d, "+
				"%.200q, "+
				"which LeRobot trains with; --by task_index groups by the frames", said, frames[most], rows.n, most,
				text)})
	case len(met) > 1 && (byFrames || told && !r.ownTask):
		odd = append(odd, demos.Oddity{Kind: "several tasks", Text: fmt.Sprintf("it shows %d tasks and counts for "+
			"the one "+
			"of most frames, %.200q (%d of %d); to tell its parts apart, split it by task_index", len(met), said,
			frames[most], rows.n)})
	}
	return odd, nil
}

// tasksName is the path of the table of tasks in the dataset.
func (r *reader) tasksName() string {
	if r.info.isVersion2() {
		return tasksLines
	}
	return tasksName
}
