package cachedir

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"counterpoise/internal/bounded"
	"counterpoise/internal/durable"
)

// Cache keeps content under keys, one file each. A file that is lost costs time and changes no result, so the folder
// needs no lock: two processes may write one file, with the same content. It is safe for concurrent use.
//
// A file is a line with the version, the SHA-256 of version, key and content, and the content. A file of another
// version, a damaged one, and one that was renamed to another key count as missing.
type Cache struct {
	Folder  string // of the files; empty: nothing is kept
	Version string // of the content: printable ASCII, at most maxVersion bytes

	mu   sync.Mutex
	used int64 // bytes of the files as far as this process knows
	sure bool  // used was counted
}

// magic begins the first line of a file; the version follows.
const magic = "counterpoise cache: "

// maxVersion bounds the version in the first line, in bytes.
const maxVersion = 60

// digits is the length of a key: SHA-256 in hexadecimal.
const digits = 2 * sha256.Size

// name returns the file of a key below the folder, with a slash. Files lie in 256 folders by the first two digits of
// the key, because some file systems are slow with many entries in one.
func name(key string) string { return key[:2] + "/" + key }

// path returns the path of the file of a key.
func (c *Cache) path(key string) string {
	return filepath.Join(c.Folder, filepath.FromSlash(name(key)))
}

// bound returns a hash that has taken what binds a content to its version and key.
func bound(version, key string) hash.Hash {
	h := sha256.New()
	fmt.Fprintf(h, "%s%s\n%s\n", magic, version, key) // a hash returns no error
	return h
}

// Get returns the content of a key, 64 hexadecimal digits. Any error makes the caller compute the content again.
func (c *Cache) Get(key string) ([]byte, error) {
	if c.Folder == "" {
		return nil, os.ErrNotExist
	}
	path := c.path(key)
	data, err := bounded.ReadRegular(path)
	if err != nil {
		return nil, err
	}
	rest, ok := bytes.CutPrefix(data, []byte(magic+c.Version+"\n"))
	if !ok {
		return nil, fmt.Errorf("%s is of another version", path)
	}
	if len(rest) < sha256.Size {
		return nil, fmt.Errorf("%s: too short", path)
	}
	sum, content := rest[:sha256.Size], rest[sha256.Size:]
	h := bound(c.Version, key)
	h.Write(content)
	if !bytes.Equal(sum, h.Sum(nil)) {
		return nil, fmt.Errorf("%s: its checksum does not fit", path)
	}
	return content, nil
}

// Put keeps the content of a key. Beyond Limit, the files that were written first are removed. Without a folder it does
// nothing.
func (c *Cache) Put(key string, content []byte) error {
	if c.Folder == "" {
		return nil
	}
	limit, err := Limit()
	if err != nil {
		return err
	}
	h := bound(c.Version, key)
	h.Write(content)
	data := append(h.Sum([]byte(magic+c.Version+"\n")), content...)
	if err := durable.WriteBelow(c.Folder, name(key), data); err != nil {
		return err
	}
	return c.trim(int64(len(data)), limit)
}

// errNoHeader: the first line of a file is not that of a cache file.
var errNoHeader = errors.New("no header")

// versionOf returns the version that the beginning of a file states, and the length of its first line.
func versionOf(start []byte) (version string, n int, err error) {
	rest, ok := bytes.CutPrefix(start, []byte(magic))
	line, _, ended := bytes.Cut(rest, []byte("\n"))
	printable := !strings.ContainsFunc(string(line), func(r rune) bool { return r < ' ' || r > '~' })
	if !ok || !ended || len(line) > maxVersion || !printable {
		return "", 0, errNoHeader
	}
	return string(line), len(magic) + len(line) + 1, nil
}
