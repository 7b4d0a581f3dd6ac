package detection_test

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"counterpoise/bench/detection"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/internal/golden"
	"counterpoise/internal/seed"
	"counterpoise/policies/balance"
	"counterpoise/scenes/demos"
)

// What the arms of the experiment on scores keep of two pinned pools, and how well their scores tell good from bad, is
// what it was when they were frozen: a change of a score or a rule is another experiment.
func TestFrozenScores(t *testing.T) {
	var out strings.Builder
	for _, text := range []string{
		"picking left=20,middle=20,right=20,left:biased=10,middle:biased=10,right:biased=10",
		"opening slider=20,drawer=20,slider:retry=10,drawer:retry=10",
	} {
		recipe, err := demos.ParseRecipe(text)
		if err != nil {
			t.Fatal(err)
		}
		d, err := demos.Generate(t.Context(), recipe, record.PoolSeed(recipe.Task, 0, 6300), 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, arm := range append(study.CurateYardsticks[1:], study.CurateScores...) {
			m, err := balance.Named(arm.Method)
			if err != nil {
				t.Fatal(err)
			}
			_, told, err := detection.Keep(t.Context(), m.(balance.Kept), d, seed.Of("frozen scores"))
			if err != nil {
				t.Fatalf("%s: %v", arm.Method, err)
			}
			auroc := "-"
			if told.AUROC != nil {
				auroc = fmt.Sprintf("%.4f", *told.AUROC)
			}
			fmt.Fprintf(&out, "%s %-33s %6s %2d dropped, %2d bad, %.8x\n", recipe.Task, arm.Method, auroc,
				len(told.Dropped), told.DroppedBad, sha256.Sum256([]byte(fmt.Sprint(told.Dropped))))
		}
	}
	golden.Check(t, "frozen.txt", out.String())
}
