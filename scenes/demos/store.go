package demos

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"

	"counterpoise/internal/durable"
	"counterpoise/scenes"
)

// A dataset on disk is a folder with card.json and, for each episode, NNNNNN.npz with robot_obs (T, 15), scene_obs
// (T, 24), actions (T, 7) and, where pictures were drawn, static (T, 200, 200, 3) and ego (T, 84, 84, 3). The card is
// written last: a folder without one is no dataset, so an interrupted Save leaves nothing that looks like one.

const cardName = "card.json"

// maxFrames bounds the length of an episode that is read (ten minutes at 30 Hz).
const maxFrames = 18_000

// Pictures have these many bytes.
const (
	staticBytes = 200 * 200 * 3
	egoBytes    = 84 * 84 * 3
)

// Save writes the dataset into a folder, which is made if need be and must not hold another dataset.
func Save(dir string, d *Dataset) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("demos: cannot make the folder for the dataset: %w", err)
	}
	if old, err := LoadCard(dir); err == nil && old.Hash != d.Card.Hash {
		return fmt.Errorf("demos: %s holds another dataset (%s, seed %d); choose an empty folder", dir, old.Recipe, old.Seed)
	}
	card := d.Card
	card.Episodes = nil
	for i := range d.Episodes {
		e := &d.Episodes[i]
		var raw bytes.Buffer
		if err := writeNPZ(&raw, e.arrays()); err != nil {
			return fmt.Errorf("demos: episode %d: %w", i, err)
		}
		f := File{fmt.Sprintf("%06d.npz", i), e.Behaviour, e.Style, e.Index, e.Success, e.Frames(), hexSum(raw.Bytes())}
		if err := durable.WriteFile(filepath.Join(dir, f.Name), raw.Bytes()); err != nil {
			return fmt.Errorf("demos: cannot write the dataset: %w", err)
		}
		card.Episodes = append(card.Episodes, f)
	}
	text, err := json.MarshalIndent(&card, "", "  ")
	if err != nil {
		return err
	}
	return durable.WriteFile(filepath.Join(dir, cardName), append(text, '\n'))
}

// LoadCard reads the card of the dataset in a folder.
func LoadCard(dir string) (Card, error) {
	var c Card
	path := filepath.Join(dir, cardName)
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, fmt.Errorf("demos: %s holds no dataset: it has no %s", dir, cardName)
	}
	if err != nil {
		return c, fmt.Errorf("demos: %w", err)
	}
	if err := json.Unmarshal(raw, &c); err != nil {
		return c, fmt.Errorf("demos: %s is damaged: %w", path, err)
	}
	if c.Format != Format {
		return c, fmt.Errorf("demos: %s has format %d; this program reads format %d", path, c.Format, Format)
	}
	return c, nil
}

// Load reads the dataset in a folder and checks every file against the card.
func Load(dir string) (*Dataset, error) {
	card, err := LoadCard(dir)
	if err != nil {
		return nil, err
	}
	d := &Dataset{Card: card}
	for i, f := range card.Episodes {
		if f.Name != filepath.Base(f.Name) || strings.HasPrefix(f.Name, ".") {
			return nil, fmt.Errorf("demos: %s: episode %d has the file name %q, which leads out of the folder", filepath.Join(dir, cardName), i, f.Name)
		}
		path := filepath.Join(dir, f.Name)
		raw, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("demos: episode %d of %s: %w", i, dir, err)
		}
		if hexSum(raw) != f.SHA256 {
			return nil, fmt.Errorf("demos: %s is damaged: its SHA-256 is not the one on the card; generate the dataset again (%s, seed %d)", path, card.Recipe, card.Seed)
		}
		e, err := decodeEpisode(raw)
		if err != nil {
			return nil, fmt.Errorf("demos: %s: %w", path, err)
		}
		e.Task, e.Behaviour, e.Style, e.Index, e.Success = card.Task, f.Behaviour, f.Style, f.Index, f.Success
		d.Episodes = append(d.Episodes, *e)
	}
	d.Card.Episodes = nil
	if got := contentHash(d.Episodes); got != card.Hash {
		return nil, fmt.Errorf("demos: %s: the episodes are not those of the card (content hash %.12s, expected %.12s)", dir, got, card.Hash)
	}
	return d, nil
}

