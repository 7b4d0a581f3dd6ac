package balance

import (
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

// α of a group is its part of the weights of all frames: by hand, (2·3 + 0)/8, 2/8 and 0.
func TestGivenAlpha(t *testing.T) {
	m, err := Named("weights:mine.2@0123456789abcdef")
	if err != nil {
		t.Fatal(err)
	}
	g, err := m.(Given).With([][]float64{{2}, {.5, 1.5}, {0}, {0, 0, 0, 0}}, []int{3, 2, 5, 4})
	if err != nil {
		t.Fatal(err)
	}
	if g.String() != "weights:mine.2@0123456789abcdef" {
		t.Error(g)
	}
	mix := g.Start(demos.Groups{Names: []string{"a", "b", "c"}, Of: []int32{0, 1, 0, 2}, Frames: []int{8, 2, 4}})
	if got := mix.Alpha(); !slices.Equal(got, []float64{.75, .25, 0}) {
		t.Errorf("α is %v", got)
	}
	u, err := mix.(mixture.FrameWeigher).FrameWeights()
	if err != nil || len(u) != 4 || u[1][1] != 1.5 {
		t.Errorf("weights of frames are %v, %v", u, err)
	}
	if err := mixture.Check(mix); err != nil {
		t.Error(err)
	}
}

func TestGivenRefuses(t *testing.T) {
	for _, name := range []string{"weights", "weights:", "weights:a", "weights:a@12", "weights:a b@0123456789abcdef",
		"weights:a@0123456789ABCDEF", "weights:-a@0123456789abcdef",
		"weights:" + strings.Repeat("a", 41) + "@0123456789abcdef"} {
		if _, err := Named(name); err == nil {
			t.Errorf("%s is a method", name)
		}
	}
	for word, u := range map[string][][]float64{
		"weights of 1 demonstrations for a dataset of 2": {{1}},
		"demonstration 0 has 3 weights and 2 frames":     {{1, 1, 1}, {1}},
		"demonstration 1, frame 2 has weight -1":         {{1}, {0, 0, -1}},
		"demonstration 0, frame 0 has weight NaN":        {{math.NaN()}, {1}},
		"demonstration 0, frame 0 has weight +Inf":       {{math.Inf(1)}, {1}},
		"the weights sum to 0; give at least one":        {{0}, {0, 0, 0}},
		"the weights sum to +Inf":                        {{1e308}, {1e308}},
	} {
		if _, err := (Given{}).With(u, []int{2, 3}); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("want an error with %q, got %v", word, err)
		}
	}
}
