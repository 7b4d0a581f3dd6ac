package rlds

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/durable"
	"counterpoise/internal/tfrecord"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

func init() { demos.Formats.Add("rlds", format{}) }

// format implements demos.FileFormat for the folder of a version.
type format struct{}

func (format) About() string {
	return "RLDS as TFDS and Open X-Embodiment have it: the folder of a version, such as bridge/1.0.0"
}

// shardSize is the size at which a new shard starts, in bytes. TFDS makes shards of 64 MiB to 1 GiB, of which a reader
// opens several at a time (core/utils/shard_utils.py).
const shardSize = 256 << 20

// trainSplit is the name of the only split. demos.Split makes a dataset of each part.
const trainSplit = "train"

// writer writes a folder, one episode at a time.
type writer struct {
	staging   *demos.StagingDir
	options   demos.PictureOptions
	shardSize int64
	name      string // of the dataset, as in the names of the shards
	cameras   []demos.EpisodeCamera
	gaps      bool          // the success of some episodes is unsaid
	out       *durable.File // the shard that is being written, or nil
	size      int64         // its size
	lengths   []int         // episodes in each shard
	bytes     int64         // of all Examples
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
		return nil, fmt.Errorf("rlds: %w", demos.ErrNoVideos)
	}
	s, err := demos.NewStagingDir(path)
	if err != nil {
		return nil, err
	}
	if err := durable.Mkdir(s.Path()); err != nil {
		s.Abort()
		return nil, fmt.Errorf("rlds: %w", err)
	}
	return &writer{staging: s, options: o, shardSize: shardSize}, nil
}

// Add implements demos.Sink.
func (w *writer) Add(e *demos.Episode) error {
	n := w.staging.Episodes()
	if err := w.staging.Add(e); err != nil {
		return err
	}
	cameras := w.options.Of(e)
	if n == 0 {
		w.cameras, w.name, w.gaps = cameras, datasetName(e.Task), e.Gaps || e.Unsaid
	}
	if e.Unsaid && !w.gaps {
		return fmt.Errorf("rlds: episode %d does not say whether it succeeded, and those before it do: say in the "+
			"first that there are gaps", n)
	}
	if !slices.EqualFunc(cameras, w.cameras, func(a, b demos.EpisodeCamera) bool { return a.Name == b.Name }) {
		return fmt.Errorf("rlds: episode %d has other cameras than the first; this format knows the same for all", n)
	}
	example, err := encode(e, cameras, w.gaps)
	if err == nil {
		err = w.write(example)
	}
	if err != nil {
		return fmt.Errorf("rlds: cannot write episode %d: %w", n, err)
	}
	return nil
}

// datasetName returns the name of a dataset of a task: letters, digits and underscores, as TFDS has names.
func datasetName(task string) string {
	name := strings.ToLower(scenes.TaskName(task))
	return "counterpoise_" + regexp.MustCompile("[^a-z0-9]+").ReplaceAllString(name, "_")
}

// write appends a record to the open shard, and starts a new shard where that is full.
func (w *writer) write(example []byte) error {
	if w.out != nil && w.size >= w.shardSize {
		if err := w.closeShard(); err != nil {
			return err
		}
	}
	if w.out == nil {
		f, err := durable.Create(w.partPath(len(w.lengths)))
		if err != nil {
			return err
		}
		w.out, w.size, w.lengths = f, 0, append(w.lengths, 0)
	}
	header, footer := tfrecord.Header(example), tfrecord.Footer(example)
	for _, b := range [][]byte{header[:], example, footer[:]} {
		if _, err := w.out.Write(b); err != nil {
			return err
		}
		w.size += int64(len(b))
	}
	w.lengths[len(w.lengths)-1]++
	w.bytes += int64(len(example))
	return nil
}

// partPath is the path of shard k while the number of shards, which its name has, is unknown.
func (w *writer) partPath(k int) string {
	return filepath.Join(w.staging.Path(), "shard-"+strconv.Itoa(k))
}

// closeShard closes the open shard.
func (w *writer) closeShard() error {
	if w.out == nil {
		return nil
	}
	err := w.out.Close()
	w.out = nil
	return err
}

// Close implements demos.Writer.
func (w *writer) Close(card demos.Card) error {
	defer w.Abort()
	card, err := w.staging.Complete(card)
	if err != nil {
		return err
	}
	if err := w.finish(card); err != nil {
		return fmt.Errorf("rlds: cannot write the dataset: %w", err)
	}
	return w.staging.Commit(card)
}

// finish gives the shards their names and writes the descriptions; dataset_info.json last, because Recognises looks for
// it. Where pictures are left out or changed, the card describes the dataset that they come from, and has a name by
// which it is not taken for this one's.
func (w *writer) finish(card demos.Card) error {
	if err := w.closeShard(); err != nil {
		return err
	}
	s := split{Template: defaultTemplate, Name: trainSplit, Bytes: json.Number(strconv.FormatInt(w.bytes, 10))}
	for _, n := range w.lengths {
		s.Lengths = append(s.Lengths, json.Number(strconv.Itoa(n)))
	}
	i := info{
		Name: w.name, Version: "1.0.0", FileFormat: fileFormat, Splits: []split{s},
		Description: "Demonstrations of the task " + card.Task + " by scripted experts of the simulated tabletop of " +
			"Counterpoise, 30 steps a second.",
	}
	for k := range w.lengths {
		path, err := i.shardPath(w.staging.Path(), s, k)
		if err != nil {
			return err
		}
		if err := durable.Rename(w.partPath(k), path); err != nil {
			return err
		}
	}
	cardName := cardName
	if !w.options.Lossless() {
		cardName = sourceName
	}
	for _, f := range []struct {
		name  string
		value any
	}{{cardName, card}, {featuresName, describe(w.cameras, w.gaps)}, {infoName, i}} {
		text, err := json.MarshalIndent(f.value, "", "  ")
		if err != nil {
			return err
		}
		if err := durable.WriteNew(filepath.Join(w.staging.Path(), f.name), append(text, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// Abort implements demos.Writer.
func (w *writer) Abort() {
	w.closeShard()
	w.staging.Abort()
}
