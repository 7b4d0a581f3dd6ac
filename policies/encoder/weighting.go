//go:build !js

package encoder

import (
	"math"

	"github.com/gomlx/gomlx/core/tensors"
)

// measured is the number of samples from which the statistics of labels and shares are estimated, rounded up to whole
// batches. The training does not use them again.
const measured = 1000

// measure estimates the variance of each label and the mean square of each object's shares, which divide the squared
// errors in the loss. It sets the bias of the read-out layer to the labels' means.
func (t *trainer) measure() error {
	n := len(t.labels)
	count, sum, square := make([]float64, n), make([]float64, n), make([]float64, n)
	shares := [2][]float64{make([]float64, len(t.cfg.Objects)), make([]float64, len(t.cfg.Objects))}
	for t.next < measured {
		if err := t.load(); err != nil {
			return err
		}
		for i, c := range t.valid {
			v := float64(t.y[i])
			count[i%n] += float64(c)
			sum[i%n] += float64(c) * v
			square[i%n] += float64(c) * v * v
		}
		t.addSquaredShares(shares)
	}
	t.weighShares(shares)
	t.gain = make([]float32, n)
	return tensors.MutableFlatData(t.params[readOutAt+1], func(bias []float32) {
		for j := range t.gain {
			mean := sum[j] / max(1, count[j])
			bias[j] = float32(mean)
			if sd := math.Sqrt(square[j]/max(1, count[j]) - mean*mean); sd > 1e-3 {
				t.gain[j] = float32(1 / sd)
			}
		}
	})
}

// addSquaredShares adds the squares of the current batch's positive shares to the sum of each camera and object.
func (t *trainer) addSquaredShares(sum [2][]float64) {
	k := len(t.cfg.Objects)
	for i, q := range t.shares {
		tensors.MustConstFlatData(q, func(v []float32) {
			for j, share := range v {
				sum[i][j%k] += float64(max(0, share)) * float64(max(0, share))
			}
		})
	}
}

// weighShares sets the weight u of each object from the sum of its squared shares over the measured samples. An
// object that no sample shows has weight 0.
//
//	u = 1 / (objects batch mean_r sum_p share_r(p)²)
func (t *trainer) weighShares(sum [2][]float64) {
	k := len(t.cfg.Objects)
	for i := range Cameras {
		t.shareWeight[i] = make([]float32, k)
		for j, v := range sum[i] {
			if v > 0 {
				t.shareWeight[i][j] = float32(float64(t.next) / (v * float64(k*t.cfg.Batch)))
			}
		}
	}
}

// labelWeights returns the weight of each squared error of the current batch, [batch, labels], with c_rj = 1 if
// label j exists in sample r, else 0:
//
//	w_rj = c_rj / (σ_j² labels max(1, sum_r c_rj))
func (t *trainer) labelWeights() []float32 {
	n := len(t.labels)
	w := make([]float32, len(t.valid))
	for j := range n {
		var exists float32
		for i := j; i < len(w); i += n {
			exists += t.valid[i]
		}
		for i := j; i < len(w); i += n {
			w[i] = t.valid[i] * t.gain[j] * t.gain[j] / (max(exists, 1) * float32(n))
		}
	}
	return w
}
