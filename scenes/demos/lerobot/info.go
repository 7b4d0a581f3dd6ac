package lerobot

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"counterpoise/internal/budget"
)

// version is the version of the format that is written. It is read, and so are the older versions.
const version = "v3.0"

// olderVersions are the versions with a data file an episode, see read_v2.go.
var olderVersions = []string{"v2.0", "v2.1"}

// Names of files, path templates and names of features.
const (
	infoName     = "meta/info.json"
	statsName    = "meta/stats.json"
	tasksName    = "meta/tasks.parquet"
	episodesPath = "meta/episodes/chunk-{chunk_index:03d}/file-{file_index:03d}.parquet"
	dataPath     = "data/chunk-{chunk_index:03d}/file-{file_index:03d}.parquet"
	cardName     = "meta/counterpoise.json"

	sourceName = "meta/counterpoise_source.json"

	action      = "action"
	state       = "observation.state"
	scene       = "scene_state"
	imagePrefix = "observation.images."
	observed    = "observation." // before the names of all that is sensed

	// environmentState is where others keep what scene is here. It is not written, because ACT and Diffusion take every
	// feature whose name begins with "observation" as an input: a policy would be told what its pictures should show.
	environmentState = "observation.environment_state"
)

// info is the content of meta/info.json.
type info struct {
	Version   string             `json:"codebase_version"` // "v3.0"
	Robot     string             `json:"robot_type"`
	Episodes  int                `json:"total_episodes"`
	Frames    int                `json:"total_frames"`
	Tasks     int                `json:"total_tasks"`
	ChunkSize int                `json:"chunks_size"`            // files per chunk, a folder
	DataSize  float64            `json:"data_files_size_in_mb"`  // size at which a new data file starts, MiB
	VideoSize float64            `json:"video_files_size_in_mb"` // of videos
	Rate      float64            `json:"fps"`                    // frames per second
	Splits    map[string]string  `json:"splits"`                 // name -> range of episodes "from:to"
	DataPath  string             `json:"data_path"`              // path template of the data files
	VideoPath *string            `json:"video_path"`             // null: no videos
	Features  map[string]feature `json:"features"`               // columns of the data table by name
}

// feature describes a column of the data table.
type feature struct {
	Type  string `json:"dtype"` // "float32", "int64", "image", ...
	Shape []int  `json:"shape"` // of one row; [height, width, 3] for images
	Names any    `json:"names"` // names of the axes or components, or null
	Info  any    `json:"info,omitempty"`
}

// maxValues is the largest number of values in a row of a feature that is believed: a picture of 16,384 x 21,845.
const maxValues = 1 << 30

// maxInfo is the size of meta/info.json up to which NeedsConversion reads it, bytes: a thousand features take less.
const maxInfo = 1 << 20

// NeedsConversion reports whether LeRobot's own tools of today cannot edit the dataset in a folder before it is
// converted, because its format is older than v3.0; false where the folder is no dataset.
func NeedsConversion(dir string) bool {
	i, err := readInfo(dir, budget.New(maxInfo))
	return err == nil && i.isVersion2()
}

// readInfo reads and validates meta/info.json.
func readInfo(dir string, room *budget.Budget) (info, error) {
	var i info
	path := filepath.Join(dir, filepath.FromSlash(infoName))
	raw, err := room.ReadFile(path)
	if err != nil {
		return i, err
	}
	if err := room.Spend(path, 2*int64(len(raw))); err != nil {
		return i, err
	}
	raw = plainJSON(raw)
	// The version is checked first, because other versions have other fields.
	var v struct {
		Version string `json:"codebase_version"`
	}
	if err := json.Unmarshal(raw, &v); err != nil {
		return i, fmt.Errorf("%s is damaged: %w", path, err)
	}
	if v.Version != version && !slices.Contains(olderVersions, v.Version) {
		return i, fmt.Errorf("%s has codebase_version %.20q, expected %s or %s; LeRobot has scripts that "+
			"convert others", path, v.Version, strings.Join(olderVersions, ", "), version)
	}
	if err := room.JSON(path, raw, &i); err != nil {
		return i, err
	}
	for _, name := range slices.Sorted(maps.Keys(i.Features)) {
		shape, values := i.Features[name].Shape, 1
		for _, n := range shape {
			if n < 1 || n > 1<<16 || n > maxValues/values {
				return i, fmt.Errorf("%s: feature %.60q has the absurd shape %.40v", path, name, fmt.Sprint(shape))
			}
			values *= n
		}
	}
	return i, nil
}

