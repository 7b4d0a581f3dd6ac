package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/golden"
	"counterpoise/internal/recordtest"
	"counterpoise/results/claims"
	"counterpoise/results/findings"
	"counterpoise/results/opening"
	"counterpoise/results/quadrants"
	"counterpoise/scenes"
)

// The committed documents of the smaller runs are what their records give.
func TestCommittedDocuments(t *testing.T) {
	asPlanned := func(*bench.Size) {}
	for document, c := range map[string]struct {
		plan   string
		adjust func(*bench.Size)
	}{
		"../quick/quick.md":          {"quick", asPlanned},
		"../fits/fits.md":            {"fits", func(s *bench.Size) { s.Trials = 3 }},
		"../regret/regret.md":        {"regret", asPlanned},
		"../calibration/plateaus.md": {"plateaus", func(s *bench.Size) { s.Trials = 6 }},
		"../two-by-two/two-by-two.md": {"two-by-two", func(s *bench.Size) {
			s.Policy, s.Trials, s.Rollouts = bench.StatePolicy, 5, 30
		}},
		"../calibration/plateaus-vision.md": {"plateau", func(s *bench.Size) {
			s.Policy, s.Trials, s.Rollouts, s.Seed = bench.VisionPolicy, 10, 50, 5000
		}},
	} {
		_, records := recordtest.Committed(t, filepath.Dir(document))
		plan, err := bench.NewPlan(c.plan, c.adjust)
		if err != nil {
			t.Fatal(err)
		}
		same(t, document, inForm(t, "markdown", Document(plan, records)))
		if figure, ok := quadrants.Figure(quadrants.Experiment, quadrants.Maps(plan, records), plan.Size); ok {
			same(t, filepath.Join(filepath.Dir(document), "figures", figure.Name+".svg"), string(figure.SVG()))
		}
	}
}

// The committed results of the study are what their records give: the documents, the claims, the figures and the
// tables.
func TestCommittedResults(t *testing.T) {
	for dir, policy := range map[string]bench.Policy{
		"../study": bench.VisionPolicy, "../study-state": bench.StatePolicy, "../confirm": bench.VisionPolicy,
	} {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			all, records := recordtest.Committed(t, dir)
			profile := committedProfile(dir)
			plan, err := bench.NewPlan(profile, func(s *bench.Size) {
				s.Policy = policy
				if profile == bench.Confirm.Name { // its seed is that of a freeze, its trials those of a look
					s.Seed, s.SeedSource = all[0].Cell.Seed, bench.SeedFreeze
					for _, r := range all {
						if !r.Cell.Untrained() {
							s.Trials = max(s.Trials, r.Cell.Trial+1)
						}
					}
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			same(t, filepath.Join(dir, profile+".md"), inForm(t, "markdown", Document(plan, records)))
			evaluations, notes := claims.EvaluateAll(all, scenes.Earned)
			same(t, filepath.Join(dir, "claims.md"), inForm(t, "markdown", claims.Document(evaluations, notes)))
			plans, _ := findings.Plans(all)
			for i, plan := range plans {
				for _, f := range findings.Analyze(plan, records) {
					for _, figure := range drawAll(f) {
						name := fileStem(f.Design, plans, i) + strings.TrimPrefix(figure.Name, f.Name()) + ".svg"
						sameIfCommitted(t, filepath.Join(dir, "figures", name), figure.SVG)
					}
				}
			}
			for _, p := range plans {
				if figure, ok := quadrants.Figure(quadrants.Experiment, quadrants.Maps(p, records), p.Size); ok {
					sameIfCommitted(t, filepath.Join(dir, "figures", figure.Name+".svg"), figure.SVG)
				}
				if figure, ok := opening.Imbalance(findings.Analyze(p, records)); ok && p.Name == opening.Experiment {
					sameIfCommitted(t, filepath.Join(dir, "figures", figure.Name+".svg"), figure.SVG)
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

// committedProfile is the profile whose document a folder of the study has: the confirmatory run where there is one.
func committedProfile(dir string) string {
	if _, err := os.Stat(filepath.Join(dir, bench.Confirm.Name+".md")); err == nil {
		return bench.Confirm.Name
	}
	return bench.Study.Name
}

// same checks that a committed file has the given text, or writes it with -update.
func same(t *testing.T, path, text string) {
	t.Helper()
	if golden.Updated(t, path, text) {
		return
	}
	committed, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(committed) != text {
		t.Errorf("%s is not what its records give: make it anew with go test ./results/report -run Committed -update",
			path)
	}
}

// sameIfCommitted checks a file that need not be committed.
func sameIfCommitted(t *testing.T, path string, text func() []byte) {
	t.Helper()
	if _, err := os.Stat(path); err == nil {
		same(t, path, string(text()))
	}
}
