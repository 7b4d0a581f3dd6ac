package layers

import (
	"math"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/policies/backend"
)

// By hand: [1 2; 3 4] [1 0 -1; 0 1 -1] + [0 -3 0] = [1 -1 -3; 3 1 -7], whose ReLU is [1 0 0; 3 1 0].
func TestOperationsByHand(t *testing.T) {
	b, err := backend.Go()
	if err != nil {
		t.Fatal(err)
	}
	x := tensors.FromFlatDataAndDimensions([]float32{1, 2, 3, 4}, 2, 2)
	w := tensors.FromFlatDataAndDimensions([]float32{1, 0, -1, 0, 1, -1}, 2, 3)
	bias := tensors.FromFlatDataAndDimensions([]float32{0, -3, 0}, 3)
	for name, c := range map[string]struct {
		f    func(y *graph.Node) *graph.Node
		want []float32
	}{
		"Dense":   {func(y *graph.Node) *graph.Node { return y }, []float32{1, -1, -3, 3, 1, -7}},
		"ReLU":    {ReLU, []float32{1, 0, 0, 3, 1, 0}},
		"Columns": {func(y *graph.Node) *graph.Node { return Columns(y, 1, 3) }, []float32{-1, -3, 1, -7}},
	} {
		y, err := graph.CallOnce(b, func(x, w, b *graph.Node) *graph.Node { return c.f(Dense(x, w, b)) }, x, w, bias)
		if err != nil {
			t.Fatal(err)
		}
		if got := tensors.MustCopyFlatData[float32](y); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestVolume(t *testing.T) {
	for _, c := range []struct {
		dims []int
		want int
	}{{nil, 1}, {[]int{7}, 7}, {[]int{2, 3, 4}, 24}, {[]int{5, 0}, 0}} {
		if got := Volume(c.dims); got != c.want {
			t.Errorf("volume of %v is %d, want %d", c.dims, got, c.want)
		}
	}
}

func TestHeDeviation(t *testing.T) {
	if got := HeDeviation(8); math.Abs(got-0.5) > 1e-15 {
		t.Errorf("deviation for 8 inputs is %v, want 0.5", got)
	}
}
