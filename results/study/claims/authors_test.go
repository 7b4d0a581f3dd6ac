package claims

import (
	"fmt"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/study"
	"counterpoise/internal/golden"
	"counterpoise/policies/balance"
	"counterpoise/stats"
)

// The page for the study's authors has Table 1 in both units of a loss, beside E|a|² of the optimal demonstrators here
// and the ηT that the printed weights and references give.
func TestAuthorsPage(t *testing.T) {
	axes, err := bench.MeasuredStyles()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("| task | references of | optimal, suboptimal: printed | a seventh of it | E\\|a\\|², optimal | " +
		"weight of optimal | eta T for sums, means |\n|:--|:--|--:|--:|--:|--:|--:|\n")
	row := func(task, method string, ref [2]float64, energy, weight, eta string) {
		fmt.Fprintf(&b, "| %s | %s | %.4g, %.4g | %.4f, %.4f | %s | %s | %s |\n", task, method, ref[0], ref[1],
			ref[0]/balance.StudyComponents, ref[1]/balance.StudyComponents, energy, weight, eta)
	}
	for _, one := range study.TableOnes {
		energy := ""
		for _, s := range axes.Styles {
			if m, err := stats.Summarise(s.OptimalEnergy); err == nil && s.Task == one.Task {
				energy = fmt.Sprintf("%.2f", m.Mean.Or(0))
			}
		}
		// The law of drift for two groups from equal weights (balance.Drift), losses being equal: α = 1/2 + ηT/2 times
		// the gap of references.
		eta := 2 * (one.OursOptimal - .5) / (one.OursReference[1] - one.OursReference[0])
		back := balance.Drift([]float64{.5, .5}, eta, []float64{0, 0}, one.OursReference[:])
		if d := back[0] - one.OursOptimal; d > 1e-12 || d < -1e-12 {
			t.Errorf("%s: ηT %v gives %v, printed %v", one.Task, eta, back[0], one.OursOptimal)
		}
		row(one.Task, "the method", one.OursReference, energy, fmt.Sprint(one.OursOptimal),
			fmt.Sprintf("%.3f, %.2f", eta, eta*balance.StudyComponents))
		row(one.Task, "Remix", one.RemixReference, "", fmt.Sprint(one.RemixOptimal), "")
	}
	golden.CheckSection(t, "../../authors.md", "table 1", b.String())
}
