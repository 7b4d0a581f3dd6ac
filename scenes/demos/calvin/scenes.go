package calvin

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
)

// scenesName is a file of CALVIN's datasets with a pickled dictionary of scenes, {"calvin_scene_A": [first, last]}: the
// frames that were recorded in each, both inclusive.
const scenesName = "scene_info.npy"

// sceneFrames is the frames that were recorded in a scene.
type sceneFrames struct {
	name        string
	first, last int64
}

// readScenes reads the list of scenes, if there is one. Entries of another form are passed over.
func (r *reader) readScenes() error {
	path := filepath.Join(r.dir, scenesName)
	f, size, err := r.room.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	mark := r.room.Mark()
	d, texts, err := readDict(f, size, r.room)
	if err != nil {
		return fmt.Errorf("%s %w", path, err)
	}
	for i, key := range d.Keys {
		name, isText := key.(string)
		first, last, err := frameRange(d.Values[i], r.room)
		if isText && err == nil {
			r.scenes = append(r.scenes, sceneFrames{name, first, last})
		}
	}
	// The list and its texts outlive the pickle.
	r.room.Release(mark)
	return r.room.Spend(path, texts+windowBytes*int64(len(r.scenes)))
}

// sceneOf returns the scene in which all frames of an episode were recorded, and "" if no scene has them all.
func (r *reader) sceneOf(e episode) string {
	for _, s := range r.scenes {
		if s.first <= e.first && e.last <= s.last {
			return s.name
		}
	}
	return ""
}
