package lerobot

import (
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/internal/budget"
)

// A row for every frame, numbered through the dataset, and what a weight means in the footer.
func TestFrameWeights(t *testing.T) {
	path := filepath.Join(t.TempDir(), "weights.parquet")
	episodes := []EpisodeWeight{{2, 0.25}, {1, 0}, {1, 0.5}}
	about := map[string]any{"meaning": "of one frame"}
	if err := WriteFrameWeights(filepath.Dir(path), filepath.Base(path), episodes, about); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"index": "0 1 2 3", "episode_index": "0 0 1 2", "weight": "0.25 0.25 0 0.5",
	} {
		if got := strings.Join(column(t, path, name, ""), " "); got != want {
			t.Errorf("column %s is %s, want %s", name, got, want)
		}
	}
	f, err := openParquetFile(path, budget.New(0), func(int64) {})
	if err != nil {
		t.Fatal(err)
	}
	defer f.close()
	if about, ok := f.parquet.Lookup("counterpoise"); !ok || about != `{"meaning":"of one frame"}` {
		t.Errorf("the footer says %q", about)
	}
}
