package curate

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"counterpoise/internal/catalog"
	"counterpoise/internal/settings"
)

// Rule turns scores into the weights of frames.
type Rule interface {
	// About describes the rule.
	About() RuleDescription
	// Values returns the weight of a frame of each demonstration, at least 0, on any scale, from the scores and groups
	// of all; group[e] is from 0. At least one is above 0.
	Values(scores []float64, group []int32) []float64
}

// RuleDescription says what a rule is.
type RuleDescription struct {
	Summary string // one line
	Source  string
	// FalseAlarm is what the rule costs where nothing is wrong: what it does to good demonstrations.
	FalseAlarm string
	// Mixes says that the rule sets the shares of groups. Others leave each group the share of its frames.
	Mixes bool
}

// Rules holds every rule by name, with its default settings. RuleNamed applies other settings.
var Rules = catalog.New[Rule]("rule")

// RuleNamed finds a rule by name and applies the settings that follow it: keep:Share=.7.
func RuleNamed(text string) (Rule, error) {
	name, list, set := strings.Cut(text, ":")
	r, err := Rules.Get(name)
	if err != nil || !set {
		return r, err
	}
	if r, err = settings.Parse(r, list); err != nil {
		return nil, fmt.Errorf("curate: rule %q: %w", name, err)
	}
	return r, nil
}

// RuleSettings describes the settings of a rule.
func RuleSettings(r Rule) []settings.Setting { return settings.Describe(r) }

// ranked returns the demonstrations of each group, the best first. Of equal scores the earlier comes first.
func ranked(scores []float64, group []int32) [][]int {
	in := make([][]int, int(slices.Max(group))+1)
	for e, g := range group {
		in[g] = append(in[g], e)
	}
	for _, list := range in {
		slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	}
	return in
}

// shares returns the number of demonstrations of each group, and the mean standardised score of each: 0 for all where
// the scores do not vary.
func shares(scores []float64, group []int32) (n, mean []float64) {
	k := int(slices.Max(group)) + 1
	n, mean = make([]float64, k), make([]float64, k)
	m, square := 0.0, 0.0
	for _, s := range scores {
		m += s / float64(len(scores))
	}
	for _, s := range scores {
		square += (s - m) * (s - m) / float64(len(scores))
	}
	for e, g := range group {
		n[g]++
		if square > 0 {
			mean[g] += (scores[e] - m) / math.Sqrt(square)
		}
	}
	for g := range mean {
		mean[g] /= max(1, n[g])
	}
	return n, mean
}

// spread returns values that give each group a weight: α_g over the number of its demonstrations.
func spread(alpha, n []float64, group []int32) []float64 {
	out := make([]float64, len(group))
	for e, g := range group {
		out[e] = alpha[g] / n[g]
	}
	return out
}
