package toydata

import (
	"slices"

	"counterpoise/policies/mixture"
)

// ObservingMixture is a FixedMixture that observes examples and held-out losses.
type ObservingMixture struct {
	FixedMixture
	Share         float64   // held out
	Examples      []float64 // mean loss of each group in the last batch
	Ref           []float32 // reference losses of the last batch
	Rows          int       // of the last batch
	HeldOutLosses [][]float64
}

// HoldOut returns Share.
func (m *ObservingMixture) HoldOut() float64 { return m.Share }

// ObserveHeldOut keeps the losses.
func (m *ObservingMixture) ObserveHeldOut(loss []float64) {
	m.HeldOutLosses = append(m.HeldOutLosses, loss)
}

// ObserveExamples averages the losses of the examples by group.
func (m *ObservingMixture) ObserveExamples(group []int32, loss, ref []float32) {
	m.Ref, m.Rows = slices.Clone(ref), len(group)
	m.Examples = make([]float64, len(m.Weights))
	n := make([]float64, len(m.Weights))
	for r, g := range group {
		m.Examples[g] += float64(loss[r])
		n[g]++
	}
	for g := range n {
		m.Examples[g] /= n[g]
	}
}

// GradientMixture is a FixedMixture that observes inner products of gradients.
type GradientMixture struct {
	FixedMixture
	Beta    float64 // look-ahead
	Discard bool    // keep no Grams
	Grams   [][][]float64
}

// LookAhead returns Beta.
func (m *GradientMixture) LookAhead() float64 { return m.Beta }

// ObserveGradients keeps the matrix.
func (m *GradientMixture) ObserveGradients(gram [][]float64) {
	if !m.Discard {
		m.Grams = append(m.Grams, gram)
	}
}

// ReferencedMixture is an ObservingMixture that needs runs before its own.
type ReferencedMixture struct {
	ObservingMixture
	Runs []mixture.Mixture
	Told [][]float64 // losses of the runs made so far
}

// Reference returns the next of Runs.
func (m *ReferencedMixture) Reference() mixture.Mixture {
	if len(m.Told) == len(m.Runs) {
		return nil
	}
	return m.Runs[len(m.Told)]
}

// Refer keeps the losses.
func (m *ReferencedMixture) Refer(loss []float64) { m.Told = append(m.Told, loss) }

// ShortMixture is a FixedMixture of a reference run with another head and a fifth of the steps.
type ShortMixture struct {
	FixedMixture
	HeadName string
}

// Steps returns a fifth of the main run's.
func (ShortMixture) Steps(main int) int { return main / 5 }

// Head returns HeadName.
func (m ShortMixture) Head() string { return m.HeadName }
