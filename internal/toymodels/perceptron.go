package toymodels

import "counterpoise/policies/network"

// Perceptron computes network "mlp" for one row of standardised features in plain Go, with sums in float64, and returns
// the outputs of the components of the chunk.
func Perceptron(m *network.Model, x []float32) []float32 {
	h := x[:m.Sizes.In]
	for l := 0; l < len(m.Weights); l += 2 {
		w, b := m.Weights[l], m.Weights[l+1]
		out := make([]float32, len(b))
		for j := range out {
			sum := float64(b[j])
			for i, v := range h {
				sum += float64(v) * float64(w[i*len(b)+j])
			}
			if out[j] = float32(sum); l < len(m.Weights)-2 {
				out[j] = max(0, out[j])
			}
		}
		h = out
	}
	return h[:m.Sizes.Actions]
}
