package robomimic

import (
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

// readObservations reads the group obs into raw. Vectors named "object" or "scene_obs" form the scene, all
// others the state, concatenated in alphabetical order. Arrays of shape (T, H, W, 3) of bytes are pictures;
// so are those of shape (T, 3, H, W). Other arrays are ignored.
func (r *reader) readObservations(raw *demos.Raw, obs *hdf5.Object, pictures bool) error {
	get, names, err := obs.Children()
	if err != nil {
		return err
	}
	var state, scene []demos.Matrix
	for _, name := range names {
		key := "obs/" + name
		o, err := get(name)
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		d, err := o.Dataset()
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		if err := checkFrames(d, key, raw.Frames()); err != nil {
			return err
		}
		switch {
		case len(d.Shape) <= 2 && (name == "object" || name == "scene_obs"):
			scene, err = appendMatrix(scene, d)
		case len(d.Shape) <= 2:
			state, err = appendMatrix(state, d)
		case pictures && len(d.Shape) == 4 && (d.Shape[3] == 3 || d.Shape[1] == 3) && d.Type == hdf5.Uint8:
			err = r.appendImages(raw, d, name)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	// The columns of all vectors are copied once more, side by side.
	for _, m := range slices.Concat(state, scene) {
		if err := r.room.Spend("obs", 4*int64(len(m.Values))); err != nil {
			return err
		}
	}
	raw.State, raw.Scene = demos.SideBySide(state, raw.Frames()), demos.SideBySide(scene, raw.Frames())
	return nil
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
