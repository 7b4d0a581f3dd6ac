package demos

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"counterpoise/scenes"
	"counterpoise/scenes/demos/npy"
)

// Our own format: a folder with card.json and, for each episode, NNNNNN.npz with robot_obs (T, 15), scene_obs (T, 24),
// actions (T, 7) and, where pictures were drawn, static (T, 200, 200, 3) and ego (T, 84, 84, 3). Labels are on the card.

const cardName = "card.json"

// own is our own format.
type own struct{}

func init() { Formats.Add("counterpoise", own{}) }

func (own) About() string {
	return "our own: a folder with card.json and a NumPy archive (.npz) an episode"
}
func (own) Recognises(path string) bool              { return exists(filepath.Join(path, cardName)) }
func (own) Open(path string) (Reader, error)         { return Open(path) }
func (own) Create(path string) (w Writer, err error) { return Create(path) }

// FolderWriter writes a dataset in our own format.
type FolderWriter struct {
	stage *StagingDir
	files []EpisodeFile
	raw   bytes.Buffer // kept from episode to episode
}

// Create starts a dataset in a folder that is new or empty, or holds the same dataset already.
func Create(dir string) (*FolderWriter, error) {
	s, err := NewStagingDir(dir)
	if err != nil {
		return nil, err
	}
	if err := os.Mkdir(s.Path(), 0o755); err != nil {
		s.Abort()
		return nil, fmt.Errorf("demos: cannot make the folder for the dataset: %w", err)
	}
	return &FolderWriter{stage: s}, nil
}

// Add implements Sink.
func (w *FolderWriter) Add(e *Episode) error {
	i := w.stage.Episodes()
	if err := w.stage.Add(e); err != nil {
		return err
	}
	w.raw.Reset()
	if err := npy.WriteArchive(&w.raw, e.arrays()); err != nil {
		return fmt.Errorf("demos: episode %d: %w", i, err)
	}
	f := EpisodeFile{Name: fmt.Sprintf("%06d.npz", i), Behaviour: e.Behaviour, Style: e.Style, Index: e.Index, Success: e.Success, Frames: e.Frames(), SHA256: hexSum(w.raw.Bytes())}
	if err := os.WriteFile(filepath.Join(w.stage.Path(), f.Name), w.raw.Bytes(), 0o644); err != nil {
		return fmt.Errorf("demos: cannot write the dataset: %w", err)
	}
	w.files = append(w.files, f)
	return nil
}

// Close implements Writer: the card is written last, and the folder appears whole.
func (w *FolderWriter) Close(card Card) error {
	defer w.Abort()
	card, err := w.stage.Complete(card)
	if err != nil {
		return err
	}
	card.Episodes = w.files
	text, err := json.MarshalIndent(&card, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(w.stage.Path(), cardName), append(text, '\n'), 0o644); err != nil {
		return fmt.Errorf("demos: cannot write the dataset: %w", err)
	}
	return w.stage.Commit(card)
}

// Abort implements Writer.
func (w *FolderWriter) Abort() { w.stage.Abort() }

// arrays are the episode as NumPy arrays.
func (e *Episode) arrays() []npy.Named {
	r, t := e.Raw(true), e.Frames()
	list := []npy.Named{
		{Name: "robot_obs", Array: npy.Float32s(r.State.Values, t, scenes.RobotSize)},
		{Name: "scene_obs", Array: npy.Float32s(r.Scene.Values, t, scenes.SceneSize)},
		{Name: "actions", Array: npy.Float32s(r.Actions.Values, t, scenes.ActionSize)},
	}
	for _, c := range r.Cameras {
		list = append(list, npy.Named{Name: c.Name, Array: npy.Bytes(c.Data, t, c.Height, c.Width, 3)})
	}
	return list
}

// Save writes a dataset into a folder, which is made if need be and must not hold another one.
func Save(dir string, d *Dataset) error {
	w, err := Create(dir)
	if err != nil {
		return err
	}
	defer w.Abort()
	for i := range d.Episodes {
		if err := w.Add(&d.Episodes[i]); err != nil {
			return err
		}
	}
	return w.Close(d.Card)
}

// Load reads the dataset in a folder into memory and checks every file against the card.
func Load(dir string) (*Dataset, error) {
	f, err := Open(dir)
	if err != nil {
		return nil, err
	}
	d := &Dataset{Card: f.Card()}
	return d, f.Each(func(_ int, e *Episode) error {
		d.Episodes = append(d.Episodes, *e)
		return nil
	})
}

func hexSum(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}
