package train

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/mixture"
	"counterpoise/policies/network"
)

// secondStage is a mixture.Staged whose first stage has a head of its own; empty is the head of the training.
type secondStage struct {
	toydata.FixedMixture
	head string
}

func (s *secondStage) First() mixture.Mixture {
	return &toydata.ShortMixture{FixedMixture: s.FixedMixture, HeadName: s.head}
}

func (s *secondStage) Weigh(*mixture.Log) {}

// A first stage goes on from the model too, unless it has another head: then it starts anew, under that head. Under the
// loss of the model's own head, in another unit, its method would find other weights.
func TestFirstStageGoesOnFromAModel(t *testing.T) {
	t.Parallel()
	d, g := toydata.Reaching(seed.Of("toy"), 3)
	c := small()
	start, learned := mustTrain(t, d, g, &toydata.FixedMixture{Weights: []float64{1}}, c, seed.Of("train"))
	firstLoss := func(head string, from *network.Model) float64 {
		mix := &secondStage{FixedMixture: toydata.FixedMixture{Weights: []float64{1}}, head: head}
		_, log, err := Train(t.Context(), d, g, mix, c, seed.Of("again"), Options{From: from})
		if err != nil {
			t.Fatal(err)
		}
		return log.First.Loss[0][0]
	}
	if loss, anew := firstLoss("", start), firstLoss("", nil); loss > 2*learned.Last(1)[0] || anew < 2*loss {
		t.Errorf("its loss is %v at first and %v anew; the model had %v", loss, anew, learned.Last(1)[0])
	}
	if loss, anew := firstLoss("bins", start), firstLoss("bins", nil); loss != anew || loss < 10 { // 7 ln 17 = 19.8
		t.Errorf("under head bins its loss is %v at first, and %v anew", loss, anew)
	}
}

// A training that goes on from a model starts from its weights, those of a trained encoder included, and keeps its
// standardizer although the data is less. From other weights it would end far away: the first steps of Adam move a
// weight by about the learning rate each. Interrupted, it gives the same bytes.
func TestTrainingGoesOnFromAModel(t *testing.T) {
	t.Parallel()
	d, g := toydata.Reaching(seed.Of("toy"), 3)
	other, otherGroups := toydata.Reaching(seed.Of("toy"), 2)
	toydata.WithPictures(d)
	toydata.WithPictures(other)
	weigh := func() *toydata.FixedMixture { return &toydata.FixedMixture{Weights: []float64{1}} }
	for name, c := range map[string]Config{"state": small(), "end to end": endToEnd()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.Steps = 6
			start, _ := mustTrain(t, d, g, weigh(), c, seed.Of("train"))
			again := func(ctx context.Context, file string) ([]float32, error) {
				m, _, err := Train(ctx, other, otherGroups, weigh(), c, seed.Of("again"),
					Options{From: start, Checkpoint: file})
				if err != nil {
					return nil, err
				}
				if !slices.Equal(m.Standardizer.Mean, start.Standardizer.Mean) {
					t.Error("the standardizer is fitted anew")
				}
				return bits(m), nil
			}
			want, err := again(t.Context(), "")
			if err != nil {
				t.Fatal(err)
			}
			most := 0.0
			for i, v := range bits(start) {
				most = max(most, math.Abs(float64(v-want[i])))
			}
			if steps := float64(c.Steps); most == 0 || most > 2*steps*c.Rate {
				t.Errorf("%d steps at rate %v moved a weight by %v", c.Steps, c.Rate, most)
			}
			file, stops := filepath.Join(t.TempDir(), "x.checkpoint"), 0
			var got []float32
			for err = context.Canceled; errors.Is(err, context.Canceled) && stops < 9; stops++ {
				got, err = again(&cancelAfter{context.Background(), 4}, file)
			}
			if err != nil || stops < 2 || !slices.Equal(got, want) {
				t.Errorf("other weights after %d starts (%v)", stops, err)
			}
			c.Hidden++
			_, err = again(t.Context(), "")
			if err == nil || !strings.Contains(err.Error(), "has width of hidden layers") {
				t.Errorf("error %v", err)
			}
		})
	}
}
