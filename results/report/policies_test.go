package report

import (
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/recordtest"
	"counterpoise/results/bypolicy"
	"counterpoise/results/frame"
)

// The policies of a folder are set side by side in the document, on the page, in the tables and among the figures.
func TestPoliciesSideBySide(t *testing.T) {
	p, q := recordtest.PlanE1(t, 4), recordtest.PlanE1(t, 4)
	q.Size.Policy = record.Policy{Observer: "state", Network: "mlp", Head: "gaussian"}
	records := recordtest.RecordsE1(p, recordtest.Four)
	for hash, r := range recordtest.RecordsE1(q, recordtest.Five) {
		records[hash] = r
	}
	d, err := bypolicy.Compare(frame.Frames([]bench.Plan{p, q}, records), "folder")
	if err != nil {
		t.Fatal(err)
	}
	text := inForm(t, "text", d)
	for _, want := range []string{
		"left, starved against balanced: ", "from -52.5 (state+mlp+gaussian) to -35.0 points (state)",
		"depends on the policy: F(1, 3) = 49.00, p = .006",
	} {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	plans := []bench.Plan{p, q}
	page, err := Page{Dir: "folder", Frames: frame.Frames(plans, records)}.HTML()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`id="e1-picking-policies"`, "1 of 3 differences shown to depend on the policy"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("no %q on the page", want)
		}
	}
	tables, err := Tables(frame.Frames(plans, records))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"tables/e1-picking-policies.csv", "figures/e1-picking-policies.svg"} {
		found := false
		for _, f := range append(Figures(frame.Frames(plans, records), SVG), tables...) {
			found = found || f.Path == path
		}
		if !found {
			t.Errorf("no file %s", path)
		}
	}
	if _, err := bypolicy.Compare(frame.Frames(plans[:1], records), "folder"); err == nil ||
		!strings.Contains(err.Error(), "--policy") {
		t.Errorf("one policy alone: error %v", err)
	}
}
