package scenes

import (
	"math"
	"testing"

	"counterpoise/physics"
)

// The touchers of the tests.
const (
	leftFinger  touchers = 1 << physics.FingerLeft
	rightFinger touchers = 1 << physics.FingerRight
	forearm     touchers = 1 << 4
)

// Every point of the way from the origin to the present place belongs to those who touched the part when it last passed
// there. The expected lengths are added up by hand.
func TestTravel(t *testing.T) {
	type move struct {
		x  float64
		by touchers
	}
	for name, c := range map[string]struct {
		moves           []move
		finger, arm, by float64 // lengths by the fingers, the forearm, and in all (m)
		earned          bool
	}{
		"nothing":             {nil, 0, 0, 0, false},
		"finger alone":        {[]move{{0.1, leftFinger}, {0.2, rightFinger}}, 0.2, 0, 0.2, true},
		"forearm alone":       {[]move{{0.2, forearm}}, 0, 0.2, 0.2, false},
		"hand alone":          {[]move{{0.2, handBit}}, 0, 0, 0.2, false},
		"nobody":              {[]move{{0.2, 0}}, 0, 0, 0.2, false},
		"half and half":       {[]move{{0.1, leftFinger}, {0.2, forearm}}, 0.1, 0.1, 0.2, false},
		"four fifths":         {[]move{{0.161, leftFinger}, {0.2, forearm}}, 0.161, 0.039, 0.2, true},
		"just under":          {[]move{{0.159, leftFinger}, {0.2, forearm}}, 0.159, 0.041, 0.2, false},
		"both at once":        {[]move{{0.2, leftFinger | forearm}}, 0.2, 0.2, 0.2, true},
		"shut and opened":     {[]move{{0.2, forearm}, {0, leftFinger}, {0.2, leftFinger}}, 0.2, 0, 0.2, true},
		"half shut by finger": {[]move{{0.2, forearm}, {0.1, leftFinger}, {0.2, leftFinger}}, 0.1, 0.1, 0.2, false},
		"to and fro": {
			[]move{
				{0.1, forearm}, {0.2, leftFinger}, {0.1, leftFinger}, {0.2, leftFinger}, {0.1, 0}, {0.2, leftFinger},
			},
			0.1, 0.1, 0.2, false,
		},
		"back within a piece": {[]move{{0.1, leftFinger}, {0.3, forearm}, {0.12, 0}}, 0.1, 0.02, 0.12, true},
		"back over two pieces": {
			[]move{{0.1, leftFinger}, {0.2, forearm}, {0.3, 0}, {0.05, forearm}},
			0.05, 0, 0.05, true,
		},
		"back to the end of one": {[]move{{0.1, leftFinger}, {0.2, forearm}, {0.1, 0}}, 0.1, 0, 0.1, true},
		"through the origin":     {[]move{{0.1, leftFinger}, {-0.1, forearm}}, 0, 0.1, 0.1, false},
		"downwards":              {[]move{{-0.1, forearm}, {-0.5, leftFinger}}, 0.4, 0.1, 0.5, true},
	} {
		var d travel
		for _, m := range c.moves {
			d.move(m.x, m.by)
		}
		for what, got := range map[string][2]float64{
			"fingers": {d.madeBy(fingerBits), c.finger}, "forearm": {d.madeBy(forearm), c.arm},
			"all": {d.length(), c.by},
		} {
			if math.Abs(got[0]-got[1]) > 1e-12 {
				t.Errorf("%s: %s %v m, want %v", name, what, got[0], got[1])
			}
		}
		if d.isEarned() != c.earned {
			t.Errorf("%s: earned %v, want %v", name, d.isEarned(), c.earned)
		}
	}
}

// Touchers have a bit each, and the static parts none.
func TestTouchers(t *testing.T) {
	var all touchers
	for _, p := range touchableParts() {
		b := toucher(p)
		if b == 0 || all&b != 0 {
			t.Errorf("%s has the bits %b", partName(p), b)
		}
		all |= b
	}
	if toucher(physics.Part{Kind: physics.Static}) != 0 || all&armBits != armBits {
		t.Errorf("the robot has the bits %b of %b", armBits, all)
	}
}