// expandEpisodePath is expandPath for version 2, whose template has the fields episode_chunk and episode_index.
func expandEpisodePath(template string, chunk, index int) (string, error) {
	p := strings.NewReplacer(
		"{episode_chunk:03d}", fmt.Sprintf("%03d", chunk), "{episode_index:06d}", fmt.Sprintf("%06d", index),
		"{episode_chunk}", fmt.Sprint(chunk), "{episode_index}", fmt.Sprint(index),
	).Replace(template)
	return localPath(p, template, "{episode_chunk:03d} and {episode_index:06d}")
}

// expandPath replaces the fields chunk_index and file_index of a path template, in the two formats of Python
// that LeRobot uses.
func expandPath(template string, chunk, file int) (string, error) {
	p := strings.NewReplacer(
		"{chunk_index:03d}", fmt.Sprintf("%03d", chunk), "{file_index:03d}", fmt.Sprintf("%03d", file),
		"{chunk_index}", fmt.Sprint(chunk), "{file_index}", fmt.Sprint(file),
	).Replace(template)
	return localPath(p, template, "{chunk_index:03d} and {file_index:03d}")
}

// localPath returns a path that was made of a template. It is an error if the path leads out of the folder or has
// fields left.
func localPath(p, template, fields string) (string, error) {
	if p = filepath.FromSlash(p); !filepath.IsLocal(p) || strings.ContainsAny(p, "{}\x00") {
		return "", fmt.Errorf("the path %.80q leads out of the folder or has other fields than %s", template,
			fields)
	}
	return p, nil
}

// nonFinite are the literals that Python's json module writes for numbers that JSON does not have, and what stands for
// them here: a text as demos.NumberLabel writes the number. The longer literal of two that begin alike is first.
var nonFinite = []struct{ literal, text []byte }{
	{[]byte("-Infinity"), []byte(`"-Inf"`)}, {[]byte("Infinity"), []byte(`"+Inf"`)}, {[]byte("NaN"), []byte(`"NaN"`)},
}

// plainJSON returns JSON as Python programs write it in a form that encoding/json decodes: literals for numbers that
// are not finite as texts, and whole numbers that are written as floats, such as 26.0, without their fraction. Texts
// stay as they are. It returns raw itself where nothing changes, and takes linear time.
func plainJSON(raw []byte) []byte {
	if !bytes.Contains(raw, []byte("NaN")) && !bytes.Contains(raw, []byte("Infinity")) &&
		!bytes.Contains(raw, []byte(".0")) {
		return raw
	}
	out := make([]byte, 0, len(raw)+len(raw)/8)
	for i := 0; i < len(raw); {
		n, as := plainToken(raw[i:])
		out = append(out, as...)
		i += n
	}
	return out
}

// plainToken returns the length, at least 1, of what JSON begins with, and what plainJSON writes for it.
func plainToken(raw []byte) (n int, as []byte) {
	switch c := raw[0]; {
	case c == '"':
		n = 1
		for n < len(raw) && raw[n] != '"' {
			if raw[n] == '\\' {
				n++
			}
			n++
		}
		n = min(n+1, len(raw))
	case c == '-' || c == 'I' || c == 'N' || c >= '0' && c <= '9':
		for _, l := range nonFinite {
			if bytes.HasPrefix(raw, l.literal) {
				return len(l.literal), l.text
			}
		}
		for n = 1; n < len(raw) && bytes.IndexByte([]byte("0123456789.eE+-"), raw[n]) >= 0; {
			n++
		}
		whole, zeros, found := bytes.Cut(raw[:n], []byte("."))
		if found && len(zeros) > 0 && len(bytes.Trim(zeros, "0")) == 0 {
			return n, whole
		}
	default:
		n = 1
	}
	return n, raw[:n]
}
