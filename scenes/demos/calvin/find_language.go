package calvin

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"counterpoise/internal/bounded"
)

// CALVIN keeps the annotations of one language model in a folder, lang_annotations unless its training is told another
// (calvin_agent/datasets/disk_dataset.py, lang_folder): datasets have lang_paraphrase-MiniLM-L3-v2, lang_clip_resnet50
// and others beside it or in its place. Its oldest datasets have the file itself in their folder.
const (
	annotationsName = "auto_lang_ann.npy"
	languagePrefix  = "lang_"
)

// findLanguage returns the path of the annotations in the dataset: those of lang_annotations, or of the first of other
// folders, or those without a folder. others are those that are left out. Without any it is fs.ErrNotExist.
func (r *reader) findLanguage() (name string, others []string, err error) {
	folders, err := bounded.Names(r.dir, maxLanguages, func(name string) bool {
		return strings.HasPrefix(name, languagePrefix)
	})
	if err != nil {
		return "", nil, err
	}
	slices.Sort(folders)
	usual := filepath.FromSlash(languageName)
	var all []string
	for _, path := range append(folders, "") {
		path = filepath.Join(path, annotationsName)
		_, err := os.Stat(filepath.Join(r.dir, path))
		switch {
		case err == nil || path == usual && !errors.Is(err, fs.ErrNotExist):
			all = append(all, path)
		case errors.Is(err, fs.ErrNotExist) && path != annotationsName:
			r.leftOut = append(r.leftOut, fmt.Sprintf("the folder %.80s has no %s and is left out", filepath.Dir(path),
				annotationsName))
		}
	}
	if k := slices.Index(all, usual); k > 0 {
		all = slices.Insert(slices.Delete(all, k, k+1), 0, usual)
	}
	if len(all) == 0 {
		return "", nil, fs.ErrNotExist
	}
	return all[0], all[1:], nil
}

// maxLanguages is the largest number of folders of annotations that are looked at. CALVIN's own datasets have ten.
const maxLanguages = 64

// describeLanguage says which annotations are read, and which are not.
func describeLanguage(name string, windows int, others []string) []string {
	text := fmt.Sprintf("windows: %d, annotated in %.80s", windows, filepath.ToSlash(name))
	if len(others) > 0 {
		var list []string
		for _, other := range others {
			list = append(list, fmt.Sprintf("%.80s", filepath.ToSlash(other)))
		}
		text += "; left out: " + strings.Join(list, ", ")
	}
	if len(others) > 0 || filepath.ToSlash(name) != languageName {
		text += " (rename a folder lang_annotations, and it is read)"
	}
	return []string{text}
}
