package lerobot

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/budget"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// grey is the brightness of frame t of all frames of a dataset.
func grey(t int) byte { return byte(20 + 11*(t%20)) }

// writeVideos writes a dataset whose frames are each of one brightness, in episodes of the given lengths.
func writeVideos(t *testing.T, codec string, lengths ...int) string {
	t.Helper()
	if err := checkEncoder(codec); err != nil {
		t.Skip(err)
	}
	path := filepath.Join(t.TempDir(), "set")
	w, err := format{}.CreateWith(path, demos.PictureOptions{Cameras: []string{"ego"}, Video: codec})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	first := 0
	for _, n := range lengths {
		e := &demos.Episode{Task: "picking", Behaviour: "left", Style: "optimal", Success: true,
			Observations: make([]scenes.Observation, n), Actions: make([]scenes.Action, n)}
		for i := range e.Observations {
			e.Observations[i].Static = make([]byte, 200*200*3)
			rgb := make([]byte, 84*84*3)
			for k := range rgb {
				rgb[k] = grey(first + i)
			}
			e.Observations[i].Gripper = rgb
		}
		if err := w.Add(e); err != nil {
			t.Fatal(err)
		}
		first += n
	}
	if err := w.Close(demos.Card{}); err != nil {
		t.Fatal(err)
	}
	return path
}

// film opens a dataset and returns the film of an episode.
func film(t *testing.T, path string, episode int) demos.Film {
	t.Helper()
	r, err := format{}.Open(path, budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	raw, err := r.Read(episode, true)
	if err != nil {
		t.Fatal(err)
	}
	if len(raw.Films) != 1 || len(raw.Cameras) != 0 {
		t.Fatalf("%d films and %d cameras, want a film", len(raw.Films), len(raw.Cameras))
	}
	return raw.Films[0]
}

// nothing takes a picture and does nothing with it.
func nothing(int, []byte) error { return nil }

// checkGreys checks that the first n pictures of a film are those of the dataset from frame first on.
func checkGreys(t *testing.T, f demos.Film, n, first int) {
	t.Helper()
	got := 0
	err := f.Each(n, func(i int, rgb []byte) error {
		if i != got || len(rgb) != f.Height*f.Width*3 {
			return fmt.Errorf("picture %d of %d bytes, want number %d", i, len(rgb), got)
		}
		got++
		sum := 0
		for _, v := range rgb {
			sum += int(v)
		}
		if mean, want := float64(sum)/float64(len(rgb)), float64(grey(first+i)); mean < want-4 || mean > want+4 {
			return fmt.Errorf("picture %d has brightness %.1f, want %.0f", i, mean, want)
		}
		return nil
	})
	if err != nil || got != n {
		t.Errorf("%d pictures of %d: %v", got, n, err)
	}
}

// The pictures of an episode are those that were written, by both codecs, wherever the episode begins in its video.
func TestFilms(t *testing.T) {
	lengths := []int{7, 1, 12}
	for _, codec := range demos.VideoCodecs {
		t.Run(codec, func(t *testing.T) {
			path := writeVideos(t, codec, lengths...)
			first := 0
			for e, n := range lengths {
				f := film(t, path, e)
				if f.Name != "ego" || f.Height != 84 || f.Width != 84 {
					t.Fatalf("film %+v", f)
				}
				checkGreys(t, f, n, first)
				checkGreys(t, f, 1, first) // and again, not to its end
				first += n
			}
			enough := errors.New("enough")
			if err := film(t, path, 2).Each(12, func(int, []byte) error { return enough }); !errors.Is(err, enough) {
				t.Errorf("stopped with %v", err)
			}
		})
	}
}

// Version 2 has a video an episode.
func TestFilmsOfVersion2(t *testing.T) {
	v3 := writeVideos(t, "h264", 5)
	r := &reader{dir: t.TempDir(), room: budget.New(0), episodes: []episode{{to: 5}, {from: 5, to: 10, file: 1}},
		info:  info{Version: "v2.1", Rate: 30, Features: map[string]feature{"wrist": imageFeature(84)}},
		roles: roles{films: []string{"wrist"}}}
	for e := range 2 {
		to := filepath.Join(r.dir, fmt.Sprintf("videos/chunk-000/wrist/episode_%06d.mp4", e))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(filepath.Join(v3, "videos/observation.images.ego/chunk-000/file-000.mp4"), to); err != nil {
			t.Fatal(err)
		}
		checkGreys(t, r.films(e)[0], 5, 0)
		v3 = writeVideos(t, "h264", 5)
	}
}

// What keeps a video from being decoded is one line that names it and says what to do, and no other command is kept
// from reading the dataset.
func TestFilmErrors(t *testing.T) {
	const video = "videos/observation.images.ego/chunk-000/file-000.mp4"
	write := func(name string, data []byte) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	template := func(path string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			text, err := os.ReadFile(filepath.Join(dir, infoName))
			var of map[string]any
			if err = errors.Join(err, json.Unmarshal(text, &of)); err != nil {
				t.Fatal(err)
			}
			of["video_path"] = path
			text, _ = json.Marshal(of)
			write(infoName, text)(t, dir)
		}
	}
	for name, c := range map[string]struct {
		spoil func(t *testing.T, dir string)
		n     int
		want  string
	}{
		"missing": {func(t *testing.T, dir string) {
			if err := os.Remove(filepath.Join(dir, video)); err != nil {
				t.Fatal(err)
			}
		}, 3, "file-000.mp4 is missing, its video; copy the dataset again"},
		"text":    {write(video, []byte("#EXTM3U\nhttp://127.0.0.1/a.ts\n")), 3, "cannot be decoded: ffmpeg failed: "},
		"empty":   {write(video, nil), 3, "cannot be decoded: ffmpeg failed: "},
		"shorter": {func(*testing.T, string) {}, 9, "file-000.mp4 ends too early: it has 4 of 9 pictures of"},
		"outside": {template("../{video_key}/{chunk_index}-{file_index}.mp4"), 3,
			`info.json: the path "../observation.images.ego/{chunk_index}-{file_index}.mp4" leads out of the folder`},
		"fields": {template("{chunk_index}/{of}.mp4"), 3, "other fields than"},
		"no ffmpeg": {func(t *testing.T, _ string) { t.Setenv("PATH", t.TempDir()) }, 3, "pictures of camera ego are " +
			"in videos, which ffmpeg decodes, and that is not installed; apt-get install ffmpeg"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := writeVideos(t, "h264", 4)
			c.spoil(t, dir)
			err := film(t, dir, 0).Each(c.n, nothing)
			if err == nil || !strings.HasPrefix(err.Error(), "lerobot: episode 0: ") ||
				!strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
	large := filepath.Join(t.TempDir(), "large.mp4")
	make := exec.Command("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=640x640", "-frames:v", "2", large)
	if out, err := make.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	r := &reader{room: budget.New(0), info: info{Rate: 25}}
	err := r.decode(large, 0, 2, demos.Film{Name: "top", Height: 64, Width: 64}, nothing)
	if err == nil || !strings.Contains(err.Error(), "large.mp4 cannot be decoded: ffmpeg failed: ") {
		t.Errorf("pictures a hundred times as large as declared: %v", err)
	}
	if err := r.decode(large, 0, 2, demos.Film{Name: "top", Height: 640, Width: 640}, nothing); err != nil {
		t.Error(err)
	}
	dir := writeOtherDataset(t, func(i *info, _, _ map[string]any) {
		i.Rate = 10
		f := imageFeature(8)
		f.Type = "video"
		i.Features[imagePrefix+"top"] = f
	})
	if err := film(t, dir, 1).Each(4, nothing); err == nil || !strings.Contains(err.Error(), "does not say where its") {
		t.Errorf("a table without videos: %v", err)
	}
}

// BenchmarkFilm measures the decoding of pictures of a camera, 84 x 84, in pictures a second. Nearly all of it is
// ffmpeg's.
func BenchmarkFilm(b *testing.B) {
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		b.Skip(err)
	}
	const n = 300
	path := filepath.Join(b.TempDir(), "film.mp4")
	make := exec.Command("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=84x84:r=30", "-frames:v",
		fmt.Sprint(n), "-g", "2", path)
	if out, err := make.CombinedOutput(); err != nil {
		b.Skipf("ffmpeg does not encode: %s", out)
	}
	r := &reader{room: budget.New(0), info: info{Rate: 30}}
	f := demos.Film{Name: "top", Height: 84, Width: 84}
	b.ReportAllocs()
	for b.Loop() {
		if err := r.decode(path, 0, n, f, nothing); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*n)/b.Elapsed().Seconds(), "pictures/s")
}

