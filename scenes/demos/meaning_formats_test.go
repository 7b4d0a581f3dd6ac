package demos_test

import (
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// Every format's reader says which episodes have one frame and which look as if they were in other units, and keeps
// them.
func TestReadersWarnOfMeaning(t *testing.T) {
	forEachFormat(t, func(t *testing.T, name string) {
		var episodes []*demos.Episode
		for i := range 6 {
			frames := 8
			if i == 2 {
				frames = 1
			}
			e := randomEpisode(newRand(uint64(i)), frames, false, false)
			for k := range e.Observations {
				robot := &e.Observations[k].Robot
				for c := range robot {
					if robot[c] = 0.2 + 0.02*float32(c+k); i == 4 && c >= scenes.RobotJoints {
						robot[c] *= 57.29578 // degrees
					}
				}
			}
			episodes = append(episodes, e)
		}
		path := filepath.Join(t.TempDir(), "set")
		writeDataset(t, name, path, demos.Card{}, episodes)
		r, err := demos.OpenAny(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		for i := range r.Episodes() {
			if _, err := r.Read(i, false); err != nil {
				t.Fatal(err)
			}
		}
		got := demos.Warnings(r)
		if len(got) != 2 || !strings.HasSuffix(got[0], "numbers 2") || !strings.HasSuffix(got[1], "numbers 4") ||
			!strings.Contains(got[0], "a single frame") || !strings.Contains(got[1], "other units") {
			t.Errorf("warnings %q", got)
		}
	})
}
