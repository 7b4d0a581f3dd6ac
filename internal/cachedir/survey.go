package cachedir

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"counterpoise/internal/bounded"
	"counterpoise/internal/durable"
)

// State says whether a file is of use.
type State string

// The states of a file.
const (
	Fits         State = "yes"                 // it can be read
	OtherVersion State = "no, another version" // this program writes another version, or the file states none
	Damaged      State = "no, damaged"         // its content is not what was written under its name
	Leftover     State = "no, temporary"       // a temporary file or folder, of a process that works or was killed
)

// File is a file of a cache, or a temporary file or folder.
type File struct {
	Path    string
	Version string // as the file states it, printable ASCII; empty where it states none
	State   State
	Bytes   int64

	written time.Time
}

// Survey lists the files of the cache, each read to its end, and the temporary files. What by its name is not this
// program's is left out, and links are not followed. A missing folder has no files. progress may be nil; otherwise it
// is called after each file, since reading gigabytes takes seconds.
func (c *Cache) Survey(ctx context.Context, progress func(done, total int)) ([]File, error) {
	files, err := list(ctx, c.Folder)
	for i := range files {
		if err == nil {
			err = context.Cause(ctx)
		}
		if err == nil && files[i].State != Leftover {
			c.examine(&files[i])
		}
		if err == nil && progress != nil {
			progress(i+1, len(files))
		}
	}
	return files, err
}

// list lists the files of a cache and the temporary ones, without reading them. The state of files of the cache is
// empty.
func list(ctx context.Context, folder string) (files []File, err error) {
	dirs, err := entries(folder)
	for _, d := range dirs {
		if !d.IsDir() || len(d.Name()) != 2 || !hexadecimal(d.Name()) {
			continue
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		dir := filepath.Join(folder, d.Name())
		found, err := entries(dir)
		if err != nil {
			return nil, err
		}
		for _, e := range found {
			own := len(e.Name()) == digits && hexadecimal(e.Name()) && strings.HasPrefix(e.Name(), d.Name())
			info, err := e.Info()
			if err != nil || !own || !info.Mode().IsRegular() {
				continue // foreign, or removed meanwhile
			}
			files = append(files, File{Path: filepath.Join(dir, e.Name()), Bytes: info.Size(), written: info.ModTime()})
		}
		left, err := Leftovers(dir)
		if err != nil {
			return nil, err
		}
		files = append(files, left...)
	}
	return files, err
}

// Leftovers lists the temporary files and folders in a folder.
func Leftovers(dir string) (files []File, err error) {
	found, err := entries(dir)
	for _, e := range found {
		if !durable.Temporary(e.Name()) {
			continue
		}
		f := File{Path: filepath.Join(dir, e.Name()), State: Leftover}
		filepath.WalkDir(f.Path, func(_ string, d fs.DirEntry, err error) error {
			if err != nil {
				return nil // removed meanwhile
			}
			if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
				f.Bytes += info.Size()
			}
			return nil
		})
		files = append(files, f)
	}
	return files, err
}

// entries reads a folder. A missing one has no entries.
func entries(dir string) ([]fs.DirEntry, error) {
	found, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("can't read the cache: %w; let COUNTERPOISE_CACHE name another folder", err)
	}
	return found, nil
}

// hexadecimal reports whether a name has the digits of a key alone.
func hexadecimal(name string) bool { return strings.Trim(name, "0123456789abcdef") == "" }

// examine reads a file and sets its version and state. One that cannot be opened is damaged, as it is for Get.
func (c *Cache) examine(f *File) {
	f.State = Damaged
	r, _, err := bounded.Open(f.Path)
	if err != nil {
		return
	}
	defer r.Close()
	start := make([]byte, len(magic)+maxVersion+1)
	n, err := io.ReadFull(r, start)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return
	}
	start = start[:n]
	version, header, err := versionOf(start)
	if f.Version = version; err != nil || version != c.Version {
		f.State = OtherVersion
		return
	}
	rest := io.MultiReader(bytes.NewReader(start[header:]), r)
	var sum [sha256.Size]byte
	if _, err := io.ReadFull(rest, sum[:]); err != nil {
		return
	}
	h := bound(version, filepath.Base(f.Path))
	if _, err := io.Copy(h, rest); err == nil && bytes.Equal(sum[:], h.Sum(nil)) {
		f.State = Fits
	}
}

// Remove removes files and returns those that are gone. Temporary files that a process holds stay.
func Remove(ctx context.Context, files []File) (gone []File, err error) {
	for _, f := range files {
		if ctx.Err() != nil {
			return gone, context.Cause(ctx)
		}
		if f.State == Leftover {
			durable.Sweep(filepath.Dir(f.Path))
		} else if err := durable.Remove(f.Path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return gone, err
		}
		if _, err := os.Lstat(f.Path); errors.Is(err, fs.ErrNotExist) {
			gone = append(gone, f)
		}
	}
	return gone, nil
}
