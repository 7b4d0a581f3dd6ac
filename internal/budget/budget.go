// Package budget bounds the memory that reading one dataset takes.
//
// A dataset is untrusted: a file of kilobytes can describe arrays of gigabytes, by compression, run-length pages,
// dictionaries, fill values, constant columns, or many links to one array. A limit on each array does not help, because
// a file has many. Every reader therefore takes what it allocates from one Budget, which belongs to the dataset and
// grows with the bytes on disk that are read:
//
//	limit = Base + Ratio x bytes on disk
//
// with TextRatio in place of Ratio for tables of text.
//
// The limit is one on the resident memory of the process above what it had before. A part of it is kept for garbage and
// for gaps between objects: live memory may take 3/4 of it, and after each 1/8 that is spent the garbage is collected.
package budget

import (
	"fmt"
	"runtime"
	"sync/atomic"

	"counterpoise/internal/bounded"
)

// Base (bytes) and Ratio are the memory that reading a dataset may take: Base + Ratio times its size on disk. Text and
// numbers take one to four times their size in memory. Rendered pictures compress 3 to 30 times; they are read one
// episode at a time, and Base is an episode of 350 frames with the pictures of both cameras. Half of it would refuse
// long demonstrations; twice as much would only let hostile files take more.
const (
	Base  = 64 << 20
	Ratio = 8
)

// TextRatio is Ratio for tables of text. A row of five short values has 14 bytes on disk and some 170 in memory, those
// of its slices and strings: a table of a million rollouts, 14 MB, is data, and no attack.
const TextRatio = 32

// raised is the limit that Raise sets, in bytes.
var raised atomic.Int64

// Raise lets every Budget of this process take at least limit bytes, whatever the size of the dataset. It is what the
// switch --memory sets. 0 is the default: Base and Ratio alone.
func Raise(limit int64) { raised.Store(max(0, limit)) }

// Budget is the memory that one dataset may take. One goroutine uses it at a time.
type Budget struct {
	ratio   int64 // Ratio or TextRatio
	onDisk  int64 // bytes on disk that belong to the dataset, as far as they are known
	episode int64 // bytes on disk of the files that the current episode alone has
	index   int64 // bytes that are alive as long as the dataset is open
	spent   int64 // bytes that are alive, the index included
	recent  int64 // bytes spent since garbage was last collected
	stopped func() error
}

// New returns the budget of a dataset of a number of bytes on disk. A reader that does not know its files yet starts
// with 0 and calls Grow for each file.
func New(onDisk int64) *Budget { return &Budget{ratio: Ratio, onDisk: onDisk} }

// NewText is New for tables of text.
func NewText(onDisk int64) *Budget { return &Budget{ratio: TextRatio, onDisk: onDisk} }

// Grow adds a file of the dataset, of a number of bytes on disk.
func (b *Budget) Grow(onDisk int64) { b.onDisk += min(max(0, onDisk), 1<<56) }

// Limit returns the resident memory that reading may take, in bytes.
func (b *Budget) Limit() int64 {
	return max(Base+b.ratio*b.size(), raised.Load())
}

// size returns the known bytes on disk, at most 2^56, so that TextRatio times it does not overflow.
func (b *Budget) size() int64 { return min(b.onDisk+b.episode, 1<<56) }

// StopWhen makes Spend return the error of stopped when that is not nil, such as that of a context that has ended.
// Readers spend as they read, so all of them hear it.
func (b *Budget) StopWhen(stopped func() error) { b.stopped = stopped }

// KeepIndex ends the reading of the index: what is spent so far stays spent from one episode to the next.
func (b *Budget) KeepIndex() { b.index = b.spent }

// Episode begins the reading of an episode, which replaces the one before: it releases everything but the index. onDisk
// is the size of the files that the episode has for itself, if they are not part of the dataset's size yet.
func (b *Budget) Episode(onDisk int64) {
	b.spent, b.episode = b.index, min(max(0, onDisk), 1<<56)
}

// Spend takes n bytes for a part of the dataset, such as "column action". If they exceed what is left, it returns an
// error that names the part, its size, and the switch that raises the limit. It wraps bounded.ErrTooLong.
func (b *Budget) Spend(part string, n int64) error {
	if b.stopped != nil {
		if err := b.stopped(); err != nil {
			return err
		}
	}
	if err := b.Hold(part, n); err != nil {
		return err
	}
	if b.recent += max(0, n); b.recent > b.Limit()/8 {
		b.recent = 0
		runtime.GC()
	}
	return nil
}

// Hold is Spend for a part that is alive already, such as a file that stays open from one episode to the next: garbage
// is not collected for it.
func (b *Budget) Hold(part string, n int64) error {
	n = max(0, n)
	limit := b.Limit()
	if n > limit/4*3-b.spent {
		return fmt.Errorf("%s needs %s of memory besides %s in use, and %s on disk may take %s in all; if it is "+
			"trusted, read it with --memory %s or more: %w", part, size(n), size(b.spent), size(b.size()), size(limit),
			megabytes((b.spent+min(n, 1<<56))/3*4), bounded.ErrTooLong)
	}
	b.spent += n
	return nil
}

// Mark returns the bytes that are spent, for Release.
func (b *Budget) Mark() int64 { return b.spent }

// Release gives back everything that was spent since Mark returned its argument, when nothing refers to it any more.
func (b *Budget) Release(mark int64) { b.spent = min(b.spent, max(b.index, mark)) }

// Return gives back n bytes.
func (b *Budget) Return(n int64) { b.spent = max(0, b.spent-n) }

// Bytes spends n bytes and returns a slice of them.
func (b *Budget) Bytes(part string, n int64) ([]byte, error) {
	if err := b.Spend(part, n); err != nil {
		return nil, err
	}
	return make([]byte, n), nil
}

// size formats a number of bytes as "512 kB" or "1.5 GB".
func size(n int64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.3g GB", float64(n)/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.3g MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.3g kB", float64(n)/1e3)
}

// megabytes formats a number of bytes as an argument of --memory: whole megabytes, rounded up.
func megabytes(n int64) string { return fmt.Sprintf("%dMB", n/1e6+1) }
