package lerobot

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"counterpoise/internal/bounded"
	"counterpoise/scenes/demos"
)

// version is the format's.
const version = "v3.0"

// Names of files and of features.
const (
	infoName     = "meta/info.json"
	statsName    = "meta/stats.json"
	tasksName    = "meta/tasks.parquet"
	episodesPath = "meta/episodes/chunk-{chunk_index:03d}/file-{file_index:03d}.parquet"
	dataPath     = "data/chunk-{chunk_index:03d}/file-{file_index:03d}.parquet"
	cardName     = "meta/counterpoise.json"

	action    = "action"
	state     = "observation.state"
	scene     = "observation.environment_state"
	pictureOf = "observation.images."
)

// maxMeta bounds the files of meta.
const maxMeta = 256 << 20

// info is meta/info.json.
type info struct {
	Version   string             `json:"codebase_version"`
	Robot     string             `json:"robot_type"`
	Episodes  int                `json:"total_episodes"`
	Frames    int                `json:"total_frames"`
	Tasks     int                `json:"total_tasks"`
	ChunkSize int                `json:"chunks_size"` // files in a chunk
	DataSize  int                `json:"data_files_size_in_mb"`
	VideoSize int                `json:"video_files_size_in_mb"`
	Rate      int                `json:"fps"`
	Splits    map[string]string  `json:"splits"`
	DataPath  string             `json:"data_path"`
	VideoPath *string            `json:"video_path"`
	Features  map[string]feature `json:"features"`
}

// feature describes a column.
type feature struct {
	Type  string `json:"dtype"`
	Shape []int  `json:"shape"`
	Names any    `json:"names"`
}

// numbers is a feature of n floats.
func numbers(n int) feature { return feature{"float32", []int{n}, nil} }

// picture is a feature of square pictures.
func picture(size int) feature {
	return feature{"image", []int{size, size, 3}, []string{"height", "width", "channels"}}
}

// newInfo describes our datasets.
func newInfo(eyes []demos.EpisodeCamera) info {
	one := func(kind string) feature { return feature{kind, []int{1}, nil} }
	i := info{
		Version: version, Robot: "panda", ChunkSize: 1000, DataSize: 100, VideoSize: 500, Rate: 30, DataPath: dataPath,
		Features: map[string]feature{
			action: numbers(7), state: numbers(15), scene: numbers(24), "timestamp": one("float32"),
			"frame_index": one("int64"), "episode_index": one("int64"), "index": one("int64"), "task_index": one("int64"),
		},
	}
	for _, e := range eyes {
		i.Features[pictureOf+e.Name] = picture(e.Size)
	}
	return i
}

// readInfo reads meta/info.json of a folder.
func readInfo(dir string) (info, error) {
	var i info
	path := filepath.Join(dir, filepath.FromSlash(infoName))
	raw, err := bounded.ReadFile(path, maxMeta)
	if err != nil {
		return i, err
	}
	// The version comes first: files of other versions have other fields.
	var v struct {
		Version string `json:"codebase_version"`
	}
	if err := json.Unmarshal(raw, &v); err != nil {
		return i, fmt.Errorf("%s is damaged: %w", path, err)
	}
	if v.Version != version {
		return i, fmt.Errorf("%s has codebase_version %.20q, expected %q; LeRobot has a script that converts older datasets", path, v.Version, version)
	}
	if err := json.Unmarshal(raw, &i); err != nil {
		return i, fmt.Errorf("%s is damaged: %w", path, err)
	}
	for name, f := range i.Features {
		for _, n := range f.Shape {
			if n < 1 || n > 1<<16 {
				return i, fmt.Errorf("%s: feature %.60q has the absurd shape %v", path, name, f.Shape)
			}
		}
	}
	return i, nil
}

// at fills a chunk's and a file's number into a path, which must not lead out of the folder.
func at(template string, chunk, file int) (string, error) {
	p := strings.NewReplacer(
		"{chunk_index:03d}", fmt.Sprintf("%03d", chunk), "{file_index:03d}", fmt.Sprintf("%03d", file),
		"{chunk_index}", fmt.Sprint(chunk), "{file_index}", fmt.Sprint(file),
	).Replace(template)
	if p = filepath.FromSlash(p); !filepath.IsLocal(p) || strings.ContainsAny(p, "{}\x00") {
		return "", fmt.Errorf("data_path is %.80q, which leads out of the folder or has other fields than chunk_index and file_index", template)
	}
	return p, nil
}
