package evals

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/budget"
	"counterpoise/internal/tfrecord"
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
	slices.SortFunc(files, func(a, b string) int { return cmp.Or(cmp.Compare(made(a), made(b)), cmp.Compare(a, b)) })
	return files
}

// made is the time, in seconds, at which a file of events was made, by its name: events.out.tfevents.1795840892.host.
func made(file string) float64 {
	_, rest, _ := strings.Cut(filepath.Base(file), "tfevents.")
	time, _, _ := strings.Cut(rest, ".")
	seconds, _ := strconv.ParseFloat(time, 64)
	return seconds
}

// maxTags bounds the tags of a run: real ones have some hundred.
const maxTags = 20_000

// series is what is kept of a tag.
type series struct {
	file        int   // the newest that has it
	first, last int64 // steps in that file
	value       float64
	before      int64 // the last step in the files before
	shared      bool  // there are files before
	restarted   bool  // a start replaces some of it
}

// readTensorBoard reads the value of a tag at its last step: the end of a training, not its best moment. Without a
// field it is the only tag with "success" in its name. The files of a folder are one run, as it was resumed: what a
// newer file has replaces what older ones have of the same steps and of later ones, as does what follows a start.
func readTensorBoard(path, field string, room *budget.Budget) (Results, error) {
	files := eventFiles(path)
	starts, err := startsOf(files, room)
	if err != nil {
		return Results{}, err
	}
	tags := map[string]*series{}
	for i, file := range files {
		n := 0
		err := events(file, room, func(e tfrecord.Event) error {
			if n++; e.Start {
				return nil
			}
			if starts.replaces(i, n, e.Step) {
				if known := tags[e.Tag]; known != nil {
					known.restarted = true
				}
				return nil
			}
			return keep(tags, i, e, file, room)
		})
		if err != nil {
			return Results{}, fmt.Errorf("%s: %w", file, err)
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
			return Results{}, fmt.Errorf("%s: name the outcome with --value, of the tags %s", path,
				quotedList(firstOf(likely, sortedKeys(tags))))
		}
		field = likely[0]
	}
	v, ok := tags[field]
	if !ok {
		return Results{}, fieldError(path, field, sortedKeys(tags))
	}
	if math.IsNaN(v.value) || math.IsInf(v.value, 0) {
		return Results{}, fmt.Errorf("%s: %s is %v at step %d, its last", path, field, v.value, v.last)
	}
	out := Results{Outcomes: []Outcome{{Rollouts: 1, Sum: v.value, Checkpoint: fmt.Sprint("step ", v.last)}},
		What: fmt.Sprintf("%s at step %d, its last", field, v.last)}
	if v.restarted {
		out.What += ", after a restart, which replaces what was written before"
	}
	if v.shared && v.first <= v.before {
		out.Warnings = append(out.Warnings, fmt.Sprintf("its files overlap from step %d to step %d; the "+
			"newest counts, %s, "+
			"as after a restart: if they are two runs, give each a folder", v.first, v.before,
			filepath.Base(files[v.file])))
	}
	return out, nil
}

// events calls each with the events of a file. One without a byte, of a program that was stopped at once, has none.
func events(file string, room *budget.Budget, each func(tfrecord.Event) error) error {
	f, size, err := room.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	if size == 0 {
		return nil
	}
	return tfrecord.ReadEvents(f, each)
}

// keep keeps what is needed of an event of file i.
func keep(tags map[string]*series, i int, e tfrecord.Event, file string, room *budget.Budget) error {
	known, ok := tags[e.Tag]
	switch {
	case !ok && len(tags) == maxTags:
		return fmt.Errorf("more than %d tags", maxTags)
	case !ok:
		if err := room.Spend(file, 300+int64(len(e.Tag))); err != nil {
			return err
		}
		known = &series{file: i, first: e.Step, last: e.Step}
		tags[e.Tag] = known
	case known.file != i:
		before := known.last
		if known.shared {
			before = max(before, known.before)
		}
		*known = series{file: i, first: e.Step, last: e.Step, before: before, shared: true, restarted: known.restarted}
	case e.Step < known.last:
		known.first = min(known.first, e.Step)
		return nil
	}
	known.last, known.value = e.Step, e.Value
	return nil
}

// start is a step from which on a program began to write, as the n-th event of a file.
type start struct {
	file, n int
	step    int64
}

// starts are the starts of a run in the order of their files.
type starts []start

// maxStarts bounds the starts of a run: a program that was stopped more often is none.
const maxStarts = 10_000

// startsOf returns the starts in files.
func startsOf(files []string, room *budget.Budget) (all starts, err error) {
	for i, file := range files {
		n := 0
		err := events(file, room, func(e tfrecord.Event) error {
			if n++; !e.Start {
				return nil
			}
			if len(all) == maxStarts {
				return fmt.Errorf("more than %d starts", maxStarts)
			}
			// Of starts one after another only the least step of those that follow matters.
			for len(all) > 0 && all[len(all)-1].step >= e.Step {
				all = all[:len(all)-1]
			}
			all = append(all, start{i, n, e.Step})
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return all, nil
}

// replaces reports whether a later start replaces what the n-th event of a file says of a step, as TensorBoard does
// (tensorboard/backend/event_processing, _CheckForRestartAndMaybePurge). The starts that are kept have rising steps, so
// the first after the event has the least.
func (s starts) replaces(file, n int, step int64) bool {
	at, _ := slices.BinarySearchFunc(s, start{file, n, 0}, func(a, b start) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.n, b.n))
	})
	return at < len(s) && s[at].step <= step
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
