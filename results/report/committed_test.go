package report

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/internal/golden"
	"counterpoise/internal/recordtest"
	"counterpoise/results"
	"counterpoise/results/analysis"
	"counterpoise/results/apa"
	"counterpoise/results/bypolicy"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	_ "counterpoise/results/study" // its analyses
	"counterpoise/results/study/claims"
	"counterpoise/results/study/rivals"
	"counterpoise/results/study/twobytwo"
	"counterpoise/scenes"
	"counterpoise/stats/mixed"
)

// The committed documents of the smaller runs are what their records give.
func TestCommittedDocuments(t *testing.T) {
	asPlanned := func(*record.Size) {}
	for document, c := range map[string]struct {
		plan   string
		adjust func(*record.Size)
	}{
		"../quick/quick.md": {"quick", asPlanned},
		"../quick/E1.md": {"E1", func(s *record.Size) {
			s.Policy, s.Trials, s.Rollouts, s.Seed = bench.StatePolicy, 8, 20, 1
		}},
		"../fits/fits.md": {"fits", func(s *record.Size) { s.Trials = 3 }},
		"../fits/fits-vision.md": {"fits", func(s *record.Size) {
			s.Policy, s.Trials = bench.VisionPolicy, 3
		}},
		"../regret/regret.md":        {"regret", asPlanned},
		"../rivals/rivals.md":        {"rivals", asPlanned},
		"../calibration/plateaus.md": {"plateaus", func(s *record.Size) { s.Trials = 10 }},
		"../two-by-two/two-by-two.md": {"two-by-two", func(s *record.Size) {
			s.Policy, s.Trials, s.Rollouts = bench.StatePolicy, 20, 30
		}},
		"../two-by-two/two-by-two-additive.md": {"two-by-two-additive", func(s *record.Size) {
			s.Policy, s.Trials, s.Rollouts = bench.StatePolicy, 20, 30
		}},
		"../known-good/known-good.md": {"known-good", func(s *record.Size) {
			s.Policy, s.Trials, s.Rollouts = bench.StatePolicy, 10, 30
		}},
		"../known-good-pictures/known-good-pictures.md": {study.ConfirmKnownGood.Name, func(s *record.Size) {
			s.Seed, s.SeedSource = frozenSeed(t, study.ConfirmKnownGood.Freeze), record.SeedFreeze
		}},
		"../two-by-two-again/confirm-two-by-two.md": {study.ConfirmTwoByTwo.Name, func(s *record.Size) {
			s.Trials, s.Seed = againTrials, frozenSeed(t, study.ConfirmTwoByTwo.Freeze)
			s.SeedSource = record.SeedFreeze
		}},
		"../two-by-two-again/confirm-two-by-two-additive.md": {study.ConfirmTwoByTwoAdditive.Name,
			func(s *record.Size) {
				s.Trials, s.Seed = againTrials, frozenSeed(t, study.ConfirmTwoByTwoAdditive.Freeze)
				s.SeedSource = record.SeedFreeze
			}},
		"../fixed-theta/confirm-fixed-theta.md": {study.ConfirmFixedTheta.Name, func(s *record.Size) {
			s.Seed, s.SeedSource = frozenSeed(t, study.ConfirmFixedTheta.Freeze), record.SeedFreeze
		}},
		"../fixed-theta-main/confirm-fixed-theta-main.md": {study.ConfirmFixedThetaMain.Name, func(s *record.Size) {
			s.Seed, s.SeedSource = frozenSeed(t, study.ConfirmFixedThetaMain.Freeze), record.SeedFreeze
		}},
		"../curate/confirm-curate.md": {study.ConfirmCurate.Name, func(s *record.Size) {
			s.Seed, s.SeedSource = frozenSeed(t, study.ConfirmCurate.Freeze), record.SeedFreeze
		}},
		"../shares/confirm-shares.md": {study.ConfirmShares.Name, func(s *record.Size) {
			s.Seed, s.SeedSource = frozenSeed(t, study.ConfirmShares.Freeze), record.SeedFreeze
		}},
		"../residual/residual.md": {study.ConfirmResidual.Name, func(s *record.Size) {
			s.Trials, s.Seed, s.SeedSource = 10, frozenSeed(t, study.ConfirmResidual.Freeze), record.SeedFreeze
		}},
		"../residual-steps/residual-steps.md": {"residual-steps", func(s *record.Size) {
			s.Policy, s.Trials, s.Rollouts, s.Seed = bench.ResidualPolicy, 2, 30, 5000
		}},
		"../surfaces/surfaces.md": {"surfaces", asPlanned},
		"../surfaces/surface-success.md": {"surface-success", func(s *record.Size) {
			s.Trials, s.Rollouts = 5, 50
		}},
		"../surfaces-pictures/surface-pictures.md": {"surface-pictures", asPlanned},
		"../surfaces-pictures/surface-success-biased.md": {"surface-success-biased", func(s *record.Size) {
			s.Policy, s.Trials, s.Rollouts, s.Seed = bench.VisionPolicy, 5, 50, 1
		}},
		"../explain/explain.md":                   {"explain", asPlanned},
		"../networks/plateau-gaussian.md":         {"plateau", plateauOf("state+mlp+gaussian")},
		"../networks/plateau-bins.md":             {"plateau", plateauOf("state+mlp+bins")},
		"../networks/plateau-flow.md":             {"plateau", plateauOf("state+mlp+flow")},
		"../networks/plateau-long-flow.md":        {"plateau-long", plateauOf("state+mlp+flow")},
		"../networks/plateau-long-transformer.md": {"plateau-long", plateauOf("state+transformer")},
		"../networks/plateau-transformer.md":      {"plateau", plateauOf("state+transformer")},
		"../networks/plateau-cnn.md":              {"plateau", plateauOf("vision+cnn:Batch=64")},
		"../calibration/plateaus-vision.md":       {"plateau", plateauOf("vision")},
		"../calibration/plateau-long-vision.md":   {"plateau-long", plateauOf("vision")},
		"../calibration/plateau-size-vision.md":   {"plateau-size", plateauOf("vision")},
	} {
		t.Run(filepath.Base(document), func(t *testing.T) {
			all, records := recordtest.Committed(t, filepath.Dir(document))
			plan, err := bench.NewPlan(c.plan, c.adjust)
			if err != nil {
				t.Fatal(err)
			}
			hasAllTrials(t, plan, all)
			text := inForm(t, "markdown", Document(frame.Of(plan, records)))
			if strings.Contains(text, "not recorded. It is measured by:") {
				t.Errorf("%s has a table without the level of chance", document)
			}
			same(t, document, text)
			if _, err := os.Stat(filepath.Join(filepath.Dir(document), "figures")); err == nil {
				sameFiles(t, filepath.Dir(document), Figures(frame.Frames([]bench.Plan{plan}, records), SVG))
			}
		})
	}
}

