package robomimic

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/bounded"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/hdf5"
)

// Recognises implements demos.FileFormat by the signature of HDF5.
func (format) Recognises(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	b := make([]byte, 4)
	n, _ := f.Read(b)
	return string(b[:n]) == "\x89HDF"
}

// reader reads a file.
type reader struct {
	path  string
	file  *os.File
	size  int64 // of the file
	demo  func(name string) (*hdf5.Object, error)
	names []string // of demonstrations, by number
	card  demos.Card
	task  string
	masks map[string]string // name of a demonstration -> its filter keys
}

// Open implements demos.FileFormat.
func (format) Open(path string) (demos.Reader, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("robomimic: %w", err)
	}
	r := &reader{path: path, file: f}
	if err := r.open(); err != nil {
		f.Close()
		return nil, fmt.Errorf("robomimic: %s %w", path, err)
	}
	return r, nil
}

func (r *reader) open() error {
	info, err := r.file.Stat()
	if err != nil {
		return err
	}
	r.size = info.Size()
	f, err := hdf5.Open(r.file, r.size)
	if err != nil {
		return err
	}
	root, err := f.Root()
	if err != nil {
		return err
	}
	data, err := root.Child("data")
	if err != nil {
		return fmt.Errorf("%w: expected a group of demonstrations data/demo_0, data/demo_1, ...", err)
	}
	if r.demo, r.names, err = data.Children(); err != nil {
		return err
	}
	r.names = slices.DeleteFunc(r.names, func(n string) bool { return number(n) < 0 })
	slices.SortFunc(r.names, func(a, b string) int { return cmp.Or(number(a)-number(b), strings.Compare(a, b)) })
	if len(r.names) == 0 {
		return fmt.Errorf("has no demonstrations: expected groups data/demo_0, data/demo_1, ...")
	}
	if err := r.about(data); err != nil {
		return err
	}
	return r.filterKeys(root)
}

// number is the N of demo_N, or -1.
func number(name string) int {
	text, ok := strings.CutPrefix(name, "demo_")
	n, err := strconv.Atoi(text)
	if !ok || err != nil || n < 0 {
		return -1
	}
	return n
}

// about reads the card, and the name of the environment.
func (r *reader) about(data *hdf5.Object) error {
	text, err := str(data, "counterpoise")
	if err != nil {
		return err
	}
	if text != "" {
		if err := json.Unmarshal([]byte(text), &r.card); err != nil {
			return fmt.Errorf("data has a damaged attribute counterpoise (our card): %w", err)
		}
	}
	var env struct {
		Name string `json:"env_name"`
	}
	if text, err = str(data, "env_args"); err != nil {
		return err
	}
	json.Unmarshal([]byte(text), &env) // whatever else it may be, it is not needed
	r.task = env.Name
	return nil
}

// str is a text attribute, empty where there is none.
func str(o *hdf5.Object, name string) (string, error) {
	v, err := o.Attr(name)
	if err != nil {
		return "", err
	}
	text, _ := v.(string)
	return text, nil
}

// filterKeys notes in which lists of the group mask a demonstration is. Splits for training and validation say nothing
// about how a demonstration was made.
func (r *reader) filterKeys(root *hdf5.Object) error {
	r.masks = map[string]string{}
	names, err := root.Names()
	if err != nil || !slices.Contains(names, "mask") {
		return err
	}
	mask, err := root.Child("mask")
	if err != nil {
		return err
	}
	get, keys, err := mask.Children()
	if err != nil {
		return err
	}
	for _, key := range keys {
		if split := key[strings.LastIndex(key, "_")+1:]; split == "train" || split == "valid" {
			continue
		}
		o, err := get(key)
		if err != nil {
			return err
		}
		d, err := o.Dataset()
		if err != nil {
			continue // lists of another kind label nothing
		}
		list, err := d.Strings()
		if err != nil {
			continue
		}
		for _, demo := range list {
			r.masks[demo] = strings.TrimPrefix(r.masks[demo]+"+"+key, "+")
		}
	}
	return nil
}

func (r *reader) Card() demos.Card { return r.card }
func (r *reader) Episodes() int    { return len(r.names) }
func (r *reader) Close() error     { return r.file.Close() }

// Read implements demos.Reader.
func (r *reader) Read(i int, pictures bool) (*demos.Raw, error) {
	raw, err := r.read(r.names[i], pictures)
	if err != nil {
		return nil, fmt.Errorf("robomimic: %s: data/%s %w", r.path, r.names[i], err)
	}
	return raw, nil
}

