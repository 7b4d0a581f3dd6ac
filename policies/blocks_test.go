package policies

import (
	"testing"

	"counterpoise/policies/network"
)

// A block never reaches the size at which the kernels of the Go backend change, for any width of the hidden layers.
func TestBlocks(t *testing.T) {
	for _, c := range []struct{ hidden, n, want int }{
		{256, 1, 3}, {256, 4, 3}, {256, 5, 12}, {256, 36, 12}, {256, 37, 48}, {256, 500, 48},
		{512, 500, 12}, {1024, 500, 3},
	} {
		m, err := network.Spec{Observer: "state", Network: "mlp", Head: "squared", Hidden: c.hidden, Chunk: 8}.Resolve()
		if err != nil {
			t.Fatal(err)
		}
		product := network.LargestProduct(m.Network, m.Sizes)
		if got := block(c.n, product, false); got != c.want {
			t.Errorf("%d hidden units, %d observations: blocks of %d, want %d", c.hidden, c.n, got, c.want)
		}
		if block(c.n, product, false)*product >= network.KernelSwitch {
			t.Errorf("%d hidden units: a block of %d crosses the kernel switch", c.hidden, block(c.n, product, false))
		}
		for _, product := range []int{product, 0} {
			if got := block(c.n, product, true); got != 48 {
				t.Errorf("%d hidden units, %d observations: blocks of %d on a card, want 48 always", c.hidden, c.n, got)
			}
		}
	}
}
