package demos

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"counterpoise/internal/bounded"
	"counterpoise/internal/budget"
	"counterpoise/scenes"
	"counterpoise/scenes/demos/npy"
)

// Folder reads a dataset in the folder format. It implements Reader and Source.
type Folder struct {
	dir  string
	card Card
	room *budget.Budget
}

// Open reads the card of the dataset in a folder. It rejects file names that lead out of the folder.
func Open(dir string) (*Folder, error) { return openFolder(dir, budget.New(0)) }

// openFolder is Open with a budget.
func openFolder(dir string, room *budget.Budget) (*Folder, error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("demos: %w", err)
	}
	for _, f := range files {
		if info, err := f.Info(); err == nil && info.Mode().IsRegular() && f.Name() != cardName {
			room.Grow(info.Size())
		}
	}
	card, err := readCard(dir, room)
	if err != nil {
		return nil, err
	}
	if len(card.Episodes) == 0 {
		return nil, fmt.Errorf("demos: %s has no episodes; generate the dataset again",
			filepath.Join(dir, cardName))
	}
	for i, f := range card.Episodes {
		if f.Name != filepath.Base(f.Name) || strings.HasPrefix(f.Name, ".") || strings.ContainsAny(f.Name, `/\`) {
			return nil, fmt.Errorf("demos: %s: episode %d has the file name %q, which leads out of the folder",
				filepath.Join(dir, cardName), i, f.Name)
		}
	}
	room.KeepIndex()
	return &Folder{dir, card, room}, nil
}

// readCard reads and parses card.json, including the list of files.
func readCard(dir string, room *budget.Budget) (Card, error) {
	var c Card
	path := filepath.Join(dir, cardName)
	err := room.ReadJSON(path, &c)
	if errors.Is(err, fs.ErrNotExist) {
		return c, fmt.Errorf("demos: %s holds no dataset: it has no %s", dir, cardName)
	}
	if err != nil {
		return c, fmt.Errorf("demos: %w", err)
	}
	if c.Format != CardFormat {
		return c, fmt.Errorf("demos: %s has format %d; this program reads format %d", path, c.Format, CardFormat)
	}
	return c, nil
}

// Card implements Reader. The returned card has no list of files.
func (d *Folder) Card() Card {
	c := d.card
	c.Episodes = nil
	return c
}

// Episodes implements Reader.
func (d *Folder) Episodes() int { return len(d.card.Episodes) }

// Close implements Reader.
func (d *Folder) Close() error { return nil }

// Each implements Source.
func (d *Folder) Each(yield func(i int, e *Episode) error) error {
	if err := Strict(d).Each(yield); err != nil {
		return fmt.Errorf("%w (in %s)", err, d.dir)
	}
	return nil
}

// Read implements Reader. It returns an error if the SHA-256 of the file differs from the one on the card.
func (d *Folder) Read(i int, pictures bool) (*Raw, error) {
	d.room.Episode(0)
	f := d.card.Episodes[i]
	path := filepath.Join(d.dir, f.Name)
	r, err := d.read(path, f, pictures)
	if err != nil {
		return nil, fmt.Errorf("demos: episode %d: %s %w", i, path, err)
	}
	return r, nil
}

// read hashes and decodes one file. Its errors are completed by Read, which puts the path in front.
func (d *Folder) read(path string, f EpisodeFile, pictures bool) (*Raw, error) {
	file, _, err := bounded.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot be read: %w", err)
	}
	defer file.Close()
	h := sha256.New()
	size, err := io.Copy(h, file)
	if err != nil {
		return nil, fmt.Errorf("cannot be read: %w", err)
	}
	if hex.EncodeToString(h.Sum(nil)) != f.SHA256 {
		return nil, fmt.Errorf("is damaged: its SHA-256 is not the one on the card; generate the dataset again "+
			"(%s, seed %d)", d.card.Recipe, d.card.Seed)
	}
	r, err := decodeEpisode(file, size, f.Frames, pictures, d.room)
	if err != nil {
		return nil, err
	}
	r.Labels = map[string]string{"task": d.card.Task, "behaviour": f.Behaviour, "style": f.Style,
		"index": strconv.Itoa(f.Index)}
	if f.Success != nil {
		r.Labels["success"] = strconv.FormatBool(*f.Success)
	}
	return r, nil
}

// decodeEpisode reads an episode's archive of t frames. It treats the archive as untrusted: the arrays must have the
// expected shapes, and npy spends their memory from the budget.
func decodeEpisode(file io.ReaderAt, size int64, t int, pictures bool, room *budget.Budget) (*Raw, error) {
	if t < 1 || t > MaxFrames {
		return nil, fmt.Errorf("has %d frames by the card, expected 1 to %d", t, MaxFrames)
	}
	z, err := npy.OpenArchive(file, size, room)
	if err != nil {
		return nil, err
	}
	r := &Raw{
		State:   Matrix{Width: scenes.RobotSize},
		Scene:   Matrix{Width: scenes.SceneSize},
		Actions: Matrix{Width: scenes.ActionSize},
	}
	for _, a := range []struct {
		name string
		m    *Matrix
	}{{"robot_obs", &r.State}, {"scene_obs", &r.Scene}, {"actions", &r.Actions}} {
		if a.m.Values, _, err = z.Float32s(a.name, t, a.m.Width); err != nil {
			return nil, err
		}
	}
	for _, c := range []Camera{{"static", staticSize, staticSize, nil}, {"ego", egoSize, egoSize, nil}} {
		if !pictures || !z.Has(c.Name) {
			continue
		}
		a, err := z.Read(c.Name, t, c.Height, c.Width, 3)
		if err != nil {
			return nil, err
		}
		if a.Type != "|u1" {
			return nil, fmt.Errorf("array %s has element type %s, expected bytes (|u1)", c.Name, a.Type)
		}
		c.Data = a.Data
		r.Cameras = append(r.Cameras, c)
	}
	return r, nil
}
