package cachedir

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"

	"counterpoise/internal/durable"
)

// limitVariable is the environment variable for Limit, in gigabytes of 10⁹ bytes.
const limitVariable = "COUNTERPOISE_CACHE_LIMIT"

// defaultLimit is the limit in gigabytes where the variable is not set: features of 300,000 episodes of 30 kB.
const defaultLimit = 10

// Limit returns how many bytes the files of a cache may take: $COUNTERPOISE_CACHE_LIMIT in gigabytes, 10 by default.
func Limit() (int64, error) {
	text := os.Getenv(limitVariable)
	if text == "" {
		return defaultLimit * 1e9, nil
	}
	gigabytes, err := strconv.ParseFloat(text, 64)
	if err != nil || !(gigabytes >= 0 && gigabytes <= 1e9) {
		return 0, fmt.Errorf("%s does not take %q; it wants a number of gigabytes, 0 or more", limitVariable, text)
	}
	return int64(gigabytes * 1e9), nil
}

// trim notes that a file of n bytes was written. Beyond the limit it removes the oldest files, by the time at which
// they were written, down to nine tenths of the limit: a full cache is then listed once in many writes. Each process
// counts its own writes and what was there at its first one; several at a time may exceed the limit by what each
// writes.
func (c *Cache) trim(n, limit int64) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.used += n; c.sure && c.used <= limit {
		return nil
	}
	files, err := list(context.Background(), c.Folder)
	if err != nil {
		return err
	}
	files = slices.DeleteFunc(files, func(f File) bool { return f.State == Leftover })
	c.used, c.sure = 0, true
	for _, f := range files {
		c.used += f.Bytes
	}
	if c.used <= limit {
		return nil
	}
	slices.SortFunc(files, func(a, b File) int {
		return cmp.Or(a.written.Compare(b.written), cmp.Compare(a.Path, b.Path))
	})
	for _, f := range files {
		if c.used <= limit/10*9 {
			break
		}
		if err := durable.Remove(f.Path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		c.used -= f.Bytes
	}
	return nil
}
