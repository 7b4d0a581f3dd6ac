package rlds

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"counterpoise/internal/budget"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/parts"
)

// Recognises implements demos.FileFormat. It looks for dataset_info.json and features.json.
func (format) Recognises(path string) bool {
	for _, name := range []string{infoName, featuresName} {
		if info, err := os.Stat(filepath.Join(path, name)); err != nil || !info.Mode().IsRegular() {
			return false
		}
	}
	return true
}

// reader reads a folder.
type reader struct {
	dir     string
	info    info
	card    demos.Card
	leaves  map[string]leaf
	classes map[string][]string // names of the classes of labels, by path
	roles   roles
	wanted  map[string]bool // paths of the features that are read
	several bool            // whether there is more than one split
	shards  []shard
	paths   map[string]bool // of the shards
	records []record
	open    *os.File // the shard that was read last, or nil
	opened  int      // its index
	room    *budget.Budget
}

// shard is a file of records.
type shard struct {
	path, split string
	size        int64
}

// record is the place of an episode.
type record struct {
	shard int32
	at, n int64 // position and number of the bytes of its Example
}

// Memory of a shard and of a record, in lists that grow by doubling, in bytes.
const (
	shardBytes  = 3*64 + 64 // and in a map of paths
	recordBytes = 3 * 32
)

// Open implements demos.FileFormat.
func (format) Open(path string, room *budget.Budget) (demos.Reader, error) {
	r := &reader{dir: path, room: room, leaves: map[string]leaf{}, classes: map[string][]string{},
		paths: map[string]bool{}, opened: -1}
	if err := r.readIndex(); err != nil {
		return nil, fmt.Errorf("rlds: %w", err)
	}
	room.KeepIndex()
	return r, nil
}

// readIndex reads the descriptions, the card if there is one, and the positions of all records.
func (r *reader) readIndex() error {
	path := filepath.Join(r.dir, infoName)
	if err := r.room.ReadJSON(path, &r.info); err != nil {
		return err
	}
	if err := r.info.check(); err != nil {
		return fmt.Errorf("%s %w", path, err)
	}
	if err := r.readFeatures(); err != nil {
		return err
	}
	path = filepath.Join(r.dir, cardName)
	if err := r.room.ReadJSON(path, &r.card); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	r.several = len(r.info.Splits) > 1
	for _, s := range r.info.Splits {
		if err := r.readSplit(s); err != nil {
			return err
		}
	}
	if len(r.records) == 0 {
		return fmt.Errorf("%s lists no episodes: shardLengths of its splits has the number in each shard; copy the "+
			"file again, or let TFDS write the dataset anew", filepath.Join(r.dir, infoName))
	}
	return nil
}

// readFeatures reads features.json and the names of classes.
func (r *reader) readFeatures() error {
	path := filepath.Join(r.dir, featuresName)
	var root feature
	if err := r.room.ReadJSON(path, &root); err != nil {
		return err
	}
	if root.Dict == nil {
		return fmt.Errorf("%s has no dictionary of features: TFDS before version 4.6 wrote another form; let a newer "+
			"one write the dataset anew", path)
	}
	if err := root.flatten("", r.leaves, r.room); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if steps := root.Dict.Features[stepsPath]; steps == nil || steps.Sequence == nil {
		return fmt.Errorf("%s has no dataset of steps: this is no dataset of episodes", path)
	}
	r.roles = rolesOf(r.leaves)
	r.want()
	return r.readClasses()
}

// want sets which features of an Example are read.
func (r *reader) want() {
	r.wanted = map[string]bool{}
	for _, list := range [][]string{r.roles.actions, r.roles.state, r.roles.cameras, r.roles.labels, r.roles.texts,
		{r.roles.scene, r.roles.sentence, r.roles.reward}} {
		for _, p := range list {
			if r.wanted[r.leaves[p].stored(p)] = true; r.leaves[p].listed {
				r.wanted[p+rowLengths] = true
			}
		}
	}
}

// vectors returns the names of the features of steps that are vectors of numbers.
func (r *reader) vectors() (all []string) {
	for _, path := range slices.Sorted(maps.Keys(r.leaves)) {
		if strings.HasPrefix(path, stepsPath+"/") && isNumbers(r.leaves[path]) {
			all = append(all, shortName(path))
		}
	}
	return all
}

// TakeActions implements demos.ActionTaker. Names are paths, with or without "steps/" before them.
func (r *reader) TakeActions(names []string) error {
	all := r.vectors()
	r.roles.actions, r.roles.choice = nil, parts.Choice{}
	for _, name := range names {
		name = shortName(name)
		if !slices.Contains(all, name) {
			return parts.NoActions(name, all)
		}
		r.roles.actions = append(r.roles.actions, join(stepsPath, name))
	}
	r.want()
	return nil
}

