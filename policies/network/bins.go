//go:build !js

package network

import (
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/policies/layers"
)

func init() { Heads.Add("bins", bins{}) }

// bins predicts, for each action component, a distribution over B discrete values from -1 to 1, as the policies of
// Re-Mix do (Hejna et al. 2024, section 4.2). A demonstrated component counts as its nearest value b(y):
//
//	l_r = 7/n sum_c -ln p_rc(b(y_rc)),   p = softmax of the component's B outputs
//
// The loss is the cross-entropy of an action in nats, averaged over the chunk. It is never negative, and 0 can be
// reached on data without contradictions. The policy acts by the most likely value: one of several demonstrated ways,
// not their mean.
type bins struct{}

// binCount is B. An odd number has -1, 0 and 1 among the values; 17 gives steps of 1/8 of the fastest motion. Re-Mix
// uses 48 to 128. The cost is a wider last layer: B times the outputs of the squared error.
const binCount = 17

func (bins) About() string { return "17 values a component; cross-entropy, nats an action" }

func (bins) Outputs(n int) int { return binCount * n }

func (bins) Loss(out *graph.Node, t Targets, n int) *graph.Node {
	logits := graph.Reshape(layers.Columns(out, 0, binCount*n), out.Shape().Dimensions[0], n, binCount)
	y := graph.AddScalar(graph.ClipScalar(layers.Columns(t.Actions, 0, n), -1, 1), 1)
	at := graph.ConvertDType(graph.Round(graph.MulScalar(y, (binCount-1)/2)), dtypes.Int32)
	// -ln p(b) = ln sum_i exp(z_i - max z) - (z_b - max z)
	z := graph.Sub(logits, graph.StopGradient(graph.ExpandAxes(graph.ReduceMax(logits, 2), 2)))
	chosen := graph.ReduceSum(graph.Mul(z, graph.OneHot(at, binCount, z.DType())), 2)
	return perAction(graph.Sub(graph.Log(graph.ReduceSum(graph.Exp(z), 2)), chosen), n)
}

func (bins) Decode(dst, out []float32) {
	for c := range dst {
		best, z := 0, out[c*binCount:][:binCount]
		for i, v := range z {
			if v > z[best] {
				best = i
			}
		}
		dst[c] = float32(best)*(2.0/(binCount-1)) - 1
	}
}
