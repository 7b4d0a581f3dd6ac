package robomimic

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"

	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/hdf5"
)

func init() { demos.Formats.Add("robomimic", format{}) }

// format implements demos.FileFormat for robomimic's HDF5 file.
type format struct{}

func (format) About() string { return "robomimic's HDF5 file, which h5py reads" }

// writer writes a file, one episode at a time.
type writer struct {
	staging *demos.StagingDir
	file    *os.File // in the staging directory
	out     *hdf5.Writer
	links   []hdf5.Link
	masks   map[string][]string // behaviour -> names of demonstrations
	order   []string            // behaviours in order of first appearance
}

// Create implements demos.FileFormat.
func (format) Create(path string) (demos.Writer, error) {
	s, err := demos.NewStagingDir(path)
	if err != nil {
		return nil, err
	}
	f, err := os.Create(s.Path())
	if err != nil {
		s.Abort()
		return nil, fmt.Errorf("robomimic: cannot write %s: %w", path, err)
	}
	return &writer{staging: s, file: f, out: hdf5.NewWriter(f), masks: map[string][]string{}}, nil
}

// Add implements demos.Sink.
func (w *writer) Add(e *demos.Episode) error {
	name := fmt.Sprintf("demo_%d", w.staging.Episodes())
	if err := w.staging.Add(e); err != nil {
		return err
	}
	ref, err := w.demo(e)
	if err != nil {
		return fmt.Errorf("robomimic: cannot write %s: %w", name, err)
	}
	w.links = append(w.links, hdf5.Link{Name: name, To: ref})
	if w.masks[e.Behaviour] == nil {
		w.order = append(w.order, e.Behaviour)
	}
	w.masks[e.Behaviour] = append(w.masks[e.Behaviour], name)
	return nil
}

// demo writes the group of one demonstration. Errors of intermediate calls are ignored, because the Writer
// keeps the first one and returns it from the last call.
func (w *writer) demo(e *demos.Episode) (hdf5.Ref, error) {
	r, t := e.Raw(false), e.Frames()
	// rewards is float64 and dones int64, as robomimic's datasets have them; both are zero but for the last frame.
	rewards, dones := make([]byte, 8*t), make([]byte, 8*t)
	dones[8*(t-1)] = 1
	if e.Success {
		binary.LittleEndian.PutUint64(rewards[8*(t-1):], math.Float64bits(1))
	}
	var obs []hdf5.Link
	add := func(to *[]hdf5.Link, name string, k hdf5.Datatype, data []byte, shape ...int) {
		ref, _ := w.out.Dataset(k, data, shape...)
		*to = append(*to, hdf5.Link{Name: name, To: ref})
	}
	add(&obs, "robot_obs", hdf5.Float32, float32Bytes(r.State.Values), t, r.State.Width)
	add(&obs, "scene_obs", hdf5.Float32, float32Bytes(r.Scene.Values), t, r.Scene.Width)
	for _, c := range e.Cameras() {
		ref, _ := w.out.Images(t, c.Size, c.Size, func(i int) []byte { return c.Of(&e.Observations[i]) })
		obs = append(obs, hdf5.Link{Name: c.Name + "_image", To: ref})
	}
	var demo []hdf5.Link
	add(&demo, "actions", hdf5.Float32, float32Bytes(r.Actions.Values), t, r.Actions.Width)
	add(&demo, "rewards", hdf5.Float64, rewards, t)
	add(&demo, "dones", hdf5.Int64, dones, t)
	group, _ := w.out.Group(obs)
	demo = append(demo, hdf5.Link{Name: "obs", To: group})
	attrs := []hdf5.Attr{{Name: "num_samples", Value: int64(t)}}
	for _, key := range labels {
		attrs = append(attrs, hdf5.Attr{Name: key, Value: r.Labels[key]})
	}
	return w.out.Group(demo, attrs...)
}

// labels are the attributes of a demonstration that hold this program's labels.
var labels = []string{"task", "behaviour", "style", "index", "success"}

// float32Bytes encodes values in little-endian order.
func float32Bytes(values []float32) []byte {
	b := make([]byte, 4*len(values))
	for i, v := range values {
		binary.LittleEndian.PutUint32(b[4*i:], math.Float32bits(v))
	}
	return b
}

// Close implements demos.Writer.
func (w *writer) Close(card demos.Card) error {
	defer w.Abort()
	card, err := w.staging.Complete(card)
	if err != nil {
		return err
	}
	text, err := json.Marshal(&card)
	if err != nil {
		return err
	}
	// env_args is required by robomimic. Its environment types are numbered from 1; -1 is none of them.
	env, err := json.Marshal(
		map[string]any{"env_name": "counterpoise/" + card.Task, "env_type": -1, "env_kwargs": map[string]any{}},
	)
	if err != nil {
		return err
	}
	data, _ := w.out.Group(w.links, hdf5.Attr{Name: "total", Value: int64(w.staging.Frames())},
		hdf5.Attr{Name: "env_args", Value: string(env)}, hdf5.Attr{Name: "counterpoise", Value: string(text)})
	mask, _ := w.out.Group(w.filterKeys())
	root, _ := w.out.Group([]hdf5.Link{{Name: "data", To: data}, {Name: "mask", To: mask}})
	if err := w.out.Close(root); err != nil {
		return fmt.Errorf("robomimic: cannot write the dataset: %w", err)
	}
	if err := w.file.Close(); err != nil {
		return fmt.Errorf("robomimic: cannot write the dataset: %w", err)
	}
	return w.staging.Commit(card)
}

// filterKeys writes one list of demonstrations per behaviour, as fixed-length strings. Behaviours whose name is
// not a valid HDF5 link name have none.
func (w *writer) filterKeys() []hdf5.Link {
	var keys []hdf5.Link
	for _, b := range w.order {
		if b == "" || b == "." || strings.ContainsAny(b, "/\x00") {
			continue
		}
		// A list is an array of strings as long as the longest name, padded with zeros.
		size, names := 0, w.masks[b]
		for _, n := range names {
			size = max(size, len(n))
		}
		data := make([]byte, size*len(names))
		for i, n := range names {
			copy(data[i*size:], n)
		}
		ref, _ := w.out.Dataset(hdf5.Strings(size), data, len(names))
		keys = append(keys, hdf5.Link{Name: b, To: ref})
	}
	return keys
}

// Abort implements demos.Writer.
func (w *writer) Abort() {
	w.file.Close()
	w.staging.Abort()
}
