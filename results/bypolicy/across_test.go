package bypolicy

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/recordtest"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// Left under the second policy has 2 2 2 1 more successes of 10 with balanced data, and as many when starved. The
// differences of a trial then differ by d̄ = 1.75 with s_d = 0.5: t = 7, and F(1, 3) = t² = 49.
func TestDependenceOnThePolicy(t *testing.T) {
	p, q := recordtest.PlanE1(t, 4), recordtest.PlanE1(t, 4)
	var err error
	if q.Size.Policy, err = record.ParsePolicy("state+mlp+gaussian"); err != nil {
		t.Fatal(err)
	}
	records := recordtest.RecordsE1(p, recordtest.Four)
	for hash, r := range recordtest.RecordsE1(q, recordtest.Five) {
		records[hash] = r
	}
	all := Of(frame.Frames([]bench.Plan{p, q}, records))
	if len(all) != 1 || !slices.Equal(all[0].Names, []string{"state", "state+mlp+gaussian"}) {
		t.Fatalf("%+v", all)
	}
	left := all[0].Comparisons[0]
	if a := left.Depends; left.Behaviour != "left" || math.Abs(a.F.Or(0)-49) > 1e-9 || a.DF2 != stats.Some(3) {
		t.Errorf("%s: F %v with %v degrees of freedom, want 49 with 3", left.Behaviour, a.F, a.DF2)
	}
	for i, want := range []float64{-35, -52.5} {
		if got := left.By[i].Test.MeanDifference.Or(0); math.Abs(got-want) > 1e-12 {
			t.Errorf("under %s left differs by %v points, want %v", all[0].Names[i], got, want)
		}
	}
	var raw, adjusted []float64
	for _, c := range all[0].Comparisons {
		for _, by := range c.By {
			raw, adjusted = append(raw, by.Test.P.Or(math.NaN())), append(adjusted, by.Holm.Or(math.NaN()))
		}
	}
	if want := stats.Holm(raw); !slices.Equal(adjusted, want) {
		t.Errorf("p by Holm over all six are %v, want %v", adjusted, want)
	}
}

// A policy with fewer trials is compared in those that it has; other seeds and other experiments are other questions.
func TestPoliciesWithUnequalTrials(t *testing.T) {
	p, q, other := recordtest.PlanE1(t, 4), recordtest.PlanE1(t, 3), recordtest.PlanE1(t, 4)
	q.Size.Policy = record.Policy{Observer: "state", Network: "transformer", Head: record.DefaultHead}
	other.Size.Seed = 2
	records := recordtest.RecordsE1(p, recordtest.Four)
	for hash, r := range recordtest.RecordsE1(q, recordtest.Five) {
		records[hash] = r
	}
	for _, plans := range [][]bench.Plan{{p, q, other}, {q, other, p}} {
		all := Of(frame.Frames(plans, records))
		if len(all) != 1 || len(all[0].Names) != 2 {
			t.Fatalf("%d designs under several policies, want 1 of 2: %+v", len(all), all)
		}
		if n := all[0].Comparisons[0].Depends.N; n != 3 {
			t.Errorf("the ANOVA has %d trials, want the 3 that both have", n)
		}
	}
	none := recordtest.PlanE1(t, 4)
	none.Size.Policy = record.Policy{Observer: "vision", Network: "cnn", Head: record.DefaultHead}
	if all := Of(frame.Frames([]bench.Plan{none, p, q}, records)); len(all) != 1 || len(all[0].Names) != 2 ||
		all[0].Comparisons[0].Depends.N != 3 {
		t.Errorf("a policy without records of the task stands beside the others: %+v", all)
	}
	if all := Of(frame.Frames([]bench.Plan{none, p}, records)); len(all) != 0 {
		t.Errorf("one policy with records is compared: %+v", all)
	}
	if all := Of(frame.Frames([]bench.Plan{p, other}, records)); len(all) != 0 {
		t.Errorf("two seeds are compared: %+v", all)
	}
}

