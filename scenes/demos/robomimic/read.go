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
	"counterpoise/internal/budget"
	"counterpoise/internal/wording"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/hdf5"
	"counterpoise/scenes/demos/parts"
)

// Recognises implements demos.FileFormat. It looks for HDF5's signature, which a truncated file has too.
func (format) Recognises(path string) bool {
	f, size, err := bounded.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	b := make([]byte, 4)
	n, _ := f.ReadAt(b, 0)
	_, ok := hdf5.Find(f, size)
	return ok || string(b[:n]) == "\x89HDF"
}

// reader reads a file.
type reader struct {
	path  string
	file  *os.File
	room  *budget.Budget
	demo  func(name string) (*hdf5.Object, error)
	names []string // of demonstrations, by number
	// numberTwice says that two of them have the same number, such as demo_7 and demo_07.
	numberTwice bool
	card        demos.Card
	task        string
	robot       string
	rate        float64  // control steps per second, 0 if the file does not say
	named       []string // what the group mask has, ascending, and lists reads
	lists       func(name string) (*hdf5.Object, error)
	keys        []string  // filter keys that are labels
	masks       [][]int32 // for each demonstration the indices into keys of those that contain it, ascending
	group       []bool    // for each key whether it groups demonstrations, see groupingKeys
	// success says how lists such as "failure" are understood, as an entry of demos.Description.Decided.
	success []string

	actions []string     // arrays of a demonstration that are its actions, side by side
	choice  parts.Choice // nothing where the user has chosen

	unread     string // the first array of pictures that are left out, "" if none is met yet
	unreadMore bool   // whether there are others

	strangers int    // lists that name demonstrations which the file does not have
	stranger  string // the first of them, with the name
}

// Open implements demos.FileFormat.
func (format) Open(path string, room *budget.Budget) (demos.Reader, error) {
	f, size, err := room.Open(path)
	if err != nil {
		return nil, fmt.Errorf("robomimic: %w", err)
	}
	r := &reader{path: path, file: f, room: room}
	if err := r.open(size); err != nil {
		f.Close()
		return nil, fmt.Errorf("robomimic: %s %w", path, err)
	}
	return r, nil
}

// open reads the card, the list of demonstrations and their filter keys.
func (r *reader) open(size int64) error {
	f, err := hdf5.Open(r.file, size, r.room)
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
	all := slices.Clone(r.names)
	r.names = slices.DeleteFunc(r.names, func(n string) bool { return number(n) < 0 })
	slices.SortFunc(r.names, func(a, b string) int { return cmp.Or(number(a)-number(b), strings.Compare(a, b)) })
	for i := 1; i < len(r.names); i++ {
		r.numberTwice = r.numberTwice || number(r.names[i]) == number(r.names[i-1])
	}
	if len(r.names) == 0 {
		return fmt.Errorf("has no demonstrations: expected groups named data/demo_0, data/demo_1 and so on, as "+
			"robomimic does; in data is %s", parts.List(all))
	}
	if err := r.readMetadata(data); err != nil {
		return err
	}
	if err := r.filterKeys(root); err != nil {
		return err
	}
	r.chooseActions()
	r.room.KeepIndex()
	return nil
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
		if err := r.room.JSON("our card, the attribute counterpoise of data,", []byte(text), &r.card); err != nil {
			return err
		}
	}
	if text, err = stringAttr(data, "env_args"); err != nil {
		return err
	}
	env := settingsOf(text)
	r.robot, r.rate = strings.Join(env.Settings.Robots, ", "), env.Settings.Rate
	// LIBERO's files, which have the structure of robomimic's, say in words what is to be done.
	var problem struct {
		Instruction names `json:"language_instruction"`
	}
	if text, err = stringAttr(data, "problem_info"); err != nil {
		return err
	}
	json.Unmarshal([]byte(text), &problem)
	r.task = cmp.Or(strings.Trim(strings.Join(problem.Instruction, " "), "\" "), env.Name)
	return nil
}

