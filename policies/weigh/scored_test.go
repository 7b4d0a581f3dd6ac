package weigh

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/policies/curate"
	"counterpoise/scenes/demos"
)

// manipulated is a dataset of motions in groups by task, noisier from group to group, of which the first of each are
// known to be good.
type manipulated struct {
	n      int
	spoil  func(i int, r *demos.Raw)
	labels map[string]string
}

func (m manipulated) Card() demos.Card { return demos.Card{} }
func (m manipulated) Episodes() int    { return m.n }
func (m manipulated) Close() error     { return nil }

func (m manipulated) Read(i int, _ bool) (*demos.Raw, error) {
	draw := seed.Of("manipulated", i).Rand()
	r := &demos.Raw{Labels: map[string]string{"task": string(rune('a' + i%2))},
		Actions: demos.Matrix{Width: 2}, State: demos.Matrix{Width: 2}}
	for k, v := range m.labels {
		r.Labels[k] = v
	}
	x, y := draw.NormFloat64(), draw.NormFloat64()
	noise := 0.02 * float64(1+i%5)
	for range 40 {
		a, b := -0.1*x+noise*draw.NormFloat64(), -0.1*y+0.05*x+noise*draw.NormFloat64()
		r.State.Values = append(r.State.Values, float32(x), float32(y))
		r.Actions.Values = append(r.Actions.Values, float32(a), float32(b))
		x, y = x+a, y+b
	}
	if m.spoil != nil {
		m.spoil(i, r)
	}
	return r, nil
}

// The score resemblance of package curate is Resemble's loss, to rounding and the frames that are sampled.
func TestResemblanceIsTheScore(t *testing.T) {
	r := manipulated{n: 30}
	known := func(raw *demos.Raw) bool { v, _ := raw.Label(demos.EpisodeLabel); return v < "2" || v == "5" }
	numbered := demos.Numbered{Reader: r}
	still := func(int, int) {}
	want, err := Resemble(t.Context(), numbered, ResemblanceOptions{Known: known, Progress: still})
	if err != nil {
		t.Fatal(err)
	}
	s, err := ReadScored(t.Context(), numbered, ScoreOptions{Known: known})
	if err != nil {
		t.Fatal(err)
	}
	scorer, err := curate.Scores.Get("resemblance")
	if err != nil {
		t.Fatal(err)
	}
	got, err := curate.Score(scorer, s.Pool, seed.Of("key"))
	if err != nil {
		t.Fatal(err)
	}
	a, b := order(got), order(want.Loss)
	slices.Reverse(b)
	apart := 0.0
	for _, e := range a {
		d := float64(slices.Index(a, e) - slices.Index(b, e))
		apart += d * d
	}
	n := float64(len(a))
	if rho := 1 - 6*apart/(n*(n*n-1)); rho < 0.99 {
		t.Errorf("rank correlation %.4f of the score with Resemble's losses", rho)
	}
}

// order returns the demonstrations by ascending number.
func order(v []float64) []int {
	out := make([]int, len(v))
	for e := range out {
		out[e] = e
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(v[a], v[b]) })
	return out
}

// Each group keeps the share of its frames under a rule that leaves the shares alone, and weights sum to 1 under all.
func TestSamplingOfScores(t *testing.T) {
	s, err := ReadScored(t.Context(), manipulated{n: 20}, ScoreOptions{})
	if err != nil {
		t.Fatal(err)
	}
	scores := make([]float64, 20)
	for e := range scores {
		scores[e] = float64(e * e % 17)
	}
	for _, name := range curate.Rules.Names() {
		rule, _ := curate.Rules.Get(name)
		sum, group := 0.0, map[string]float64{}
		for _, sample := range s.Sampling(rule, scores) {
			sum += sample.Weight
			group[sample.Group] += sample.Weight
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("%s: weights sum to %v", name, sum)
		}
		if !rule.About().Mixes && math.Abs(group["a"]-0.5) > 1e-12 {
			t.Errorf("%s: a group of half the frames has the share %v", name, group["a"])
		}
	}
}

// Demonstrations without a label that makes groups are one group.
func TestScoresNeedNoLabels(t *testing.T) {
	bare := manipulated{n: 4, spoil: func(_ int, r *demos.Raw) { delete(r.Labels, "task") }}
	s, err := ReadScored(t.Context(), bare, ScoreOptions{})
	if err != nil || len(s.Names) != 1 || s.N[0] != 4 {
		t.Errorf("%+v, %v, want one group of four", s, err)
	}
	if _, err := ReadScored(t.Context(), bare, ScoreOptions{By: []string{"task"}}); err == nil ||
		strings.Count(err.Error(), "demonstration 0") != 1 {
		t.Errorf("a label that was named: %v", err)
	}
}

// A rollout must say whether it succeeded, and be of the same robot.
func TestRolloutsMustSay(t *testing.T) {
	narrow := func(_ int, r *demos.Raw) { r.State = demos.Matrix{} }
	for want, rollouts := range map[string]manipulated{
		"does not say whether it succeeded": {n: 2},
		"a pool is of one robot":            {n: 2, labels: map[string]string{"success": "true"}, spoil: narrow},
	} {
		still := func(int, int) {}
		_, err := ReadScored(t.Context(), manipulated{n: 4}, ScoreOptions{Rollouts: rollouts, Progress: still})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "rollout 0") {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// Lists of robomimic, which scores are to find, make no groups by themselves.
func TestScoresFindLists(t *testing.T) {
	r := manipulated{n: 12, spoil: func(i int, raw *demos.Raw) {
		raw.Labels["mask"] = map[bool]string{true: "better", false: "worse"}[i%3 == 0]
	}}
	s, err := ReadScored(t.Context(), r, ScoreOptions{})
	if err != nil || !slices.Equal(s.Names, []string{"a", "b"}) {
		t.Errorf("groups %v by %v, %v", s.Names, s.By, err)
	}
	if s, err = ReadScored(t.Context(), r, ScoreOptions{By: []string{"mask"}}); err != nil || len(s.Names) != 2 ||
		s.Names[0] != "better" {
		t.Errorf("asked: groups %v by %v, %v", s.Names, s.By, err)
	}
}