// arrays are the episode as NumPy arrays.
func (e *Episode) arrays() []array {
	t := e.Frames()
	robot, scene, actions := make([]float32, 0, 15*t), make([]float32, 0, 24*t), make([]float32, 0, 7*t)
	var static, ego []byte
	for i := range e.Observations {
		o := &e.Observations[i]
		robot = append(robot, o.Robot[:]...)
		scene = append(scene, o.Scene[:]...)
		actions = append(actions, e.Actions[i][:]...)
		static, ego = append(static, o.Static...), append(ego, o.Ego...)
	}
	list := []array{
		floats("robot_obs", []int{t, 15}, robot),
		floats("scene_obs", []int{t, 24}, scene),
		floats("actions", []int{t, 7}, actions),
	}
	if len(static) > 0 {
		list = append(list, array{"static", "|u1", []int{t, 200, 200, 3}, static})
	}
	if len(ego) > 0 {
		list = append(list, array{"ego", "|u1", []int{t, 84, 84, 3}, ego})
	}
	return list
}

// decodeEpisode reads an episode's archive. It trusts nothing in it.
func decodeEpisode(raw []byte) (*Episode, error) {
	arrays, err := readNPZ(raw, maxFrames*staticBytes)
	if err != nil {
		return nil, err
	}
	actions, ok := arrays["actions"]
	if !ok || len(actions.shape) != 2 {
		return nil, fmt.Errorf("has no array actions of shape (T, 7)")
	}
	t := actions.shape[0]
	if t < 1 || t > maxFrames {
		return nil, fmt.Errorf("has %d frames, expected 1 to %d", t, maxFrames)
	}
	vectors := map[string][]float32{}
	for name, width := range map[string]int{"robot_obs": 15, "scene_obs": 24, "actions": 7} {
		a := arrays[name]
		if a.dtype != "<f4" || len(a.shape) != 2 || a.shape[0] != t || a.shape[1] != width {
			return nil, fmt.Errorf("array %s has type %q and shape %v, expected <f4 and [%d %d]", name, a.dtype, a.shape, t, width)
		}
		vectors[name] = a.floats32()
		for i, x := range vectors[name] {
			if x != x || math.IsInf(float64(x), 0) {
				return nil, fmt.Errorf("array %s is not finite at frame %d, column %d", name, i/width, i%width)
			}
		}
	}
	static, err := pictures(arrays, "static", t, 200)
	if err != nil {
		return nil, err
	}
	ego, err := pictures(arrays, "ego", t, 84)
	if err != nil {
		return nil, err
	}
	e := &Episode{Observations: make([]scenes.Observation, t), Actions: make([]scenes.Action, t)}
	for i := range t {
		o := &e.Observations[i]
		copy(o.Robot[:], vectors["robot_obs"][15*i:])
		copy(o.Scene[:], vectors["scene_obs"][24*i:])
		copy(e.Actions[i][:], vectors["actions"][7*i:])
		if static != nil {
			o.Static = static[i*staticBytes : (i+1)*staticBytes]
		}
		if ego != nil {
			o.Ego = ego[i*egoBytes : (i+1)*egoBytes]
		}
	}
	return e, nil
}

// pictures is the array of t square pictures of a camera, nil when there is none.
func pictures(arrays map[string]array, name string, t, size int) ([]byte, error) {
	a, ok := arrays[name]
	if !ok {
		return nil, nil
	}
	want := []int{t, size, size, 3}
	if a.dtype != "|u1" || fmt.Sprint(a.shape) != fmt.Sprint(want) {
		return nil, fmt.Errorf("array %s has type %q and shape %v, expected |u1 and %v", name, a.dtype, a.shape, want)
	}
	return a.data, nil
}

func hexSum(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}