// settings are what a file says of its environment, as far as it is used. robosuite's settings name robots and rate.
type settings struct {
	Name     string `json:"env_name"`
	Settings struct {
		Robots names   `json:"robots"`
		Rate   float64 `json:"control_freq"`
	} `json:"env_kwargs"`
}

// names are texts, in JSON a list or one text.
type names []string

// UnmarshalJSON implements json.Unmarshaler.
func (n *names) UnmarshalJSON(text []byte) error {
	var one string
	if err := json.Unmarshal(text, &one); err == nil {
		*n = names{one}
		return nil
	}
	return json.Unmarshal(text, (*[]string)(n))
}

// settingsOf parses the attribute env_args. All of it is optional: an error leaves the rest empty.
func settingsOf(text string) (e settings) {
	json.Unmarshal([]byte(text), &e)
	return e
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

// filterKeys records, for each demonstration, the filter keys (lists of the group mask) that contain it. Time is linear
// in the lengths of the lists: a name that no demonstration has is passed over, which Describe tells, and so is one
// that a list repeats. All lists together stay in the budget, because many keys may refer to one list.
func (r *reader) filterKeys(root *hdf5.Object) error {
	names, err := root.Names()
	if err != nil || !slices.Contains(names, "mask") {
		return err
	}
	mask, err := root.Child("mask")
	if err != nil {
		return err
	}
	if r.lists, r.named, err = mask.Children(); err != nil {
		return err
	}
	if err := r.room.Spend("the filter keys", (24+indexBytes)*int64(len(r.names))); err != nil {
		return err
	}
	r.masks = make([][]int32, len(r.names))
	index := r.indices()
	for _, key := range r.named {
		d, err := r.list(key)
		if err != nil {
			return err
		}
		if d == nil {
			continue
		}
		k, strange := int32(len(r.keys)), false
		r.keys = append(r.keys, key)
		err = d.EachString(func(name []byte) error {
			i, known := index[string(name)]
			if !known && !strange {
				r.addStranger(key, name)
				strange = true
			}
			if !known || len(r.masks[i]) > 0 && r.masks[i][len(r.masks[i])-1] == k {
				return nil
			}
			r.masks[i] = append(r.masks[i], k)
			return r.room.Spend("the filter keys", 12) // four bytes in a list that grows by doubling
		})
		if err != nil {
			return fmt.Errorf("mask/%s %w", key, err)
		}
	}
	r.readOutcomes()
	r.group, err = r.groupingKeys()
	return err
}

// readOutcomes finds out which lists say by their names that demonstrations succeeded or failed.
func (r *reader) readOutcomes() {
	lists := slices.DeleteFunc(slices.Clone(r.keys), func(k string) bool { return demos.ListSays(k) == demos.Unsaid })
	if len(lists) == 0 || r.card.Format > 0 {
		return
	}
	r.success = []string{fmt.Sprintf("success: by the lists of mask called %s (--labels FILE with a column success)",
		parts.List(lists))}
}

// said returns what the lists with demonstration i say of its success: nothing where they contradict each other.
func (r *reader) said(i int) demos.Said {
	said := demos.Unsaid
	for _, k := range r.masks[i] {
		switch s := demos.ListSays(r.keys[k]); {
		case s == demos.Unsaid:
		case said != demos.Unsaid && said != s:
			return demos.Unsaid
		default:
			said = s
		}
	}
	return said
}

// addStranger counts a list with a name that no demonstration has.
func (r *reader) addStranger(key string, name []byte) {
	if r.strangers++; r.strangers == 1 {
		r.stranger = fmt.Sprintf("mask/%s has %.60q", key, name)
	}
}

// list returns a list of the group mask, and nil for a value that is no list of names.
func (r *reader) list(key string) (*hdf5.Dataset, error) {
	o, err := r.lists(key)
	if err != nil {
		return nil, fmt.Errorf("mask/%s: %w", key, err)
	}
	d, err := o.Dataset()
	if err != nil || !d.Type.IsString() {
		return nil, nil
	}
	return d, nil
}

// indices returns the numbers of the demonstrations by their names.
func (r *reader) indices() map[string]int {
	index := make(map[string]int, len(r.names))
	for i, name := range r.names {
		index[name] = i
	}
	return index
}

// List implements demos.Listing: the lists are the filter keys, those of a split included.
func (r *reader) List(key string) (episodes []int, ok bool, err error) {
	if _, ok := slices.BinarySearch(r.named, key); !ok {
		return nil, false, nil
	}
	r.room.Episode(0)
	d, err := r.list(key)
	if err != nil || d == nil {
		return nil, false, err
	}
	if err := r.room.Spend("a filter key", (32+indexBytes)*int64(len(r.names))); err != nil {
		return nil, false, err
	}
	index, met := r.indices(), make([]bool, len(r.names))
	err = d.EachString(func(name []byte) error {
		if i, known := index[string(name)]; known && !met[i] {
			episodes, met[i] = append(episodes, i), true
		}
		return nil
	})
	if err != nil {
		return nil, false, fmt.Errorf("robomimic: %s: mask/%s %w", r.path, key, err)
	}
	slices.Sort(episodes)
	return episodes, true, nil
}

// indexBytes is the memory of an entry of a map from names to numbers, without the name.
const indexBytes = 64

func (r *reader) Card() demos.Card { return r.card }
func (r *reader) Episodes() int    { return len(r.names) }
func (r *reader) Close() error     { return r.file.Close() }

// Number implements demos.Numbering: N of demo_N, unless two demonstrations have the same.
func (r *reader) Number(i int) int {
	if r.numberTwice {
		return i
	}
	return number(r.names[i])
}

// EpisodeName implements demos.NamedEpisodes.
func (r *reader) EpisodeName(i int) string { return r.names[i] }

// numbering says that the demonstrations of a file are not numbered from 0 without gaps, as an entry of
// demos.Description.Decided; it is empty where they are.
func (r *reader) numbering() []string {
	last := len(r.names) - 1
	if r.numberTwice || number(r.names[last]) == last {
		return nil
	}
	return []string{fmt.Sprintf("episodes: %d, numbered as in the file from %s to %s, with gaps", last+1, r.names[0],
		r.names[last])}
}

// Describe implements demos.Describer. Cameras are described by their first pictures, where those are read.
func (r *reader) Describe() demos.Description {
	d := demos.Description{Robot: r.robot, Rate: r.rate, Actions: r.actions,
		Decided: slices.Concat(r.numbering(), r.success, r.choice.Decided())}
	if r.strangers > 0 {
		d.LeftOut = []string{fmt.Sprintf("names that no demonstration has are passed over, in %s: %s",
			wording.Plural(r.strangers, "list"), r.stranger)}
	}
	if r.unread != "" {
		others := ""
		if r.unreadMore {
			others = ", and others"
		}
		d.LeftOut = append(d.LeftOut, fmt.Sprintf("pictures %.60s are left out%s: three channels of bytes are read",
			r.unread, others))
	}
	return d
}

// Read implements demos.Reader.
func (r *reader) Read(i int, pictures bool) (*demos.Raw, error) {
	r.room.Episode(0)
	raw, err := r.read(i, pictures)
	if err != nil {
		return nil, fmt.Errorf("robomimic: %s: data/%s %w", r.path, r.names[i], err)
	}
	return raw, nil
}

// read reads demonstration i. Its arrays are spent from the budget together, because many links may refer to one array.
func (r *reader) read(i int, pictures bool) (*demos.Raw, error) {
	demo, err := r.demo(r.names[i])
	if err != nil {
		return nil, err
	}
	raw := &demos.Raw{}
	if raw.Labels, err = r.labels(demo, i); err != nil {
		return nil, err
	}
	if raw.Actions, err = r.readActions(demo); err != nil {
		return nil, err
	}
	if n, err := demo.Attr("num_samples"); err != nil {
		return nil, err
	} else if n, ok := n.(int64); ok && n != int64(raw.Frames()) {
		return nil, fmt.Errorf("has num_samples %d and %d frames of actions: frames are missing, or the attribute is "+
			"of another demonstration", n, raw.Frames())
	}
	addReward(raw, demo)
	return raw, r.readObservations(raw, demo, pictures)
}

// addReward adds demos.MaxReward from the array rewards, where it has a number a frame.
func addReward(raw *demos.Raw, demo *hdf5.Object) {
	m, err := matrix(demo, "rewards")
	if err == nil && m.Width == 1 && m.Rows() == raw.Frames() {
		demos.AddReward(raw.Labels, float64(slices.Max(m.Values)))
	}
}

// maxLabel is the longest text of a label, in bytes: some sentences. Longer attributes are files, such as models.
const maxLabel = 1024

// technical are the attributes of a demonstration that say nothing about how it was made: its number of frames, the
// model and the state from which a simulator starts again, and JSON of the environment.
var technical = []string{"num_samples", "model_file", "init_state", "ep_meta"}

// attributes returns the attributes of a demonstration that are labels: numbers, truth values and texts.
func attributes(demo *hdf5.Object) (map[string]string, error) {
	values, err := demo.Scalars(maxLabel, func(name string) bool { return !slices.Contains(technical, name) })
	found := make(map[string]string, len(values))
	for name, v := range values {
		switch v := v.(type) {
		case float32:
			found[name] = demos.NumberLabel(float64(v), 32)
		case float64:
			found[name] = demos.NumberLabel(v, 64)
		default: // int64, uint64, bool or string
			found[name] = fmt.Sprint(v)
		}
	}
	return found, err
}

// annotate adds the instruction of a demonstration as label "annotation": the member "lang" of the attribute ep_meta,
// in which RoboCasa's files describe an episode as JSON. It is optional, as env_args is.
func annotate(labels map[string]string, demo *hdf5.Object) error {
	text, err := stringAttr(demo, "ep_meta")
	if err != nil {
		return err
	}
	var meta struct {
		Instruction string `json:"lang"`
	}
	json.Unmarshal([]byte(text), &meta)
	if _, has := labels["annotation"]; !has && meta.Instruction != "" && len(meta.Instruction) <= maxLabel {
		labels["annotation"] = meta.Instruction
	}
	return nil
}

// labels returns the labels of a demonstration: its attributes; "annotation", its instruction; and "masks", which holds
// all filter keys, joined by "+". Where there is no attribute "task", which files of this package have, the task is the
// instruction of the file or the name of the environment, and "mask" holds the filter keys that group demonstrations.
func (r *reader) labels(demo *hdf5.Object, i int) (map[string]string, error) {
	found, err := attributes(demo)
	if err != nil {
		return nil, err
	}
	if err := annotate(found, demo); err != nil {
		return nil, err
	}
	_, ours := found["task"]
	if !ours && r.task != "" {
		found["task"] = r.task
	}
	if r.masks == nil || len(r.masks[i]) == 0 {
		return found, nil
	}
	n := int64(0)
	for _, k := range r.masks[i] {
		n += 16 + int64(len(r.keys[k])) + 1
	}
	if err := r.room.Spend("the filter keys of a demonstration", 4*n); err != nil {
		return nil, err
	}
	var all, groups []string
	for _, k := range r.masks[i] {
		all = append(all, r.keys[k])
		if r.group[k] {
			groups = append(groups, r.keys[k])
		}
	}
	found[demos.Masks] = strings.Join(all, "+")
	_, told := found["success"]
	if said := r.said(i); r.success != nil && !told && said != demos.Unsaid {
		found["success"] = strconv.FormatBool(said == demos.Succeeded)
	}
	if groups != nil && !ours {
		found["mask"] = strings.Join(groups, "+")
	}
	return found, nil
}
