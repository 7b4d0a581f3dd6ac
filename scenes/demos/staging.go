package demos

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"counterpoise/internal/durable"
)

// StagingDir is a hidden temporary directory beside the final path of a dataset (durable.Staging). A writer fills it,
// and Commit moves its content to the final path, so an interrupted writer leaves nothing there. All formats use it,
// which gives them the same rules for paths that are already occupied.
type StagingDir struct {
	*Tally
	final   string
	staging *durable.Staging
}

// Tally checks, hashes and counts the episodes of a dataset that is written, and completes its card.
type Tally struct {
	name  string // of the dataset, for errors
	hash  *digest
	count counter
}

// NewTally starts the tally of a dataset. The name stands in errors.
func NewTally(name string) *Tally { return &Tally{name: name, hash: newDigest()} }

// NewStagingDir creates a staging directory for a path that does not exist, is an empty folder, or holds a
// dataset. In the last case Commit requires that it is the same dataset.
func NewStagingDir(path string) (*StagingDir, error) {
	path = filepath.Clean(path)
	if base := filepath.Base(path); base == "." || base == ".." {
		return nil, fmt.Errorf("demos: %s is no name for a dataset, which takes the place of its folder; name a new "+
			"one", path)
	}
	if free, err := isVacant(path); err != nil {
		return nil, fmt.Errorf("demos: %w", err)
	} else if _, err := Detect(path); !free && err != nil {
		return nil, noDataset(path)
	}
	staging, err := durable.NewStaging(path)
	if err != nil {
		return nil, fmt.Errorf("demos: cannot make the folder for the dataset: %w", err)
	}
	return &StagingDir{NewTally(path), path, staging}, nil
}

// noDataset is the error of a path that is not vacant and holds no dataset.
func noDataset(path string) error {
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return fmt.Errorf("demos: %s is a file that is no dataset; choose another name", path)
	}
	return fmt.Errorf("demos: %s holds something that is no dataset; choose a new or an empty folder", path)
}

// ErrOccupied is in the errors of a path that holds another dataset than the one to be written.
var ErrOccupied = errors.New("choose an empty folder")

// occupied is the error of a path that holds another dataset than the one to be written, with that dataset's card.
func occupied(path string, c Card) error {
	what := "another dataset"
	if c.Recipe != "" {
		what = fmt.Sprintf("another dataset (%s, seed %d)", c.Recipe, c.Seed)
	}
	return fmt.Errorf("demos: %s holds %s; %w", path, what, ErrOccupied)
}

// isVacant reports whether a path does not exist or is an empty folder.
func isVacant(path string) (bool, error) {
	entries, err := os.ReadDir(path)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if info, statErr := os.Stat(path); statErr == nil && !info.IsDir() {
		return false, nil
	}
	return len(entries) == 0, err
}

// Path returns the path at which the writer creates the dataset's file or folder. It does not exist at first.
func (s *StagingDir) Path() string { return s.staging.Path() }

// Episodes returns the number of episodes added.
func (t *Tally) Episodes() int { return t.count.episodes }

// Frames returns the total number of frames of the episodes added.
func (t *Tally) Frames() int { return t.count.frames }

// Add validates, hashes and counts an episode. Every writer calls it before it writes the episode.
func (t *Tally) Add(e *Episode) error {
	if err := e.Check(); err != nil {
		return fmt.Errorf("demos: episode %d for %s: %w", t.Episodes(), t.name, err)
	}
	t.hash.add(e)
	t.count.add(e)
	return nil
}

// Complete returns card with the missing fields (hash, task, groups) filled in from the episodes added. It
// returns an error if there are no episodes or if the card has the hash of other episodes.
func (t *Tally) Complete(card Card) (Card, error) {
	if t.Episodes() == 0 {
		return card, fmt.Errorf("demos: %s: a dataset needs at least one episode", t.name)
	}
	if sum := t.hash.sum(); card.Hash == "" {
		card.Hash = sum
	} else if card.Hash != sum {
		return card, fmt.Errorf("demos: %s: the episodes are not those of the card (content hash %.12s, expected "+
			"%.12s)", t.name, sum, card.Hash)
	}
	card.Format, card.Episodes = CardFormat, nil
	if card.Task == "" {
		card.Task = t.count.task
	}
	if card.Groups == nil {
		card.Groups = t.count.rows
	}
	return card, nil
}

// Commit moves the finished dataset to its final path. Files are synced first and the move is one step, so after a
// crash the final path holds the old dataset or the new one, and never a part. A dataset with the same hash at the
// final path is replaced, because its files may be damaged; one with another hash is an error, and so is one of another
// format and one whose folder has files besides, which would be lost.
func (s *StagingDir) Commit(card Card) error {
	if err := s.checkReplaceable(card); err != nil {
		return err
	}
	defer s.Abort()
	if err := s.staging.Commit(); err != nil {
		return fmt.Errorf("demos: cannot write the dataset: %w", err)
	}
	return nil
}

// checkReplaceable returns an error if the final path holds anything but a dataset with the card's hash, of the
// same format, and with the new dataset's files alone.
func (s *StagingDir) checkReplaceable(card Card) error {
	free, err := isVacant(s.final)
	if free || err != nil {
		return err
	}
	old, err := OpenAny(context.Background(), s.final)
	if err != nil {
		return fmt.Errorf("%w (%w)", noDataset(s.final), err)
	}
	defer old.Close()
	if c := old.Card(); c.Hash != card.Hash {
		return occupied(s.final, c)
	}
	before, err := Detect(s.final)
	if err != nil {
		return err
	}
	if now, err := Detect(s.Path()); err != nil || now != before {
		return errors.Join(err, fmt.Errorf("demos: %s holds the dataset as %s; choose a new folder for another format",
			s.final, before))
	}
	return filepath.WalkDir(s.final, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || path == s.final {
			return err
		}
		name, err := filepath.Rel(s.final, path)
		if err == nil && !exists(filepath.Join(s.Path(), name)) {
			err = fmt.Errorf("demos: %s has %s besides the dataset, which would be lost; move it, or choose a new "+
				"folder", s.final, name)
		}
		return err
	})
}

// Abort removes the staging directory.
func (s *StagingDir) Abort() { s.staging.Abort() }

// exists reports whether there is a file, folder or link at path.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
