package film

import (
	"bytes"
	"errors"
	"image"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/scenes"
	"counterpoise/scenes/render"
)

// Spread takes the first and the last moment, and those between at equal distances.
func TestSpread(t *testing.T) {
	f := Film{Moments: make([]Moment, 11)}
	for i, m := range f.Spread(6) {
		if want := &f.Moments[2*i]; m != want {
			t.Errorf("moment %d of 6 is not moment %d of the film", i, 2*i)
		}
	}
	one := Film{Moments: make([]Moment, 1)}
	for i, m := range one.Spread(3) {
		if m != &one.Moments[0] {
			t.Errorf("moment %d of a film of one is another", i)
		}
	}
}

// Colours that are fewer than the palette's keep their values to within the 2 bits that are dropped; the last entry
// stays free for transparency.
func TestPaletteOfFewColours(t *testing.T) {
	f := render.NewFrame(3, 1)
	copy(f.RGB, []uint8{0, 0, 0, 255, 128, 0, 40, 44, 52})
	p := NewPalette([]render.Frame{f})
	if len(p.Colours) != 256 {
		t.Fatalf("%d colours", len(p.Colours))
	}
	for i := 0; i < len(f.RGB); i += 3 {
		entry := p.Index(f.RGB[i:])
		r, g, b, _ := p.Colours[entry].RGBA()
		got := [3]uint8{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8)}
		if want := [3]uint8(f.RGB[i : i+3]); entry == transparent || got != want {
			t.Errorf("pixel %v is drawn as %v, entry %d", want, got, entry)
		}
	}
}

// With more colours than entries, no colour is further from its entry than a box of a 1/8 cube of channels.
func TestPaletteOfManyColours(t *testing.T) {
	f := render.NewFrame(64, 64)
	for i := range 64 * 64 {
		f.RGB[3*i], f.RGB[3*i+1], f.RGB[3*i+2] = uint8(4*(i%64)), uint8(4*(i/64)), uint8(i%251)
	}
	p := NewPalette([]render.Frame{f})
	for i := 0; i < len(f.RGB); i += 3 {
		r, g, b, _ := p.Colours[p.Index(f.RGB[i:])].RGBA()
		for ch, v := range []uint32{r >> 8, g >> 8, b >> 8} {
			if d := int(v) - int(f.RGB[i+ch]); d > 48 || d < -48 {
				t.Fatalf("channel %d of pixel %v is drawn as %d", ch, f.RGB[i:i+3], v)
			}
		}
	}
}

// A view refuses cameras that do not exist and sizes out of range, and draws in the size of its camera otherwise.
func TestNewView(t *testing.T) {
	for _, c := range []struct {
		camera        string
		width, height int
	}{{"front", 0, 0}, {"free", 15, 16}, {"free", 16, 2049}, {"static", 0, 16}} {
		if _, err := NewView(c.camera, c.width, c.height); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
	v, err := NewView("gripper", render.GripperSize, render.GripperSize)
	if err != nil {
		t.Fatal(err)
	}
	m := Moment{Scene: scenes.NewTabletop().Snapshot()}
	got, err := v.Draw(&m)
	if err != nil {
		t.Fatal(err)
	}
	var o scenes.Observation
	if err := render.DrawObservation(v.renderer, &m.Scene, &o); err != nil {
		t.Fatal(err)
	}
	if string(got.RGB) != string(o.Gripper) {
		t.Error("the gripper view in the policy's size is not the policy's picture")
	}
}

// A film that is stopped ends before its next picture, in every format, and leaves no file.
func TestStopped(t *testing.T) {
	stop := errors.New("stopped")
	for _, ext := range Extensions {
		v, err := NewView("free", MinSize, MinSize)
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		v.Stopped = func() error {
			if asked++; asked > 3 {
				return stop
			}
			return nil
		}
		f := &Film{Moments: make([]Moment, 100)}
		for i := range f.Moments {
			f.Moments[i].Scene = scenes.NewTabletop().Snapshot()
		}
		path := filepath.Join(t.TempDir(), "film"+ext)
		if err := Write(path, f, v); err == nil || asked != 4 && ext != ".mp4" { // without ffmpeg no picture is drawn
			t.Errorf("%s: %v after %d pictures", ext, err, asked)
		}
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s: a file was written", ext)
		}
	}
}

// never does not stop a drawing.
func never() error { return nil }

