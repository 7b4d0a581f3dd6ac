package robomimic

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"counterpoise/internal/durable"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/hdf5"
)

// WriteRaw writes demonstrations of any robot to a new file, each when it is added: actions, obs/state and the pictures
// of each, with its labels as attributes. record adds them, and returns the name of their environment, which stands in
// env_args. A file that exists is an error. Where record fails, its error is returned, and the file has the
// demonstrations that were added before; without any there is none.
func WriteRaw(path string, record func(add func(*demos.Raw) error) (environment string, err error)) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("robomimic: %s exists", path)
	}
	var failed error // of record, which may have nothing to do with the file
	err := durable.Write(path, func(f *durable.File) error {
		w := rawWriter{out: hdf5.NewWriter(f)}
		var environment string
		if environment, failed = record(w.add); failed != nil && len(w.links) == 0 {
			return failed
		}
		return w.complete(environment)
	})
	if err != nil && failed == nil {
		err = fmt.Errorf("robomimic: cannot write %s: %w", path, err)
	}
	return cmp.Or(failed, err)
}

// rawWriter writes a file of demonstrations of any robot.
type rawWriter struct {
	out   *hdf5.Writer
	links []hdf5.Link
	total int // frames
}

// add writes the group of a demonstration. Errors of intermediate calls are those of the last one: the Writer keeps the
// first.
func (w *rawWriter) add(r *demos.Raw) error {
	t := r.Frames()
	w.total += t
	actions, _ := w.out.Dataset(hdf5.Float32, float32Bytes(r.Actions.Values), t, r.Actions.Width)
	var seen []hdf5.Link
	if r.State.Width > 0 {
		state, _ := w.out.Dataset(hdf5.Float32, float32Bytes(r.State.Values), t, r.State.Width)
		seen = append(seen, hdf5.Link{Name: "state", To: state})
	}
	for _, c := range r.Cameras {
		pictures, _ := w.out.Images(t, c.Height, c.Width, c.Frame)
		seen = append(seen, hdf5.Link{Name: c.Name + "_image", To: pictures})
	}
	obs, _ := w.out.Group(seen)
	attrs := []hdf5.Attr{{Name: "num_samples", Value: int64(t)}}
	for _, key := range slices.Sorted(maps.Keys(r.Labels)) {
		attrs = append(attrs, hdf5.Attr{Name: key, Value: r.Labels[key]})
	}
	ref, err := w.out.Group([]hdf5.Link{{Name: "actions", To: actions}, {Name: "obs", To: obs}}, attrs...)
	w.links = append(w.links, hdf5.Link{Name: fmt.Sprintf("demo_%d", len(w.links)), To: ref})
	return err
}

// complete writes what comes after the demonstrations.
func (w *rawWriter) complete(environment string) error {
	if len(w.links) == 0 {
		return errors.New("no demonstrations")
	}
	env, err := json.Marshal(map[string]any{
		"env_name": environment, "type": gymType, "env_type": gymType, "env_kwargs": map[string]any{},
	})
	if err != nil {
		return err
	}
	data, _ := w.out.Group(w.links, hdf5.Attr{Name: "total", Value: int64(w.total)},
		hdf5.Attr{Name: "env_args", Value: string(env)})
	root, _ := w.out.Group([]hdf5.Link{{Name: "data", To: data}})
	return w.out.Close(root)
}

// memory is a file in memory.
type memory struct {
	bytes []byte
	at    int
}

// Write implements io.Writer.
func (m *memory) Write(p []byte) (int, error) {
	m.bytes = append(m.bytes, make([]byte, max(0, m.at+len(p)-len(m.bytes)))...)
	m.at += copy(m.bytes[m.at:], p)
	return len(p), nil
}

// Seek implements io.Seeker.
func (m *memory) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += int64(m.at)
	case io.SeekEnd:
		offset += int64(len(m.bytes))
	}
	if offset < 0 {
		return 0, errors.New("before the beginning")
	}
	m.at = int(offset)
	return offset, nil
}