var lerobotFilms = flag.String("films", "", "folder of datasets and of what LeRobot decodes of their videos, made by "+
	"scenes/demos/peers/check_videos.py")

// Pictures of videos are those that LeRobot decodes, to the byte, also of datasets that its tools cut and joined. Only
// with LeRobot at hand: ./counterpoise test --peers.
func TestFilmsOfLeRobot(t *testing.T) {
	if *lerobotFilms == "" {
		t.Skip("no -films")
	}
	files, err := filepath.Glob(filepath.Join(*lerobotFilms, "*.*.rgb"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no pictures in %s: %v", *lerobotFilms, err)
	}
	for _, file := range files {
		name := strings.Split(filepath.Base(file), ".")
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r, err := format{}.Open(filepath.Join(*lerobotFilms, name[0]), budget.New(0))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		for e := range r.Episodes() {
			raw, err := r.Read(e, true)
			if err != nil {
				t.Fatal(err)
			}
			at := slices.IndexFunc(raw.Films, func(f demos.Film) bool { return f.Name == name[1] })
			if at < 0 {
				t.Fatalf("%s: episode %d has no camera %s", name[0], e, name[1])
			}
			err = raw.Films[at].Each(raw.Frames(), func(i int, rgb []byte) error {
				if !bytes.HasPrefix(want, rgb) {
					return fmt.Errorf("picture %d differs", i)
				}
				want = want[len(rgb):]
				return nil
			})
			if err != nil {
				t.Errorf("%s, camera %s: %v", name[0], name[1], err)
			}
		}
		if len(want) > 0 {
			t.Errorf("%s: %d bytes more than ours", file, len(want))
		}
	}
}
