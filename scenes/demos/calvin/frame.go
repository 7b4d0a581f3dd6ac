package calvin

import (
	"fmt"

	"counterpoise/internal/bounded"
	"counterpoise/internal/budget"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/npy"
)

// Names of the two forms of an action.
const (
	relativeName = "rel_actions"
	absoluteName = "actions"
)

// assembler appends frames, one file each, to an episode. The first frame determines the widths, whether there is a
// scene_obs, which real robots do not have, and whether there are absolute actions.
type assembler struct {
	raw      *demos.Raw
	absolute bool  // relative actions may be missing
	frames   int64 // of the episode
	added    int64 // frames so far
	room     *budget.Budget
	kept     int64 // bytes spent on the episode, which stay alive; all else that a frame spends is released after it
}

// add appends the frame in a file.
func (a *assembler) add(path string, films bool) error {
	f, size, err := bounded.Open(path)
	if err != nil {
		return fmt.Errorf("cannot be read: %w", err)
	}
	defer f.Close()
	before, kept := a.room.Mark(), a.kept
	z, err := npy.OpenArchive(f, size, a.room)
	if err != nil {
		return err
	}
	for _, v := range []struct {
		name     string
		to       *demos.Matrix
		optional bool
	}{
		{relativeName, &a.raw.Actions, a.absolute}, {"robot_obs", &a.raw.State, false},
		{"scene_obs", &a.raw.Scene, true}, {absoluteName, &a.raw.Absolute, true},
	} {
		if v.optional && !z.Has(v.name) && (a.added == 0 || v.to.Width == 0) {
			continue
		}
		if v.name == relativeName && !z.Has(v.name) && z.Has(absoluteName) {
			return fmt.Errorf("has no array %s; --actions %s takes the absolute poses", v.name, absoluteName)
		}
		if err := a.addVector(z, v.name, v.to); err != nil {
			return err
		}
	}
	if films {
		if err := a.addImages(z); err != nil {
			return err
		}
	}
	a.added++
	a.room.Release(before + a.kept - kept)
	return nil
}

// keep spends what n bytes a frame take in the whole episode. It is called in the first frame.
func (a *assembler) keep(part string, n int64) error {
	if err := a.room.Spend(part, n*a.frames); err != nil {
		return err
	}
	a.kept += n * a.frames
	return nil
}

// addVector appends an array of shape (N,) as a row. N is free for the first row.
func (a *assembler) addVector(z *npy.Archive, name string, to *demos.Matrix) error {
	width := -1
	if a.added > 0 {
		width = to.Width
	}
	values, shape, err := z.Float32s(name, width)
	if err != nil {
		return err
	}
	if a.added == 0 {
		if to.Width = shape[0]; to.Width < 1 {
			return fmt.Errorf("array %s is empty", name)
		}
		if err := a.keep("array "+name+" of all frames", 4*int64(to.Width)); err != nil {
			return err
		}
		to.Values = make([]float32, 0, int64(to.Width)*a.frames)
	}
	to.Values = append(to.Values, values...)
	return nil
}

// addImages appends the pictures of the cameras that the first frame has. It reads RGB only; depth is ignored.
func (a *assembler) addImages(z *npy.Archive) error {
	if a.added == 0 {
		for _, name := range []string{"static", "ego"} {
			if z.Has(pictures[name]) {
				a.raw.Cameras = append(a.raw.Cameras, demos.Camera{Name: name, Height: -1, Width: -1})
			}
		}
	}
	for i := range a.raw.Cameras {
		c := &a.raw.Cameras[i]
		m, err := z.Read(pictures[c.Name], c.Height, c.Width, 3)
		if err != nil {
			return err
		}
		if m.Type != "|u1" {
			return fmt.Errorf("array %s has element type %s, expected bytes (|u1)", pictures[c.Name], m.Type)
		}
		if a.added == 0 {
			c.Height, c.Width = m.Shape[0], m.Shape[1]
			if err := a.keep("camera "+c.Name, int64(len(m.Data))); err != nil {
				return err
			}
			c.Data = make([]byte, 0, int64(len(m.Data))*a.frames)
		}
		c.Data = append(c.Data, m.Data...)
	}
	return nil
}
