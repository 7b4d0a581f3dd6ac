package study

import (
	"testing"

	"counterpoise/bench"
	"counterpoise/policies/balance"
)

// The experiments of the study's claims go on from look to look, and so do weights from outside on their
// demonstrations. The runs of the third, fourth, fifth and seventh freeze have no looks, with weights from outside or
// without.
func TestHasLooks(t *testing.T) {
	for name, want := range map[string]bool{
		"E1": true, "E6": true, "E6-inexact": true, KnownGoodPictures: false, Residual: false,
		ResemblanceExperiment: false, FixedTheta: false, FixedThetaMore: false, SharesAndStart: false,
		"E5-fixed-theta": true,
	} {
		e, err := bench.Experiments.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		weighted, ok := bench.Weighted(e, []balance.Given{{Name: "mine"}},
			func(string, string, balance.Given) bool { return true })
		if !ok {
			t.Fatalf("%s has no demonstrations to weigh", name)
		}
		for _, x := range []bench.Experiment{e, weighted} {
			if x.HasLooks() != want {
				t.Errorf("%s: looks %t, want %t", x.Name, !want, want)
			}
		}
	}
}
