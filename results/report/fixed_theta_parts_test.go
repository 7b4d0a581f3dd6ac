package report

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/internal/golden"
	"counterpoise/internal/recordtest"
	"counterpoise/policies/balance"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// What the pages say of single behaviours, of losses and of Remix's references with a fixed policy and hasty
// demonstrations is what the committed records give.
func TestPartsOfTheSeventhFreeze(t *testing.T) {
	_, records := recordtest.Committed(t, "../fixed-theta")
	plan, err := bench.NewPlan(study.ConfirmFixedTheta.Name, func(s *record.Size) {
		s.Seed, s.SeedSource = frozenSeed(t, study.ConfirmFixedTheta.Freeze), record.SeedFreeze
	})
	if err != nil {
		t.Fatal(err)
	}
	short := func(form string, x float64) string { return strings.Replace(fmt.Sprintf(form, x), "0.", ".", 1) }
	gaps, references, most, least := "", "", 0.0, 100.0
	for _, d := range frame.Of(plan, records).Designs {
		arm := func(method string) bench.Arm { return d.Arm(study.FixedThetaArm("hasty", method)) }
		if arm("fixed").Name == "" {
			continue
		}
		ofTask := func(o study.TableOne) bool { return o.Task == d.Task }
		table := study.TableOnes[slices.IndexFunc(study.TableOnes, ofTask)]
		if d.Task == "opening" {
			test := func(against, behaviour string) stats.Test {
				v := d.Differences(arm("fixed"), arm(against), behaviour)
				p, err := stats.PairedT(v, make([]float64, len(v)), frame.Level)
				if err != nil {
					t.Fatal(err)
				}
				return p
			}
			text := func(r stats.Test) string {
				return fmt.Sprintf("%+.1f [%+.1f, %+.1f]", r.MeanDifference.Or(0), r.CI.Low.Or(0), r.CI.High.Or(0))
			}
			more := text(test("printed", bench.AllBehaviours))
			golden.CheckWords(t, "../answer.md", "for the drawer alone ("+text(test("plain", "drawer"))+", the slider "+
				text(test("plain", "slider"))+")", "gains "+strings.TrimPrefix(more, "+")+" more than they do there")
			if p := test("printed", "slider"); p.CI.Low.Or(0) > 0 || test("printed", "drawer").CI.Low.Or(0) <= 0 {
				t.Errorf("the slider gains, too: %+v", p)
			}
		}
		w := d.FinalWeights(arm("fixed").Name)
		optimal := slices.Index(w.Groups, "optimal")
		for i, g := range []int{optimal, 1 - optimal} { // beside the gripper, whose command is 1 or -1
			mean, _ := stats.Summarise(w.References[g])
			off := 100 * math.Abs((summed(mean)-1)/(table.OursReference[i]-1)-1)
			most, least = max(most, off), min(least, off)
		}
		r := d.FinalWeights(arm("remix additive").Name)
		good, _ := stats.Summarise(r.References[slices.Index(r.Groups, "optimal")])
		bad, _ := stats.Summarise(r.References[1-slices.Index(r.Groups, "optimal")])
		references += short("%.2f", summed(good)) + " and " + short("%.2f", summed(bad)) + " in " + d.Task + " "
		loss, n := 0.0, 0.0
		for _, one := range records {
			if one.Cell.Task != d.Task || one.Cell.Recipe != arm("fixed").Recipe ||
				!strings.Contains(one.Cell.Method, "Theta=fixed") {
				continue
			}
			at := slices.Index(one.Training.Groups, "optimal")
			for _, p := range one.Training.First.Loss {
				loss, n = loss+balance.StudyComponents*(p.Group[at]-p.Group[1-at]), n+1
			}
		}
		eta := 2 * (table.OursOptimal - .5) / (table.OursReference[1] - table.OursReference[0] + loss/n)
		gaps += short("%.3f", loss/n) + fmt.Sprintf(" eta T %.1f ", eta)
	}
	golden.CheckWords(t, "../answer.md", fmt.Sprintf("lies %.0f to %.0f %% off", least, most))
	for _, part := range strings.SplitAfter(references, "ing ") {
		golden.CheckWords(t, "../answer.md", strings.TrimSpace(part))
	}
	if want := "-.062 eta T 2.7 -.026 eta T 2.4 "; gaps != want {
		t.Errorf("%s, and authors.md has %s", gaps, want)
	}
	golden.CheckWords(t, "../authors.md", "(-.062 and -.026) they would give 2.7 and 2.4")
}

// summed is a loss as the study sums it.
func summed(s stats.Summary) float64 { return s.Mean.Or(0) * balance.StudyComponents }
