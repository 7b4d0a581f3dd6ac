package trainset_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/policies/train"
	"counterpoise/policies/trainset"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// countingRenderer draws pictures that are the same for every scene, and counts its calls.
type countingRenderer struct{ drawn *int }

func (r countingRenderer) Render(_ *scenes.Snapshot, o *scenes.Observation) error {
	*r.drawn++
	o.Static, o.Gripper = make([]uint8, 200*200*3), make([]uint8, 84*84*3)
	for i := range o.Static {
		o.Static[i] = uint8(i)
	}
	return nil
}

func (r countingRenderer) Close() error { return nil }

// saved writes a dataset of the state alone and returns its path.
func saved(t *testing.T) string {
	t.Helper()
	recipe, err := demos.ParseRecipe("picking left=1,right=1")
	if err != nil {
		t.Fatal(err)
	}
	d, err := demos.Generate(t.Context(), recipe, 1, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "set")
	if err := demos.Save(path, d); err != nil {
		t.Fatal(err)
	}
	return path
}

// For an observer of pictures, Read and Encode draw each frame once, keep its features and drop the pictures. For the
// state observer they draw nothing.
func TestReadAndEncode(t *testing.T) {
	path := saved(t)
	for observer, pictures := range map[string]bool{"state": false, "vision": true} {
		cfg := train.DefaultConfig()
		cfg.Observer = observer
		drawn, read := 0, 0
		o := trainset.Options{
			Extractor: cfg.Extractor(), Workers: 1,
			Key:         func(i int) seed.Key { return seed.Of("test", i) },
			NewRenderer: func() (demos.Renderer, error) { return countingRenderer{&drawn}, nil },
			Progress:    func(done, _ int) { read = done },
		}
		d, err := trainset.Read(t.Context(), path, o)
		if err != nil || read != 2 || len(d.Episodes) != 2 {
			t.Fatalf("%s: %d demonstrations, %v", observer, read, err)
		}
		if err := trainset.Encode(t.Context(), d, o); err != nil {
			t.Fatal(err)
		}
		frames := d.Episodes[0].Frames() + d.Episodes[1].Frames()
		if encoded := d.Episodes[0].Features.Rows != nil; encoded != pictures || pictures && drawn != frames {
			t.Errorf("%s: encoded %v, %d pictures of %d frames", observer, encoded, drawn, frames)
		}
		if d.Episodes[0].Observations[0].Static != nil {
			t.Errorf("%s: pictures are kept", observer)
		}
	}
}

// A dataset whose actions had another meaning is refused by its path, before anything is read.
func TestReadRefusesOldActions(t *testing.T) {
	path := saved(t)
	card := filepath.Join(path, "card.json")
	text, err := os.ReadFile(card)
	if err != nil {
		t.Fatal(err)
	}
	old := regexp.MustCompile(`"version": *"[^"]*"`).ReplaceAll(text, []byte(`"version": "1"`))
	if err := os.WriteFile(card, old, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = trainset.Read(t.Context(), path, trainset.Options{Progress: func(int, int) { t.Error("it was read") }})
	if err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "other motions") {
		t.Errorf("error %v", err)
	}
}

// A demonstration with the pictures of one camera alone is drawn whole.
func TestEncodeDrawsWhatIsMissing(t *testing.T) {
	cfg := train.DefaultConfig()
	cfg.Observer = "vision"
	e := &demos.Episode{Observations: make([]scenes.Observation, 2), Actions: make([]scenes.Action, 2)}
	for i := range e.Observations {
		e.Observations[i].Static = make([]uint8, 200*200*3)
	}
	drawn := 0
	err := trainset.EncodeEpisode(countingRenderer{&drawn}, cfg.Extractor(), e, seed.Of("one"))
	if err != nil || drawn != 2 {
		t.Errorf("%d of 2 frames are drawn: %v", drawn, err)
	}
}

// Read returns the cause of a context that has ended.
func TestReadStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := trainset.Read(ctx, saved(t), trainset.Options{Progress: func(int, int) {}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
