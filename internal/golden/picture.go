package golden

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

// Picture fails t unless an RGB picture (height x width x 3 bytes) equals testdata/name, a PNG, in every byte. On
// failure it writes two pictures beside the file: name.got.png, and name.diff.png, which is black where they agree and
// brighter the more they differ.
func Picture(t testing.TB, name string, width, height int, rgb []uint8) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		write(t, path, encode(t, width, height, rgb))
		return
	}
	want, w, h := ReadPicture(t, path)
	if w == width && h == height && bytes.Equal(want, rgb) {
		return
	}
	write(t, path+".got.png", encode(t, width, height, rgb))
	if w != width || h != height {
		t.Errorf("the picture has %d x %d pixels, %s has %d x %d", width, height, path, w, h)
		return
	}
	diff, pixels, worst := difference(rgb, want)
	write(t, path+".diff.png", encode(t, width, height, diff))
	t.Errorf("%d pixels differ from %s, by up to %d levels; see %s.diff.png, or accept it with -update",
		pixels, path, worst, path)
}

// ReadPicture reads a PNG as RGB bytes, height x width x 3, without alpha. A missing file is an empty picture.
func ReadPicture(t testing.TB, path string) (rgb []uint8, width, height int) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return nil, 0, 0
	}
	if err != nil {
		t.Fatal(err)
	}
	m, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	b := m.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := color.NRGBAModel.Convert(m.At(x, y)).(color.NRGBA)
			rgb = append(rgb, c.R, c.G, c.B)
		}
	}
	return rgb, b.Dx(), b.Dy()
}

// difference compares two pictures of the same size channel by channel. In diff, equal channels are 0 and channels that
// differ by d levels are min(255, 32 + 4d). pixels is the number of pixels that differ, worst the greatest d.
func difference(a, b []uint8) (diff []uint8, pixels, worst int) {
	diff = make([]uint8, len(a))
	for i := range a {
		d := max(int(a[i])-int(b[i]), int(b[i])-int(a[i]))
		worst = max(worst, d)
		if d > 0 {
			diff[i] = uint8(min(255, 32+4*d))
		}
	}
	for i := 0; i < len(a); i += 3 {
		if !bytes.Equal(a[i:i+3], b[i:i+3]) {
			pixels++
		}
	}
	return diff, pixels, worst
}

// encode returns an RGB picture (height x width x 3 bytes) as a PNG file.
func encode(t testing.TB, width, height int, rgb []uint8) string {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for i := range width * height {
		copy(m.Pix[4*i:], rgb[3*i:3*i+3])
		m.Pix[4*i+3] = 255
	}
	var out bytes.Buffer
	if err := png.Encode(&out, m); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
