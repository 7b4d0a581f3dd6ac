package robomimic

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"counterpoise/internal/durable"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/hdf5"
)

// WriteRaw writes demonstrations of any robot to a new file: actions and obs/state of each, with its labels as
// attributes. The environment's name stands in env_args. A file that exists is an error.
func WriteRaw(path, environment string, all []*demos.Raw) error {
	if len(all) == 0 {
		return errors.New("robomimic: no demonstrations to write")
	}
	var file memory
	out := hdf5.NewWriter(&file)
	var links []hdf5.Link
	total := 0
	for i, r := range all {
		t := r.Frames()
		total += t
		actions, _ := out.Dataset(hdf5.Float32, float32Bytes(r.Actions.Values), t, r.Actions.Width)
		state, _ := out.Dataset(hdf5.Float32, float32Bytes(r.State.Values), t, r.State.Width)
		obs, _ := out.Group([]hdf5.Link{{Name: "state", To: state}})
		attrs := []hdf5.Attr{{Name: "num_samples", Value: int64(t)}}
		for _, key := range slices.Sorted(maps.Keys(r.Labels)) {
			attrs = append(attrs, hdf5.Attr{Name: key, Value: r.Labels[key]})
		}
		// Errors of the calls before are those of this one: the Writer keeps the first.
		ref, err := out.Group([]hdf5.Link{{Name: "actions", To: actions}, {Name: "obs", To: obs}}, attrs...)
		if err != nil {
			return fmt.Errorf("robomimic: cannot write %s: %w", path, err)
		}
		links = append(links, hdf5.Link{Name: fmt.Sprintf("demo_%d", i), To: ref})
	}
	env, err := json.Marshal(map[string]any{
		"env_name": environment, "type": gymType, "env_type": gymType, "env_kwargs": map[string]any{},
	})
	if err != nil {
		return err
	}
	data, _ := out.Group(links, hdf5.Attr{Name: "total", Value: int64(total)},
		hdf5.Attr{Name: "env_args", Value: string(env)})
	root, _ := out.Group([]hdf5.Link{{Name: "data", To: data}})
	if err := out.Close(root); err != nil {
		return fmt.Errorf("robomimic: cannot write %s: %w", path, err)
	}
	if err := durable.WriteNew(path, file.bytes); err != nil {
		return fmt.Errorf("robomimic: %w", err)
	}
	return nil
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
