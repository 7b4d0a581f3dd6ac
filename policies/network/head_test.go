package network

import (
	"math"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/policies/backend"
)

// rowLoss is a head's loss of one row.
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

// Two components by hand. Rows are scaled by 7/2: the sum over the 7 components of an action.
func TestHeadsByHand(t *testing.T) {
	// s = 0 gives the geometric mean of the bounds, sqrt(.02) = .141421: z = (.3-.1)/.141421 = 1.414214, z²/2 = 1;
	// ln σ = -1.956012. s → ∞ gives σ = 1: z²/2 = .125, ln σ = 0. ln(2π)/2 = .918939.
	got := rowLoss(t, gaussian{}, []float64{.1, 0, 0, 1e3, 9}, []float64{.3, .5, 0})
	if want := 3.5 * (1 - 1.956012 + .125 + 2*.918939); math.Abs(got-want) > 1e-5 {
		t.Errorf("gaussian: %v, by hand %v", got, want)
	}
	// The first component's 17 outputs are equal: ln 17. The second's likes value 12, which is .5, by 3 over all
	// others, and the demonstrated .52 is nearest to it: ln(16 + e³) - 3.
	out := make([]float64, 2*binCount+3)
	out[binCount+12] = 3
	got = rowLoss(t, bins{}, out, []float64{-7, .52, 0})
	if want := 3.5 * (math.Log(17) + math.Log(16+math.Exp(3)) - 3); math.Abs(got-want) > 1e-12 {
		t.Errorf("bins: %v, by hand %v", got, want)
	}
	// Outputs that would overflow an exponential.
	out[binCount+12] = 1e4
	if got = rowLoss(t, bins{}, out, []float64{0, .5, 0}); math.Abs(got-3.5*math.Log(17)) > 1e-9 {
		t.Errorf("bins: %v for a component that is certain", got)
	}
}

func TestDecode(t *testing.T) {
	out := make([]float32, 3*binCount)
	out[0], out[binCount+8], out[3*binCount-1] = 1, 1, 1
	dst := make([]float32, 3)
	bins{}.Decode(dst, out)
	if dst[0] != -1 || dst[1] != 0 || dst[2] != 1 {
		t.Errorf("bins: %v", dst)
	}
	gaussian{}.Decode(dst, []float32{1, 2, 3, 9, 9, 9})
	if dst[0] != 1 || dst[2] != 3 {
		t.Errorf("gaussian: %v, not the means", dst)
	}
}
