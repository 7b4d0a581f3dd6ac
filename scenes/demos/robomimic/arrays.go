package robomimic

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/hdf5"
)

// matrix reads an array of shape (T, N) or (T,).
func matrix(o *hdf5.Object, key string) (demos.Matrix, error) {
	var m demos.Matrix
	c, err := o.Child(key)
	if err != nil {
		return m, err
	}
	d, err := c.Dataset()
	if err != nil {
		return m, fmt.Errorf("%s: %w", key, err)
	}
	if err := checkFrames(d, key, -1); err != nil {
		return m, err
	}
	if m, err = vectors(d); err != nil {
		err = fmt.Errorf("%s %w", key, err)
	}
	return m, err
}

// vectors reads an array of shape (T, N) or (T,), which has N = 1.
func vectors(d *hdf5.Dataset) (demos.Matrix, error) {
	m := demos.Matrix{Width: 1}
	if len(d.Shape) == 2 {
		m.Width = d.Shape[1]
	}
	if len(d.Shape) > 2 || m.Width < 1 {
		return m, fmt.Errorf("has shape %v, expected (T, N)", d.Shape)
	}
	var err error
	m.Values, err = d.Float32s()
	return m, err
}

// checkFrames returns an error unless an array has t frames; t is -1 for any number that an episode can have.
func checkFrames(d *hdf5.Dataset, key string, t int) error {
	switch {
	case len(d.Shape) == 0 || d.Shape[0] < 1 || d.Shape[0] > demos.MaxFrames:
		return fmt.Errorf("%s has shape %v, expected 1 to %d frames", key, d.Shape, demos.MaxFrames)
	case t >= 0 && d.Shape[0] != t:
		return fmt.Errorf("%s has %d frames, expected the %d of actions", key, d.Shape[0], t)
	}
	return nil
}

// maxDepth is the number of levels of groups below obs, and below states, that are read.
const maxDepth = 8

// datagenInfo is a group that MimicGen and Isaac Lab write into obs beside what a policy observes: poses of objects and
// whether a part of the task is done, from which they generate demonstrations.
const datagenInfo = "obs/datagen_info"

// observations collects the arrays of the group obs.
type observations struct {
	*reader
	raw          *demos.Raw
	pictures     bool
	state, scene []demos.Matrix
}