// checkC28 checks the row of disputes.md on C21 to C27, which has the numbers of C28 in both runs in the order of its
// parts: above plain cloning, zero and Remix.
func checkC28(t *testing.T, verdicts string) {
	t.Helper()
	page, err := os.ReadFile("../study/claims/disputes.md")
	if err != nil {
		t.Fatal(err)
	}
	_, row, _ := strings.Cut(string(page), "\n| C21 to C27 |")
	row, _, _ = strings.Cut(row, "\n")
	all := regexp.MustCompile(`(?m)^\| C28 +\| E5 opening all: ours > \w+ +\| +([+-][0-9.]+) `).
		FindAllStringSubmatch(verdicts, -1)
	if len(all) != 6 {
		t.Fatalf("%d tests of C28, want 3 of each run", len(all))
	}
	for i := 0; i < 6; i += 3 {
		if want := fmt.Sprintf("(%s, %s, %s)", all[i][1], all[i+1][1], all[i+2][1]); !strings.Contains(row, want) {
			t.Errorf("the row lacks C28's %s", want)
		}
	}
}

// checkDrawnMoreOften checks what advise says a scarce skill gains where it is drawn more often: E2-caption.
func checkDrawnMoreOften(t *testing.T, of frame.Frame) {
	t.Helper()
	var gains []float64
	for _, f := range of.Findings() {
		if f.Experiment.Name != "E2-caption" {
			continue
		}
		for _, c := range f.Pairwise {
			gains = append(gains, c.Test.MeanDifference.Or(0))
		}
	}
	if len(gains) != 5 {
		t.Fatalf("%d behaviours of E2-caption, want 5", len(gains))
	}
	golden.CheckWords(t, "../advice/imbalance.go",
		fmt.Sprintf(`drawnMoreOften = "%+.1f to %+.1f"`, slices.Min(gains), slices.Max(gains)))
}

