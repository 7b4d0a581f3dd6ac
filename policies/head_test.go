package policies

import (
	"math"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/backend"
)

// rowLoss is a head's loss of one row.
func rowLoss(t *testing.T, h Head, out, y []float64) float64 {
	t.Helper()
	b, err := backend.Go()
	if err != nil {
		t.Fatal(err)
	}
	ex := graph.MustNewExec(b, func(out, y *graph.Node) *graph.Node { return h.loss(out, y, 2) })
	got := ex.MustCall1(tensors.FromFlatDataAndDimensions(out, 1, len(out)), tensors.FromFlatDataAndDimensions(y, 1, len(y)))
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
	// The first component's 17 outputs are equal: ln 17. The second's likes value 12, which is .5, by 3 over all others, and
	// the demonstrated .52 is nearest to it: ln(16 + e³) - 3.
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
	bins{}.decode(dst, out)
	if dst[0] != -1 || dst[1] != 0 || dst[2] != 1 {
		t.Errorf("bins: %v", dst)
	}
	gaussian{}.decode(dst, []float32{1, 2, 3, 9, 9, 9})
	if dst[0] != 1 || dst[2] != 3 {
		t.Errorf("gaussian: %v, not the means", dst)
	}
}

// Every head learns a few frames by heart, to about the least loss that it has, and then acts as it was shown, but for a
// component in a hundred: a normal distribution may call a frame that it misses an accident and widen there.
func TestEveryHeadLearns(t *testing.T) {
	least := map[string]float64{
		"squared":  0,
		"gaussian": 7 * (math.Log(minSigma) + math.Log(2*math.Pi)/2),
		"bins":     0,
	}
	d, g := toydata.Reaching(seed.Of("toy"), 1)
	for _, name := range Heads.Names() {
		c := small()
		c.Head, c.Chunk, c.Execute, c.Batch, c.Steps, c.Rate = name, 1, 1, g.Frames[0], 600, 5e-3
		p, l := mustTrain(t, d, g, &toydata.FixedMixture{Weights: []float64{1}}, c, seed.Of("train"))
		if got := l.Last(1)[0]; math.Abs(got-least[name]) > 2.5 {
			t.Errorf("%s: loss went from %v to %v, the least is %v", name, l.Loss[0][0], got, least[name])
		}
		e := d.Episodes[0]
		missed := 0
		for i, chunk := range act(t, p, e.Observations) {
			for j, want := range e.Actions[i] {
				if got := chunk[0][j]; math.Abs(float64(got-want)) > 0.2 {
					missed++
				}
			}
		}
		if missed*100 > e.Frames()*actionSize {
			t.Errorf("%s: %d of %d components missed", name, missed, e.Frames()*actionSize)
		}
	}
}
