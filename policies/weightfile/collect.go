package weightfile

import (
	"fmt"
	"maps"
	"slices"

	"counterpoise/internal/budget"
)

// row is one line of CSV or one row of Parquet. frame is -1 without a column of frames.
type row struct {
	method, digest string
	demo, frame    int
	weight         float64
}

// table collects rows in any order.
type table struct {
	room     *budget.Budget
	method   string // of the first row; empty without the column
	rows     int
	datasets map[string]*dataset
}

// dataset is the rows of a dataset by demonstration.
type dataset struct {
	numbered bool // whether rows have numbers of frames
	demos    map[int][]numberedWeight
}

// numberedWeight is the weight of a frame, or of all frames of a demonstration.
type numberedWeight struct {
	frame  int
	weight float64
}

// The memory of a row: its place in a list that grows, and that of its demonstration in a map.
const (
	rowBytes  = 64
	demoBytes = 192
)

// add adds a row. Errors do not say where it stands.
func (t *table) add(r row) error {
	if err := checkDigest(r.digest); err != nil {
		return err
	}
	if err := checkWeight(r.weight); err != nil {
		return err
	}
	if t.rows == 0 {
		t.method = r.method
	}
	if r.method != t.method {
		return fmt.Errorf("the method is %.60q, and %.60q before; make a file for each method, as sampling-METHOD.csv "+
			"of weigh is", r.method, t.method)
	}
	t.rows++
	d := t.datasets[r.digest]
	if d == nil {
		d = &dataset{numbered: r.frame >= 0, demos: map[int][]numberedWeight{}}
		t.datasets[r.digest] = d
	}
	size := int64(rowBytes)
	if d.demos[r.demo] == nil {
		size += demoBytes
	}
	if err := t.room.Spend("weights", size); err != nil {
		return err
	}
	d.demos[r.demo] = append(d.demos[r.demo], numberedWeight{r.frame, r.weight})
	return nil
}

// weights returns the weights of all rows. A demonstration or a frame that is missing or stands there twice is an
// error.
func (t *table) weights(stem string) (Weights, error) {
	w := Weights{Name: t.method, Datasets: map[string][]Frames{}, numbered: map[string]bool{}}
	if w.Name == "" {
		w.Name = stem
	}
	for _, digest := range slices.Sorted(maps.Keys(t.datasets)) { // so that the error is the same each time
		d := t.datasets[digest]
		all := make([]Frames, 0, len(d.demos))
		for e := range len(d.demos) {
			frames, ok := d.demos[e]
			if !ok {
				return w, fmt.Errorf("dataset %s has weights of %d demonstrations, and none of demonstration %d; "+
					"demonstrations are counted from 0", short(digest), len(d.demos), e)
			}
			list, err := d.inOrder(frames)
			if err != nil {
				return w, fmt.Errorf("dataset %s, demonstration %d: %w", short(digest), e, err)
			}
			all = append(all, list)
		}
		w.Datasets[digest], w.numbered[digest] = all, d.numbered
	}
	return w, w.check()
}

// inOrder returns the weights of a demonstration in the order of its frames.
func (d *dataset) inOrder(frames []numberedWeight) (Frames, error) {
	if d.numbered {
		slices.SortStableFunc(frames, func(a, b numberedWeight) int { return a.frame - b.frame })
	}
	out := make(Frames, len(frames))
	for i, f := range frames {
		if d.numbered && f.frame != i {
			if i > 0 && frames[i-1].frame == f.frame {
				return nil, fmt.Errorf("frame %d has two weights", f.frame)
			}
			return nil, fmt.Errorf("frame %d has no weight; frames are counted from 0", i)
		}
		out[i] = f.weight
	}
	return out, nil
}
