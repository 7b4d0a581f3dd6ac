package lerobot

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"counterpoise/scenes/demos"
)

func init() { demos.Formats.Add("lerobot", format{}) }

// format implements demos.FileFormat for LeRobot's folder.
type format struct{}

func (format) About() string { return "LeRobot's v3.0: Parquet tables with PNG pictures" }

// writer writes a folder, one episode at a time.
type writer struct {
	staging  *demos.StagingDir
	info     info
	cameras  []demos.EpisodeCamera
	data     *tableWriter // the data file that is being written
	chunk    int
	file     int
	first    int // global index of the first frame of the next episode
	tasks    []string
	episodes []map[string]any
	stats    map[string]*demos.Moments
}

// Create implements demos.FileFormat.
func (format) Create(path string) (demos.Writer, error) {
	s, err := demos.NewStagingDir(path)
	if err != nil {
		return nil, err
	}
	return &writer{staging: s, stats: map[string]*demos.Moments{}}, nil
}

// path returns the path of a file in the staging directory and creates its folder.
func (w *writer) path(template string) (string, error) {
	p, err := expandPath(template, w.chunk, w.file)
	if err != nil {
		return "", err
	}
	p = filepath.Join(w.staging.Path(), p)
	return p, os.MkdirAll(filepath.Dir(p), 0o755)
}

// Add implements demos.Sink.
func (w *writer) Add(e *demos.Episode) error {
	n := w.staging.Episodes()
	if err := w.staging.Add(e); err != nil {
		return err
	}
	if n == 0 {
		w.cameras = e.Cameras()
		w.info = newInfo(w.cameras)
	}
	if len(e.Cameras()) != len(w.cameras) ||
		slices.ContainsFunc(w.cameras, func(c demos.EpisodeCamera) bool { return c.Of(&e.Observations[0]) == nil }) {
		return fmt.Errorf("lerobot: episode %d has other cameras than the first; this format knows the same for all", n)
	}
	if err := w.episode(e, n); err != nil {
		return fmt.Errorf("lerobot: cannot write episode %d: %w", n, err)
	}
	return nil
}

// episode writes the rows of an episode to the data file and records its row of the table of episodes.
func (w *writer) episode(e *demos.Episode, n int) error {
	if err := w.open(); err != nil {
		return err
	}
	task := w.taskIndex(e.Instruction())
	r, t := e.Raw(false), e.Frames()
	for i := range t {
		row := map[string]any{
			action: r.Actions.Row(
				i,
			), state: r.State.Row(i), scene: r.Scene.Row(i), "timestamp": float32(i) / float32(w.info.Rate),
			"frame_index": int64(i), "episode_index": int64(n), "index": int64(w.first + i), "task_index": int64(task),
		}
		for _, c := range w.cameras {
			rgb := c.Of(&e.Observations[i])
			raw, err := encodePNG(rgb, c.Size)
			if err != nil {
				return err
			}
			row[imagePrefix+c.Name] = pngCell{raw}
			w.addPixelStats(imagePrefix+c.Name, rgb)
		}
		if err := w.data.add(row); err != nil {
			return err
		}
	}
	w.moments(action).AddAll(r.Actions)
	w.moments(state).AddAll(r.State)
	w.moments(scene).AddAll(r.Scene)
	w.episodes = append(w.episodes, map[string]any{
		"episode_index": int64(n), "tasks": []string{w.tasks[task]}, "length": int64(t),
		"dataset_from_index": int64(w.first), "dataset_to_index": int64(w.first + t),
		"data/chunk_index": int64(w.chunk), "data/file_index": int64(w.file),
		"meta/episodes/chunk_index": int64(0), "meta/episodes/file_index": int64(0),
		"task": e.Task, "behaviour": e.Behaviour, "style": e.Style, "index": int64(e.Index), "success": e.Success,
	})
	w.first += t
	return nil
}

// open makes sure that there is an open data file. It starts a new one when the last has reached
// data_files_size_in_mb, and a new chunk after chunks_size files.
func (w *writer) open() error {
	if w.data != nil && w.data.size() < int64(w.info.DataSize)<<20 {
		return nil
	}
	if w.data != nil {
		if err := w.data.close(); err != nil {
			return err
		}
		if w.file++; w.file == w.info.ChunkSize {
			w.chunk, w.file = w.chunk+1, 0
		}
	}
	path, err := w.path(dataPath)
	if err != nil {
		return err
	}
	kinds := map[string]string{}
	for name, f := range w.info.Features {
		switch kinds[name] = f.Type; {
		case f.Type == "image":
			kinds[name] = "picture"
		case f.Type == "float32" && f.Shape[0] > 1:
			kinds[name] = "[]float32"
		}
	}
	w.data, err = newTable(path, kinds, "huggingface", w.huggingFaceFeatures())
	return err
}

// huggingFaceFeatures returns the metadata entry "huggingface", which describes the columns to the library
// datasets.
func (w *writer) huggingFaceFeatures() string {
	features := map[string]any{}
	for name, f := range w.info.Features {
		value := map[string]any{"dtype": f.Type, "_type": "Value"}
		switch {
		case f.Type == "image":
			value = map[string]any{"_type": "Image"}
		case f.Shape[0] > 1:
			value = map[string]any{"feature": value, "length": f.Shape[0], "_type": "Sequence"}
		}
		features[name] = value
	}
	text, _ := json.Marshal(map[string]any{"info": map[string]any{"features": features}})
	return string(text)
}

// taskIndex returns the index of a task's text, and registers the text if it is new.
func (w *writer) taskIndex(text string) int {
	i := slices.Index(w.tasks, text)
	if i < 0 {
		i = len(w.tasks)
		w.tasks = append(w.tasks, text)
	}
	return i
}

// moments returns the statistics of a feature, and creates them if necessary.
func (w *writer) moments(name string) *demos.Moments {
	if w.stats[name] == nil {
		w.stats[name] = new(demos.Moments)
	}
	return w.stats[name]
}

// pixelStride is the distance, in pixels, between the pixels that enter the statistics of pictures. It is
// coprime to the widths 200 and 84, so the sample covers all columns; it takes 656 pixels of a 200 x 200
// picture. LeRobot computes its own statistics from samples as well.
const pixelStride = 61

// addPixelStats adds a sample of a picture's pixels, scaled to [0, 1], to the statistics of its camera.
func (w *writer) addPixelStats(name string, rgb []byte) {
	m := w.moments(name)
	for i := 0; i+2 < len(rgb); i += 3 * pixelStride {
		m.Add([]float32{float32(rgb[i]) / 255, float32(rgb[i+1]) / 255, float32(rgb[i+2]) / 255})
	}
}

// Close implements demos.Writer.
func (w *writer) Close(card demos.Card) error {
	defer w.Abort()
	card, err := w.staging.Complete(card)
	if err != nil {
		return err
	}
	if err := w.finish(card); err != nil {
		return fmt.Errorf("lerobot: cannot write the dataset: %w", err)
	}
	return w.staging.Commit(card)
}

// Abort implements demos.Writer.
func (w *writer) Abort() {
	if w.data != nil {
		w.data.file.Close()
	}
	w.staging.Abort()
}
