package train

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/balance"
	"counterpoise/scenes/demos"
)

// givenWeights returns weights of the frames of a dataset as a method.
func givenWeights(t *testing.T, d *demos.Dataset, u [][]float64) balance.Method {
	t.Helper()
	m, err := balance.Named("weights:mine@0123456789abcdef")
	if err != nil {
		t.Fatal(err)
	}
	var frames []int
	for i := range d.Episodes {
		frames = append(frames, d.Episodes[i].Frames())
	}
	g, err := m.(balance.Given).With(u, frames)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Equal weights of demonstrations train the policy of natural, and weights α_g/n_g of frames that of the method with
// constant weights α, to the byte; the log has the same α to rounding.
func TestGivenWeightsAreThoseOfMethods(t *testing.T) {
	t.Parallel()
	d, g := toydata.Reaching(seed.Of("toy"), 2, 5, 1)
	c := small()
	for _, name := range []string{"natural", "equal", "fixed:.7,.1,.2", "effective", "temperature", "random"} {
		m, err := balance.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		mix := m.Start(g)
		want, log := mustTrain(t, d, g, mix, c, seed.Of("train"))
		u := make([][]float64, len(d.Episodes))
		for e, of := range g.Of {
			u[e] = []float64{.3} // natural, on another scale
			if name != "natural" {
				u[e] = slices.Repeat([]float64{mix.Alpha()[of] / float64(g.Frames[of])}, d.Episodes[e].Frames())
			}
		}
		got, gotLog := mustTrain(t, d, g, givenWeights(t, d, u).Start(g), c, seed.Of("train"))
		if name == "temperature" { // it draws frames in proportion to its weights: another estimator
			if slices.Equal(bits(got), bits(want)) {
				t.Error("drawing frames and weighing losses give the same policy")
			}
		} else if !slices.Equal(bits(got), bits(want)) {
			t.Errorf("%s: the policy under the same weights differs", name)
		}
		for k, a := range gotLog.Alpha[0] {
			if math.Abs(a-log.Alpha[0][k]) > 1e-15 {
				t.Errorf("%s: α of group %d is %v, given %v", name, k, log.Alpha[0][k], a)
			}
		}
	}
}

// A frame of weight 0 is not learned from: the policy does not depend on what it demonstrates. Any other weight makes
// it depend on that.
func TestFramesOfWeightZeroAreNotLearned(t *testing.T) {
	t.Parallel()
	train := func(weight, action float32) []float32 {
		d, g := toydata.Reaching(seed.Of("toy"), 2, 2)
		u := [][]float64{{1}, {2}, {1}, make([]float64, d.Episodes[3].Frames())}
		for i := range u[3] {
			u[3][i] = .5
		}
		u[3][2] = float64(weight)
		// Targets have the actions of 8 frames; those of the frames before the second are left out too.
		u[3][0], u[3][1] = 0, 0
		d.Episodes[3].Actions[2][1] += action
		m, _ := mustTrain(t, d, g, givenWeights(t, d, u).Start(g), small(), seed.Of("train"))
		return bits(m)
	}
	if !slices.Equal(train(0, 0), train(0, .5)) {
		t.Error("a frame of weight 0 is learned from")
	}
	if slices.Equal(train(.1, 0), train(.1, .5)) {
		t.Error("a frame of weight .1 is not learned from")
	}
}

// Weights that are not at hand, or of another dataset, end a training before its first step.
func TestGivenWeightsOfNothing(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2, 1)
	m, err := balance.Named("weights:mine@0123456789abcdef")
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = Train(t.Context(), d, g, m.Start(g), small(), seed.Of("train"), Options{})
	if err == nil || !strings.Contains(err.Error(), "weights:mine@0123456789abcdef are not here") {
		t.Errorf("got %v", err)
	}
	failing := weigher{toydata.FixedMixture{Weights: []float64{.5, .5}}}
	if _, _, err = Train(t.Context(), d, g, &failing, small(), seed.Of("train"), Options{}); !errors.Is(err, errGone) {
		t.Errorf("got %v", err)
	}
	failing.Resampling = true
	_, _, err = Train(t.Context(), d, g, &failing, small(), seed.Of("train"), Options{})
	if err == nil || !strings.Contains(err.Error(), "weighs frames, and") {
		t.Errorf("got %v", err)
	}
}

var errGone = errors.New("gone")

// weigher is a mixture without the weights that it promises.
type weigher struct{ toydata.FixedMixture }

func (*weigher) FrameWeights() ([][]float64, error) { return nil, errGone }
