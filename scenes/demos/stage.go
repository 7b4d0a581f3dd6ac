package demos

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// StagingDir is where a dataset is written until it is complete: a hidden folder beside its final path. What is interrupted
// leaves nothing at that path. All formats write by it, so that they treat what is already there alike.
type StagingDir struct {
	final, hidden string
	hash          *digest
	count         tally
}

// NewStagingDir starts a dataset for a path that is free, empty, or holds a dataset (which must turn out to be the same one).
func NewStagingDir(path string) (*StagingDir, error) {
	path = filepath.Clean(path)
	if free, err := vacant(path); err != nil {
		return nil, fmt.Errorf("demos: %w", err)
	} else if _, err := Detect(path); !free && err != nil {
		return nil, fmt.Errorf("demos: %s holds something that is no dataset; choose a new or an empty folder", path)
	}
	parent := filepath.Dir(path)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return nil, fmt.Errorf("demos: cannot make the folder for the dataset: %w", err)
	}
	hidden, err := os.MkdirTemp(parent, "."+filepath.Base(path)+".partial-*")
	if err != nil {
		return nil, fmt.Errorf("demos: cannot make the folder for the dataset: %w", err)
	}
	return &StagingDir{final: path, hidden: hidden, hash: newDigest()}, nil
}

// vacant tells whether nothing is at a path, or an empty folder.
func vacant(path string) (bool, error) {
	entries, err := os.ReadDir(path)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if info, statErr := os.Stat(path); statErr == nil && !info.IsDir() {
		return false, nil
	}
	return len(entries) == 0, err
}

// Path is where the dataset is written for now. Nothing is there yet.
func (s *StagingDir) Path() string { return filepath.Join(s.hidden, "new") }

// Episodes is the number of episodes that were added.
func (s *StagingDir) Episodes() int { return s.count.episodes }

// Frames is the number of their frames.
func (s *StagingDir) Frames() int { return s.count.frames }

// Add checks and counts an episode. Every writer calls it first.
func (s *StagingDir) Add(e *Episode) error {
	if err := e.Check(); err != nil {
		return fmt.Errorf("demos: episode %d for %s: %w", s.Episodes(), s.final, err)
	}
	s.hash.add(e)
	s.count.add(e)
	return nil
}

// Complete is the card of what was added: the given one, with what it leaves open.
func (s *StagingDir) Complete(card Card) (Card, error) {
	if s.Episodes() == 0 {
		return card, fmt.Errorf("demos: %s: a dataset needs at least one episode", s.final)
	}
	if sum := s.hash.sum(); card.Hash == "" {
		card.Hash = sum
	} else if card.Hash != sum {
		return card, fmt.Errorf("demos: %s: the episodes are not those of the card (content hash %.12s, expected %.12s)", s.final, sum, card.Hash)
	}
	card.Format, card.Episodes = CardFormat, nil
	if card.Task == "" {
		card.Task = s.count.task
	}
	if card.Groups == nil {
		card.Groups = s.count.rows
	}
	return card, nil
}

// Commit puts the finished dataset in its place. The same dataset, already there, is replaced: it may be damaged.
func (s *StagingDir) Commit(card Card) error {
	if err := s.makeRoom(card); err != nil {
		return err
	}
	if err := syncAll(s.Path()); err != nil {
		return fmt.Errorf("demos: cannot write the dataset: %w", err)
	}
	if exists(s.final) {
		if err := os.Rename(s.final, filepath.Join(s.hidden, "old")); err != nil {
			return fmt.Errorf("demos: cannot replace the dataset: %w", err)
		}
	}
	if err := os.Rename(s.Path(), s.final); err != nil {
		return fmt.Errorf("demos: cannot put the dataset in its place: %w", err)
	}
	s.Abort()
	return syncPath(filepath.Dir(s.final))
}

// makeRoom finds out whether what is at the final path may go.
func (s *StagingDir) makeRoom(card Card) error {
	free, err := vacant(s.final)
	if free || err != nil {
		return err
	}
	old, err := OpenAny(s.final)
	if err != nil {
		return fmt.Errorf("demos: %s holds something that is no dataset; choose a new or an empty folder (%w)", s.final, err)
	}
	defer old.Close()
	if c := old.Card(); c.Hash != card.Hash {
		return fmt.Errorf("demos: %s holds another dataset (%s, seed %d); choose an empty folder", s.final, c.Recipe, c.Seed)
	}
	return nil
}

// Abort removes what was written so far.
func (s *StagingDir) Abort() { os.RemoveAll(s.hidden) }

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// syncAll makes files and folders survive a power cut.
func syncAll(root string) error {
	return filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return syncPath(path)
	})
}

func syncPath(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		if info, _ := f.Stat(); info != nil && info.IsDir() {
			return nil // systems that cannot sync a folder lose nothing else by it
		}
		return err
	}
	return nil
}