// frozenSeed is the seed of a row of results/freeze.md, from 1.
func frozenSeed(t *testing.T, row int) uint64 {
	t.Helper()
	freezes, err := study.ParseFreezes(results.Freezes)
	if err != nil || len(freezes) < row {
		t.Fatal(freezes, err)
	}
	seed, err := freezes[row-1].Seed()
	if err != nil {
		t.Fatal(err)
	}
	return seed
}

// hasAllTrials checks that no trial beyond those of a plan has records: its document would leave them out.
func hasAllTrials(t *testing.T, plan bench.Plan, all []record.Record) {
	t.Helper()
	plan.WithoutChance = true
	planned := map[record.Cell]bool{}
	for _, c := range plan.Cells() {
		c.Trial, c.Experiment = 0, ""
		planned[c] = true
	}
	for _, r := range all {
		c := r.Cell
		c.Trial, c.Experiment = 0, ""
		if planned[c] && r.Cell.Trial >= plan.Size.Trials {
			t.Fatalf("%s has records of trial %d, and its document is of %d trials", plan.Name, r.Cell.Trial,
				plan.Size.Trials)
		}
	}
}

// sameFiles checks those files of a folder that are committed: what programs read need not be.
func sameFiles(t *testing.T, dir string, files []File) {
	t.Helper()
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		if _, err := os.Stat(path); err == nil {
			same(t, path, string(f.Data))
		}
	}
}

// plateauOf returns the size of the plateaus of another network or head.
func plateauOf(policy string) func(*record.Size) {
	return func(s *record.Size) {
		s.Trials, s.Rollouts, s.Seed = 10, 50, 5000
		s.Policy, _ = record.ParsePolicy(policy)
	}
}

// The policies of results/networks stand side by side as their records give it.
func TestCommittedPolicies(t *testing.T) {
	all, records := recordtest.Committed(t, "../networks")
	plans, _ := frame.Plans(all)
	d, err := bypolicy.Compare(frame.Frames(plans, records), "networks")
	if err != nil {
		t.Fatal(err)
	}
	same(t, "../networks/networks.md", inForm(t, "markdown", d))
	sameFiles(t, "../networks", Figures(frame.Frames(plans, records), SVG))
}

// What the README says of all methods is what the records of results/rivals show.
func TestReadmeOfRivals(t *testing.T) {
	all, records := recordtest.Committed(t, "../rivals")
	plans, _ := frame.Plans(all)
	shown := map[string]map[analysis.Verdict]int{} // by experiment
	for _, p := range plans {
		for _, c := range rivals.Comparisons(frame.Of(p, records)) {
			shown[c.Experiment] = map[analysis.Verdict]int{}
			for _, m := range c.Methods {
				shown[c.Experiment][m.First.Verdict()]++
			}
		}
	}
	starved, styles := shown[study.RivalsStarved], shown[study.RivalsStyles]
	if starved[analysis.Helps]+starved[analysis.Harms]+styles[analysis.Helps] > 0 {
		t.Errorf("%v: a method helps, or harms a starved behaviour", shown)
	}
	if styles[analysis.Open] != 1 || styles[analysis.Equal] != 1 {
		t.Errorf("%v: more than random is open, or more than Re-Mix equal", shown)
	}
	golden.CheckWords(t, "../../README.md", fmt.Sprintf("%d of %d methods harm", styles[analysis.Harms],
		len(study.RivalsMethods)-1))
	golden.CheckWords(t, "../../docs/study.md", fmt.Sprintf("demonstrations is bad, %d of %d methods harm, one "+
		"(Re-Mix) is equal to plain cloning and none is shown to help; random weights, the control, are not shown to "+
		"harm",
		styles[analysis.Harms], len(study.RivalsMethods)-1))
}

