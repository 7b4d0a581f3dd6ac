package calvin

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"counterpoise/internal/budget"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/npy"
	"counterpoise/scenes/demos/parts"
)

// Recognises implements demos.FileFormat. It looks for ep_start_end_ids.npy.
func (format) Recognises(path string) bool {
	info, err := os.Stat(filepath.Join(path, spansName))
	return err == nil && info.Mode().IsRegular()
}

// reader reads a folder.
type reader struct {
	dir      string
	card     demos.Card
	episodes []episode
	windows  []window // of the language annotations, one for each episode; nil without them
	scenes   []sceneFrames
	names    frameNames
	room     *budget.Budget

	absolute bool     // actions are read as actions, not rel_actions
	asked    bool     // the user has said which
	leftOut  []string // see demos.Description
	// relativeAlone says that the episode that was read last has no absolute actions.
	relativeAlone bool
	described     []string // what was chosen among the annotations, see demos.Description
}

// episodeBytes is the size of an episode without its labels, in bytes.
const episodeBytes = 32

// episode is the interval of frames of an episode, both inclusive, with its labels.
type episode struct {
	first, last int64
	labels      map[string]string
}

// Open implements demos.FileFormat. The episodes come from counterpoise.json with ep_start_end_ids.npy, else
// from the language annotations, else from ep_start_end_ids.npy alone.
func (format) Open(path string, room *budget.Budget) (demos.Reader, error) {
	r := &reader{dir: path, room: room}
	ours, err := r.readSidecar()
	switch {
	case err == nil && ours:
		err = r.readSpans()
	case err == nil:
		if err = r.readLanguage(); errors.Is(err, fs.ErrNotExist) {
			err = r.readSpans()
		}
		if err == nil {
			err = r.readScenes()
		}
	}
	if err == nil {
		err = r.checkLengths()
	}
	if err == nil {
		r.names, err = findNames(r.dir, r.episodes[0].first)
	}
	if err != nil {
		return nil, fmt.Errorf("calvin: %w", err)
	}
	room.KeepIndex()
	return r, nil
}

// readSidecar reads counterpoise.json, if it exists: the card and the labels of the episodes.
func (r *reader) readSidecar() (found bool, err error) {
	path := filepath.Join(r.dir, sidecarName)
	var s sidecar
	err = r.room.ReadJSON(path, &s)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err == nil {
		err = r.room.Spend(path, episodeBytes*int64(len(s.Labels)))
	}
	if err != nil {
		return false, err
	}
	r.card, r.episodes = s.Card, make([]episode, 0, len(s.Labels))
	for _, labels := range s.Labels {
		r.episodes = append(r.episodes, episode{labels: labels})
	}
	return true, nil
}

// readSpans reads ep_start_end_ids.npy. Its number of rows must be the number of episodes in counterpoise.json;
// without that file, each row is an episode without labels.
func (r *reader) readSpans() error {
	path := filepath.Join(r.dir, spansName)
	mark := r.room.Mark()
	ids, err := r.readNumbers(path)
	if err != nil {
		return err
	}
	if r.episodes == nil {
		if err := r.room.Spend(path, episodeBytes*int64(len(ids)/2)); err != nil {
			return err
		}
		r.episodes = make([]episode, len(ids)/2)
	}
	if len(ids) != 2*len(r.episodes) {
		return fmt.Errorf("%s has %d episodes, expected the %d of %s", path, len(ids)/2, len(r.episodes), sidecarName)
	}
	for i := range r.episodes {
		r.episodes[i].first, r.episodes[i].last = ids[2*i], ids[2*i+1]
	}
	r.room.Release(mark)
	return r.room.Spend(path, episodeBytes*int64(len(r.episodes)))
}

// readNumbers reads a file with an array of shape (N, 2) of integers.
func (r *reader) readNumbers(path string) ([]int64, error) {
	f, size, err := r.room.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	a, err := npy.Read(f, r.room, size, -1, 2)
	if err == nil {
		err = r.room.Spend("as 64-bit integers", 8*int64(a.Len()))
	}
	if err != nil {
		return nil, fmt.Errorf("%s %w", path, err)
	}
	ids, err := a.Int64s()
	if err != nil {
		return nil, fmt.Errorf("%s %w", path, err)
	}
	return ids, nil
}

