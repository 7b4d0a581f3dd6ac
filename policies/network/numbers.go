//go:build !js

package network

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"counterpoise/scenes"
)

// numbers is the observer of a policy of another environment: its features are the numbers of a state, whatever they
// mean. It is no entry of Observers, as it reads no observation of the tabletop.
type numbers []Feature

func (n numbers) About() string { return fmt.Sprintf("%d numbers of another environment", len(n)) }

func (n numbers) Features() []Feature { return n }

func (numbers) Encode([]float32, *scenes.Observation) error {
	return errors.New("reads states of another environment than the tabletop; eval --env rolls it out there")
}

// relativeFloor is the smallest standard deviation that counts of a number whose unit is unknown, as a share of the
// lower median over the numbers of a state that vary. A body at rest that settles by some micrometres in training, and
// by a millimetre elsewhere, would be a thousand standard deviations away without it; ten times as much would attenuate
// numbers that are measured in greater units than others.
const relativeFloor = 0.01

// FloorsOf returns the floors of features, as Floors does, where those without a unit have relativeFloor. Rows of the
// given stride start with the features.
func FloorsOf(rows []float32, stride int, features []Feature) []float64 {
	all := Floors(features)
	var spreads []float64
	for j, f := range features {
		if mean, sd := Moments(rows, stride, j); f.Unit == "" && sd > constantSD*max(1, math.Abs(mean)) {
			spreads = append(spreads, sd)
		}
	}
	if len(spreads) == 0 {
		return all
	}
	slices.Sort(spreads)
	for j, f := range features {
		if f.Unit == "" {
			all[j] = relativeFloor * spreads[(len(spreads)-1)/2]
		}
	}
	return all
}

// OfNumbers returns the model that a spec names for an environment other than the tabletop, without standardizer and
// weights: its features are the numbers of a state, and an action has the given number of components. The observer of
// the spec must be "state", or "vision" where features of pictures are among the numbers, its network "mlp", which
// takes inputs and outputs of any width, and its history 1.
func (s Spec) OfNumbers(features []Feature, action int) (*Model, error) {
	m, err := s.Resolve()
	if err != nil {
		return nil, err
	}
	if s.Observer != "state" && s.Observer != "vision" || s.Network != "mlp" || s.History > 1 {
		return nil, fmt.Errorf("policy %s+%s with a history of %d learns the tabletop alone; of other environments "+
			"state and vision learn, with any head", s.Observer, s.Network, max(1, s.History))
	}
	if len(features) == 0 || action < 1 {
		return nil, fmt.Errorf("states of %d numbers and actions of %d; both have at least 1", len(features), action)
	}
	m.Observer = numbers(features)
	// The name tells models of different widths apart.
	m.Spec.Observer = fmt.Sprintf("%d numbers to actions of %d", len(features), action)
	m.Sizes = sizesOf(len(features), s.Hidden, s.Chunk*action, m.Head)
	m.Sizes.History = 1
	if most := LargestProduct(m.Network, m.Sizes); MinBlock*most >= KernelSwitch {
		return nil, fmt.Errorf("states of %d numbers and %d outputs of head %q are too many for %d hidden units; use "+
			"fewer of them or a shorter chunk", len(features), m.Sizes.Outputs, s.Head, s.Hidden)
	}
	return m, nil
}
