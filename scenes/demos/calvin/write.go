package calvin

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"counterpoise/internal/durable"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/npy"
)

func init() { demos.Formats.Add("calvin", format{}) }

// format implements demos.FileFormat for CALVIN's folder.
type format struct{}

func (format) About() string { return "CALVIN's folder with a NumPy archive a frame" }

const (
	spansName     = "ep_start_end_ids.npy"
	sidecarName   = "counterpoise.json"
	languageName  = "lang_annotations/auto_lang_ann.npy"
	embeddingName = "lang_annotations/embeddings.npy"
	statisticName = "statistics.yaml"
)

// firstFrame is the number of the first frame. CALVIN's DiskDataset asserts that an episode ends after frame 32, its
// longest window (max_window_size), which a short episode that starts at 0 does not.
const firstFrame = 1000

// sidecar is the content of counterpoise.json.
type sidecar struct {
	Card       demos.Card          `json:"card"`
	Embeddings string              `json:"embeddings"` // what the sentence embeddings are
	Labels     []map[string]string `json:"episodes"`
}

// writer writes a folder, one episode at a time.
type writer struct {
	staging               *demos.StagingDir
	buffer                bytes.Buffer
	sidecar               sidecar
	windows               []window
	robot, scene, actions demos.Moments
}

// Create implements demos.FileFormat.
func (format) Create(path string) (demos.Writer, error) {
	s, err := demos.NewStagingDir(path)
	if err != nil {
		return nil, err
	}
	if err := durable.MkdirAll(filepath.Join(s.Path(), filepath.Dir(languageName))); err != nil {
		s.Abort()
		return nil, fmt.Errorf("calvin: %w", err)
	}
	return &writer{staging: s}, nil
}

// Add implements demos.Sink.
func (w *writer) Add(e *demos.Episode) error {
	first := firstFrame + int64(w.staging.Frames())
	if err := w.staging.Add(e); err != nil {
		return err
	}
	r := e.Raw(false)
	for t := range e.Frames() {
		if err := w.frame(first+int64(t), e, r, t); err != nil {
			return fmt.Errorf("calvin: cannot write frame %d: %w", first+int64(t), err)
		}
	}
	w.robot.AddAll(r.State)
	w.scene.AddAll(r.Scene)
	w.sidecar.Labels = append(w.sidecar.Labels, r.Labels)
	task, sentence := annotation(e)
	w.windows = append(w.windows, window{
		sentence: sentence, task: task, first: first, last: first + int64(e.Frames()) - 1,
	})
	return nil
}

// frame writes frame t of an episode as frame i of the dataset.
func (w *writer) frame(i int64, e *demos.Episode, r *demos.Raw, t int) error {
	absolute := absoluteAction(e, t)
	w.actions.Add(absolute)
	arrays := []npy.NamedArray{
		{Name: "actions", Array: npy.Float32s(absolute, 7)},
		{Name: "rel_actions", Array: npy.Float32s(r.Actions.Row(t), scenes.ActionSize)},
		{Name: "robot_obs", Array: npy.Float32s(r.State.Row(t), scenes.RobotSize)},
		{Name: "scene_obs", Array: npy.Float32s(r.Scene.Row(t), scenes.SceneSize)},
	}
	for _, c := range e.Cameras() {
		arrays = append(arrays,
			npy.NamedArray{Name: pictures[c.Name], Array: npy.Bytes(c.Of(&e.Observations[t]), c.Size, c.Size, 3)})
	}
	w.buffer.Reset()
	if err := npy.WriteArchive(&w.buffer, arrays); err != nil {
		return err
	}
	return durable.WriteNew(filepath.Join(w.staging.Path(), usualNames.of(i)), w.buffer.Bytes())
}

// pictures maps the names of the cameras to CALVIN's names of the arrays.
var pictures = map[string]string{"static": "rgb_static", "ego": "rgb_gripper"}

// absoluteAction returns CALVIN's absolute action in frame t: the pose (position in metres, Euler angles in
// radians) that the next frame measures, and the gripper command. The last frame uses its own pose.
func absoluteAction(e *demos.Episode, t int) []float32 {
	next := e.Observations[min(t+1, e.Frames()-1)].Robot
	return append(append([]float32(nil), next[:scenes.RobotWidth]...), e.Actions[t][scenes.ActionGripper])
}

// Close implements demos.Writer.
func (w *writer) Close(card demos.Card) error {
	defer w.Abort()
	card, err := w.staging.Complete(card)
	if err != nil {
		return err
	}
	w.sidecar.Card, w.sidecar.Embeddings = card, embeddingOrigin
	text, err := json.MarshalIndent(&w.sidecar, "", " ")
	if err != nil {
		return err
	}
	var spans, lengths []int64
	for _, v := range w.windows {
		spans, lengths = append(spans, v.first, v.last), append(lengths, v.last-v.first+1)
	}
	// ep_start_end_ids.npy is written last, because Recognises looks for it.
	var starts, lens bytes.Buffer
	npy.Write(&starts, npy.Int64s(spans, len(lengths), 2))
	npy.Write(&lens, npy.Int64s(lengths, len(lengths)))
	for _, f := range []struct {
		name string
		data []byte
	}{
		{languageName, writeWindows(w.windows)}, {embeddingName, writeEmbeddings(w.windows)},
		{statisticName, w.statistics()},
		{"ep_lens.npy", lens.Bytes()}, {sidecarName, append(text, '\n')}, {spansName, starts.Bytes()},
	} {
		if err := durable.WriteNew(filepath.Join(w.staging.Path(), f.name), f.data); err != nil {
			return fmt.Errorf("calvin: cannot write the dataset: %w", err)
		}
	}
	return w.staging.Commit(card)
}

// statistics returns statistics.yaml, by which CALVIN's loaders normalise observations and actions.
func (w *writer) statistics() []byte {
	var b bytes.Buffer
	for _, v := range []struct {
		name string
		m    *demos.Moments
	}{{"robot_obs", &w.robot}, {"scene_obs", &w.scene}} {
		fmt.Fprintf(&b,
			"%s:\n  - _target_: calvin_agent.utils.transforms.NormalizeVector\n    mean: %s\n    std: %s\n", v.name,
			yamlList(v.m.Mean), yamlList(v.m.Std()))
	}
	fmt.Fprintf(&b, "act_min_bound: %s\nact_max_bound: %s\n", yamlList(w.actions.Min), yamlList(w.actions.Max))
	return b.Bytes()
}

// yamlList formats a list as YAML with CALVIN's six decimals.
func yamlList(v []float64) string {
	words := make([]string, len(v))
	for i, x := range v {
		words[i] = fmt.Sprintf("%.6f", x)
	}
	return "[" + strings.Join(words, ", ") + "]"
}

// Abort implements demos.Writer.
func (w *writer) Abort() { w.staging.Abort() }
