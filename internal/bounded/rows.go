package bounded

import (
	"fmt"
	"io"
)

// Rows is a reader that ends with ErrTooLong where a row is longer than it may be. A parser of comma-separated values
// holds a whole row, and takes up to 60 times its size for one of commas alone.
type Rows struct {
	from io.Reader
	most int
	read int // bytes since the row began
}

// NewRows returns a reader of rows of at most most bytes each, and what its reader reads ahead.
func NewRows(from io.Reader, most int) *Rows { return &Rows{from: from, most: most} }

// Begin begins a row.
func (r *Rows) Begin() { r.read = 0 }

// Read implements io.Reader.
func (r *Rows) Read(p []byte) (int, error) {
	if r.read > r.most {
		return 0, fmt.Errorf("has a row of more than %d bytes: %w", r.most, ErrTooLong)
	}
	n, err := r.from.Read(p)
	r.read += n
	return n, err
}