// A GIF, of render's or of a report, is stopped at any time: before each picture, and while the film is encoded.
func TestGIFStopsAnywhere(t *testing.T) {
	stop := errors.New("stopped")
	f := &Film{Moments: make([]Moment, 9)}
	var all []scenes.Snapshot
	for i := range f.Moments {
		f.Moments[i].Scene = scenes.NewTabletop().Snapshot()
		all = append(all, f.Moments[i].Scene)
	}
	v, err := NewView("free", 64, 64)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		pictures int
		draw     func(stopped func() error) error
	}{
		"GIF": {5, func(stopped func() error) error {
			v.Stopped = stopped
			_, err := GIF(f, v)
			return err
		}},
		"thumbnails": {3, func(stopped func() error) error {
			_, _, err := Thumbnails(all, stopped)
			return err
		}},
	} {
		stops := 0
		for ; ; stops++ {
			asked := 0
			err := c.draw(func() error {
				if asked++; asked > stops {
					return stop
				}
				return nil
			})
			if err == nil {
				break
			}
			if !errors.Is(err, stop) || asked != stops+1 {
				t.Errorf("%s stopped after %d questions: %v, asked %d times", name, stops, err, asked)
			}
		}
		if stops < 2*c.pictures+2 {
			t.Errorf("%s of %d pictures can be stopped at %d places", name, c.pictures, stops)
		}
	}
}

// A GIF of any number of moments ends with the last one, which stays for a second.
func TestGIFShowsTheEnd(t *testing.T) {
	v, err := NewView("free", MinSize, MinSize)
	if err != nil {
		t.Fatal(err)
	}
	table := scenes.NewTabletop()
	for moments, want := range map[int]int{1: 1, 2: 2, 3: 2, 4: 3, 5: 3} {
		f := &Film{Moments: make([]Moment, moments)}
		for i := range f.Moments {
			f.Moments[i].Scene = table.Snapshot()
		}
		// The camera is asked about each moment that is drawn: it tells which ones they are.
		var drawn []*scenes.Snapshot
		v.camera = func(s *scenes.Snapshot) render.Camera {
			drawn = append(drawn, s)
			return Onlooker()
		}
		b, err := GIF(f, v)
		if err != nil {
			t.Fatal(err)
		}
		g, err := gif.DecodeAll(bytes.NewReader(b))
		if err != nil || len(g.Image) != want || g.Delay[want-1] != gifLast {
			t.Fatalf("%d moments are shown with delays %v, %v", moments, g.Delay, err)
		}
		if drawn[want-1] != &f.Moments[moments-1].Scene {
			t.Errorf("a film of %d moments ends before its last one", moments)
		}
	}
}

// Write names the formats when the end of a file's name is none of them.
func TestWriteRefusesOtherFormats(t *testing.T) {
	if err := Write("a.jpg", nil, nil); err == nil {
		t.Error("a.jpg is accepted")
	}
}

// Where ffmpeg is not installed, MP4 is refused before anything is drawn, and the other formats need nothing.
func TestCheckFormat(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for path, want := range map[string]string{
		"a.png": "", "a.gif": "", "a.mp4": "MP4 needs ffmpeg", "a.jpg": `end in ".jpg"; there is .png, .gif, .mp4`,
	} {
		err := CheckFormat(path)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", path, err, want)
		}
	}
	f := &Film{Moments: make([]Moment, 1)}
	v := &View{Stopped: func() error { return errors.New("drawn") }}
	if err := Write("a.mp4", f, v); err == nil || !strings.Contains(err.Error(), "MP4 needs ffmpeg") {
		t.Errorf("error %v", err)
	}
}

