package pools

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/bounded"
	"counterpoise/internal/budget"
	"counterpoise/scenes/demos"
)

// FileName is the name of the file that holds a list.
const FileName = "pools.csv"

// header names the columns of the file. version is that of the simulator and its demonstrators; folder is where the
// demonstrations are, empty for a list without them.
var header = []string{
	"digest", "demonstration", "frames", "behaviour", "style", "trial", "task", "recipe", "seed", "version", "folder",
}

// CSV returns a list as a file: a row for each demonstration, counted from 0 in its dataset. folder says where the
// demonstrations of dataset i are; it may be nil.
func CSV(all []Pool, folder func(i int) string) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write(header)
	for i, p := range all {
		at := ""
		if folder != nil {
			at = folder(i)
		}
		for e, d := range p.Demos {
			w.Write([]string{p.Digest, strconv.Itoa(e), strconv.Itoa(d.Frames), d.Behaviour, d.Style,
				strconv.Itoa(p.Trial), p.Task, p.Recipe, strconv.FormatUint(p.Seed, 10), demos.Version, at})
		}
	}
	w.Flush() // to memory, which does not fail
	return b.Bytes()
}

// maxRow is the largest accepted length of a row in bytes, about a hundred times that of the longest row that CSV
// writes.
const maxRow = 64 << 10

// Read reads a list. Rows of another version of the simulator are left out: its demonstrations are others.
func Read(path string) (all []Pool, err error) {
	room := budget.New(0)
	f, _, err := room.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bounded.NewRows(f, maxRow)
	in := csv.NewReader(lines)
	first, err := in.Read()
	if err != nil || !slices.Equal(first, header) {
		return nil, fmt.Errorf("%s is no list of pools; remove it, and it is made again", path)
	}
	for {
		lines.Begin()
		row, err := in.Read()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err == nil {
			err = room.Spend("a list of pools", 512+2*int64(len(strings.Join(row, ""))))
		}
		if err == nil {
			all, err = add(all, row)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w; remove it, and it is made again", path, err)
		}
	}
}

// add adds a row to a list: demonstration 0 begins a dataset, any other must continue the last one, of the same digest.
func add(all []Pool, row []string) ([]Pool, error) {
	demo, err := strconv.Atoi(row[1])
	frames, err2 := strconv.Atoi(row[2])
	trial, err3 := strconv.Atoi(row[5])
	seed, err4 := strconv.ParseUint(row[8], 10, 64)
	if err := cmp.Or(err, err2, err3, err4); err != nil {
		return nil, err
	}
	if row[9] != demos.Version {
		return all, nil
	}
	k := Key{row[6], row[7], trial, seed}
	if demo == 0 {
		all = append(all, Pool{Key: k, Digest: row[0]})
	}
	if len(all) == 0 || all[len(all)-1].Key != k || len(all[len(all)-1].Demos) != demo {
		return nil, fmt.Errorf("demonstration %d of %v stands out of order", demo, k)
	}
	p := &all[len(all)-1]
	if p.Digest != row[0] {
		return nil, fmt.Errorf("demonstration %d of %v has digest %.70q, those before have %.70q", demo, k, row[0],
			p.Digest)
	}
	if frames < 1 {
		return nil, fmt.Errorf("demonstration %d of %v has %d frames, expected 1 or more", demo, k, frames)
	}
	p.Demos = append(p.Demos, Demo{row[3], row[4], frames})
	return all, nil
}