// Where the policies were trained by several devices, notes say by which; the name of the hardware makes no other
// device.
func TestDeviceNotes(t *testing.T) {
	p, q := recordtest.PlanE1(t, 4), recordtest.PlanE1(t, 3)
	q.Size.Policy = record.Policy{Observer: "state", Network: "transformer", Head: record.DefaultHead}
	made := func(ofQ record.Device) Policies {
		records := recordtest.Records{}
		for _, made := range []struct {
			plan   bench.Plan
			device record.Device
		}{{p, record.Device{Kind: "go", Name: "a", Instructions: "AVX2"}}, {q, ofQ}} {
			for hash, r := range recordtest.RecordsE1(made.plan, recordtest.Four) {
				r.Device = &made.device
				records[hash] = r
			}
		}
		return Of(frame.Frames([]bench.Plan{p, q}, records))[0]
	}
	if got := made(record.Device{Kind: "go", Name: "b", Instructions: "AVX2"}).deviceNotes(); got != nil {
		t.Errorf("one device: %q", got)
	}
	all := made(record.Device{Kind: "xla-cpu", Plugin: "0123456789abcdef", Instructions: "AVX2"})
	arms := len(all.Designs[0].Arms)
	want := []string{
		fmt.Sprintf("Device go (AVX2) trained networks: %d of %s.", 4*arms, all.Names[0]),
		fmt.Sprintf("Device xla-cpu (plugin 0123456789ab, AVX2) trained networks: %d of %s.", 3*arms, all.Names[1]),
		"Results of two devices differ by rounding.",
	}
	if got := all.deviceNotes(); !slices.Equal(got, want) {
		t.Errorf("notes %q, want %q", got, want)
	}
}

// Whether a difference depends on the policy is decided by the p of Greenhouse and Geisser, and without it by F's own.
func TestDependsByTheCorrectedP(t *testing.T) {
	for _, c := range []struct {
		p, corrected stats.Maybe
		want         bool
	}{
		{stats.Some(.03), stats.Some(.06), false}, {stats.Some(.03), stats.Some(.04), true},
		{stats.Some(.03), stats.Maybe{}, true}, {stats.Maybe{}, stats.Maybe{}, false},
	} {
		if got := (Comparison{Depends: stats.ANOVA{P: c.p, PGG: c.corrected}}).Differs(); got != c.want {
			t.Errorf("p %v, corrected %v: %t, want %t", c.p, c.corrected, got, c.want)
		}
	}
}

// The chance level of a policy is that of any plan of the folder with this policy, of the smallest seed that has
// records: plateaus are measured on other seeds than experiments.
func TestChanceOfPolicies(t *testing.T) {
	p, q := recordtest.PlanE1(t, 4), recordtest.PlanE1(t, 4)
	q.Size.Policy = record.Policy{Observer: "state", Network: "transformer", Head: record.DefaultHead}
	early, late := recordtest.PlanE1(t, 4), recordtest.PlanE1(t, 4)
	early.Size.Seed, late.Size.Seed = 3, 7
	records := recordtest.RecordsE1(p, recordtest.Four)
	for hash, r := range recordtest.RecordsE1(q, recordtest.Five) {
		records[hash] = r
	}
	recordtest.AddChance(records, late, 50, 50)
	recordtest.AddChance(records, early, 0, 0, 3)
	all := Of(frame.Frames([]bench.Plan{p, late, q, early}, records))
	if len(all) == 0 {
		t.Fatal("no design under several policies")
	}
	for i, want := range []int{3, 0} {
		if got := all[0].Chances[i].Recorded; got != want {
			t.Errorf("%s has chance of %d initialisations, want %d", all[0].Names[i], got, want)
		}
	}
	row := all[0].PolicyTable().Rows
	if got := row[0][3].Text; !strings.HasPrefix(got, "1.0 (≤ ") {
		t.Errorf("chance of the left is %q, want 1 %% with its bound", got)
	}
	if got := row[1][3].Text; got != "not recorded" {
		t.Errorf("chance of the left without records is %q", got)
	}
	notes := strings.Join(all[0].Notes(), "\n")
	for _, want := range []string{
		"Chance: untrained policies of the same architecture, 3 initialisations of 100 rollouts",
		"Chance of state+transformer: not recorded. It is measured by: counterpoise run chance --policy " +
			"state+transformer --seed 1",
	} {
		if !strings.Contains(notes, want) {
			t.Errorf("the notes lack %q:\n%s", want, notes)
		}
	}
}

// The words of a comparison say on which side the arm stands, and which policy has which difference.
func TestWordsKeepTheOrder(t *testing.T) {
	by := func(difference, p float64) frame.Comparison {
		return frame.Comparison{Holm: stats.Some(p), Test: stats.Test{MeanDifference: stats.Some(difference)}}
	}
	p := Policies{Names: []string{"first", "second", "third"}, Designs: make([]frame.Design, 1)}
	p.Designs[0].Sides = [2]string{"starved", "balanced"}
	c := Comparison{By: []frame.Comparison{by(-12.1, .01), by(-3, .4), by(8, .02)}}
	c.Behaviour, c.Arm, c.Against = "left", "starved", "balanced"
	const want = "left, starved against balanced: below under 1 of 3 policies, above under 1 of 3 policies, " +
		"open under 1 of 3 policies; from -12.1 (first) to +8.0 points (third)"
	if got := p.Words(c); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
