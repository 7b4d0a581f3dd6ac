package remote

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// pattern is the picture of testdata/make_pictures.py.
func pattern(w, h int) []byte {
	b := make([]byte, 3*w*h)
	for i := range b {
		b[i] = byte((i*i + 7*i) / 11)
	}
	return b
}

// Pictures have the bytes of openpi's client, which resizes with Pillow.
func TestResizeWithPad(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "pictures.txt"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		var w, h, width, height int
		var want string
		if _, err := fmt.Sscan(line, &w, &h, &width, &height, &want); err != nil {
			t.Fatal(err)
		}
		n++
		got := resizeWithPad(pattern(w, h), w, h, width, height)
		if sum := sha256.Sum256(got); hex.EncodeToString(sum[:]) != want {
			t.Errorf("%d x %d to %d x %d: other bytes than openpi's", w, h, width, height)
		}
	}
	if n < 10 {
		t.Errorf("%d pictures", n)
	}
}

// Where the black around a picture cannot be the same on both sides, the side with less is the left or the upper one.
func TestPicturesStandInTheMiddle(t *testing.T) {
	p := []byte{1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4} // 2 x 2
	row := func(pixels ...byte) (all []byte) {
		for _, v := range pixels {
			all = append(all, v, v, v)
		}
		return all
	}
	if got, want := resizeWithPad(p, 2, 2, 2, 5), row(0, 0, 1, 2, 3, 4, 0, 0, 0, 0); !bytes.Equal(got, want) {
		t.Errorf("2 x 5: %v, want %v", got, want)
	}
	if got, want := resizeWithPad(p, 2, 2, 5, 2), row(0, 1, 2, 0, 0, 0, 3, 4, 0, 0); !bytes.Equal(got, want) {
		t.Errorf("5 x 2: %v, want %v", got, want)
	}
}

// Channels first is the transposed picture; a picture that was not drawn is an error.
func TestPictures(t *testing.T) {
	o := &scenes.Observation{Gripper: pattern(84, 84)}
	plain := Observed{Source: gripperCamera, Width: 84, Height: 84}
	hwc, err := plain.picture([]byte{1}, o)
	if err != nil || !slices.Equal(hwc[1:], o.Gripper) {
		t.Error("a picture of its own size is another one", err)
	}
	plain.ChannelsFirst = true
	chw, err := plain.picture(nil, o)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range o.Gripper {
		if c, p := i%3, i/3; chw[c*84*84+p] != v {
			t.Fatalf("pixel %d, channel %d", p, c)
		}
	}
	if _, err := (Observed{Source: staticCamera, Width: 9, Height: 9}).picture(nil, o); err == nil ||
		!strings.Contains(err.Error(), `"static"`) {
		t.Errorf("a picture that is missing: %v", err)
	}
}

// A size that is one number gives the bytes that exported datasets of that size have.
func TestPicturesAreThoseOfDatasets(t *testing.T) {
	o := scenes.Observation{Static: pattern(200, 200), Gripper: pattern(84, 84)}
	m, err := Parse("lerobot", []string{"observation.images.static=static:96", "observation.images.ego=gripper:96"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range (demos.PictureOptions{Size: 96}).Of(&demos.Episode{Observations: []scenes.Observation{o}}) {
		key := "observation.images." + c.Name
		i := slices.IndexFunc(m, func(o Observed) bool { return o.Key == key })
		if i < 0 {
			t.Fatalf("no key %s in %v", key, m.Strings())
		}
		if got, err := m[i].picture(nil, &o); err != nil || !slices.Equal(got, c.Of(&o)) {
			t.Errorf("%v: other bytes than camera %s of a dataset (%v)", m[i], c.Name, err)
		}
	}
}

func BenchmarkResize(b *testing.B) {
	p := pattern(200, 200)
	for b.Loop() {
		resizeWithPad(p, 200, 200, 224, 224)
	}
}
