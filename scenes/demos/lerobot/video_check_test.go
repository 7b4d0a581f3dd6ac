package lerobot

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/scenes/demos"
)

// A video that is missing, cut off, empty or a folder is told without decoding it; a whole one passes.
func TestCheckPictures(t *testing.T) {
	const box, index = "\x00\x00\x00\x0cftypisom", "\x00\x00\x00\x08moov"
	const long = "\x00\x00\x00\x01mdat\x00\x00\x00\x00\x00\x00\x00\x12ab"
	for i, c := range []struct{ video, want string }{
		{box + long + index, ""}, {box + index + "\x00\x00\x00\x00mdat more", ""},
		{box + long, "nothing in its 30 bytes"}, {box + index + "\x00\x00\x10\x00mdat more", "is cut off"},
		{"", "nothing in its 0 bytes"}, {box + "\x00\x00", "is cut off"}, {"missing", "is missing"},
		{"folder", "expected a regular file"},
	} {
		r := &reader{dir: t.TempDir(), checked: map[string]checkedVideo{}, episodes: []episode{{file: 0, to: 3}},
			roles: roles{films: []string{"observation.images.top"}}, info: info{Version: "v2.1"}}
		path := filepath.Join(r.dir, "videos/chunk-000/observation.images.top/episode_000000.mp4")
		os.MkdirAll(filepath.Dir(path), 0o755)
		switch c.video {
		case "missing":
		case "folder":
			os.Mkdir(path, 0o755)
		default:
			os.WriteFile(path, []byte(c.video), 0o644)
		}
		err := r.CheckPictures(0)
		if (c.want == "") != (err == nil) || err != nil && !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%d: %v, want %q", i, err, c.want)
		}
	}
}

// inspect warns of episodes whose videos are missing, by their numbers.
func TestMissingVideosAreTold(t *testing.T) {
	dir := writeOtherDataset(t, func(i *info, _, _ map[string]any) {
		i.Features["observation.images.front"] = feature{Type: "video", Shape: []int{4, 4, 3}}
	})
	r, err := demos.OpenAny(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	s, err := demos.Summarize(r, nil)
	want := "3 demonstrations have videos that cannot be read: numbers 0, 1, 2; the first: "
	if err != nil || !strings.Contains(strings.Join(s.Warnings, "\n"), want) {
		t.Errorf("%+v, %v, want %q", s, err, want)
	}
}
