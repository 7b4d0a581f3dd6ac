package decide

import (
	"math"
	"testing"

	"counterpoise/scenes/demos"
)

// Named demonstrations are good ones, spread evenly, but for the one that is to be wrong.
func TestNaming(t *testing.T) {
	pool := Pool{"opening", "miss"}
	made, err := demos.Generate(t.Context(), pool.Recipe(), 1, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range Namings {
		bad := map[string]int{}
		named := n.Of(made)
		for i, e := range named {
			if i > 0 && named[i-1] >= e {
				t.Errorf("%s: %v", n, named)
			}
			if made.Episodes[e].Style != optimal {
				bad[made.Episodes[e].Behaviour]++
			}
		}
		want := 0
		if n.Wrong {
			want = 1
		}
		if len(named) != 2*n.Named || bad["slider"] != want || bad["drawer"] != want {
			t.Errorf("%s: %d named, bad ones %v", n, len(named), bad)
		}
	}
	if made, err = demos.Generate(t.Context(), (Pool{"opening", ""}).Recipe(), 1, 2, nil); err != nil {
		t.Fatal(err)
	}
	if named := (Naming{8, true, true}).Of(made); named != nil {
		t.Errorf("where nothing is wrong %v are named, one of them wrongly", named)
	}
}

// By hand: gains of 5 and 15 points, of gaps of 10 and 30; in a pool without the arm nothing is counted.
func TestRecovered(t *testing.T) {
	pool := func(plain, arm, dropped float64) PoolWorth {
		same := func(v float64) []float64 { return []float64{v, v + 1, v - 1} }
		return PoolWorth{Success: map[string][]float64{
			ArmPlain: same(plain), "gap 2": same(arm), ArmDropped: same(dropped)}}
	}
	among := []PoolWorth{pool(40, 45, 50), pool(20, 35, 50)}
	b := Recovered("gap 2", among)
	if math.Abs(b.Estimate.Or(0)-50) > 1e-9 || math.Abs(b.CI.Low.Or(0)-50) > 1e-9 {
		t.Errorf("%+v", b)
	}
	if got := MeanGain("gap 2", among).MeanDifference.Or(0); math.Abs(got-10) > 1e-9 {
		t.Errorf("gains %v", got)
	}
	if b := Recovered("gap 4", among); b.Estimate.Defined() {
		t.Errorf("%+v of an arm that is not there", b)
	}
}
