package lerobot

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"counterpoise/scenes/demos"
)

func init() { demos.Formats.Add("lerobot", format{}) }

// format is LeRobot's folder.
type format struct{}

func (format) About() string { return "LeRobot's v3.0: Parquet tables with PNG pictures" }

// writer writes a folder as episodes come.
type writer struct {
	stage    *demos.StagingDir
	info     info
	eyes     []demos.EpisodeCamera
	data     *table // the data file that is being written
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
	return &writer{stage: s, stats: map[string]*demos.Moments{}}, nil
}

// path is the place of a file, whose folder is made.
func (w *writer) path(template string) (string, error) {
	p, err := at(template, w.chunk, w.file)
	if err != nil {
		return "", err
	}
	p = filepath.Join(w.stage.Path(), p)
	return p, os.MkdirAll(filepath.Dir(p), 0o755)
}

// Add implements demos.Sink.
func (w *writer) Add(e *demos.Episode) error {
	n := w.stage.Episodes()
	if err := w.stage.Add(e); err != nil {
		return err
	}
	if n == 0 {
		w.eyes = e.Cameras()
		w.info = newInfo(w.eyes)
	}
	if len(e.Cameras()) != len(w.eyes) || slices.ContainsFunc(w.eyes, func(c demos.EpisodeCamera) bool { return c.Of(&e.Observations[0]) == nil }) {
		return fmt.Errorf("lerobot: episode %d has other cameras than the first; this format knows the same for all", n)
	}
	if err := w.episode(e, n); err != nil {
		return fmt.Errorf("lerobot: cannot write episode %d: %w", n, err)
	}
	return nil
}

// episode writes the rows of an episode.
func (w *writer) episode(e *demos.Episode, n int) error {
	if err := w.open(); err != nil {
		return err
	}
	task := w.task(strings.TrimSpace(e.Task + " " + e.Behaviour))
	r, t := e.Raw(false), e.Frames()
	for i := range t {
		row := map[string]any{
			action: r.Actions.Row(i), state: r.State.Row(i), scene: r.Scene.Row(i), "timestamp": float32(i) / float32(w.info.Rate),
			"frame_index": int64(i), "episode_index": int64(n), "index": int64(w.first + i), "task_index": int64(task),
		}
		for _, c := range w.eyes {
			rgb := c.Of(&e.Observations[i])
			raw, err := encode(rgb, c.Size)
			if err != nil {
				return err
			}
			row[pictureOf+c.Name] = pixels{raw}
			w.sample(pictureOf+c.Name, rgb)
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

// open makes sure that there is a data file to write to, a new one when the last is full.
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
	w.data, err = newTable(path, kinds, "huggingface", w.huggingface())
	return err
}

// huggingface tells the library datasets what the columns are.
func (w *writer) huggingface() string {
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

// task is the number of a task's text.
func (w *writer) task(text string) int {
	i := slices.Index(w.tasks, text)
	if i < 0 {
		i = len(w.tasks)
		w.tasks = append(w.tasks, text)
	}
	return i
}

func (w *writer) moments(name string) *demos.Moments {
	if w.stats[name] == nil {
		w.stats[name] = new(demos.Moments)
	}
	return w.stats[name]
}

// stride is how many pixels the statistics of pictures go on at a time: they are for normalising, not for measuring.
const stride = 61

// sample adds some pixels of a picture to its statistics, in [0, 1].
func (w *writer) sample(name string, rgb []byte) {
	m := w.moments(name)
	for i := 0; i+2 < len(rgb); i += 3 * stride {
		m.Add([]float32{float32(rgb[i]) / 255, float32(rgb[i+1]) / 255, float32(rgb[i+2]) / 255})
	}
}

// Close implements demos.Writer.
func (w *writer) Close(card demos.Card) error {
	defer w.Abort()
	card, err := w.stage.Complete(card)
	if err != nil {
		return err
	}
	if err := w.finish(card); err != nil {
		return fmt.Errorf("lerobot: cannot write the dataset: %w", err)
	}
	return w.stage.Commit(card)
}

// Abort implements demos.Writer.
func (w *writer) Abort() {
	if w.data != nil {
		w.data.file.Close()
	}
	w.stage.Abort()
}
