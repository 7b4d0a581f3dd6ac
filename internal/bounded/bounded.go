// Package bounded reads what others wrote without letting it choose how much memory that takes.
//
// A file's own statements about its lengths are claims. Memory is taken only as data arrives, never for a claim, and
// what is compressed may not grow beyond what real data grow by: a kilobyte that would become a gigabyte is an attack
// or damage, not a demonstration.
package bounded

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// Slack and Ratio say how far compressed data may expand. Rendered pictures shrink 3 to 30 times. Our writers keep
// what would shrink more than Ratio times (a black film) uncompressed, so that our own files always pass.
const (
	Slack = 16 << 20
	Ratio = 128
)

// ErrTooLong is wrapped by the errors of inputs that are longer than they may be.
var ErrTooLong = errors.New("longer than it may be")

// Expansion is the most bytes that a stored number of compressed bytes may become.
func Expansion(stored int64) int64 { return Slack + Ratio*max(0, min(stored, 1<<40)) }

// Compressible tells whether a writer may keep n bytes as stored compressed ones: whether a reader will believe it.
func Compressible(n, stored int) bool { return int64(n) <= Ratio*int64(stored) }

// ReadAll reads r to its end. Memory grows with what arrives; more than limit bytes are an error.
func ReadAll(r io.Reader, limit int64) ([]byte, error) {
	var b bytes.Buffer
	n, err := b.ReadFrom(io.LimitReader(r, limit+1))
	if err == nil && n > limit {
		err = fmt.Errorf("more than %d bytes: %w", limit, ErrTooLong)
	}
	return b.Bytes(), err
}

// ReadExactly reads n bytes, and finds that nothing follows them. Memory grows with what arrives, not with n.
func ReadExactly(r io.Reader, n int64) ([]byte, error) {
	raw, err := ReadAll(r, n)
	if err == nil && int64(len(raw)) < n {
		err = fmt.Errorf("%d of %d bytes: %w", len(raw), n, io.ErrUnexpectedEOF)
	}
	return raw, err
}

// ReadFile reads a plain file of at most limit bytes.
func ReadFile(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	raw, err := ReadAll(f, limit)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return raw, nil
}

// ReadAt reads n bytes at an offset of a source that is size bytes long. What lies beyond the source is an error before
// any memory is taken.
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