func (r *reader) read(name string, pictures bool) (*demos.Raw, error) {
	demo, err := r.demo(name)
	if err != nil {
		return nil, err
	}
	raw, room := &demos.Raw{}, budget(bounded.Expansion(r.size))
	if raw.Labels, err = r.labels(demo, name); err != nil {
		return nil, err
	}
	if raw.Actions, err = room.matrix(demo, "actions", -1); err != nil {
		return nil, err
	}
	obs, err := demo.Child("obs")
	if err != nil {
		return nil, err
	}
	return raw, room.observe(raw, obs, pictures)
}

// labels are what attributes and filter keys say.
func (r *reader) labels(demo *hdf5.Object, name string) (map[string]string, error) {
	found := map[string]string{}
	for _, key := range labels {
		v, err := demo.Attr(key)
		if err != nil {
			return nil, err
		}
		if text, ok := v.(string); ok {
			found[key] = text
		}
	}
	if _, ours := found["task"]; ours {
		return found, nil
	}
	if r.task != "" {
		found["task"] = r.task
	}
	if m := r.masks[name]; m != "" {
		found["mask"] = m
	}
	return found, nil
}

// budget is the number of bytes that the arrays of one demonstration may still have: many names may lead to one array.
type budget int64

// matrix reads a (T, N) or (T,) array; t is the T that it must have, or -1.
func (b *budget) matrix(o *hdf5.Object, key string, t int) (demos.Matrix, error) {
	var m demos.Matrix
	c, err := o.Child(key)
	if err != nil {
		return m, err
	}
	d, err := c.Dataset()
	if err != nil {
		return m, fmt.Errorf("%s: %w", key, err)
	}
	if err := b.admit(d, key, t); err != nil {
		return m, err
	}
	if m, err = vectors(d); err != nil {
		err = fmt.Errorf("%s %w", key, err)
	}
	return m, err
}

// vectors reads a (T, N) or (T,) array.
func vectors(d *hdf5.Dataset) (demos.Matrix, error) {
	m := demos.Matrix{Width: 1}
	if len(d.Shape) == 2 {
		m.Width = d.Shape[1]
	}
	if len(d.Shape) > 2 || m.Width < 1 {
		return m, fmt.Errorf("has shape %v, expected (T, N)", d.Shape)
	}
	var err error
	m.Values, err = d.Float32s()
	return m, err
}

// admit checks the number of frames of an array, and its size.
func (b *budget) admit(d *hdf5.Dataset, key string, t int) error {
	switch {
	case len(d.Shape) == 0 || d.Shape[0] < 1 || d.Shape[0] > demos.MaxFrames:
		return fmt.Errorf("%s has shape %v, expected 1 to %d frames", key, d.Shape, demos.MaxFrames)
	case t >= 0 && d.Shape[0] != t:
		return fmt.Errorf("%s has %d frames, expected the %d of actions", key, d.Shape[0], t)
	}
	if *b -= budget(d.Len()) * budget(d.Kind.Size); *b < 0 {
		return fmt.Errorf("%s has shape %v: all arrays of the demonstration together are too long for this file: %w", key, d.Shape, bounded.ErrTooLong)
	}
	return nil
}

// observe reads the group obs. Ours has robot_obs and scene_obs; of others, the vectors are put side by side.
func (b *budget) observe(raw *demos.Raw, obs *hdf5.Object, pictures bool) error {
	get, names, err := obs.Children()
	if err != nil {
		return err
	}
	var state, scene []demos.Matrix
	for _, name := range names {
		key := "obs/" + name
		o, err := get(name)
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		d, err := o.Dataset()
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		if err := b.admit(d, key, raw.Frames()); err != nil {
			return err
		}
		switch {
		case len(d.Shape) <= 2 && (name == "object" || name == "scene_obs"):
			scene, err = appendMatrix(scene, d)
		case len(d.Shape) <= 2:
			state, err = appendMatrix(state, d)
		case pictures && len(d.Shape) == 4 && d.Shape[3] == 3 && d.Kind == hdf5.Uint8:
			err = film(raw, d, name)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	raw.State, raw.Scene = beside(state, raw.Frames()), beside(scene, raw.Frames())
	return nil
}

func appendMatrix(list []demos.Matrix, d *hdf5.Dataset) ([]demos.Matrix, error) {
	m, err := vectors(d)
	return append(list, m), err
}

// beside puts matrices side by side.
func beside(list []demos.Matrix, t int) demos.Matrix {
	if len(list) == 1 {
		return list[0]
	}
	var all demos.Matrix
	for _, m := range list {
		all.Width += m.Width
	}
	for i := range t {
		for _, m := range list {
			all.Values = append(all.Values, m.Row(i)...)
		}
	}
	return all
}

// film reads pictures. "static_image" is the camera static.
func film(raw *demos.Raw, d *hdf5.Dataset, name string) error {
	data, err := d.Bytes()
	raw.Cameras = append(raw.Cameras, demos.Camera{Name: strings.TrimSuffix(name, "_image"), Height: d.Shape[1], Width: d.Shape[2], Data: data})
	return err
}