// A Ctrl-C of the terminal ends ffmpeg too. The film was then stopped, and ffmpeg has not failed.
func TestStoppedBesideFFmpeg(t *testing.T) {
	bin := t.TempDir()
	script := "#!/bin/sh\necho received >&2\necho signal 2 >&2\nexit 255\n"
	if err := os.WriteFile(filepath.Join(bin, "ffmpeg"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	f := &Film{}
	f.Add(scenes.NewTabletop(), "")
	path := filepath.Join(t.TempDir(), "film.mp4")
	for _, stop := range []error{nil, errors.New("stopped")} {
		v, err := NewView("free", MinSize, MinSize)
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		v.Stopped = func() error {
			if asked++; asked > 1 {
				return stop
			}
			return nil
		}
		err = Write(path, f, v)
		if stop == nil {
			if err == nil || !strings.Contains(err.Error(), "ffmpeg failed: exit status 255: received signal 2") {
				t.Errorf("ffmpeg failed, and the error is %v", err)
			}
		} else if !errors.Is(err, stop) {
			t.Errorf("error %v, want that of Stopped", err)
		}
		if _, err := os.Stat(path); err == nil {
			t.Error("a file was written")
		}
	}
}

// A film of nothing is an error in every format, and no file.
func TestWriteRefusesNothing(t *testing.T) {
	v, err := NewView("free", 64, 64)
	if err != nil {
		t.Fatal(err)
	}
	for _, extension := range Extensions {
		path := filepath.Join(t.TempDir(), "nothing"+extension)
		if CheckFormat(path) != nil {
			continue // MP4, without ffmpeg
		}
		if err := Write(path, &Film{Title: "picking left"}, v); err == nil ||
			!strings.Contains(err.Error(), `no moment to draw in the film "picking left"`) {
			t.Errorf("%s: error %v", extension, err)
		}
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s is there", path)
		}
	}
}

// A GIF whose pictures would not fit into memory is refused before one is drawn; the film of a whole rollout in the
// largest size is none.
func TestGIFBoundsMemory(t *testing.T) {
	drawn, enough := 0, errors.New("enough")
	stopped := func() error { drawn++; return enough }
	for _, c := range []struct {
		moments, size int
		ok            bool
	}{{360 + 1, MaxSize, true}, {2*1024*64 - 1, 128, true}, {2*1024*64 + 1, 128, false}} {
		v, err := NewView("free", c.size, c.size)
		if err != nil {
			t.Fatal(err)
		}
		v.Stopped, drawn = stopped, 0
		_, err = GIF(&Film{Moments: make([]Moment, c.moments)}, v)
		if c.ok && !errors.Is(err, enough) || !c.ok && (err == nil || drawn > 0 || !strings.Contains(err.Error(),
			"takes more than 4 GB of memory")) {
			t.Errorf("%d moments of %d pixels: %v, %d drawn", c.moments, c.size, err, drawn)
		}
	}
}

// Thumbnails show the first moment, every fourth and the last, no two closer than four; the still picture is 2 x 2.
func TestThumbnails(t *testing.T) {
	scene := scenes.NewTabletop().Snapshot()
	for moments, want := range map[int]int{1: 1, 2: 1, 4: 1, 5: 2, 8: 2, 9: 3} {
		all := make([]scenes.Snapshot, moments)
		for i := range all {
			all[i] = scene
		}
		moving, still, err := Thumbnails(all, never)
		if err != nil {
			t.Fatal(err)
		}
		g, err := gif.DecodeAll(bytes.NewReader(moving))
		if err != nil || len(g.Image) != want || g.Delay[want-1] != thumbnailLast {
			t.Errorf("%d moments: %d pictures with delays %v, %v; want %d", moments, len(g.Image), g.Delay, err, want)
		}
		m, err := png.Decode(bytes.NewReader(still))
		if size := image.Pt(2*thumbnailWidth+4, 2*thumbnailHeight+4); err != nil || m.Bounds().Size() != size {
			t.Errorf("%d moments: a still picture of %v, %v", moments, m.Bounds(), err)
		}
	}
}

// A row of a contact sheet has five pictures of the static camera, each with the gripper camera's in its lower right
// corner, two pixels of paper between.
func TestContactSheet(t *testing.T) {
	f := Film{Title: "a", Moments: []Moment{{Scene: scenes.NewTabletop().Snapshot()}}}
	page, err := ContactSheet([]Film{f, f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	drawn := func(camera string, size int) render.Frame {
		v, err := NewView(camera, size, size)
		if err != nil {
			t.Fatal(err)
		}
		p, err := v.Draw(&f.Moments[0])
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	static, gripper := drawn("static", 240), drawn("gripper", render.GripperSize)
	inset := 240 - render.GripperSize
	for _, left := range []int{6, 6 + 4*246} {
		for y := range 240 {
			for x := range 240 {
				want := static.RGB[3*(y*240+x):][:3]
				switch {
				case x >= inset && y >= inset:
					want = gripper.RGB[3*((y-inset)*render.GripperSize+x-inset):][:3]
				case x >= inset-2 && y >= inset-2:
					want = paper[:]
				}
				at := (6+26+240+6+26+y)*page.Width + left + x // in the second row
				if got := page.RGB[3*at:][:3]; !bytes.Equal(got, want) {
					t.Fatalf("pixel %d, %d of the picture at %d is %v, want %v", x, y, left, got, want)
				}
			}
		}
	}
}
