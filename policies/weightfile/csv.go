package weightfile

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/bounded"
	"counterpoise/internal/printable"
)

// The names of the columns, the first of each being the one that messages name.
var (
	methodColumn = []string{"method"}
	digestColumn = []string{"digest"}
	demoColumn   = []string{"demonstration", "episode", "episode_index"}
	frameColumn  = []string{"frame", "frame_index"}
	weightColumn = []string{"weight", "frame_weight"}
)

// columns are the places of the columns in a header; -1 for one that is not there.
type columns struct{ method, digest, demo, frame, weight int }

// locate finds the columns by name. One that is needed and missing is an error that lists those that are there.
func locate(header []string) (columns, error) {
	c := columns{}
	for _, one := range []struct {
		to     *int
		names  []string
		needed bool
	}{
		{&c.method, methodColumn, false}, {&c.digest, digestColumn, true}, {&c.demo, demoColumn, true},
		{&c.frame, frameColumn, false}, {&c.weight, weightColumn, true},
	} {
		*one.to = -1
		for _, name := range one.names {
			if i := slices.Index(header, name); i >= 0 && *one.to < 0 {
				*one.to = i
			}
		}
		if one.needed && *one.to < 0 {
			return c, fmt.Errorf("has the columns %s, and none called %s; weights have the columns digest, "+
				"demonstration and weight, and may have method and frame", printable.Names(header),
				strings.Join(one.names, " or "))
		}
	}
	return c, nil
}

// maxRow is the most bytes of a row: hundreds of times those of one with a digest, a method and three numbers.
const maxRow = 64 << 10

// readCSV reads a file with a header.
func (t *table) readCSV(path string) error {
	f, _, err := t.room.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bounded.NewRows(f, maxRow)
	in := csv.NewReader(lines)
	in.ReuseRecord = true
	header, err := in.Read()
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("%s is empty; weights have the columns digest, demonstration and weight", path)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	header = slices.Clone(header)
	for i := range header {
		header[i] = strings.TrimSpace(strings.TrimPrefix(header[i], "\ufeff"))
	}
	at, err := locate(header)
	if err != nil {
		return fmt.Errorf("%s %w", path, err)
	}
	for {
		lines.Begin()
		fields, err := in.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		r, err := at.row(fields)
		if err == nil {
			err = t.add(r)
		}
		if err != nil {
			line, _ := in.FieldPos(0)
			return fmt.Errorf("%s, line %d: %w", path, line, err)
		}
	}
}

// row reads the fields of a line. The texts are copies.
func (c columns) row(fields []string) (r row, err error) {
	r.digest, r.frame = strings.Clone(strings.TrimSpace(fields[c.digest])), -1
	if c.method >= 0 {
		r.method = strings.Clone(fields[c.method])
	}
	if r.demo, err = number("demonstration", fields[c.demo]); err != nil {
		return r, err
	}
	if c.frame >= 0 {
		if r.frame, err = number("frame", fields[c.frame]); err != nil {
			return r, err
		}
	}
	text := strings.TrimSpace(fields[c.weight])
	if r.weight, err = strconv.ParseFloat(text, 64); err != nil {
		return r, fmt.Errorf("the weight is %.40q, expected a number", text)
	}
	return r, nil
}

// number reads a whole number from 0.
func number(what, text string) (int, error) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 0 {
		return 0, fmt.Errorf("the %s is %.40q, expected a number from 0", what, text)
	}
	return n, nil
}