// What the README says of demonstrations that are known to be good is what the records of results/known-good and of
// results/known-good-pictures show, over the quadrants of both tasks: the least and the greatest effect of an arm where
// demonstrations are costly, and where they are not shown to be.
func TestReadmeOfKnownGood(t *testing.T) {
	says := func(page, form string, of []float64) {
		t.Helper()
		if len(of) == 0 {
			t.Fatalf("no effects for %q", form)
		}
		golden.CheckWords(t, "../../"+page, fmt.Sprintf(form, slices.Min(of), slices.Max(of)))
	}
	const findings = "docs/findings.md"
	state, helps := knownGood(t, study.KnownGood)
	says(findings, "gains %.1f to %.1f points where the bad demonstrations are costly",
		state[armWhere{"told a tenth", true}])
	says(findings, "leaving all bad ones out gains %.1f to %.1f", state[armWhere{"left out", true}])
	says(findings, "If none is named, Auto-Lambda changes success by %+.1f to %+.1f there",
		state[armWhere{"told nothing", true}])
	says(findings, "training on the known demonstrations alone (a fifth) changes it by %+.1f to %+.1f",
		state[armWhere{"the fifth alone", true}])
	says(findings, "naming good ones changes it by %+.1f to %+.1f", state[armWhere{"told a tenth", false}])
	says(findings, "leaving them out changes success by %+.1f to %+.1f", state[armWhere{"left out", false}])

	if at := (armWhere{"told a tenth", true}); helps[at] != len(state[at]) {
		t.Errorf("from the state, telling a tenth helps in %d of %d costly quadrants", helps[at], len(state[at]))
	}
	pictures, helps := knownGood(t, study.KnownGoodPictures)
	told := slices.Sorted(slices.Values(pictures[armWhere{"told a tenth", true}]))
	golden.CheckWords(t, "../../docs/findings.md", quadrantRows(t, study.KnownGoodPictures)...)
	says("README.md", "%+.1f to %+.1f points where they are costly", pictures[armWhere{"left out", true}])
	says("README.md", "%+.1f to %+.1f where they are not", state[armWhere{"left out", false}])
	if n := helps[armWhere{"told a tenth", true}]; n != 3 || len(told) != 4 {
		t.Errorf("from pictures, telling a tenth helps in %d of %d cells", n, len(told))
	}
	if n := helps[armWhere{"told nothing", true}]; n != 0 {
		t.Errorf("from pictures, telling nothing helps in %d cells", n)
	}
}

// What the README says of the styles of the quadrant in which the study's method helps is what the records show.
func TestReadmeOfStyles(t *testing.T) {
	all, records := recordtest.Committed(t, "../two-by-two")
	plans, _ := frame.Plans(all)
	effect := map[string]string{}
	for _, p := range plans {
		for _, m := range twobytwo.Maps("two-by-two", frame.Of(p, records)) {
			for _, s := range m.Styles {
				for _, e := range s.Effects {
					if m.Task == "picking" && e.Method == "ours" {
						effect[s.Name] = apa.Format("%+.1f", e.Test.MeanDifference)
					}
				}
			}
			for _, q := range m.Quadrants {
				for _, e := range q.Effects {
					if m.Task == "picking" && e.Method == "ours" && e.Verdict() == analysis.Helps {
						effect["quadrant"] = apa.Format("%+.1f", e.Test.MeanDifference)
					}
				}
			}
		}
	}
	want := fmt.Sprintf("of the %s points, `retry` has %s and `noisy` %s", effect["quadrant"], effect["retry"],
		effect["noisy"])
	golden.CheckWords(t, "../answer.md", want)
}

