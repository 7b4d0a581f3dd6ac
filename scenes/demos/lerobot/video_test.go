package lerobot

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/internal/budget"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// Videos have all frames of all episodes, at the size and in the codec asked for, and the table of episodes says at
// which time each episode begins. The dataset is read as one of others: without pictures, and without a card.
func TestVideos(t *testing.T) {
	if err := checkEncoder("h264"); err != nil {
		t.Skip(err)
	}
	path := filepath.Join(t.TempDir(), "set")
	w, err := format{}.CreateWith(path, demos.PictureOptions{Size: 48, Video: "h264"})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	for _, frames := range []int{6, 9} {
		e := &demos.Episode{Task: "picking", Behaviour: "left", Style: "optimal", Success: true,
			Observations: make([]scenes.Observation, frames), Actions: make([]scenes.Action, frames)}
		for i := range e.Observations {
			e.Observations[i].Static, e.Observations[i].Gripper = make([]byte, 200*200*3), make([]byte, 84*84*3)
		}
		if err := w.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(demos.Card{}); err != nil {
		t.Fatal(err)
	}
	episodes := filepath.Join(path, "meta/episodes/chunk-000/file-000.parquet")
	starts := column(t, episodes, "videos/observation.images.ego/from_timestamp", "")
	if got := strings.Join(starts, " "); got != "0 0.2" {
		t.Errorf("episodes begin at %s s", got)
	}
	out, err := exec.Command("ffprobe", "-v", "error", "-count_frames", "-show_entries",
		"stream=codec_name,width,height,r_frame_rate,nb_read_frames", "-of", "csv=p=0",
		filepath.Join(path, "videos/observation.images.ego/chunk-000/file-000.mp4")).Output()
	if err != nil {
		t.Skip("ffprobe is not installed")
	}
	if got := strings.TrimSpace(string(out)); got != "h264,48,48,30/1,15" {
		t.Errorf("the video is %s", got)
	}
	r, err := format{}.Open(path, budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	raw, err := r.Read(1, true)
	if err != nil || raw.Frames() != 9 || raw.Labels["behaviour"] != "left" || r.Card().Format != 0 {
		t.Errorf("read %+v, %v", raw, err)
	}
}

// fakeFFmpeg lets every command find a shell script as ffmpeg, and the programs that it had before.
func fakeFFmpeg(t *testing.T, script string) {
	t.Helper()
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "ffmpeg"), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// What is wrong with an ffmpeg is said as it is: that it fails, or that it lacks an encoder.
func TestCheckEncoder(t *testing.T) {
	for _, c := range []struct{ script, want string }{
		{"echo libx264", ""},
		{"echo libvpx", "lerobot: this ffmpeg has no encoder libx264 of h264 videos; apt-get install ffmpeg"},
		{"echo no libavcodec >&2\necho at all >&2\nexit 1", "lerobot: what this ffmpeg encodes is not known: ffmpeg " +
			"failed: exit status 1: no libavcodec at all; install another one, or leave --video out"},
		{"exit 3", "ffmpeg failed: exit status 3; install another one"},
	} {
		t.Run("", func(t *testing.T) {
			fakeFFmpeg(t, c.script)
			err := checkEncoder("h264")
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}

// An ffmpeg that dies is one line that says why, whether it dies in mid-video, of pictures that are larger than a pipe,
// or at the end of one, and nothing is left of the dataset.
func TestFFmpegDies(t *testing.T) {
	fakeFFmpeg(t, `case "$*" in *-encoders*) echo libx264; exit;; esac
head -c 100 >/dev/null
echo "No space left on device" >&2
echo "Conversion failed!" >&2
exit 1
`)
	for _, size := range []int{16, 1024} {
		dir := t.TempDir()
		w, err := format{}.CreateWith(filepath.Join(dir, "set"), demos.PictureOptions{Size: size, Video: "h264"})
		if err != nil {
			t.Fatal(err)
		}
		e := &demos.Episode{Task: "picking", Behaviour: "left", Style: "optimal", Success: true,
			Observations: make([]scenes.Observation, 1), Actions: make([]scenes.Action, 1)}
		e.Observations[0].Static, e.Observations[0].Gripper = make([]byte, 200*200*3), make([]byte, 84*84*3)
		if err = w.Add(e); err == nil {
			err = w.Close(demos.Card{})
		}
		w.Abort()
		const want = ": ffmpeg failed: exit status 1: No space left on device Conversion failed!"
		if err == nil || !strings.HasSuffix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("pictures of %d pixels: the error is %v", size, err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("pictures of %d pixels: %v is left, %v", size, left, err)
		}
	}
}
