package network_test

import (
	"math"
	"testing"

	"counterpoise/policies/backend"
	"counterpoise/policies/network"
	"counterpoise/policies/train"
)

// Multiplications of known networks, by hand.
func TestWorkOf(t *testing.T) {
	const hidden, out = 256, 64                                            // 7 components x 8 actions, padded
	mlp := func(in int) float64 { return hidden * float64(in+hidden+out) } // in, hidden, hidden, out
	// Positions and sizes of the three convolutions of "cnn" for 25 and for 21 blocks a side, and two expectations over
	// the positions of each of the last 32 maps.
	cnn := 0.
	for _, side := range [][3]float64{{24, 11, 9}, {20, 9, 7}} {
		square := func(i int) float64 { return side[i] * side[i] }
		cnn += square(0)*2*2*48*16 + square(1)*4*4*16*32 + square(2)*3*3*32*32 + square(2)*32*2
	}
	// He et al. (2016), Table 1, for pictures of 200 and 84 pixels a side: a convolution 7x7 at stride 2, pooling at
	// stride 2, four stages of four convolutions 3x3, the first of the later three at stride 2 beside a shortcut 1x1;
	// then 32 maps.
	resnet := 0.
	for _, side := range []float64{200, 84} {
		half := func() { side = math.Ceil(side / 2) }
		half()
		resnet += side * side * 7 * 7 * 3 * 64
		half()
		maps := 64.
		resnet += 4 * side * side * 9 * maps * maps
		for range 3 {
			half()
			resnet += side * side * (9*maps*2*maps + 3*9*2*maps*2*maps + maps*2*maps)
			maps *= 2
		}
		resnet += side * side * (maps*32 + 32*2)
	}
	for _, c := range []struct {
		observer, network, head string
		want                    float64
		passes                  int
	}{
		{"state", "mlp", "squared", mlp(64), 1},
		{"vision", "mlp", "gaussian", mlp(128) + hidden*64, 1}, // a mean and a deviation for each component
		{"state", "mlp", "flow", mlp(64 + 64 + 64), 10},        // noised actions and time beside the features
		{"vision", "cnn", "squared", cnn + mlp(64+2*2*32), 1},
		{"vision", "resnet18", "squared", resnet + mlp(64+2*2*32), 1},
	} {
		spec := train.DefaultConfig().Spec()
		spec.Observer, spec.Network, spec.Head = c.observer, c.network, c.head
		got, err := network.WorkOf(spec)
		if err != nil || math.Abs(got.Forward/c.want-1) > 1e-9 || got.Passes != c.passes {
			t.Errorf("%s+%s+%s: %+v, %v; want %v, %d", c.observer, c.network, c.head, got, err, c.want, c.passes)
		}
	}
}

// The values of a perceptron's forward pass, by hand: the input of 64, three products, three sums with a bias, and of
// two of these the greater with zeros and the zeros, 4 bytes each. Biases are no values of a row.
func TestRowMemory(t *testing.T) {
	m, err := train.DefaultConfig().Spec().Resolve()
	if err != nil {
		t.Fatal(err)
	}
	b, err := backend.Go()
	if err != nil {
		t.Fatal(err)
	}
	const bytes = 4 * (64 + 2*(2*256+64) + 2*2*256)
	for _, onGo := range []bool{true, false} {
		kept := map[bool]float64{true: .8, false: .55}[onGo]
		if got, err := network.RowMemory(m, b, onGo); err != nil || math.Abs(float64(got)-kept*bytes) > 1 {
			t.Errorf("%d bytes, %v; want %v of %d", got, err, kept, bytes)
		}
	}
}

// Every network and head has its work, and a network that does not exist has an error.
func TestEveryNetworkHasItsWork(t *testing.T) {
	for _, n := range network.Networks.Names() {
		for _, h := range network.Heads.Names() {
			spec := train.DefaultConfig().Spec()
			spec.Observer, spec.Network, spec.Head = "vision", n, h
			if w, err := network.WorkOf(spec); err != nil || !(w.Forward > 1e5 && w.Forward < 1e10) || w.Passes < 1 ||
				!(w.Memory > 5e3 && w.Memory < 4e8) {
				t.Errorf("%s+%s: %+v, %v", n, h, w, err)
			}
		}
	}
	spec := train.DefaultConfig().Spec()
	spec.Network = "nothing"
	if _, err := network.WorkOf(spec); err == nil {
		t.Error("work of a network that does not exist")
	}
}
