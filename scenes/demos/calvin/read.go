package calvin

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"counterpoise/internal/bounded"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/npy"
)

// maxIndexBytes is the largest index file that is read, in bytes. It allows for more than a million episodes.
const maxIndexBytes = 256 << 20

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
}

// episode is the interval of frames of an episode, both inclusive, with its labels.
type episode struct {
	first, last int64
	labels      map[string]string
}

// Open implements demos.FileFormat. The episodes come from counterpoise.json with ep_start_end_ids.npy, else
// from the language annotations, else from ep_start_end_ids.npy alone.
func (format) Open(path string) (demos.Reader, error) {
	r := &reader{dir: path}
	ours, err := r.readSidecar()
	switch {
	case err == nil && ours:
		err = r.readSpans()
	case err == nil:
		if err = r.readLanguage(); errors.Is(err, fs.ErrNotExist) {
			err = r.readSpans()
		}
	}
	if err == nil {
		err = r.checkLengths()
	}
	if err != nil {
		return nil, fmt.Errorf("calvin: %w", err)
	}
	return r, nil
}

// readSidecar reads counterpoise.json, if it exists: the card and the labels of the episodes.
func (r *reader) readSidecar() (found bool, err error) {
	path := filepath.Join(r.dir, sidecarName)
	raw, err := bounded.ReadFile(path, maxIndexBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	var s sidecar
	if err := json.Unmarshal(raw, &s); err != nil {
		return false, fmt.Errorf("%s is damaged: %w", path, err)
	}
	r.card = s.Card
	for _, labels := range s.Labels {
		r.episodes = append(r.episodes, episode{labels: labels})
	}
	return true, nil
}

// readSpans reads ep_start_end_ids.npy. Its number of rows must be the number of episodes in counterpoise.json;
// without that file, each row is an episode without labels.
func (r *reader) readSpans() error {
	path := filepath.Join(r.dir, spansName)
	raw, err := bounded.ReadFile(path, maxIndexBytes)
	if err != nil {
		return err
	}
	a, err := npy.Read(bytes.NewReader(raw), maxIndexBytes, -1, 2)
	if err != nil {
		return fmt.Errorf("%s %w", path, err)
	}
	ids, err := a.Int64s()
	if err != nil {
		return fmt.Errorf("%s %w", path, err)
	}
	if r.episodes == nil {
		r.episodes = make([]episode, len(ids)/2)
	}
	if len(ids) != 2*len(r.episodes) {
		return fmt.Errorf("%s has %d episodes, expected the %d of %s", path, len(ids)/2, len(r.episodes), sidecarName)
	}
	for i := range r.episodes {
		r.episodes[i].first, r.episodes[i].last = ids[2*i], ids[2*i+1]
	}
	return nil
}

// readLanguage makes an episode of each annotated window.
func (r *reader) readLanguage() error {
	path := filepath.Join(r.dir, filepath.FromSlash(languageName))
	raw, err := bounded.ReadFile(path, maxAnnotationBytes)
	if err != nil {
		return err
	}
	windows, err := readWindows(raw)
	if err != nil {
		return fmt.Errorf("%s %w", path, err)
	}
	for _, w := range windows {
		r.episodes = append(r.episodes,
			episode{w.first, w.last, map[string]string{"task": w.task, "annotation": w.sentence}})
	}
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

func (r *reader) Card() demos.Card { return r.card }
func (r *reader) Episodes() int    { return len(r.episodes) }
func (r *reader) Close() error     { return nil }

// Read implements demos.Reader.
func (r *reader) Read(i int, pictures bool) (*demos.Raw, error) {
	e := r.episodes[i]
	raw := &demos.Raw{Labels: e.labels}
	for id := e.first; id <= e.last; id++ {
		path := filepath.Join(r.dir, frameName(id))
		if err := appendFrame(raw, path, pictures); err != nil {
			return nil, fmt.Errorf("calvin: episode %d: %s %w", i, path, err)
		}
	}
	return raw, nil
}

// appendFrame appends the frame in a file to an episode. The first frame determines the widths, whether there is a
// scene_obs, which real robots do not have, and whether there are absolute actions.
func appendFrame(raw *demos.Raw, path string, films bool) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("cannot be read: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	z, err := npy.OpenArchive(f, info.Size())
	if err != nil {
		return err
	}
	first := raw.Actions.Values == nil // no frame is read yet
	for _, a := range []struct {
		name     string
		to       *demos.Matrix
		optional bool
	}{
		{"rel_actions", &raw.Actions, false}, {"robot_obs", &raw.State, false},
		{"scene_obs", &raw.Scene, true}, {"actions", &raw.Absolute, true},
	} {
		if a.optional && !z.Has(a.name) && (first || a.to.Width == 0) {
			continue
		}
		if err := appendVector(z, a.name, a.to, first); err != nil {
			return err
		}
	}
	if films {
		return appendImages(z, raw, first)
	}
	return nil
}

// appendVector appends an array of shape (N,) as a row. N is free for the first row.
func appendVector(z *npy.Archive, name string, to *demos.Matrix, first bool) error {
	width := -1
	if !first {
		width = to.Width
	}
	values, shape, err := z.Float32s(name, width)
	if err != nil {
		return err
	}
	if to.Width = shape[0]; to.Width < 1 {
		return fmt.Errorf("array %s is empty", name)
	}
	to.Values = append(to.Values, values...)
	return nil
}

// appendImages appends the pictures of the cameras that the first frame has. It reads RGB only; depth is
// ignored.
func appendImages(z *npy.Archive, raw *demos.Raw, first bool) error {
	if first {
		for _, name := range []string{"static", "ego"} {
			if z.Has(pictures[name]) {
				raw.Cameras = append(raw.Cameras, demos.Camera{Name: name, Height: -1, Width: -1})
			}
		}
	}
	for i := range raw.Cameras {
		c := &raw.Cameras[i]
		a, err := z.Read(pictures[c.Name], c.Height, c.Width, 3)
		if err != nil {
			return err
		}
		if a.Type != "|u1" {
			return fmt.Errorf("array %s has element type %s, expected bytes (|u1)", pictures[c.Name], a.Type)
		}
		c.Height, c.Width = a.Shape[0], a.Shape[1]
		c.Data = append(c.Data, a.Data...)
	}
	return nil
}
