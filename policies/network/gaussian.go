//go:build !js

package network

import (
	"math"

	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/policies/layers"
)

func init() { Heads.Add("gaussian", gaussian{}) }

// gaussian predicts a normal distribution for each action component, with mean μ and a deviation σ that stays within
// bounds: without a lower bound the likelihood of a fitted sample grows without limit. Its outputs are μ and s:
//
//	ln σ = ln σ_min + (ln σ_max - ln σ_min) / (1 + e^-s)
//	l_r  = 7/n sum_c [ (y_rc - μ_rc)²/(2 σ_rc²) + ln σ_rc + ln(2π)/2 ]
//
// The loss is the negative log-likelihood of an action in nats, averaged over the chunk. It can be negative, so
// bounds that hold for divergences (Parekh et al., Eq. 8 and 12) do not hold for it. The policy acts by the mean.
type gaussian struct{}

// Bounds of the deviation of a component, in action units. 0.02 of the fastest motion is finer than demonstrators
// repeat themselves; 1 is half the range of an action.
const (
	minSigma = 0.02
	maxSigma = 1.0
)

func (gaussian) About() string { return "a normal distribution a component; nats an action" }

func (gaussian) Outputs(n int) int { return 2 * n }

func (gaussian) Loss(out *graph.Node, t Targets, n int) *graph.Node {
	pairs := graph.Reshape(layers.Columns(out, 0, 2*n), out.Shape().Dimensions[0], n, 2)
	of := func(i int) *graph.Node {
		return graph.Squeeze(graph.Slice(pairs, graph.AxisRange(), graph.AxisRange(), graph.AxisElem(i)), 2)
	}
	mu, s, y := of(0), of(1), layers.Columns(t.Actions, 0, n)
	span := math.Log(maxSigma / minSigma)
	logSigma := graph.AddScalar(graph.MulScalar(graph.Sigmoid(s), span), math.Log(minSigma))
	z := graph.Mul(graph.Sub(y, mu), graph.Exp(graph.Neg(logSigma)))
	nll := graph.Add(graph.MulScalar(graph.Mul(z, z), 0.5), graph.AddScalar(logSigma, math.Log(2*math.Pi)/2))
	return perAction(nll, n)
}

func (gaussian) Decode(dst, out []float32) {
	for c := range dst {
		dst[c] = out[2*c]
	}
}
