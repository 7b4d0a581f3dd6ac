package lerobot

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"counterpoise/internal/durable"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/picture"
)

func init() { demos.Formats.Add("lerobot", format{}) }

// format implements demos.FileFormat for LeRobot's folder.
type format struct{}

func (format) About() string {
	return "LeRobot's folder of Parquet tables; v3.0 is written, v2.1 read too"
}

// writer writes a folder, one episode at a time.
type writer struct {
	staging    *demos.StagingDir
	options    demos.PictureOptions
	info       info
	cameras    []demos.EpisodeCamera
	data       *tableWriter // the data file that is being written
	list       *tableWriter // the table of episodes
	videos     []*videoWriter
	chunk      int
	file       int
	gaps       bool       // the success of some episodes is unsaid
	first      int        // global index of the first frame of the next episode
	tasks      labelNames // sentences of the tasks
	behaviours *labelNames
	styles     *labelNames
	vectors    map[string]*vectorStats
	pixels     map[string]*pixelStats
}

// Create implements demos.FileFormat.
func (f format) Create(path string) (demos.Writer, error) {
	return f.CreateWith(path, demos.PictureOptions{})
}

// CreateWith implements demos.PictureFormat.
func (format) CreateWith(path string, o demos.PictureOptions) (demos.Writer, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	if o.Video != "" {
		if err := checkEncoder(o.Video); err != nil {
			return nil, err
		}
	}
	s, err := demos.NewStagingDir(path)
	if err != nil {
		return nil, err
	}
	return &writer{staging: s, options: o, behaviours: allBehaviours(), styles: allStyles(),
		vectors: map[string]*vectorStats{}, pixels: map[string]*pixelStats{}}, nil
}

// path returns the path of a file in the staging directory and creates its folder.
func (w *writer) path(template string) (string, error) {
	p, err := expandPath(template, w.chunk, w.file)
	if err != nil {
		return "", err
	}
	p = filepath.Join(w.staging.Path(), p)
	return p, durable.MkdirAll(filepath.Dir(p))
}

// Add implements demos.Sink.
func (w *writer) Add(e *demos.Episode) error {
	n := w.staging.Episodes()
	if err := w.staging.Add(e); err != nil {
		return err
	}
	cameras := w.options.Of(e)
	if n == 0 {
		w.gaps = e.Gaps || e.Unsaid
		w.describe(cameras)
	}
	if e.Unsaid && !w.gaps {
		return fmt.Errorf("lerobot: episode %d does not say whether it succeeded, and those before it do: say in the "+
			"first that there are gaps", n)
	}
	if !slices.EqualFunc(cameras, w.cameras, func(a, b demos.EpisodeCamera) bool { return a.Name == b.Name }) {
		return fmt.Errorf("lerobot: episode %d has other cameras than the first; this format knows the same for all", n)
	}
	if err := w.episode(e, n); err != nil {
		return fmt.Errorf("lerobot: cannot write episode %d: %w", n, err)
	}
	return nil
}

// describe makes info.json of the first episode's cameras.
func (w *writer) describe(cameras []demos.EpisodeCamera) {
	w.cameras, w.info = cameras, newInfo(cameras)
	if w.gaps { // a feature of the frames has no value for what is unsaid
		delete(w.info.Features, nextSuccess)
	}
	if w.options.Video == "" {
		return
	}
	template := videoPath
	w.info.VideoPath = &template
	for _, c := range cameras {
		f := w.info.Features[imagePrefix+c.Name]
		f.Type, f.Info = "video", videoInfo(c, w.options.Video, w.info.Rate)
		w.info.Features[imagePrefix+c.Name] = f
	}
}

// episode writes the rows of an episode to the data file and its row to the table of episodes.
func (w *writer) episode(e *demos.Episode, n int) error {
	if err := w.open(); err != nil {
		return err
	}
	task := w.tasks.index(e.Sentence())
	r, t := e.Raw(false), e.Frames()
	row := map[string]any{
		"episode_index": int64(n), "tasks": []string{w.tasks.Names[task]}, "length": int64(t),
		"dataset_from_index": int64(w.first), "dataset_to_index": int64(w.first + t),
		"data/chunk_index": int64(w.chunk), "data/file_index": int64(w.file),
		"meta/episodes/chunk_index": int64(0), "meta/episodes/file_index": int64(0),
		"task": e.Task, "behaviour": e.Behaviour, "style": e.Style, "index": int64(e.Index), "success": e.Success,
	}
	if w.gaps {
		row["success"] = e.SaidSuccess()
	}
	w.placeVideos(row, t)
	pixels, err := w.frames(e, r, n, task)
	if err != nil {
		return err
	}
	for name, p := range pixels {
		addStatistics(row, name, p.summary())
	}
	scalars := map[string]func(i int) float32{
		"timestamp":     func(i int) float32 { return float32(i) / float32(w.info.Rate) },
		"frame_index":   func(i int) float32 { return float32(i) },
		"episode_index": func(int) float32 { return float32(n) },
		"index":         func(i int) float32 { return float32(w.first + i) },
		"task_index":    func(int) float32 { return float32(task) },
		behaviourIndex:  func(int) float32 { return float32(w.behaviours.index(e.Behaviour)) },
		styleIndex:      func(int) float32 { return float32(w.styles.index(e.Style)) },
		nextSuccess:     func(i int) float32 { return number01(e.Success && i == t-1) },
	}
	if w.gaps {
		delete(scalars, nextSuccess)
	}
	vectors := map[string]demos.Matrix{action: r.Actions, state: r.State, scene: r.Scene}
	for name, of := range scalars {
		m := demos.Matrix{Width: 1}
		for i := range t {
			m.Values = append(m.Values, of(i))
		}
		vectors[name] = m
	}
	for name, m := range vectors {
		if w.vectors[name] == nil {
			path := filepath.Join(filepath.Dir(w.staging.Path()), "values of "+name)
			v, err := newVectorStats(path)
			if err != nil {
				return err
			}
			w.vectors[name] = v
		}
		s, err := w.vectors[name].add(m)
		if err != nil {
			return err
		}
		addStatistics(row, name, s)
	}
	w.first += t
	return w.addEpisode(row)
}

