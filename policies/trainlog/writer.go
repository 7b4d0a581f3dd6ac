package trainlog

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"counterpoise/internal/durable"
	"counterpoise/internal/tfrecord"
	"counterpoise/policies/mixture"
)

// Names of the files in the folder of a log.
const (
	csvName    = "log.csv"
	eventsName = "events.out.tfevents.0.counterpoise"
)

// Writer writes the log of one training into a folder: events step by step, log.csv at the end. It keeps no lock, so
// only one goroutine may use it.
type Writer struct {
	dir     string
	file    *durable.File
	events  *tfrecord.EventWriter
	prefix  string // of the present run
	written int    // steps of this run in the events' file
	err     error  // the first error of the events' file

	given map[string]bool // prefixes of the runs of which Step was called
	last  time.Time       // of the last call of Step
}

// NewWriter returns a writer into a folder, which must exist. It creates the events' file at the first step.
func NewWriter(dir string) *Writer { return &Writer{dir: dir, given: map[string]bool{}} }

// Prefix returns the start of the names of a run's scalars. It is empty for the main run, which makes the policy. For a
// reference run it is the run's number, from 1, where before is the number of reference runs that have finished.
func Prefix(before int, main bool) string {
	if main {
		return ""
	}
	return fmt.Sprintf("run %d before ", before+1)
}

// Step writes the steps of a run that the events' file lacks: usually the last one, and all of them when the
// training resumes from a checkpoint. The log is the run's, with at least done steps. Step keeps its errors for
// Finish, so that a full disk does not end a training.
func (w *Writer) Step(prefix string, done int, log *mixture.Log, at time.Time) {
	if w.err != nil {
		return
	}
	if w.events == nil {
		if w.err = w.create(at); w.err != nil {
			return
		}
	}
	if prefix != w.prefix {
		w.prefix, w.written = prefix, 0
	}
	w.given[prefix], w.last = true, at
	for ; w.written < done && w.err == nil; w.written++ {
		w.err = w.events.Scalars(w.written, at, scalars(log, w.written, prefix)...)
	}
}

// create replaces the events' file. No step is lost: the logs of a resumed training have every step that the old file
// had. Step writes those of the present run again, and Finish those of the runs that had ended before.
func (w *Writer) create(at time.Time) (err error) {
	path := filepath.Join(w.dir, eventsName)
	if err := durable.Remove(path); err != nil && !os.IsNotExist(err) {
		return err
	}
	if w.file, err = durable.Create(path); err != nil {
		return err
	}
	w.events, err = tfrecord.NewEventWriter(w.file, at)
	return err
}

// scalars returns the numbers of one step. TensorBoard groups charts by the part of a name before the slash.
func scalars(l *mixture.Log, step int, prefix string) (all []tfrecord.Scalar) {
	for _, s := range allSeries(l) {
		for g, name := range l.Groups {
			all = append(all, tfrecord.Scalar{Tag: prefix + s.name + "/" + name, Value: s.values[step][g]})
		}
	}
	return all
}

// Errors of Finish.
var (
	ErrCSV    = errors.New("its log can't be written")
	ErrEvents = errors.New("its log for TensorBoard is incomplete")
)

// Finish completes the events' file with the runs before the main run that Step was not called for, because they had
// ended when the training was resumed, and writes log.csv. The training must be complete. The error wraps ErrCSV, or
// ErrEvents if the events' file could not be written, by Step or here.
func (w *Writer) Finish(log *mixture.Log) error {
	if w.events != nil {
		for i, l := range before(log) {
			if prefix := Prefix(i, false); !w.given[prefix] {
				w.Step(prefix, len(l.Loss), l, w.last)
			}
		}
	}
	if err := durable.WriteBelow(w.dir, csvName, CSV(log)); err != nil {
		return fmt.Errorf("%w: %w", ErrCSV, err)
	}
	if w.err != nil {
		return fmt.Errorf("%w: %w", ErrEvents, w.err)
	}
	return nil
}

// Close closes the events' file. Call it after a training that was stopped, too.
func (w *Writer) Close() error {
	if w.file == nil {
		return nil
	}
	return w.file.Close()
}
