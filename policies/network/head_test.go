package network

import (
	"math"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/policies/backend"
)

// rowLoss returns a head's loss of one row of two components.
func rowLoss(t *testing.T, h Head, out, y []float64) float64 {
	t.Helper()
	b, err := backend.Go()
	if err != nil {
		t.Fatal(err)
	}
	ex := graph.MustNewExec(b, func(out, y *graph.Node) *graph.Node { return h.Loss(out, Targets{Actions: y}, 2) })
	got := ex.MustCall1(tensors.FromFlatDataAndDimensions(out, 1, len(out)),
		tensors.FromFlatDataAndDimensions(y, 1, len(y)))
	return tensors.MustCopyFlatData[float64](got)[0]
}

// The losses of heads "gaussian" and "bins" for two components, by hand. Row losses are scaled by 7/2, to the sum over
// the 7 components of an action.
func TestLikelihoodsByHand(t *testing.T) {
	// s = 0 gives the geometric mean of the bounds, sqrt(.02) = .141421: z = (.3-.1)/.141421 = 1.414214, z²/2 = 1;
	// ln σ = -1.956012. s → ∞ gives σ = 1: z²/2 = .125, ln σ = 0. ln(2π)/2 = .918939.
	got := rowLoss(t, gaussian{}, []float64{.1, 0, 0, 1e3, 9}, []float64{.3, .5, 0})
	if want := 3.5 * (1 - 1.956012 + .125 + 2*.918939); math.Abs(got-want) > 1e-5 {
		t.Errorf("gaussian: %v, by hand %v", got, want)
	}
	// The 17 outputs of the first component are equal: ln 17. The second has an output 3 higher than the others for
	// value 12, which is .5 and the nearest to the demonstrated .52: ln(16 + e³) - 3.
	out := make([]float64, 2*binCount+3)
	out[binCount+12] = 3
	got = rowLoss(t, bins{}, out, []float64{-7, .52, 0})
	if want := 3.5 * (math.Log(17) + math.Log(16+math.Exp(3)) - 3); math.Abs(got-want) > 1e-12 {
		t.Errorf("bins: %v, by hand %v", got, want)
	}
	// Outputs whose exponential would overflow.
	out[binCount+12] = 1e4
	if got = rowLoss(t, bins{}, out, []float64{0, .5, 0}); math.Abs(got-3.5*math.Log(17)) > 1e-9 {
		t.Errorf("bins: %v with a component of probability 1", got)
	}
}

// Head "bins" acts by the most likely value of each component, head "gaussian" by its mean.
func TestDecode(t *testing.T) {
	out := make([]float32, 3*binCount)
	out[0], out[binCount+8], out[3*binCount-1] = 1, 1, 1
	dst := make([]float32, 3)
	bins{}.Decode(dst, out)
	if dst[0] != -1 || dst[1] != 0 || dst[2] != 1 {
		t.Errorf("bins: %v", dst)
	}
	gaussian{}.Decode(dst, []float32{1, 9, 2, 9, 3, 9})
	if dst[0] != 1 || dst[2] != 3 {
		t.Errorf("gaussian: %v, not the means", dst)
	}
}

// The squared error by hand: two rows, one feature, all parameters 1.
func TestSquaredErrorByHand(t *testing.T) {
	m := &Model{
		Network: mlp{}, Head: squared{},
		Sizes: Sizes{Features: 1, In: 1, Hidden: 2, Actions: 2, Slots: 3, Outputs: 2, Out: 3},
	}
	one := func(dims ...int) *tensors.Tensor { return tensors.FromScalarAndDimensions(1.0, dims...) }
	in := []*tensors.Tensor{
		tensors.FromFlatDataAndDimensions([]float64{1, -9}, 2, 1),
		tensors.FromFlatDataAndDimensions([]float64{7, 6, 7, 1, 4, 1}, 2, 3),
	}
	for _, d := range m.Network.Dims(m.Sizes) {
		in = append(in, one(d...))
	}
	// Row 0: h1 = (2, 2), h2 = (5, 5), a = (11, 11, 11); the third slot is spare; its difference from a target that
	// is not 0 counts. Row 1: h1 = max(0, -8) = 0, h2 = (1, 1), a = (3, 3, 3).
	ex := exec(t, func(in []*graph.Node) []*graph.Node {
		b, p := batchOf(m, in)
		return []*graph.Node{m.RowLosses(b, p)}
	})
	got := tensors.MustCopyFlatData[float64](execute(t, ex, in)[0])
	want := []float64{(16 + 25 + 16) / 2.0, (4 + 1 + 4) / 2.0}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("loss of row %d is %v, by hand %v", i, got[i], want[i])
		}
	}
}
