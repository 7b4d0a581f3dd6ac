package balance

import (
	"fmt"
	"slices"

	"counterpoise/policies/mixture"
)

// Staging is the settings of every method whose weights move while a policy is trained. The study weighs first and then
// trains: "After reweighting the data we train a robot policy on the balanced dataset" (Parekh et al., 5c; so too 6a
// and the appendix).
//
// With two stages the policy of the first, which saw moving weights, is discarded, and a policy is trained anew from
// the same initial weights, with the same batches, under constant weights: the final ones of the first stage, or their
// mean over its steps. With one stage the policy of the ascent is the result.
type Staging struct {
	Stages  int          `range:"[1, 2]" help:"2: a policy trained anew under the weights that the first stage found"`
	Weights StageWeights `words:"final, mean" help:"weights of the second stage, from the steps of the first"`
}

// oneStage is the default: a name of a method without the setting means what it meant before there were stages.
var oneStage = Staging{Stages: 1}

// check returns an error for weights of a stage that is not run.
func (s Staging) check() error {
	if s.Stages < 2 && s.Weights != FinalWeights {
		return fmt.Errorf("settings Stages=%d and Weights=mean contradict each other: one stage keeps the policy of "+
			"the moving weights; give Stages=2, or leave Weights out", s.Stages)
	}
	return nil
}

// StageWeights says which weights of the first stage the second has.
type StageWeights int

const (
	// FinalWeights are the weights after the last step of the first stage: the study's "converged weights".
	FinalWeights StageWeights = iota
	// MeanWeights are the mean of the weights after each step of the first stage, which Re-Mix and DoReMi use.
	MeanWeights
)

var stageWeights = []string{"final", "mean"}

// MarshalText returns the word of the setting.
func (w StageWeights) MarshalText() ([]byte, error) { return []byte(stageWeights[w]), nil }

// UnmarshalText reads the word of the setting.
func (w *StageWeights) UnmarshalText(text []byte) error {
	i := slices.Index(stageWeights, string(text))
	if i < 0 {
		return fmt.Errorf("want final or mean")
	}
	*w = StageWeights(i)
	return nil
}

// of returns the mixture of a run whose weights are those of m, moving, or are found by m first.
func (s Staging) of(m mixture.Mixture) mixture.Mixture {
	if s.Stages < 2 {
		return m
	}
	return &staged{first: m, weights: s.Weights}
}

// staged is the mixture of a second stage.
type staged struct {
	constant
	first   mixture.Mixture
	weights StageWeights
}

func (s *staged) First() mixture.Mixture { return s.first }

func (s *staged) Weigh(first *mixture.Log) {
	last := s.first.Alpha()
	if s.weights == FinalWeights {
		s.constant = slices.Clone(last)
		return
	}
	// The log has the weights before each step; those after a step are those before the next.
	mean := slices.Clone(last)
	for _, alpha := range first.Alpha[1:] {
		for g, a := range alpha {
			mean[g] += a
		}
	}
	s.constant = normalised(mean)
}
