package curate

import (
	"math"
	"slices"
	"testing"

	"counterpoise/internal/seed"
)

// inverted are the scores that keep what differs from the others, as their authors publish them, and so rank bad
// demonstrations that are unlike all others above good ones.
var inverted = []string{"diversity", "actionvar", "duplicates"}

// Every score is finite, has a number for each demonstration, is the same each time, does not depend on the order of
// the demonstrations, describes itself, and ranks demonstrations that are wrong in every way below good ones.
func TestScoresConform(t *testing.T) {
	p, good := toyPool(t, 16, 8, bad, nil)
	turned, _ := toyPool(t, 16, 8, bad, func(n int) []int { return seed.Of("arranged").Rand().Perm(n) })
	order := seed.Of("arranged").Rand().Perm(24)
	for _, name := range Scores.Names() {
		t.Run(name, func(t *testing.T) {
			s, _ := Scores.Get(name)
			about := s.About()
			if about.Summary == "" || about.Source == "" || about.Cost == "" {
				t.Errorf("describes itself as %+v", about)
			}
			scores, err := Score(s, p, seed.Of("key"))
			if err != nil {
				t.Fatal(err)
			}
			again, err := Score(s, p, seed.Of("key"))
			if err != nil || !slices.Equal(scores, again) {
				t.Errorf("other scores the second time: %v", err)
			}
			moved, err := Score(s, turned, seed.Of("key"))
			if err != nil {
				t.Fatal(err)
			}
			for i, e := range order {
				if moved[i] != scores[e] {
					t.Fatalf("demonstration %d has score %v, and %v in another order", e, scores[e], moved[i])
				}
			}
			a := AUROC(scores, good)
			switch {
			case name == "random":
			case slices.Contains(inverted, name):
				if a > 0.5 {
					t.Errorf("AUROC %.3f of a score that keeps what differs", a)
				}
			case a < 0.9:
				t.Errorf("AUROC %.3f: it does not rank bad demonstrations below good ones", a)
			}
		})
	}
}

// Every rule gives weights of at least 0, one of them above 0, prefers the better of two groups, keeps the order of
// scores within a group, and describes itself.
func TestRulesConform(t *testing.T) {
	r := seed.Of("rules").Rand()
	var scores []float64
	var group []int32
	for i := range 60 {
		g := int32(i % 3)
		scores, group = append(scores, r.NormFloat64()-float64(g)), append(group, g)
	}
	far := slices.Clone(scores)
	far[0] = -40
	for _, name := range Rules.Names() {
		t.Run(name, func(t *testing.T) {
			rule, _ := Rules.Get(name)
			about := rule.About()
			if about.Summary == "" || about.Source == "" || about.FalseAlarm == "" {
				t.Errorf("describes itself as %+v", about)
			}
			v := rule.Values(scores, group)
			if len(v) != len(scores) || slices.Min(v) < 0 || slices.Max(v) <= 0 || math.IsInf(slices.Max(v), 0) {
				t.Fatalf("values %v", v)
			}
			sum := make([]float64, 3)
			for e := range v {
				sum[group[e]] += v[e]
				for f := range v {
					if group[e] == group[f] && scores[e] > scores[f] && v[e] < v[f] {
						t.Fatalf("score %v has value %v, and %v has %v", scores[e], v[e], scores[f], v[f])
					}
				}
			}
			if about.Mixes && !(sum[0] > sum[1] && sum[1] > sum[2]) && name != "magicsoup" {
				t.Errorf("groups of falling scores have weights %v", sum)
			}
			if v := rule.Values(far, group); !about.Mixes && v[0] > 0.1 {
				t.Errorf("a score of -40 has the value %v", v[0])
			}
		})
	}
}
