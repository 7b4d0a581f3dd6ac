package elsewhere

import (
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/policies"
	"counterpoise/policies/train"
	"counterpoise/scenes/demos"
)

// seeing are demonstrations with pictures of two cameras, stored as pictures or as films.
func seeing(films bool) (all reader) {
	all = linear(2, map[string]float64{"a": 1})
	for i, raw := range all {
		for _, c := range []demos.Camera{{Name: "wrist", Height: 8, Width: 10}, {Name: "front", Height: 6, Width: 6}} {
			for t := range raw.Frames() * c.Height * c.Width * 3 {
				c.Data = append(c.Data, byte(t*t/7+i))
			}
			if !films {
				raw.Cameras = append(raw.Cameras, c)
				continue
			}
			raw.Films = append(raw.Films, demos.Film{
				Name: "observation.images." + c.Name, Height: c.Height, Width: c.Width,
				Each: func(n int, yield func(t int, rgb []byte) error) error {
					for t := range n {
						if err := yield(t, c.Frame(t)); err != nil {
							return err
						}
					}
					return nil
				},
			})
		}
	}
	return all
}

// A state has the numbers of the dataset, then those of each camera's picture, in the order of the cameras' names.
// Pictures and films of the same frames give the same, and every number is that of SeePicture.
func TestReadWithPictures(t *testing.T) {
	stored, err := Read(t.Context(), seeing(false), true, quiet)
	if err != nil {
		t.Fatal(err)
	}
	filmed, err := Read(t.Context(), seeing(true), true, quiet)
	if err != nil {
		t.Fatal(err)
	}
	names := stored.Space.State
	if len(names) != 3+2*PictureWidth || names[3] != "front map 1 x" || names[3+PictureWidth] != "wrist map 1 x" ||
		!slices.Equal(names, filmed.Space.State) || stored.Space.Encoder == "" {
		t.Errorf("%d numbers: %v; encoder %q", len(names), names[:5], stored.Space.Encoder)
	}
	raw := seeing(false)[1]
	want := make([]float32, PictureWidth)
	SeePicture(want, raw.Cameras[0].Frame(4), 8, 10)
	for _, d := range []*Data{stored, filmed} {
		if got := d.features[1].Row(4); !slices.Equal(got[3+PictureWidth:], want) ||
			!slices.Equal(got[:3], raw.State.Row(4)) {
			t.Errorf("%v, want %v", got[:6], want[:3])
		}
	}
	if blind := read(t, seeing(false)); len(blind.Space.State) != 3 || blind.Space.Encoder != "" {
		t.Errorf("without pictures %v", blind.Space)
	}
}

// Demonstrations without pictures, or of other cameras than the first, and a policy of another encoder are refused.
func TestRefusedPictures(t *testing.T) {
	none, other := linear(2, map[string]float64{"a": 1}), seeing(false)
	other[1].Cameras = other[1].Cameras[:1]
	for word, r := range map[string]reader{"demonstration 0 has no pictures": none, "other cameras than": other} {
		if _, err := Read(t.Context(), r, true, quiet); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("want %q, got %v", word, err)
		}
	}
	d, err := Read(t.Context(), seeing(false), true, quiet)
	if err != nil {
		t.Fatal(err)
	}
	cfg := config(1)
	cfg.Observer = "vision"
	g := d.Labels.Groups(demos.ByBehaviour)
	m, _, err := d.Train(t.Context(), g, natural(t, g), cfg, seed.Of("x"), train.Options{})
	if err != nil {
		t.Fatal(err)
	}
	space := d.Space
	space.Encoder = "0123456789abcdef"
	if _, err := policies.NewNeuralOf(cfg, m, &space); err == nil || !strings.Contains(err.Error(), "train it again") {
		t.Error(err)
	}
}

// A camera has one name, whatever a format adds to its key.
func TestCameraNames(t *testing.T) {
	for key, want := range map[string]string{
		"eye": "eye", "left/rgb": "left", "front_rgb": "front", "agentview_image": "agentview",
		"observation.images.top": "top", "pixels": "pixels",
	} {
		if got := CameraName(key); got != want || PictureNames(key)[0] != want+" map 1 x" {
			t.Errorf("%s is %s, want %s", key, got, want)
		}
	}
}
