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

// Recognises implements demos.FileFormat. It compares the first four bytes with HDF5's signature.
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

// open reads the card, the list of demonstrations and their filter keys.
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
		return fmt.Errorf("%w: expected groups of demonstrations named data/demo_0, data/demo_1 and so on", err)
	}
	if r.demo, r.names, err = data.Children(); err != nil {
		return err
	}
	r.names = slices.DeleteFunc(r.names, func(n string) bool { return number(n) < 0 })
	slices.SortFunc(r.names, func(a, b string) int { return cmp.Or(number(a)-number(b), strings.Compare(a, b)) })
	if len(r.names) == 0 {
		return fmt.Errorf("has no demonstrations: expected groups named data/demo_0, data/demo_1 and so on")
	}
	if err := r.readMetadata(data); err != nil {
		return err
	}
	return r.filterKeys(root)
}

// number returns N of the group name demo_N, or -1 for other names.
func number(name string) int {
	text, ok := strings.CutPrefix(name, "demo_")
	n, err := strconv.Atoi(text)
	if !ok || err != nil || n < 0 {
		return -1
	}
	return n
}

// readMetadata reads the attributes of the group data: the card, if there is one, and the name of the
// environment.
func (r *reader) readMetadata(data *hdf5.Object) error {
	text, err := stringAttr(data, "counterpoise")
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
	if text, err = stringAttr(data, "env_args"); err != nil {
		return err
	}
	json.Unmarshal([]byte(text), &env) // the name is optional: an error leaves it empty
	r.task = env.Name
	return nil
}

// stringAttr returns a string attribute, or "" if it is absent or of another type.
func stringAttr(o *hdf5.Object, name string) (string, error) {
	v, err := o.Attr(name)
	if err != nil {
		return "", err
	}
	text, _ := v.(string)
	return text, nil
}

// filterKeys records, for each demonstration, the filter keys (lists of the group mask) that contain it, joined
// by "+". Keys that end in "train" or "valid" are ignored: they split the data and do not describe how a
// demonstration was made.
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
			continue // not a list of names
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

// read reads the demonstration in the group data/name.
func (r *reader) read(name string, pictures bool) (*demos.Raw, error) {
	demo, err := r.demo(name)
	if err != nil {
		return nil, err
	}
	// All arrays of a demonstration share one budget, whatever the number of links.
	raw, room := &demos.Raw{}, byteBudget(bounded.Expansion(r.size))
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
	return raw, room.readObservations(raw, obs, pictures)
}

// labels returns the labels of a demonstration. Files of this package have them as attributes. For others the
// task is the name of the environment, and the label "mask" holds the filter keys.
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