// readLanguage makes an episode of each annotated window.
func (r *reader) readLanguage() error {
	name, others, err := r.findLanguage()
	if err != nil {
		return err
	}
	path := filepath.Join(r.dir, name)
	f, size, err := r.room.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if r.windows, err = readWindows(f, size, r.room); err == nil {
		err = r.room.Spend("the list of windows", episodeBytes*int64(len(r.windows)))
	}
	if err != nil {
		return fmt.Errorf("%s %w", path, err)
	}
	if len(r.windows) == 0 {
		return fmt.Errorf("%s annotates no windows; without the file whole recordings are read", path)
	}
	r.episodes = make([]episode, len(r.windows))
	for i, w := range r.windows {
		r.episodes[i].first, r.episodes[i].last = w.first, w.last
	}
	r.described = describeLanguage(name, len(r.windows), others)
	return nil
}

// checkLengths returns an error unless every episode has 1 to demos.MaxFrames frames.
func (r *reader) checkLengths() error {
	if len(r.episodes) == 0 {
		return fmt.Errorf("%s has no episodes", r.dir)
	}
	for i, e := range r.episodes {
		if e.first < 0 || e.last < e.first || e.last-e.first >= demos.MaxFrames {
			return fmt.Errorf("%s: episode %d goes from frame %d to %d, expected 1 to %d frames (long plays are "+
				"read by their language annotations)", r.dir, i, e.first, e.last, demos.MaxFrames)
		}
	}
	return nil
}

// CALVINActions implements demos.CALVINActions.
func (r *reader) CALVINActions() bool { return !r.absolute }

// TakeActions implements demos.ActionTaker: a frame has rel_actions and actions, which are absolute poses.
func (r *reader) TakeActions(names []string) error {
	all := []string{relativeName, absoluteName}
	for _, name := range names {
		if !slices.Contains(all, name) {
			return parts.NoActions(name, all)
		}
	}
	if len(names) > 1 {
		return fmt.Errorf("--actions names %s, which are one action in two forms: name one", strings.Join(names, " "+
			"and "))
	}
	r.absolute, r.asked = names[0] == absoluteName, true
	return nil
}

// Describe implements demos.Describer.
func (r *reader) Describe() (d demos.Description) {
	if d.Actions = []string{relativeName}; r.absolute {
		d.Actions[0] = absoluteName
	}
	if r.card.Format > 0 {
		return d
	}
	if !r.asked && !r.relativeAlone {
		d.Decided = parts.Choice{Taken: []string{relativeName}, Left: []string{absoluteName}}.Decided()
	}
	d.LeftOut = r.leftOut
	d.Decided = append(d.Decided, r.described...)
	return d
}

func (r *reader) Card() demos.Card { return r.card }
func (r *reader) Episodes() int    { return len(r.episodes) }
func (r *reader) Close() error     { return nil }

// Read implements demos.Reader.
func (r *reader) Read(i int, pictures bool) (*demos.Raw, error) {
	raw, err := r.read(i, pictures)
	if err != nil {
		return nil, fmt.Errorf("calvin: episode %d: %w", i, err)
	}
	return raw, nil
}

// read reads episode i. It looks for all of its files first, so that a missing one costs nothing.
func (r *reader) read(i int, pictures bool) (*demos.Raw, error) {
	e := r.episodes[i]
	raw := &demos.Raw{Labels: e.labels}
	if r.windows != nil {
		raw.Labels = map[string]string{"task": r.windows[i].task, "annotation": r.windows[i].sentence}
	}
	if scene := r.sceneOf(e); scene != "" {
		if raw.Labels == nil {
			raw.Labels = map[string]string{}
		}
		raw.Labels["scene"] = scene
	}
	onDisk := int64(0)
	for id := e.first; id <= e.last; id++ {
		path := filepath.Join(r.dir, r.names.of(id))
		info, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s is missing, and the episode goes from frame %d to %d; copy the dataset "+
				"again", path, e.first, e.last)
		}
		if err != nil {
			return nil, fmt.Errorf("%s cannot be read: %w", path, err)
		}
		onDisk += info.Size()
	}
	r.room.Episode(onDisk)
	a := assembler{raw: raw, absolute: r.absolute, frames: e.last - e.first + 1, room: r.room}
	for id := e.first; id <= e.last; id++ {
		path := filepath.Join(r.dir, r.names.of(id))
		if err := a.add(path, pictures); err != nil {
			return nil, fmt.Errorf("%s %w", path, err)
		}
	}
	if r.relativeAlone = raw.Absolute.Width == 0; r.absolute {
		if r.relativeAlone {
			return nil, fmt.Errorf("%s has no array %s", filepath.Join(r.dir, r.names.of(e.first)), absoluteName)
		}
		raw.Actions, raw.Absolute = raw.Absolute, demos.Matrix{}
	}
	return raw, nil
}