// What results/freeze.md says of the pairs that E1's tables leave out is what the records show: those of the slider
// under inexact in the second run, over the trials of E1 and over those of E3, which has both arms.
func TestFreezeOfSlider(t *testing.T) {
	_, records := recordtest.Committed(t, "../confirm")
	plan, err := bench.NewPlan("E3-inexact", func(s *record.Size) {
		*s = study.Confirm.Size
		s.Seed, s.Trials = frozenSeed(t, 2), bench.Looks[len(bench.Looks)-1]
	})
	if err != nil {
		t.Fatal(err)
	}
	d := frame.Of(plan, records).Designs[0]
	success := map[string][]float64{}
	for _, a := range d.Arms {
		success[a.Name] = d.Successes(a, "slider")
	}
	sum, n, at := 0.0, 0, map[int]float64{}
	for trial, starved := range success["imbalanced"] {
		if change := d.Percent(starved - success["balanced"][trial]); !math.IsNaN(change) {
			sum, n = sum+change, n+1
			at[n] = sum / float64(n)
		}
	}
	golden.CheckWords(t, "../freeze.md", fmt.Sprintf("over %d pairs under `inexact` the slider lies %.1f points below "+
		"balanced data, over 30 it is %.1f", n, -at[n], -at[30]))
}

// armWhere is an arm in the quadrants whose demonstrations are costly, or in those where they are not shown to be.
type armWhere struct {
	arm    string
	costly bool
}

// knownGood returns the effects of an experiment's arms in all quadrants, and in how many of these each helps.
func knownGood(t *testing.T, experiment string) (effect map[armWhere][]float64, helps map[armWhere]int) {
	t.Helper()
	all, records := recordtest.Committed(t, filepath.Join("..", experiment))
	plans, _ := frame.Plans(all)
	effect, helps = map[armWhere][]float64{}, map[armWhere]int{}
	for _, p := range plans {
		for _, m := range twobytwo.Maps(experiment, frame.Of(p, records)) {
			for _, q := range m.Quadrants {
				for _, e := range q.Effects {
					at := armWhere{e.Method, q.Place.Costs}
					effect[at] = append(effect[at], e.Test.MeanDifference.Or(math.NaN()))
					if e.Verdict() == analysis.Helps {
						helps[at]++
					}
				}
			}
		}
	}
	return effect, helps
}

// quadrantRows are the rows of the table of docs/findings.md: what each arm changes in each quadrant of a task.
func quadrantRows(t *testing.T, experiment string) (rows []string) {
	t.Helper()
	all, records := recordtest.Committed(t, filepath.Join("..", experiment))
	plans, _ := frame.Plans(all)
	for _, p := range plans {
		for _, m := range twobytwo.Maps(experiment, frame.Of(p, records)) {
			for _, q := range m.Quadrants {
				row := fmt.Sprintf("| %s | %s: %s |", m.Task, strings.Join(q.Styles, ", "), q.Place)
				for _, e := range q.Effects {
					row += " " + apa.Format("%+.1f", e.Test.MeanDifference) + " " +
						apa.Interval("%+.1f", e.Test.CI) + " |"
				}
				rows = append(rows, row)
			}
		}
	}
	return rows
}

