package train

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/artifact"
	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/mixture"
	"counterpoise/policies/network"
)

// patience is a context that ends when it has been asked so many times.
type patience struct {
	context.Context
	left int
}

func (p *patience) Err() error {
	if p.left--; p.left < 0 {
		return context.Canceled
	}
	return nil
}

func (p *patience) Value(any) any { return nil }

// A training that is stopped again and again, at any step of any of its runs, ends in the same bytes, log and reports
// as one that is not: with a batch, with resampling, with gradients and held-out losses, with reference runs, with
// pictures shifted at random, with eyes that are trained too.
func TestStoppedTrainingsEndTheSame(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2, 5)
	toydata.WithPictures(d)
	half := toydata.FixedMixture{Weights: []float64{.5, .5}}
	for what, fresh := range map[string]func() mixture.Mixture{
		"plain":      func() mixture.Mixture { return &toydata.FixedMixture{Weights: half.Weights} },
		"shifts":     func() mixture.Mixture { return &toydata.FixedMixture{Weights: half.Weights} },
		"end to end": func() mixture.Mixture { return &toydata.GradientMixture{FixedMixture: half, Beta: .1} },
		"resampling": func() mixture.Mixture { return &toydata.FixedMixture{Weights: half.Weights, Resampling: true} },
		"gradients":  func() mixture.Mixture { return &toydata.GradientMixture{FixedMixture: half, Beta: .1} },
		"held out":   func() mixture.Mixture { return &toydata.ObservingMixture{FixedMixture: half, Share: .3} },
		"references": func() mixture.Mixture {
			return &toydata.ReferencedMixture{ObservingMixture: toydata.ObservingMixture{FixedMixture: half},
				Runs: []mixture.Mixture{&toydata.ShortMixture{FixedMixture: half, HeadName: "bins"},
					&toydata.ObservingMixture{FixedMixture: half, Share: .3}}}
		},
	} {
		c := small()
		switch what {
		case "shifts":
			c = seeing(2)
		case "end to end":
			c = endToEnd()
		}
		c.Steps = 12
		want, wantLog := mustTrain(t, d, g, fresh(), c, seed.Of("train"))
		file := filepath.Join(t.TempDir(), "x.checkpoint")
		var got *network.Model
		var log *mixture.Log
		err := context.Canceled
		stops := 0
		for ; errors.Is(err, context.Canceled) && stops < 50; stops++ {
			got, log, err = Train(&patience{context.Background(), 5}, d, g, fresh(), c, seed.Of("train"),
				Options{Checkpoint: file})
		}
		if err != nil || stops < 3 {
			t.Fatalf("%s: after %d starts: %v", what, stops, err)
		}
		if !slices.Equal(bits(want), bits(got)) {
			t.Errorf("%s: another policy after %d starts", what, stops)
		}
		if x, y := encodeLog(t, wantLog), encodeLog(t, log); x != y {
			t.Errorf("%s: another log:\n%s\n%s", what, x, y)
		}
		if _, err := os.Stat(file); !os.IsNotExist(err) {
			t.Errorf("%s: the checkpoint is still there (%v)", what, err)
		}
	}
}

func encodeLog(t *testing.T, l *mixture.Log) string {
	t.Helper()
	b, err := json.Marshal(l)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// kept is a checkpoint in a file.
func kept(t testing.TB, steps int) string {
	t.Helper()
	d, g := toydata.Reaching(seed.Of("toy"), 2, 2)
	c := small()
	c.Hidden = 1
	file := filepath.Join(t.TempDir(), "x.checkpoint")
	_, _, err := Train(&patience{context.Background(), steps}, d, g, &toydata.FixedMixture{Weights: []float64{.5, .5}},
		c, seed.Of("train"), Options{Checkpoint: file})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	return file
}

func TestCheckpointsAreRefused(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2, 2)
	c := small()
	c.Hidden = 1
	m := &toydata.FixedMixture{Weights: []float64{.5, .5}}
	resume := func(file string, c Config, m mixture.Mixture, key string) error {
		_, _, err := Train(context.Background(), d, g, m, c, seed.Of(key), Options{Checkpoint: file})
		return err
	}
	file := kept(t, 3)
	other := c
	other.Steps++
	remembering := &remembering{FixedMixture: *m, state: []float64{1}}
	for word, err := range map[string]error{
		"another training":  resume(file, other, m, "train"),
		"key differ":        resume(file, c, m, "other"),
		"method is another": resume(file, c, remembering, "train"),
	} {
		if err == nil || !strings.Contains(err.Error(), word) || !strings.Contains(err.Error(), file) {
			t.Errorf("want an error with %q and the file's name, got %v", word, err)
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := resume(file, c, m, "train"); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("error %v", err)
	}
}

// remembering is a mixture with a memory.
type remembering struct {
	toydata.FixedMixture
	state []float64
}

func (r *remembering) Memory() []*[]float64 { return []*[]float64{&r.state} }

// FuzzCheckpoint: whatever stands in a checkpoint whose digest is right, it is taken up or refused without a panic.
func FuzzCheckpoint(f *testing.F) {
	data, err := os.ReadFile(kept(f, 2))
	if err != nil {
		f.Fatal(err)
	}
	head, payload, err := artifact.Decode(checkpointMagic, data)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(head), payload)
	f.Add(`{"format":2}`, []byte{})
	d, g := toydata.Reaching(seed.Of("toy"), 2, 2)
	c := small()
	c.Hidden = 1
	f.Fuzz(func(t *testing.T, head string, payload []byte) {
		file, err := artifact.Encode(checkpointMagic, json.RawMessage(head), payload)
		if err != nil {
			return
		}
		p, err := decodeCheckpoint(file)
		if err != nil {
			return
		}
		tr, err := testTrainer(d, g, &toydata.FixedMixture{Weights: []float64{.5, .5}}, c, seed.Of("train"))
		if err != nil {
			t.Fatal(err)
		}
		_ = tr.restore(p.Run)
	})
}
