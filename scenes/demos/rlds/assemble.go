package rlds

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/picture"
)

// assembler makes an episode from the values of an Example.
type assembler struct {
	*reader
	found  map[string]values
	frames int
}

// errEnough ends the iteration over a list of which only the beginning is wanted.
var errEnough = errors.New("enough")

// count finds the number of steps, which is that of the first actions.
func (a *assembler) count() error {
	path := a.roles.actions[0]
	n, err := a.leaves[path].count(a.found[path])
	if err == nil && (n < 1 || n > demos.MaxFrames) {
		err = fmt.Errorf("has %d steps, expected 1 to %d", n, demos.MaxFrames)
	}
	if err != nil {
		return fmt.Errorf("%s %w", path, err)
	}
	a.frames = n
	return nil
}

// vectors reads the vectors of all steps, side by side. No paths are a matrix of width 0.
func (a *assembler) vectors(paths []string) (demos.Matrix, error) {
	list := make([]demos.Matrix, len(paths))
	for i, path := range paths {
		// A step of a compressed feature is unpacked first, at up to 8 bytes a number.
		width := int64(a.leaves[path].values())
		if err := a.room.Spend(path, 4*int64(a.frames)*width+8*width); err != nil {
			return demos.Matrix{}, err
		}
		m, err := a.matrix(path)
		if err != nil {
			return m, fmt.Errorf("%s %w", path, err)
		}
		if len(paths) > 1 {
			if err := a.room.Spend("features side by side", 4*int64(len(m.Values))); err != nil {
				return m, err
			}
		}
		list[i] = m
	}
	return demos.SideBySide(list, a.frames), nil
}

// matrix reads the vectors of a leaf.
func (a *assembler) matrix(path string) (demos.Matrix, error) {
	l := a.leaves[path]
	m := demos.Matrix{Width: l.values()}
	n := int64(a.frames) * int64(m.Width)
	m.Values = make([]float32, 0, n)
	err := l.each(a.found[path], func(x float64) error {
		if int64(len(m.Values)) == n {
			return fmt.Errorf("has more than %d numbers in %d steps, expected %d in each", n, a.frames, m.Width)
		}
		m.Values = append(m.Values, float32(x))
		return nil
	})
	if err == nil && int64(len(m.Values)) != n {
		err = fmt.Errorf("has %d numbers in %d steps, expected %d in each", len(m.Values), a.frames, m.Width)
	}
	return m, err
}

// camera reads the pictures of a leaf. All must have one size: that of the shape, or of the first.
func (a *assembler) camera(path string) (demos.Camera, error) {
	l, v := a.leaves[path], a.found[path]
	c := demos.Camera{Name: cameraName(path), Height: l.shape[0], Width: l.shape[1]}
	if c.Height < 1 || c.Width < 1 {
		err := v.eachBytes(func(b []byte) (err error) {
			if c.Height, c.Width, err = picture.Size(b); err == nil {
				err = errEnough
			}
			return err
		})
		if !errors.Is(err, errEnough) {
			return c, fmt.Errorf("%s %w", path, cmp.Or(err, errors.New("has no pictures")))
		}
	}
	pixels := int64(c.Height) * int64(c.Width)
	if err := a.room.Spend(path, 3*int64(a.frames)*pixels+min(largeGarbage, picture.DecodedPixel*pixels)); err != nil {
		return c, err
	}
	want := 3 * int64(a.frames) * pixels
	c.Data = make([]byte, 0, want)
	more := func(n int64) error {
		if int64(len(c.Data))+n > want {
			return fmt.Errorf("has more than %d pictures", a.frames)
		}
		return nil
	}
	var err error
	if l.kind == kindImage {
		err = v.eachBytes(func(b []byte) (err error) {
			if err := a.spendGarbage(path, pixels); err != nil {
				return err
			}
			if err = more(3 * pixels); err == nil {
				c.Data, err = picture.Decode(c.Data, b, c.Height, c.Width)
			}
			return err
		})
	} else {
		err = l.each(v, func(x float64) error {
			c.Data = append(c.Data, byte(x))
			return more(0)
		})
	}
	if err == nil && int64(len(c.Data)) != want {
		err = fmt.Errorf("has %d bytes of %dx%d pictures, expected %d pictures", len(c.Data), c.Width, c.Height,
			a.frames)
	}
	if err != nil {
		return c, fmt.Errorf("%s %w", path, err)
	}
	return c, nil
}