// The committed results of the confirmatory runs are what their records give: the documents, the claims, the page, the
// figures and the tables.
func TestCommittedConfirmatoryRun(t *testing.T) {
	const dir = "../confirm"
	all, records := recordtest.Committed(t, dir)
	for name, freeze := range map[string]int{
		study.Confirm.Name: 1, study.ConfirmPrecision.Name: 1, study.ConfirmNear.Name: 1, study.ConfirmInexact.Name: 1,
		"E5-weights": 1, "E6-weights": 1, study.ConfirmAdditive.Name: 1, study.ConfirmOpening.Name: 2,
		study.ConfirmOpeningAdditive.Name: 2,
	} {
		seed := frozenSeed(t, freeze)
		plan, err := bench.NewPlan(name, func(s *record.Size) {
			*s = study.Confirm.Size
			s.Seed, s.SeedSource = seed, record.SeedFreeze // its trials are those of a look
			for _, r := range all {
				if r.Cell.Seed == seed && !r.Cell.Untrained() {
					s.Trials = max(s.Trials, r.Cell.Trial+1)
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		of := frame.Of(plan, records)
		same(t, filepath.Join(dir, name+".md"), inForm(t, "markdown", Document(of)))
		if name == study.Confirm.Name {
			checkDrawnMoreOften(t, of)
		}
	}
	// The claims with theta fixed stand beside the frozen verdicts.
	fixed, _ := recordtest.Committed(t, "../fixed-theta")
	fixedMain, _ := recordtest.Committed(t, "../fixed-theta-main")
	evaluations, notes := claims.EvaluateAll(all, scenes.Earned, fixed, fixedMain)
	turned := map[string][]string{} // with theta fixed and hasty demonstrations
	for _, r := range evaluations[0].Claims {
		for _, f := range r.ThetaFixed {
			was, is := r.Verdict == claims.Replicated, f.Verdict == claims.Replicated
			if f.Bad == "hasty" && was != is {
				key := fmt.Sprint(f.Remix, " ", is)
				turned[key] = append(turned[key], r.ID)
			}
		}
	}
	if got := fmt.Sprint(turned); got != "map[Re-Mix false:[C20] Re-Mix true:[C19 C21 C22 C23 C25 C28] "+
		"additive false:[C20] additive true:[C19 C21 C22 C23 C24 C25 C27 C28 C42]]" {
		t.Errorf("%s turn with theta fixed; answer.md and authors.md say others", got)
	}
	checkC28(t, inForm(t, "markdown", claims.Document(evaluations, nil)))
	same(t, filepath.Join(dir, "claims.md"), inForm(t, "markdown", document.Short(claims.Document(evaluations,
		append(notes, "Again: counterpoise claims results/confirm results/fixed-theta results/fixed-theta-main")))))
	plans, notes := frame.Plans(all)
	for i := range plans {
		plans[i].Oracle = scenes.Earned
	}
	styles, ofStyles := recordtest.Committed(t, "../two-by-two-again")
	stylePlans, _ := frame.Plans(styles)
	frames := frame.Frames(plans, records)
	page, err := Page{
		Dir: "results/confirm", Frames: frames, Notes: notes,
		Beside: frame.Frames(stylePlans, ofStyles), BesideDir: "results/two-by-two-again",
	}.HTML()
	if err != nil {
		t.Fatal(err)
	}
	tables, err := Tables(frames)
	if err != nil {
		t.Fatal(err)
	}
	sameFiles(t, dir, slices.Concat(Figures(frames, SVG), tables, []File{{"report.html", page}}))
}

// Every committed figure says how it is made again.
func TestCommittedFiguresHaveCommands(t *testing.T) {
	all, err := filepath.Glob("../*/figures/*.svg")
	if err != nil || len(all) < 50 {
		t.Fatalf("%d figures, %v", len(all), err)
	}
	for _, path := range all {
		svg, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(svg), "<desc>Again: counterpoise ") {
			t.Errorf("%s does not say how it is made again", path)
		}
	}
}

// The logistic mixed models of E1, E5 and E6 are those of the rollouts of the confirmatory run.
func TestCommittedMixedModels(t *testing.T) {
	const dir = "../confirm"
	all, records := recordtest.Committed(t, dir)
	plans, _ := frame.Plans(all)
	d := document.Document{Title: "Counterpoise: mixed models of the confirmatory run"}
	for _, m := range []struct{ design, against string }{
		{"e1-picking", "balanced"}, {"e1-opening", "balanced"}, {"e5-picking", "imbalanced"},
		{"e5-opening", "imbalanced"}, {"e6-picking", "imbalanced"}, {"e6-opening", "imbalanced"},
	} {
		for _, p := range plans {
			p.Oracle = scenes.Earned
			for _, of := range frame.Of(p, records).Designs {
				if of.Name() != m.design {
					continue
				}
				fit, err := mixed.New(of.Rollouts(), mixed.Options{Level: frame.Level, Against: m.against})
				if err != nil {
					t.Fatal(err)
				}
				s := apa.Mixed(fit)
				s.Title = fmt.Sprintf("%s, %s: %s", of.Experiment.Name, of.Task, s.Title)
				s.Notes = append(s.Notes, fmt.Sprintf("Again: counterpoise stats mixed results/confirm --design %s "+
					"--against %s", m.design, m.against))
				d.Sections = append(d.Sections, s)
			}
		}
	}
	if len(d.Sections) != 6 {
		t.Fatalf("%d models", len(d.Sections))
	}
	same(t, filepath.Join(dir, "mixed.md"), inForm(t, "markdown", d))
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
