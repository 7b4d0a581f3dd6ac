package nostudy

import (
	"os"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/results/analysis"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/results/report"
	"counterpoise/results/store"
)

// The catalogues hold what the harness has of its own, and nothing of a study.
func TestCatalogues(t *testing.T) {
	for name, of := range map[string]struct{ got, want []string }{
		"experiments": {bench.Experiments.Names(), []string{"chance", "half-bad", "rare"}},
		"profiles":    {bench.Profiles.Names(), []string{"quick"}},
		"analyses":    {analysis.All.Names(), []string{"plateau", "yaw"}},
		"seeds":       {bench.Seeds.Names(), nil},
	} {
		if !slices.Equal(of.got, of.want) {
			t.Errorf("%s: %q, want %q", name, of.got, of.want)
		}
	}
}

// The document of quick is the committed one to the byte, and its page has a part for each design.
func TestQuickNeedsNoStudy(t *testing.T) {
	const dir = "../../results/quick"
	records, err := store.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := bench.NewPlan("quick", func(*record.Size) {})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := document.Write(&text, "markdown", report.Document(frame.Of(plan, records))); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(dir + "/quick.md")
	if err != nil {
		t.Fatal(err)
	}
	if text.String() != string(want) {
		t.Error("quick.md is another without the study")
	}
	if len(report.Figures(frame.Frames([]bench.Plan{plan}, records), report.SVG)) == 0 {
		t.Error("no figures")
	}
	page, err := report.Page{Dir: "results/quick", Frames: frame.Frames([]bench.Plan{plan}, records)}.HTML()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range frame.Of(plan, records).Findings() {
		if title := ">" + f.Experiment.Name + ", " + f.Task + "</h2>"; !strings.Contains(string(page), title) {
			t.Errorf("the page has no part %s", title)
		}
	}
}
