package demos

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"counterpoise/internal/catalog"
)

// FileFormat is a way to keep a dataset on disk. Reading trusts nothing: whatever is wrong with a file is an error that
// names file, key, what was expected and what was found; a reader takes no more memory than the input justifies.
type FileFormat interface {
	// About says in one line what the format is and who reads it.
	About() string
	// Recognises tells by the names of files, and at most a few bytes, whether a path holds such a dataset.
	Recognises(path string) bool
	// Open reads what is needed to hand out episodes, and no episode.
	Open(path string) (Reader, error)
	// Create starts a dataset at a path that is free, or empty, or holds the same dataset already.
	Create(path string) (Writer, error)
}

// Formats are all formats. Each is a package that adds itself; a program has those that it imports.
var Formats = catalog.New[FileFormat]("format")

// Reader hands out the episodes of a dataset, in any order, one in memory at a time. One goroutine uses it at a time.
// Reading in order is fastest.
type Reader interface {
	// Card is the dataset's card; its Format is 0 where somebody else's dataset has none. It names no files.
	Card() Card
	// Episodes is their number.
	Episodes() int
	// Read reads episode i, with its pictures or without.
	Read(i int, pictures bool) (*Raw, error)
	Close() error
}

// Writer takes episodes and, last, the card. Until Close has returned without error nothing at the path looks like a
// dataset.
type Writer interface {
	Sink
	// Close completes the dataset. What the card does not say (tasks, groups, hash, where somebody else's dataset is
	// converted) is filled in; a hash that is not that of the episodes is an error.
	Close(Card) error
	// Abort leaves nothing behind. After Close it does nothing.
	Abort()
}

// Detect finds the name of the format of the dataset at a path.
func Detect(path string) (string, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("demos: %s does not exist", path)
	} else if err != nil {
		return "", fmt.Errorf("demos: %w", err)
	}
	for _, name := range Formats.Names() {
		if f, _ := Formats.Get(name); f.Recognises(path) {
			return name, nil
		}
	}
	return "", fmt.Errorf("demos: %s holds no dataset of a format that is known here: %s", path, strings.Join(Formats.Names(), ", "))
}

// OpenAny opens a dataset of whatever format.
func OpenAny(path string) (Reader, error) {
	name, err := Detect(path)
	if err != nil {
		return nil, err
	}
	f, err := Formats.Get(name)
	if err != nil {
		return nil, err
	}
	return f.Open(path)
}

// Strict is the source of a reader's episodes, with pictures where there are any. It checks them against the card's hash.
func Strict(r Reader) Source { return strict{r} }

type strict struct{ Reader }

// Each implements Source.
func (s strict) Each(yield func(i int, e *Episode) error) error {
	hash := newDigest()
	for i := range s.Episodes() {
		raw, err := s.Read(i, true)
		if err != nil {
			return err
		}
		e, err := raw.Episode()
		if err != nil {
			return fmt.Errorf("demos: episode %d: %w", i, err)
		}
		hash.add(e)
		if err := yield(i, e); err != nil {
			return err
		}
	}
	if card := s.Card(); card.Hash != "" && card.Hash != hash.sum() {
		return fmt.Errorf("demos: the episodes are not those of the card (content hash %.12s, expected %.12s)", hash.sum(), card.Hash)
	}
	return nil
}

// Convert copies a dataset from one format into another, one episode in memory at a time. progress, if not nil, is called
// after each.
func Convert(from Reader, to Writer, progress func(done, total int)) error {
	defer to.Abort()
	err := Strict(from).Each(func(i int, e *Episode) error {
		if err := to.Add(e); err != nil {
			return err
		}
		if progress != nil {
			progress(i+1, from.Episodes())
		}
		return nil
	})
	if err != nil {
		return err
	}
	return to.Close(from.Card())
}
