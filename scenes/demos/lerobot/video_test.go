package lerobot

import (
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
