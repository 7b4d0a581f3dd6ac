package policies

import (
	"counterpoise/policies/layers"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"
)

func init() { Heads.Add("bins", bins{}) }

// bins predicts, for each action component, a distribution over B discrete values from -1 to 1, as Re-Mix's policies do
// (Hejna et al. 2024, 4.2). A demonstrated component counts as its nearest value b(y):
//
//	l_r = 7/n sum_c -ln p_rc(b(y_rc)),   p = softmax of the component's B outputs
//
// The loss is the cross-entropy of an action in nats, averaged over the chunk; it is never negative, and on data without
// contradictions its least value is 0. Acting takes the likeliest value: one of several ways to act, never their mean.
type bins struct{}

// binCount is B. An odd number has -1, 0 and 1 among the values; 17 makes steps of 1/8 of the fastest motion. Re-Mix takes
// 48 to 128; what each costs here is a wider last layer, at 17 already seventeen times that of the squared error.
const binCount = 17

func (bins) About() string { return "17 values a component; cross-entropy, nats an action" }

func (bins) outputs(n int) int { return binCount * n }

func (bins) loss(out, y *graph.Node, n int) *graph.Node {
	logits := graph.Reshape(layers.Columns(out, 0, binCount*n), out.Shape().Dimensions[0], n, binCount)
	y = layers.Columns(y, 0, n)
	at := graph.ConvertDType(graph.Round(graph.MulScalar(graph.AddScalar(graph.ClipScalar(y, -1, 1), 1), (binCount-1)/2)), dtypes.Int32)
	// -ln p(b) = ln sum_i exp(z_i - max z) - (z_b - max z)
	z := graph.Sub(logits, graph.StopGradient(graph.ExpandAxes(graph.ReduceMax(logits, 2), 2)))
	taken := graph.ReduceSum(graph.Mul(z, graph.OneHot(at, binCount, z.DType())), 2)
	return perAction(graph.Sub(graph.Log(graph.ReduceSum(graph.Exp(z), 2)), taken), n)
}

func (bins) decode(dst, out []float32) {
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