// largeGarbage is the size from which on the garbage of decoding one picture is spent, in bytes: a picture of 256x256.
// Collecting the garbage of smaller ones so often would cost more than they take.
const largeGarbage = 1 << 20

// spendGarbage spends what decoding a large picture leaves behind, and returns it: the budget collects garbage as it
// is spent.
func (a *assembler) spendGarbage(path string, pixels int64) error {
	n := picture.DecodedPixel * pixels
	if n < largeGarbage {
		return nil
	}
	err := a.room.Spend(path, n)
	a.room.Return(n)
	return err
}

// labels adds the scalars of the episode, the instruction as "annotation", and as "task" where nothing else is called
// so, other instructions by their own names, and the split where there are several.
func (a *assembler) labels(raw *demos.Raw, split string) error {
	to := raw.Labels
	for _, path := range a.roles.labels {
		text, known, err := a.scalar(path)
		if err != nil {
			return fmt.Errorf("%s %w", path, err)
		}
		if known && (text != "" || path != metadata+"success") {
			to[strings.TrimPrefix(path, metadata)] = text
		}
	}
	if path := a.roles.sentence; path != "" {
		said, err := a.sentences(path)
		if err != nil {
			return fmt.Errorf("%s %w", path, err)
		}
		if text, known := said.most(); known {
			to["annotation"] = text
			if to["task"] == "" {
				to["task"] = text
			}
		}
		raw.Odd = append(raw.Odd, said.oddities(path)...)
	}
	for _, path := range a.roles.texts {
		said, err := a.sentences(path)
		if err != nil {
			return fmt.Errorf("%s %w", path, err)
		}
		if text, known := said.most(); known {
			to[textName(path)] = text
		}
	}
	if _, told := to["success"]; !told && a.roles.reward != "" {
		most := math.Inf(-1)
		err := a.found[rewardPath].eachNumber(func(x float64) error {
			most = max(most, x)
			return nil
		})
		if err != nil {
			return fmt.Errorf("%s %w", rewardPath, err)
		}
		if !math.IsInf(most, 0) {
			to[demos.MaxReward] = demos.NumberLabel(most, 32)
		}
	}
	if a.several {
		to["split"] = split
	}
	return nil
}

// labelBytes is the memory of a label without its text, in a map that grows by doubling.
const labelBytes = 160

// scalar returns the first value of a leaf as text. It is unknown where the Example does not have it.
func (a *assembler) scalar(path string) (text string, known bool, err error) {
	l, v := a.leaves[path], a.found[path]
	if l.kind == kindText {
		err = v.eachBytes(func(b []byte) error {
			if err := a.room.Spend(path, 2*int64(len(b))+labelBytes); err != nil {
				return err
			}
			text, known = validText(b), true
			return errEnough
		})
	} else {
		err = v.eachWhole(func(x float64, whole int64) error {
			text, known = a.number(path, x, whole), true
			return errEnough
		})
	}
	if errors.Is(err, errEnough) {
		err = nil
	}
	return text, known, err
}

// number formats a number, which is given as an integer too, as a label: the name of a class, a truth value, a whole
// number or a float32.
func (a *assembler) number(path string, x float64, whole int64) string {
	l := a.leaves[path]
	if names := a.classes[path]; l.kind == kindLabel && x >= 0 && int(x) < len(names) {
		return names[int(x)]
	}
	switch {
	case l.kind == "bool":
		return strconv.FormatBool(x != 0)
	case l.kind == "uint64": // an Example has its 64 bits as a signed number
		return strconv.FormatUint(uint64(whole), 10)
	case l.kind == kindLabel || l.isInteger():
		return strconv.FormatInt(whole, 10)
	}
	return demos.NumberLabel(x, 32)
}