// readClasses reads the names of the classes of labels, where there are some.
func (r *reader) readClasses() error {
	for _, p := range r.roles.labels {
		name := strings.ReplaceAll(p, "/", "-") + ".labels.txt"
		if r.leaves[p].kind != kindLabel || !filepath.IsLocal(name) {
			continue
		}
		text, err := r.room.ReadFile(filepath.Join(r.dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = r.room.Spend(name, 16*int64(strings.Count(string(text), "\n")+1)+int64(len(text)))
		}
		if err != nil {
			return err
		}
		r.classes[p] = strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	}
	return nil
}

func (r *reader) Card() demos.Card { return r.card }
func (r *reader) Episodes() int    { return len(r.records) }

// Describe implements demos.Describer. Cameras are described by their first pictures.
func (r *reader) Describe() (d demos.Description) {
	d.Decided = r.roles.choice.Decided()
	if r.roles.sentence != "" && len(r.roles.texts) > 0 {
		var others []string
		for _, path := range r.roles.texts {
			others = append(others, textName(path))
		}
		d.Decided = append(d.Decided, fmt.Sprintf("task: by %s; others: %s (--by)", shortName(r.roles.sentence),
			parts.List(others)))
	}
	for _, path := range r.roles.actions {
		d.Actions = append(d.Actions, shortName(path))
	}
	for _, path := range slices.Sorted(maps.Keys(r.leaves)) {
		if r.leaves[path].isPicture() && strings.HasPrefix(path, stepsPath+"/") &&
			!slices.Contains(r.roles.cameras, path) {
			d.LeftOut = append(d.LeftOut, fmt.Sprintf("pictures %.60s are left out: three channels of bytes are read",
				cameraName(path)))
		}
	}
	return d
}

// Name implements demos.Named.
func (r *reader) Name() string { return r.info.Name }

// Close implements demos.Reader.
func (r *reader) Close() error {
	if r.open != nil {
		r.open.Close()
		r.open, r.opened = nil, -1
	}
	return nil
}

// Read implements demos.Reader.
func (r *reader) Read(i int, pictures bool) (*demos.Raw, error) {
	if len(r.roles.actions) == 0 {
		return nil, fmt.Errorf("rlds: %s has no actions: no vector of numbers is called %s; name one with "+
			"--actions: there is %s", filepath.Join(r.dir, featuresName), actionPath, parts.List(r.vectors()))
	}
	r.room.Episode(0)
	raw, err := r.read(r.records[i], pictures)
	if err != nil {
		return nil, fmt.Errorf("rlds: episode %d: %s: %w", i, r.shards[r.records[i].shard].path, err)
	}
	return raw, nil
}

// read reads the episode of a record.
func (r *reader) read(at record, pictures bool) (*demos.Raw, error) {
	example, err := r.example(at)
	if err != nil {
		return nil, err
	}
	found, err := scan(example, r.wanted)
	if err != nil {
		return nil, err
	}
	if err := r.joinSequences(found); err != nil {
		return nil, err
	}
	a := assembler{reader: r, found: found}
	if err := a.count(); err != nil {
		return nil, err
	}
	raw := &demos.Raw{Labels: map[string]string{}}
	if err := a.labels(raw, r.shards[at.shard].split); err != nil {
		return nil, err
	}
	if raw.Actions, err = a.vectors(r.roles.actions); err != nil {
		return nil, err
	}
	if raw.State, err = a.vectors(r.roles.state); err != nil {
		return nil, err
	}
	if r.roles.scene != "" {
		if raw.Scene, err = a.vectors([]string{r.roles.scene}); err != nil {
			return nil, err
		}
	}
	for _, path := range r.roles.cameras {
		if !pictures || found[path].list == 0 {
			continue
		}
		c, err := a.camera(path)
		if err != nil {
			return nil, err
		}
		raw.Cameras = append(raw.Cameras, c)
	}
	if r.card.Format > 0 {
		rename(raw.Cameras)
	}
	return raw, nil
}

// joinSequences gives the features that are sequences of a known length their values in an Example, whose lengths must
// be the known one.
func (r *reader) joinSequences(found map[string]values) error {
	for path, l := range r.leaves {
		if _, has := found[path+flatValues]; !l.listed || !has {
			continue
		}
		found[path] = found[path+flatValues]
		err := found[path+rowLengths].eachWhole(func(_ float64, n int64) error {
			if n != int64(l.shape[0]) {
				return fmt.Errorf("a step has %d elements, expected the %d of %s", n, l.shape[0], featuresName)
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}

// rename gives the pictures of the tabletop's cameras their names, in the order of demos.Episode.Cameras.
func rename(cameras []demos.Camera) {
	for i := range cameras {
		for name, path := range cameraPaths {
			if path == observation+cameras[i].Name {
				cameras[i].Name = name
				break
			}
		}
	}
	slices.SortFunc(cameras, func(a, b demos.Camera) int { return strings.Compare(b.Name, a.Name) })
}
