//go:build !js

package encoder

import (
	"math"
	"slices"

	"github.com/gomlx/gomlx/core/tensors"
)

// Accuracy is the error of one label, predicted by the linear read-out layer from the features of held-out samples.
type Accuracy struct {
	Name string
	Unit string // "px" (of the picture), "mm", or "" for a label that is 0 or 1
	// Error is the root mean square error in Unit; scenes that show little of an object dominate it. Median is the
	// median absolute error in Unit. For a label without unit both are the share of wrong predictions, in [0, 1],
	// at a threshold of 1/2.
	Error, Median float64
	N             int // samples in which the label exists
}

// evaluate applies the read-out layer to the next HeldOut samples (rounded up to whole batches).
func (t *trainer) evaluate() ([]Accuracy, error) {
	var out, y, valid []float32
	for len(y) < t.cfg.HeldOut*len(t.labels) {
		if err := t.load(); err != nil {
			return nil, err
		}
		predicted, err := t.readOut.Call1(t.inputs()...)
		if err != nil {
			return nil, err
		}
		out = append(out, tensors.MustCopyFlatData[float32](predicted)...)
		predicted.MustFinalizeAll()
		y, valid = append(y, t.y...), append(valid, t.valid...)
	}
	return accuracies(t.labels, out, y, valid), nil
}

// accuracies compares predictions out with labels y, both [samples, len(all)]. A label that exists in no sample is
// left out.
func accuracies(all []label, out, y, valid []float32) (found []Accuracy) {
	for j, l := range all {
		var errors []float64
		sum := 0.0
		for i := j; i < len(y); i += len(all) {
			if valid[i] == 0 {
				continue
			}
			d := l.size * math.Abs(float64(out[i]-y[i]))
			if l.unit == "" {
				d = 0
				if (out[i] > 0.5) != (y[i] > 0.5) {
					d = 1
				}
			}
			errors, sum = append(errors, d), sum+d*d
		}
		n := len(errors)
		if n == 0 {
			continue
		}
		slices.Sort(errors)
		a := Accuracy{l.name, l.unit, math.Sqrt(sum / float64(n)), errors[n/2], n}
		if l.unit == "" {
			a.Error = sum / float64(n)
			a.Median = a.Error
		}
		found = append(found, a)
	}
	return found
}