// number01 returns 1 for true and 0 for false.
func number01(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// frames writes the rows of an episode and returns the statistics of its pictures by feature.
func (w *writer) frames(e *demos.Episode, r *demos.Raw, n, task int) (map[string]*pixelStats, error) {
	pixels := map[string]*pixelStats{}
	for i := range e.Frames() {
		row := map[string]any{
			action: r.Actions.Row(i), state: r.State.Row(i), scene: r.Scene.Row(i),
			"timestamp":   float32(i) / float32(w.info.Rate),
			"frame_index": int64(i), "episode_index": int64(n), "index": int64(w.first + i), "task_index": int64(task),
			behaviourIndex: int64(w.behaviours.index(e.Behaviour)), styleIndex: int64(w.styles.index(e.Style)),
			nextSuccess: e.Success && i == e.Frames()-1,
		}
		for k, c := range w.cameras {
			rgb, name := c.Of(&e.Observations[i]), imagePrefix+c.Name
			if pixels[name] == nil {
				pixels[name] = &pixelStats{}
			}
			pixels[name].add(rgb)
			if w.options.Video != "" {
				if err := w.videos[k].add(rgb); err != nil {
					return nil, err
				}
				continue
			}
			raw, err := picture.EncodePNG(rgb, c.Size)
			if err != nil {
				return nil, err
			}
			row[name] = pngCell{raw}
		}
		if err := w.data.add(row); err != nil {
			return nil, err
		}
	}
	for name, p := range pixels {
		if w.pixels[name] == nil {
			w.pixels[name] = &pixelStats{}
		}
		w.pixels[name].merge(p)
	}
	return pixels, nil
}

// placeVideos records where the t frames of the next episode are in the videos.
func (w *writer) placeVideos(row map[string]any, t int) {
	for k, v := range w.videos {
		at := "videos/" + imagePrefix + w.cameras[k].Name + "/"
		row[at+"chunk_index"], row[at+"file_index"] = int64(w.chunk), int64(w.file)
		row[at+"from_timestamp"] = float64(v.frames) / w.info.Rate
		row[at+"to_timestamp"] = float64(v.frames+t) / w.info.Rate
	}
}

// open makes sure that there are an open data file and open videos. It starts new ones when the data file has reached
// data_files_size_in_mb, and a new chunk after chunks_size files.
func (w *writer) open() error {
	if w.data != nil && w.data.size() < int64(w.info.DataSize)<<20 {
		return nil
	}
	if w.data != nil {
		if err := cmp.Or(w.data.close(), w.closeVideos()); err != nil {
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
		case f.Type == "video":
			delete(kinds, name)
		case f.Type == "image":
			kinds[name] = "picture"
		case f.Type == "float32" && f.Shape[0] > 1:
			kinds[name] = "[]float32"
		}
	}
	if w.data, err = newTable(path, kinds, "huggingface", w.huggingFaceFeatures()); err != nil {
		return err
	}
	return w.openVideos()
}

// openVideos starts a video of each camera.
func (w *writer) openVideos() error {
	if w.options.Video == "" {
		return nil
	}
	for _, c := range w.cameras {
		path, err := w.path(strings.ReplaceAll(videoPath, "{video_key}", imagePrefix+c.Name))
		if err != nil {
			return err
		}
		v, err := newVideo(path, c, w.options.Video, w.info.Rate)
		if err != nil {
			return err
		}
		w.videos = append(w.videos, v)
	}
	return nil
}

// closeVideos completes the open videos. The error is that of the first one that fails; others fail for its reason.
func (w *writer) closeVideos() (err error) {
	for _, v := range w.videos {
		err = cmp.Or(err, v.close())
	}
	w.videos = nil
	return err
}

// huggingFaceFeatures returns the metadata entry "huggingface", which describes the columns to the library
// datasets.
func (w *writer) huggingFaceFeatures() string {
	features := map[string]any{}
	for name, f := range w.info.Features {
		value := map[string]any{"dtype": f.Type, "_type": "Value"}
		switch {
		case f.Type == "video":
			continue
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
	for _, t := range []*tableWriter{w.data, w.list} {
		if t != nil {
			t.file.Close()
		}
	}
	for _, s := range w.vectors {
		s.close()
	}
	w.closeVideos()
	w.staging.Abort()
}
