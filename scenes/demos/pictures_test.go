package demos

import (
	"bytes"
	"strings"
	"testing"

	"counterpoise/scenes"
)

// A picture that shrinks is averaged over the area of each new pixel; one that grows repeats pixels. The mean stays.
func TestResized(t *testing.T) {
	gray := func(values ...byte) (rgb []byte) {
		for _, v := range values {
			rgb = append(rgb, v, v, 255-v)
		}
		return rgb
	}
	three := gray(0, 30, 60, 90, 120, 150, 180, 210, 240)
	for _, c := range []struct {
		m    int
		want []byte
	}{
		{3, three},
		{1, gray(120)},
		// Of 2.25 old pixels: the corner whole, its neighbours half, the middle a quarter.
		{2, gray(40, 80, 160, 200)},
		{6, nil},
	} {
		got := Resized(three, 3, 3, c.m)
		if c.want != nil && !bytes.Equal(got, c.want) {
			t.Errorf("%d pixels: %v, want %v", c.m, got, c.want)
		}
		if c.m == 6 && (!bytes.Equal(Resized(got, 6, 6, 3), three) || got[0] != got[3*7]) {
			t.Errorf("doubled and halved: %v", got)
		}
	}
	// Two rows of four pixels: each new pixel is half a row of one of the two.
	wide := gray(0, 10, 20, 40, 60, 80, 100, 120)
	if got, want := Resized(wide, 2, 4, 2), gray(5, 30, 70, 110); !bytes.Equal(got, want) {
		t.Errorf("2 x 4 pixels: %v, want %v", got, want)
	}
}

// The options keep the cameras and sizes that they name, and refuse others.
func TestPictureOptions(t *testing.T) {
	e := &Episode{Observations: make([]scenes.Observation, 1), Actions: make([]scenes.Action, 1)}
	e.Observations[0].Static, e.Observations[0].Gripper = make([]byte, staticBytes), make([]byte, egoBytes)
	o := PictureOptions{Cameras: []string{"ego"}, Size: 96}
	if got := o.Of(e); len(got) != 1 || got[0].Name != "ego" || got[0].Size != 96 ||
		len(got[0].Of(&e.Observations[0])) != 96*96*3 || o.Lossless() || !(PictureOptions{}).Lossless() {
		t.Errorf("%+v keeps %+v", o, got)
	}
	for want, o := range map[string]PictureOptions{
		`no camera "top"`:          {Cameras: []string{"top"}},
		"choose 16 to 1024":        {Size: 8},
		`no codec "vp9"`:           {Video: "vp9"},
		"an even number of pixels": {Video: "h264", Size: 97},
		"pictures of -3 pixels":    {Size: -3},
	} {
		if err := o.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v gives %v, want an error with %q", o, err, want)
		}
	}
}
