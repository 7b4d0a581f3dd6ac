package claims

import (
	"strings"
	"testing"

	"counterpoise/internal/recordtest"
)

// The claim of Table 1 gets each verdict: for the printed values, for a weight outside its region, for reference
// losses in the other order, for an interval across the border of its region, and without reference losses.
func TestTable1(t *testing.T) {
	for _, c := range []struct {
		change  func(alpha map[string]float64, ref map[string][2]float64)
		verdict Verdict
		why     string
	}{
		{func(map[string]float64, map[string][2]float64) {}, Replicated, "10 of 10 tests hold"},
		{func(a map[string]float64, _ map[string][2]float64) { a["opening zero"] = .7 }, Contradicted,
			"9 of 10 tests hold; opening contradicted (under zero optimal demonstrations weigh .7"},
		{func(_ map[string]float64, r map[string][2]float64) { r["picking ours"] = [2]float64{1.5, 1.2} },
			Contradicted, "the study's +0.388"},
		{func(a map[string]float64, _ map[string][2]float64) { a["picking ours"] = .8 }, Inconclusive, "9 of 10"},
		{func(_ map[string]float64, r map[string][2]float64) { delete(r, "picking ours") }, NotTestable,
			"no reference losses in the records of ours"},
	} {
		alpha, ref := recordtest.Table1()
		c.change(alpha, ref)
		j := answer(t, recordtest.WithWeights(recordtest.RecordsOf(recordtest.Varied(nil), 10, "E5"), alpha, ref), 10,
			"C42")
		if why := strings.ReplaceAll(j.Why, "0.", "."); j.Verdict != c.verdict ||
			!strings.Contains(why, strings.ReplaceAll(c.why, "0.", ".")) {
			t.Errorf("%v (%s), want %v (%s)", j.Verdict, j.Why, c.verdict, c.why)
		}
	}
}
