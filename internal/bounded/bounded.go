// Package bounded reads untrusted files with bounded memory.
//
// A length that a file states is not trusted: memory is allocated as data arrives, never for a stated length alone.
// The expansion of compressed data is limited to what real data reach: a kilobyte that expands to a gigabyte is damage
// or a decompression bomb, not a demonstration.
//
// Here are limits on a single file, array or page. What a whole dataset may take is a matter of package budget, which
// its readers use besides.
package bounded

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
)

// Slack (bytes) and Ratio bound the expansion of compressed data: n bytes may become Slack + Ratio n. Rendered pictures
// compress 3 to 30 times, so a ratio of 128 leaves a factor of four; a deflate stream can reach about 1000. The
// project's writers store data that would compress more than Ratio times (a black film) uncompressed, so that their
// own files always pass.
const (
	Slack = 16 << 20
	Ratio = 128
)

// ErrTooLong is wrapped by the errors of inputs that exceed their limit.
var ErrTooLong = errors.New("longer than it may be")

// Expansion returns the limit on the size of data whose compressed form has the given number of bytes. The argument is
// clamped to [0, 2⁴⁰], so the result does not overflow.
func Expansion(stored int64) int64 { return Slack + Ratio*max(0, min(stored, 1<<40)) }

// Compressible tells whether a writer may store n bytes in compressed form, of the given size: whether a reader's limit
// admits the ratio.
func Compressible(n, stored int) bool { return int64(n) <= Ratio*int64(stored) }

// ReadAll reads r to its end. Memory grows with the data that arrives; more than limit bytes are ErrTooLong.
func ReadAll(r io.Reader, limit int64) ([]byte, error) {
	var b bytes.Buffer
	n, err := b.ReadFrom(io.LimitReader(r, limit+1))
	if err == nil && n > limit {
		err = fmt.Errorf("more than %d bytes: %w", limit, ErrTooLong)
	}
	return b.Bytes(), err
}

// ErrNotRegular is wrapped by the errors of Open for a path that is no regular file.
var ErrNotRegular = errors.New("expected a regular file")

// ErrPointer is wrapped by the errors of Open for what Git LFS leaves in the place of a file until it is fetched. A
// clone of a dataset from Hugging Face without Git LFS has nothing else.
var ErrPointer = errors.New("is a pointer of Git LFS, not the file itself; fetch it with git lfs pull")

// pointer is how the files of Git LFS's specification begin, and maxPointer is more than they have, in bytes.
const (
	pointer    = "version https://git-lfs.github.com/spec/"
	maxPointer = 1024
)

// Open opens a regular file and returns its size in bytes. A named pipe, whose opening would wait for a writer, a
// device, which may have no end, a socket or a folder is ErrNotRegular at once, and a pointer of Git LFS is ErrPointer.
// Errors contain the path.
func Open(path string) (*os.File, int64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return nil, 0, fmt.Errorf("%s is %s: %w", path, kind(info.Mode()), ErrNotRegular)
	}
	f, err := os.Open(path)
	if err == nil && info.Size() < maxPointer && begins(f, pointer) {
		f.Close()
		return nil, 0, fmt.Errorf("%s %w", path, ErrPointer)
	}
	return f, info.Size(), err
}

// begins reports whether a file begins with a text.
func begins(f *os.File, text string) bool {
	b := make([]byte, len(text))
	n, _ := f.ReadAt(b, 0)
	return string(b[:n]) == text
}

// kind names the type of a file.
func kind(m os.FileMode) string {
	switch {
	case m.IsRegular():
		return "a file"
	case m.IsDir():
		return "a folder"
	case m&os.ModeNamedPipe != 0:
		return "a named pipe"
	case m&os.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}

// ReadRegular reads a whole regular file of any size. Errors contain the path.
func ReadRegular(path string) ([]byte, error) { return ReadRegularTo(path, math.MaxInt64) }

// ReadRegularTo is ReadRegular for files that somebody else names. One of more than limit bytes is ErrTooLong, before
// any memory is taken.
func ReadRegularTo(path string, limit int64) ([]byte, error) {
	f, size, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if size > limit {
		return nil, fmt.Errorf("%s has %d bytes, and may have %d: %w", path, size, limit, ErrTooLong)
	}
	var b bytes.Buffer
	b.Grow(int(size) + bytes.MinRead)
	if _, err := b.ReadFrom(f); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// ErrNotFolder is wrapped by the errors of ReadDir for a path that is no folder.
var ErrNotFolder = errors.New("expected a folder")

// ReadDir returns at most n entries of a folder, in no order: it takes memory for these alone. What is no folder, such
// as a named pipe, whose opening would wait for a writer, is ErrNotFolder at once. Errors contain the path.
func ReadDir(path string, n int) ([]fs.DirEntry, error) {
	f, err := openDir(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entries, err := f.ReadDir(n)
	if errors.Is(err, io.EOF) { // an empty folder
		err = nil
	}
	return entries, err
}

// Names returns the names in a folder of any size that keep is true of, at most n, in no order: it takes memory for
// these alone. What is no folder is ErrNotFolder at once. Errors contain the path.
func Names(path string, n int, keep func(name string) bool) (names []string, err error) {
	f, err := openDir(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for {
		entries, err := f.Readdirnames(1024)
		for _, name := range entries {
			if len(names) < n && keep(name) {
				names = append(names, name)
			}
		}
		if errors.Is(err, io.EOF) || len(names) == n {
			return names, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// openDir opens a folder. What is none is ErrNotFolder at once.
func openDir(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%s is %s: %w", path, kind(info.Mode()), ErrNotFolder)
	}
	return os.Open(path)
}

// Glob returns the paths of the files in a folder that match a pattern of slash-separated names (path.Match), in the
// order of their names. The folder's own name is no pattern: with filepath.Glob, brackets in it would match other
// folders. It panics where the pattern is malformed.
func Glob(dir, pattern string) (paths []string) {
	found, err := fs.Glob(os.DirFS(dir), pattern)
	if err != nil {
		panic(err)
	}
	for _, name := range found {
		paths = append(paths, filepath.Join(dir, filepath.FromSlash(name)))
	}
	return paths
}

// ReadAt reads n bytes at an offset of a source that is size bytes long. A range beyond the source is
// io.ErrUnexpectedEOF, before any memory is allocated.
func ReadAt(r io.ReaderAt, size, at, n int64) ([]byte, error) {
	if at < 0 || n < 0 || at > size || n > size-at {
		return nil, fmt.Errorf("%d bytes at %d lie beyond the end at %d: %w", n, at, size, io.ErrUnexpectedEOF)
	}
	b := make([]byte, n)
	if k, err := r.ReadAt(b, at); int64(k) < n {
		return nil, err
	}
	return b, nil
}