// readObservations reads the group obs into raw. Vectors named "object" or "scene_obs" form the scene, all others
// the state, concatenated in alphabetical order; those in groups of obs, too, by their path. Arrays of shape (T, H,
// W, 3) of bytes are pictures; so are those of shape (T, 3, H, W). Other arrays, and vectors without numbers, are
// ignored; Describe tells of arrays of the shape of other pictures, such as depth. An obs that is one array, as
// Isaac Lab records joined observations, is the state. Of a demonstration without obs, such as robosuite records it,
// the states of the simulator form the scene; Isaac Lab's are a group.
func (r *reader) readObservations(raw *demos.Raw, demo *hdf5.Object, pictures bool) error {
	o := observations{reader: r, raw: raw, pictures: pictures}
	get, names, err := demo.Children()
	if err != nil {
		return err
	}
	for _, name := range []string{"obs", "states"} {
		if !slices.Contains(names, name) {
			continue
		}
		of, err := get(name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := o.add(of, name, name == "states", 0); err != nil {
			return err
		}
		break
	}
	// The columns of all vectors are copied once more, side by side.
	for _, m := range slices.Concat(o.state, o.scene) {
		if err := r.room.Spend("obs", 4*int64(len(m.Values))); err != nil {
			return err
		}
	}
	raw.State, raw.Scene = demos.SideBySide(o.state, raw.Frames()), demos.SideBySide(o.scene, raw.Frames())
	return nil
}

// add reads an array, or those of a group, at a path below the demonstration. All vectors of a group whose name is
// "object" or "scene_obs" are of the scene.
func (r *observations) add(o *hdf5.Object, path string, ofScene bool, depth int) error {
	if !o.IsGroup() {
		return r.array(o, path, ofScene)
	}
	if depth > maxDepth {
		return fmt.Errorf("%s is nested deeper than %d groups", path, maxDepth)
	}
	get, names, err := o.Children()
	if err != nil {
		return err
	}
	for _, name := range names {
		at := path + "/" + name
		if at == datagenInfo {
			continue
		}
		child, err := get(name)
		if err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
		scene := ofScene || depth == 0 && (name == "object" || name == "scene_obs")
		if err := r.add(child, at, scene, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// array reads an array that is of use: vectors of the scene or of the state, or pictures.
func (r *observations) array(o *hdf5.Object, key string, ofScene bool) error {
	d, err := o.Dataset()
	if errors.Is(err, hdf5.ErrNoNumbers) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	if d.Type.IsString() || len(d.Shape) == 0 || len(d.Shape) == 2 && d.Shape[1] == 0 {
		return nil
	}
	if err := checkFrames(d, key, r.raw.Frames()); err != nil {
		return err
	}
	switch {
	case len(d.Shape) <= 2 && ofScene:
		r.scene, err = appendMatrix(r.scene, d)
	case len(d.Shape) <= 2:
		r.state, err = appendMatrix(r.state, d)
	case r.pictures && len(d.Shape) == 4 && (d.Shape[3] == 3 || d.Shape[1] == 3) && d.Type == hdf5.Uint8:
		err = r.appendImages(r.raw, d, strings.TrimPrefix(key, "obs/"))
	case isOtherPicture(d):
		r.leaveOut(key)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

// isOtherPicture reports whether an array, of four axes, has the shape of pictures but is not read as such: with one to
// four channels, last or first, not three of bytes, and 8 pixels or more in both directions, which poses have not.
func isOtherPicture(d *hdf5.Dataset) bool {
	if len(d.Shape) != 4 {
		return false
	}
	last := d.Shape[3] <= 4 && min(d.Shape[1], d.Shape[2]) >= 8
	first := d.Shape[1] <= 4 && min(d.Shape[2], d.Shape[3]) >= 8
	read := d.Type == hdf5.Uint8 && (d.Shape[3] == 3 || d.Shape[1] == 3)
	return (last || first) && !read
}

// leaveOut notes an array that is left out.
func (r *reader) leaveOut(key string) {
	switch {
	case r.unread == "":
		r.unread = key
	case r.unread != key:
		r.unreadMore = true
	}
}

// appendMatrix reads an array and appends it to list.
func appendMatrix(list []demos.Matrix, d *hdf5.Dataset) ([]demos.Matrix, error) {
	m, err := vectors(d)
	return append(list, m), err
}

// appendImages reads the pictures of one camera. The suffixes "_image" of robomimic and "_rgb" of LIBERO are not part
// of the camera's name.
func (r *reader) appendImages(raw *demos.Raw, d *hdf5.Dataset, name string) error {
	c := demos.Camera{Name: strings.TrimSuffix(strings.TrimSuffix(name, "_image"), "_rgb")}
	var err error
	if c.Data, err = d.Bytes(); err != nil {
		return err
	}
	if c.Height, c.Width = d.Shape[1], d.Shape[2]; d.Shape[3] != 3 {
		if err := r.room.Spend("pictures, channels last", int64(len(c.Data))); err != nil {
			return err
		}
		c.Height, c.Width = d.Shape[2], d.Shape[3]
		c.Data = channelsLast(c.Data, c.Height*c.Width)
	}
	raw.Cameras = append(raw.Cameras, c)
	return nil
}

// channelsLast returns pictures of shape (T, 3, pixels) in the shape (T, pixels, 3).
func channelsLast(planes []byte, pixels int) []byte {
	out := make([]byte, len(planes))
	for at := 0; at < len(planes); at += 3 * pixels {
		for k := range 3 {
			for i := range pixels {
				out[at+3*i+k] = planes[at+k*pixels+i]
			}
		}
	}
	return out
}
