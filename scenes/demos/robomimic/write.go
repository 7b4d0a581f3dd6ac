package robomimic

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"

	"counterpoise/internal/durable"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/hdf5"
)

func init() { demos.Formats.Add("robomimic", format{}) }

// format implements demos.FileFormat for robomimic's HDF5 file.
type format struct{}

func (format) About() string { return "robomimic's HDF5 file, which h5py reads" }

// environment precedes the task in the name of the environment.
const environment = "counterpoise/"

// gymType is robomimic's number of environments of Gym (robomimic.envs.env_base.EnvType): 1 is robosuite, which would
// want a model_file, 3 is iG-MOMART.
const gymType = 2

// writer writes a file, one episode at a time.
type writer struct {
	encoder
	staging *demos.StagingDir
	file    *durable.File // in the staging directory
}

// encoder writes the structures of a file, wherever it is.
type encoder struct {
	tally *demos.Tally
	out   *hdf5.Writer
	links []hdf5.Link
	lists filterKeys // of the group mask
}

// Encode returns the file of a dataset, for programs without a file system. It has the bytes that Create writes.
func Encode(d *demos.Dataset) ([]byte, error) {
	var m memory
	e := encoder{tally: demos.NewTally("the dataset"), out: hdf5.NewWriter(&m)}
	for i := range d.Episodes {
		if err := e.Add(&d.Episodes[i]); err != nil {
			return nil, err
		}
	}
	if _, err := e.complete(d.Card); err != nil {
		return nil, err
	}
	return m.bytes, nil
}

// Create implements demos.FileFormat.
func (format) Create(path string) (demos.Writer, error) {
	s, err := demos.NewStagingDir(path)
	if err != nil {
		return nil, err
	}
	f, err := durable.Create(s.Path())
	if err != nil {
		s.Abort()
		return nil, fmt.Errorf("robomimic: cannot write %s: %w", path, err)
	}
	return &writer{encoder{tally: s.Tally, out: hdf5.NewWriter(f)}, s, f}, nil
}

// Add implements demos.Sink.
func (w *encoder) Add(e *demos.Episode) error {
	name := fmt.Sprintf("demo_%d", w.tally.Episodes())
	if err := w.tally.Add(e); err != nil {
		return err
	}
	ref, err := w.demo(e)
	if err != nil {
		return fmt.Errorf("robomimic: cannot write %s: %w", name, err)
	}
	w.links = append(w.links, hdf5.Link{Name: name, To: ref})
	w.lists.add(e.Behaviour, name)
	return nil
}

// demo writes the group of one demonstration. Errors of intermediate calls are ignored, because the Writer
// keeps the first one and returns it from the last call.
func (w *encoder) demo(e *demos.Episode) (hdf5.Ref, error) {
	r, t := e.Raw(false), e.Frames()
	// rewards is float64 and dones int64, as robomimic's datasets have them; both are zero except in the last frame.
	rewards, dones := make([]byte, 8*t), make([]byte, 8*t)
	dones[8*(t-1)] = 1
	if e.Success {
		binary.LittleEndian.PutUint64(rewards[8*(t-1):], math.Float64bits(1))
	}
	var demo []hdf5.Link
	add := func(to *[]hdf5.Link, name string, k hdf5.Datatype, data []byte, shape ...int) {
		ref, _ := w.out.Dataset(k, data, shape...)
		*to = append(*to, hdf5.Link{Name: name, To: ref})
	}
	add(&demo, "actions", hdf5.Float32, float32Bytes(r.Actions.Values), t, r.Actions.Width)
	if !e.Unsaid {
		add(&demo, "rewards", hdf5.Float64, rewards, t)
	}
	add(&demo, "dones", hdf5.Int64, dones, t)
	for shift, name := range []string{"obs", "next_obs"} {
		var obs []hdf5.Link
		add(&obs, "robot_obs", hdf5.Float32, float32Bytes(shifted(r.State, shift)), t, r.State.Width)
		add(&obs, "scene_obs", hdf5.Float32, float32Bytes(shifted(r.Scene, shift)), t, r.Scene.Width)
		for _, c := range e.Cameras() {
			ref, _ := w.out.Images(t, c.Size, c.Size, func(i int) []byte {
				return c.Of(&e.Observations[min(i+shift, t-1)])
			})
			obs = append(obs, hdf5.Link{Name: c.Name + "_image", To: ref})
		}
		group, _ := w.out.Group(obs)
		demo = append(demo, hdf5.Link{Name: name, To: group})
	}
	attrs := []hdf5.Attr{{Name: "num_samples", Value: int64(t)}}
	for _, key := range labels {
		if text, said := r.Labels[key]; said {
			attrs = append(attrs, hdf5.Attr{Name: key, Value: text})
		}
	}
	return w.out.Group(demo, attrs...)
}

// shifted returns the rows of m from row by on, and the last row again to the old length: next_obs for by = 1.
func shifted(m demos.Matrix, by int) []float32 {
	rows := append([]float32(nil), m.Values[by*m.Width:]...)
	for range by {
		rows = append(rows, m.Row(m.Rows()-1)...)
	}
	return rows
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

// complete writes what comes after the episodes, and returns the card that is in the file.
func (w *encoder) complete(card demos.Card) (demos.Card, error) {
	card, err := w.tally.Complete(card)
	if err != nil {
		return card, err
	}
	text, err := json.Marshal(&card)
	if err != nil {
		return card, err
	}
	// env_args is required by robomimic. Its documentation names the key env_type, its code reads type.
	env, err := json.Marshal(map[string]any{
		"env_name": environment + card.Task, "env_version": demos.Version, "type": gymType, "env_type": gymType,
		"env_kwargs": map[string]any{},
	})
	if err != nil {
		return card, err
	}
	data, _ := w.out.Group(w.links, hdf5.Attr{Name: "total", Value: int64(w.tally.Frames())},
		hdf5.Attr{Name: "env_args", Value: string(env)}, hdf5.Attr{Name: "counterpoise", Value: string(text)})
	mask, _ := w.out.Group(w.lists.write(w.out))
	root, _ := w.out.Group([]hdf5.Link{{Name: "data", To: data}, {Name: "mask", To: mask}})
	if err := w.out.Close(root); err != nil {
		return card, fmt.Errorf("robomimic: cannot write the dataset: %w", err)
	}
	return card, nil
}

// Close implements demos.Writer.
func (w *writer) Close(card demos.Card) error {
	defer w.Abort()
	card, err := w.complete(card)
	if err != nil {
		return err
	}
	if err := w.file.Close(); err != nil {
		return fmt.Errorf("robomimic: cannot write the dataset: %w", err)
	}
	return w.staging.Commit(card)
}

// Abort implements demos.Writer.
func (w *writer) Abort() {
	w.file.Close()
	w.staging.Abort()
}
