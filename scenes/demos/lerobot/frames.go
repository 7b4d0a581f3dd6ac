package lerobot

import (
	"cmp"
	"fmt"
	"math"

	"github.com/parquet-go/parquet-go"

	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/parts"
	"counterpoise/scenes/demos/picture"
)

// read reads the rows of an episode, which is number n, into raw.
func (r *reader) read(raw *demos.Raw, n int, rows *episodeRows, pictures bool) (err error) {
	gap, err := r.checkTimes(rows)
	if err != nil {
		return err
	}
	if len(r.roles.actions) == 0 {
		return fmt.Errorf("has no actions: no feature of numbers begins so in info.json; name one with --actions: "+
			"there is %s", parts.List(r.numbers()))
	}
	if raw.Actions, err = r.vectors(r.roles.actions, rows); err != nil {
		return err
	}
	if len(r.roles.state) > 0 { // else there are pictures alone
		if raw.State, err = r.vectors(r.roles.state, rows); err != nil {
			return err
		}
	}
	if name := r.roles.scene; name != "" && rows.has(name, "") {
		if raw.Scene, err = r.matrix(name, rows); err != nil {
			return err
		}
	}
	if err := r.labelsOfFrames(raw, n, rows); err != nil {
		return err
	}
	if gap != "" {
		raw.Odd = append(raw.Odd, demos.Oddity{Kind: "gaps in their times", Text: gap})
	}
	raw.Odd = append(raw.Odd, r.oddTimes(n)...)
	if !pictures {
		return nil
	}
	raw.Films = r.films(n)
	for _, name := range r.roles.cameras {
		images, err := r.images(name, rows)
		if err != nil {
			return err
		}
		raw.Cameras = append(raw.Cameras, images)
	}
	return nil
}

// checkNumbers returns an error unless the rows of episode n say that they are: in the column "index" the number of a
// frame in the dataset, and in the columns "frame_index" and "episode_index", which other programs may leave out, the
// number in the episode and the episode's.
func (r *reader) checkNumbers(n int, rows *episodeRows) error {
	for _, c := range []struct {
		name       string
		first, add int64
		optional   bool
	}{
		{"index", rows.from, 1, false}, {"frame_index", 0, 1, true}, {"episode_index", int64(n), 0, true},
	} {
		if c.optional && !rows.has(c.name, "") {
			continue
		}
		err := rows.each(c.name, "", func(row int, v parquet.Value) error {
			want := c.first + c.add*int64(row)
			x, err := integer(v)
			if err == nil && x != want {
				err = misplacedError{
					fmt.Errorf("is %d, expected %d, by the table of episodes; %s", x, want, r.misnumbered())}
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// misnumbered says how numbers of frames come to be wrong, and what helps.
func (r *reader) misnumbered() string {
	if r.info.isVersion2() {
		return "programs that merge datasets leave it so: number the rows of all files anew"
	}
	return "programs that merge datasets leave it so, and LeRobot where it made videos of some episodes alone: " +
		"number the rows of all files anew, or convert all episodes and delete then"
}

// maxStep is the longest time between two frames, in frames of the dataset's rate, that is no gap: half a frame of
// jitter. Single precision has steps of 0.001 s at three hours.
const maxStep = 1.5

// checkTimes returns an error if the times of rows do not rise from row to row, and a warning if there is a gap in
// them. A table without times is kept.
func (r *reader) checkTimes(rows *episodeRows) (warning string, err error) {
	if !rows.has("timestamp", "") {
		return "", nil
	}
	last := math.Inf(-1)
	return warning, rows.each("timestamp", "", func(row int, v parquet.Value) error {
		x, err := seconds(v)
		if err == nil && !(x > last) {
			err = fmt.Errorf("is %.12g s after %.12g s: times must rise within an episode", x, last)
		}
		if step := x - last; warning == "" && row > 0 && r.info.Rate > 0 && step > maxStep/r.info.Rate+0.001 {
			warning = fmt.Sprintf("%.3g s are between frames %d and %d, where the rate is %g frames a second", step,
				row-1, row, r.info.Rate)
		}
		last = x
		return err
	})
}

// seconds is number in double precision, which times since 1970 need.
func seconds(v parquet.Value) (float64, error) {
	if v.Kind() == parquet.Double {
		return v.Double(), nil
	}
	x, err := number(v)
	return float64(x), err
}

// vectors reads vector columns, side by side.
func (r *reader) vectors(names []string, rows *episodeRows) (demos.Matrix, error) {
	list := make([]demos.Matrix, len(names))
	for i, name := range names {
		var err error
		if list[i], err = r.matrix(name, rows); err != nil {
			return list[i], err
		}
		if len(names) == 1 {
			break
		}
		if err := r.room.Spend("columns side by side", 4*int64(len(list[i].Values))); err != nil {
			return list[i], err
		}
	}
	return demos.SideBySide(list, rows.n), nil
}

// matrix reads a vector column. All rows must have the width that info.json gives.
func (r *reader) matrix(name string, rows *episodeRows) (demos.Matrix, error) {
	t := rows.n
	m := demos.Matrix{Width: r.info.Features[name].width()}
	n := int64(t) * int64(m.Width)
	if err := r.room.Spend("column "+name, 4*n); err != nil {
		return m, err
	}
	m.Values = make([]float32, 0, n)
	at, in := -1, m.Width // current row and the number of its values so far; row -1 is complete
	short := func(row, n int) error {
		return fmt.Errorf("column %s, frame %d: has %d numbers, expected %d: a null, or a list that is empty or too "+
			"short; leave the episode out, or mend it in the program that made it", name, row, n, m.Width)
	}
	var gap error
	err := rows.each(name, "", func(row int, v parquet.Value) error {
		if row != at {
			if in != m.Width {
				gap = short(at, in)
			} else if row != at+1 {
				gap = short(at+1, 0)
			}
			at, in = row, 0
		}
		if gap == nil && v.IsNull() {
			gap = short(row, in)
		}
		if gap != nil {
			return gap
		}
		x, err := number(v)
		if in++; in > m.Width {
			return fmt.Errorf("has more than %d numbers", m.Width)
		}
		m.Values = append(m.Values, x)
		return err
	})
	if gap == nil && err == nil && len(m.Values) != t*m.Width {
		gap = short(at+min(1, in/m.Width), in%m.Width)
	}
	return m, cmp.Or(gap, err)
}

// images reads and decodes the pictures of one camera.
func (r *reader) images(name string, rows *episodeRows) (demos.Camera, error) {
	t := rows.n
	c := demos.Camera{Name: cameraName(name)}
	c.Height, c.Width = r.info.Features[name].pictureSize()
	pixels := int64(c.Height) * int64(c.Width)
	if err := r.room.Spend("column "+name, (3*int64(t)+picture.DecodedPixel)*pixels); err != nil {
		return c, err
	}
	c.Data = make([]byte, 0, 3*int64(t)*pixels)
	n, part := 0, "bytes"
	if !rows.has(name, part) { // the picture alone, which Hugging Face's library takes too
		part = name
	}
	err := rows.each(name, part, func(_ int, v parquet.Value) error {
		var err error
		if n++; n > t {
			return fmt.Errorf("has more than %d pictures", t)
		}
		c.Data, err = picture.Decode(c.Data, v.ByteArray(), c.Height, c.Width)
		return err
	})
	if err == nil && n != t {
		err = fmt.Errorf("column %s has %d pictures in %d rows (pictures outside the table are not read)", name, n, t)
	}
	return c, err
}
