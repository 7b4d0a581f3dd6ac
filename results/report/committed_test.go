package report

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/recordtest"
	"counterpoise/results/claims"
	"counterpoise/results/findings"
	"counterpoise/scenes"
)

// The committed documents of the smaller runs are what their records give.
func TestCommittedDocuments(t *testing.T) {
	asPlanned := func(*bench.Size) {}
	threeFromPictures := func(s *bench.Size) { s.Policy, s.Trials = bench.VisionPolicy, 3 }
	for document, c := range map[string]struct {
		profile string
		adjust  func(*bench.Size)
	}{
		"../quick/quick.md":                 {"quick", asPlanned},
		"../calibration/plateaus.md":        {"plateaus", asPlanned},
		"../calibration/plateaus-vision.md": {"plateaus", threeFromPictures},
	} {
		_, records := recordtest.Committed(t, filepath.Dir(document))
		plan, err := bench.NewPlan(c.profile, c.adjust)
		if err != nil {
			t.Fatal(err)
		}
		same(t, document, inForm(t, "markdown", Document(plan, records)))
	}
}

// The committed results of the study are what their records give: the documents, the claims, the figures and the
// tables.
func TestCommittedResults(t *testing.T) {
	for dir, policy := range map[string]bench.Policy{
		"../study": bench.VisionPolicy, "../study-state": bench.StatePolicy,
	} {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			all, records := recordtest.Committed(t, dir)
			plan, err := bench.NewPlan("study", func(s *bench.Size) { s.Policy = policy })
			if err != nil {
				t.Fatal(err)
			}
			same(t, filepath.Join(dir, "study.md"), inForm(t, "markdown", Document(plan, records)))
			evaluations, notes := claims.EvaluateAll(all, scenes.Earned)
			same(t, filepath.Join(dir, "claims.md"), inForm(t, "text", claims.Document(evaluations, notes)))
			plans, _ := findings.Plans(all)
			for i, plan := range plans {
				for _, f := range findings.Analyze(plan, records) {
					for _, figure := range drawAll(f) {
						name := fileStem(f.Design, plans, i) + strings.TrimPrefix(figure.Name, f.Name()) + ".svg"
						sameIfCommitted(t, filepath.Join(dir, "figures", name), figure.SVG)
					}
				}
			}
			tables, err := Tables(plans, records)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range tables {
				sameIfCommitted(t, filepath.Join(dir, filepath.FromSlash(f.Path)), func() []byte { return f.Data })
			}
		})
	}
}

// So are the tables of the first minutes and of the calibration. From pictures the calibration has 500 and 1,000 steps.
func TestCommittedTables(t *testing.T) {
	for _, c := range []struct {
		file, plan string
		policy     bench.Policy
		trials     int
		steps      []int // of the arms in the tables; nil: all
	}{
		{"../quick/quick.md", "quick", bench.StatePolicy, bench.Quick.Size.Trials, nil},
		{"../calibration/plateaus.md", "plateaus", bench.StatePolicy, 6, nil},
		{"../calibration/plateaus-vision.md", "plateaus", bench.VisionPolicy, 3, []int{500, 1000}},
	} {
		_, records := recordtest.Committed(t, filepath.Dir(c.file))
		plan, err := bench.NewPlan(c.plan, func(s *bench.Size) { s.Policy, s.Trials = c.policy, c.trials })
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range plan.Experiments {
			plan.Experiments[i].Designs = slices.Clone(e.Designs)
			for j, d := range e.Designs {
				plan.Experiments[i].Designs[j].Arms = slices.DeleteFunc(slices.Clone(d.Arms), func(a bench.Arm) bool {
					return c.steps != nil && !slices.Contains(c.steps, a.Steps)
				})
			}
		}
		same(t, c.file, inForm(t, "markdown", Document(plan, records)))
	}
}

// same checks that a committed file has the given text.
func same(t *testing.T, path, text string) {
	t.Helper()
	committed, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(committed) != text {
		t.Errorf("%s is not what its records give: make it anew with the command in results/README.md", path)
	}
}

// sameIfCommitted checks a file that need not be committed.
func sameIfCommitted(t *testing.T, path string, text func() []byte) {
	t.Helper()
	if _, err := os.Stat(path); err == nil {
		same(t, path, string(text()))
	}
}
