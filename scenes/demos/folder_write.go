package demos

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"

	"counterpoise/internal/budget"
	"counterpoise/internal/durable"
	"counterpoise/scenes"
	"counterpoise/scenes/demos/npy"
)

// The format "counterpoise", version CardFormat = 1, is a folder:
//
//	card.json     Card as JSON; its list "episodes" gives name, labels, frames T and SHA-256 of each file
//	000000.npz    NumPy archive of the first episode, with the arrays
//	              robot_obs (T, 15) <f4, scene_obs (T, 24) <f4, actions (T, 7) <f4 and, if the episode has pictures,
//	              static (T, 200, 200, 3) |u1 and ego (T, 84, 84, 3) |u1
//	000001.npz    the second episode, and so on
//
// The card is written last.

const cardName = "card.json"

// folderFormat implements FileFormat for this layout.
type folderFormat struct{}

func init() { Formats.Add("counterpoise", folderFormat{}) }

func (folderFormat) About() string {
	return "our own: a folder with card.json and a NumPy archive (.npz) an episode"
}
func (folderFormat) Recognises(path string) bool              { return exists(filepath.Join(path, cardName)) }
func (folderFormat) Create(path string) (w Writer, err error) { return Create(path) }

// Open implements FileFormat.
func (folderFormat) Open(path string, room *budget.Budget) (Reader, error) {
	d, err := openFolder(path, room)
	if err != nil {
		return nil, err
	}
	return d, nil
}

// FolderWriter writes a dataset in the folder format.
type FolderWriter struct {
	staging *StagingDir
	task    string // of the first episode; the card has one for all
	files   []EpisodeFile
	raw     bytes.Buffer // encoded archive, reused for every episode
}

// Create starts a dataset in a folder that does not exist, is empty, or holds the same dataset already.
func Create(dir string) (*FolderWriter, error) {
	s, err := NewStagingDir(dir)
	if err != nil {
		return nil, err
	}
	if err := durable.Mkdir(s.Path()); err != nil {
		s.Abort()
		return nil, fmt.Errorf("demos: cannot make the folder for the dataset: %w", err)
	}
	return &FolderWriter{staging: s}, nil
}

// Add implements Sink. An episode of another task than the first is an error: read again it would have the card's.
func (w *FolderWriter) Add(e *Episode) error {
	i := w.staging.Episodes()
	if i == 0 {
		w.task = e.Task
	}
	if e.Task != w.task {
		return fmt.Errorf("demos: episode %d is of the task %q, those before it of %q, and the format counterpoise "+
			"has one task a dataset; convert the demonstrations of each task alone, or into another format", i, e.Task,
			w.task)
	}
	if err := w.staging.Add(e); err != nil {
		return err
	}
	w.raw.Reset()
	if err := npy.WriteArchive(&w.raw, e.arrays()); err != nil {
		return fmt.Errorf("demos: episode %d: %w", i, err)
	}
	f := EpisodeFile{
		Name:      fmt.Sprintf("%06d.npz", i),
		Behaviour: e.Behaviour,
		Style:     e.Style,
		Index:     e.Index,
		Frames:    e.Frames(),
		Success:   e.SaidSuccess(),
		SHA256:    hexSum(w.raw.Bytes()),
	}
	if err := durable.WriteNew(filepath.Join(w.staging.Path(), f.Name), w.raw.Bytes()); err != nil {
		return fmt.Errorf("demos: cannot write the dataset: %w", err)
	}
	w.files = append(w.files, f)
	return nil
}

// Close implements Writer. It writes the card and moves the folder to its final path.
func (w *FolderWriter) Close(card Card) error {
	defer w.Abort()
	card, err := w.staging.Complete(card)
	if err != nil {
		return err
	}
	card.Episodes = w.files
	text, err := json.MarshalIndent(&card, "", "  ")
	if err != nil {
		return err
	}
	if err := durable.WriteNew(filepath.Join(w.staging.Path(), cardName), append(text, '\n')); err != nil {
		return fmt.Errorf("demos: cannot write the dataset: %w", err)
	}
	return w.staging.Commit(card)
}

// Abort implements Writer.
func (w *FolderWriter) Abort() { w.staging.Abort() }

// arrays returns the arrays of the episode's archive.
func (e *Episode) arrays() []npy.NamedArray {
	r, t := e.Raw(true), e.Frames()
	list := []npy.NamedArray{
		{Name: "robot_obs", Array: npy.Float32s(r.State.Values, t, scenes.RobotSize)},
		{Name: "scene_obs", Array: npy.Float32s(r.Scene.Values, t, scenes.SceneSize)},
		{Name: "actions", Array: npy.Float32s(r.Actions.Values, t, scenes.ActionSize)},
	}
	for _, c := range r.Cameras {
		list = append(list, npy.NamedArray{Name: c.Name, Array: npy.Bytes(c.Data, t, c.Height, c.Width, 3)})
	}
	return list
}

// Save writes a dataset to a folder. It creates the folder and its parents if necessary, and returns an error
// if the folder holds another dataset.
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

// Load reads the dataset in a folder into memory. It verifies every file against the hashes on the card.
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

// hexSum returns the SHA-256 of b in hexadecimal.
func hexSum(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}
