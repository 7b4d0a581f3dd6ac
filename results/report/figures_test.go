package report

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/recordtest"
	"counterpoise/results/analysis"
	"counterpoise/results/figures"
	"counterpoise/results/frame"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// drawings returns the figures of E1 and of recordtest.FourMethods, by name.
func drawings(t testing.TB) map[string]figures.Figure {
	t.Helper()
	all := map[string]figures.Figure{}
	e1 := recordtest.PlanE1(t, 4)
	p, s := recordtest.FourMethods(t)
	graded := recordtest.RecordsE1(e1, recordtest.Four)
	for h, r := range graded {
		r.Data.Groups = nil
		for i, b := range []string{"left", "middle", "right"} {
			var n [3]int
			for j, part := range strings.Split(r.Cell.Recipe, ",") {
				n[j] = int(part[len(part)-1]-'0') + 10*map[bool]int{true: 2}[len(part) > 7]
			}
			r.Data.Groups = append(r.Data.Groups, demos.GroupCount{Behaviour: b, Demos: n[i]})
		}
		graded[h] = r
	}
	for _, r := range append(frame.Of(e1, graded).Findings(), frame.Of(p, s).Findings()...) {
		for _, f := range drawAll(r) {
			all[f.Name] = f
		}
	}
	return all
}

func TestFigures(t *testing.T) {
	all := drawings(t)
	for name, panels := range map[string]int{
		"e1-picking-bars": 3, "e1-picking-trials": 3, "e1-picking-dose": 1,
		"methods-picking-bars": 3, "methods-picking-trials": 9, "methods-picking-weights": 4,
	} {
		f, ok := all[name]
		if !ok || f.Panels() != panels {
			t.Errorf("%s: %v, %d panels, want %d", name, ok, f.Panels(), panels)
			continue
		}
		if len(f.Alt) < 60 || len(f.Caption) < 60 {
			t.Errorf("%s is described too briefly: %q, %q", name, f.Alt, f.Caption)
		}
	}
	if len(all) != 6 {
		t.Errorf("%d figures, want 6: constant weights and a single dose have none", len(all))
	}
}

// Curves of weights are labelled with their groups, and the description says where they end: method k at 0.2 + 0.08
// k, 0.4 and 0.4 - 0.08 k.
func TestWeightsAreNamed(t *testing.T) {
	f := drawings(t)["methods-picking-weights"]
	for _, want := range []string{">left<", ">middle<", ">right<", ">remix<"} {
		if !strings.Contains(string(f.SVG()), want) {
			t.Errorf("no %s in the figure", want)
		}
	}
	if !strings.Contains(f.Alt, "our ends at left 0.44, middle 0.40, right 0.16.") {
		t.Errorf("the figure says %q", f.Alt)
	}
}

// The labels of brackets are the corrected p values of the comparisons.
func TestBarsSayWhatWasFound(t *testing.T) {
	svg := string(drawings(t)["e1-picking-bars"].SVG())
	for _, want := range []string{">p = .037 *<", ">p = .495<", ">p = .205<", ">balanced<", ">starved<", ">left<",
		">middle<", ">right<"} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %s in the figure", want)
		}
	}
}

// The experiments that explain effects have these figures, with these numbers of panels.
func TestExplainedFigures(t *testing.T) {
	for name, want := range map[string]map[string]int{
		"diversity": {"diversity-picking-levels": 3, "diversity-picking-trials": 4, "diversity-opening-levels": 2,
			"diversity-opening-trials": 4},
		"dose": {"dose-picking-levels": 1, "dose-picking-trials": 4, "dose-opening-levels": 1,
			"dose-opening-trials": 3},
		"alpha":        {"alpha-picking-simplex": 4, "alpha-opening-sweep": 3},
		"alpha-styles": {"alpha-styles-picking-sweep": 4},
		"styles":       {"styles-picking-sweep": 6, "styles-picking-trials": 6},
		"cue":          {"cue-opening-levels": 2, "cue-opening-trials": 4},
		"chunk": {"chunk-picking-levels": 3, "chunk-picking-trials": 4, "chunk-opening-levels": 2,
			"chunk-opening-trials": 4},
		"steps": {"steps-picking-levels": 3, "steps-picking-trials": 6, "steps-opening-levels": 2,
			"steps-opening-trials": 6},
	} {
		p, s := recordtest.Explanatory(t, name, 3)
		got := map[string]int{}
		for _, r := range frame.Of(p, s).Findings() {
			for _, f := range drawAll(r) {
				got[f.Name] = f.Panels()
				if len(f.Alt) < 60 || len(f.Caption) < 60 {
					t.Errorf("%s is described too briefly: %q, %q", f.Name, f.Alt, f.Caption)
				}
			}
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s has figures %v, want %v", name, got, want)
		}
	}
}

// The figures have ASCII words alone, with all records and with one missing; without records there is no figure.
func TestExplainedForms(t *testing.T) {
	for name, kind := range map[string]string{"cue": "cue-opening-levels", "styles": "styles-picking-sweep",
		"alpha": "alpha-picking-simplex"} {
		p, s := recordtest.Explanatory(t, name, 2)
		for _, few := range []bool{false, true} {
			for _, r := range frame.Of(p, s).Findings() {
				if few {
					first := r.Cell(r.Arms[0], 0)
					delete(s, first.Hash())
				}
				for _, f := range drawAll(r) {
					if f.Name != kind {
						continue
					}
					for _, c := range string(f.SVG()) {
						if c > 126 {
							t.Errorf("%s says %q", f.Name, c)
						}
					}
				}
			}
		}
	}
	p, _ := recordtest.Explanatory(t, "alpha", 1)
	for _, r := range frame.Of(p, recordtest.Records{}).Findings() {
		if f := drawAll(r); len(f) > 0 {
			t.Errorf("%s: %d figures of no records", r.Task, len(f))
		}
	}
}

// The description of the figure of levels has the success that the records were made with: of 20 rollouts 4 and half
// the number of demonstrations succeed, less 3, 1, 2, 3 and 1 for the weight of the last group; what varies by trial
// averages out.
func TestLevelsAreTheRecords(t *testing.T) {
	p, s := recordtest.Explanatory(t, "dose", 3)
	f, ok := levels(frame.Of(p, s).Findings()[0])
	if want := "middle: 10 at 3, 35 at 9, 45 at 15, 55 at 21, 80 at 27"; !ok || !strings.Contains(f.Alt, want) {
		t.Errorf("%q lacks %q", f.Alt, want)
	}
}

// Where a behaviour is compared more than once, each comparison names its arms.
func TestFindingsNameTheirArms(t *testing.T) {
	p, s := recordtest.Explanatory(t, "cue", 3)
	section := Section(frame.Of(p, s).Findings()[0])
	if want := "slider: upsampled, 0.2 "; !slices.ContainsFunc(section.Lines,
		func(l string) bool { return strings.HasPrefix(l, want) }) {
		t.Errorf("no line begins with %q: %q", want, section.Lines)
	}
	table := section.Tables[len(section.Tables)-1]
	if got := table.Texts()[2][1]; got != "upsampled, 0.2 - as it is, 0.2" || table.Titles()[1] != "arms" {
		t.Errorf("the third row is of %q", got)
	}
}

// Every registered figure says what it shows and has a place of its own on the page.
func TestDrawers(t *testing.T) {
	places := map[int]string{}
	for _, name := range analysis.Drawers.Names() {
		d, _ := analysis.Drawers.Get(name)
		if d.About == "" || d.Draw == nil {
			t.Errorf("%s: about %q", name, d.About)
		}
		if other, taken := places[d.Place]; taken {
			t.Errorf("%s and %s have place %d", name, other, d.Place)
		}
		places[d.Place] = name
	}
	if len(places) < 7 {
		t.Errorf("%d figures are registered, want 7 or more", len(places))
	}
}

// Every analysis says what it computes, shows something, and has a place of its own.
func TestAnalyses(t *testing.T) {
	places := map[int]string{}
	for _, name := range analysis.All.Names() {
		a, _ := analysis.All.Get(name)
		shows := a.Tables != nil || a.Sentences != nil || a.Sections != nil || a.Figures != nil || a.Parts != nil ||
			a.Chapters != nil
		if a.About == "" || !shows {
			t.Errorf("%s: about %q, shows something %v", name, a.About, shows)
		}
		if other, taken := places[a.Place]; taken {
			t.Errorf("%s and %s have place %d", name, other, a.Place)
		}
		places[a.Place] = name
	}
	if len(places) < 2 {
		t.Errorf("%d analyses are registered, want 2 or more", len(places))
	}
}

// The panels of a behaviour stand together, whatever the order of the comparisons: of four methods, three comparisons
// of each behaviour, in three rows.
func TestPairsStandByBehaviour(t *testing.T) {
	svg := string(drawings(t)["methods-picking-trials"].SVG())
	var titles []string
	for _, m := range regexp.MustCompile(`>(left|middle|right)</text>`).FindAllStringSubmatch(svg, -1) {
		titles = append(titles, m[1])
	}
	if got := strings.Join(titles, " "); got != "left left left middle middle middle right right right" {
		t.Errorf("the panels are %s", got)
	}
}

// Rows of panels of pairs are one behaviour's, and no wider than can be read.
func TestPanelsInRow(t *testing.T) {
	for _, c := range []struct{ behaviours, each, want int }{
		{0, 0, 0}, {3, 1, 0}, {2, 5, 5}, {1, 6, 6}, {1, 28, 4}, {2, 9, 3}, {1, 7, 6},
	} {
		var cs []frame.Comparison
		for b := range c.behaviours {
			for range c.each {
				cs = append(cs, frame.Comparison{Comparison: bench.Comparison{Behaviour: fmt.Sprint(b)}})
			}
		}
		if got := panelsInRow(cs); got != c.want {
			t.Errorf("%d behaviours with %d comparisons each: %d panels in a row, want %d",
				c.behaviours, c.each, got, c.want)
		}
	}
}

// The page shows single trials of the primary reading alone; files have them of every reading.
func TestTrialsOfOtherReadingsAreFiles(t *testing.T) {
	for name, want := range map[string]int{"E5": 2, "E5-plateau": 0} { // designs with trials on the page
		e, err := bench.Experiments.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		plan := bench.Plan{
			Name: name, Experiments: []bench.Experiment{e}, Size: recordtest.Size(3), Oracle: scenes.CALVIN,
		}
		records := recordtest.RecordsOf(recordtest.Varied(nil), 3, name)
		onPage, inFiles := 0, 0
		for _, f := range frame.Of(plan, records).Findings() {
			for _, figure := range drawOnPage(f) {
				if strings.HasSuffix(figure.Name, "-trials") {
					onPage++
				}
			}
		}
		for _, file := range Figures(frame.Frames([]bench.Plan{plan}, records), SVG) {
			if strings.HasSuffix(file.Path, "-trials.svg") {
				inFiles++
			}
			command := "<desc>Again: counterpoise run " + name + " --policy state --trials 3 --rollouts 100 --seed 1"
			if strings.HasSuffix(file.Path, ".svg") && !bytes.Contains(file.Data, []byte(command)) {
				t.Errorf("%s does not have its command, %s", file.Path, command)
			}
		}
		if onPage != want || inFiles != 2 {
			t.Errorf("%s: %d figures of trials on the page, want %d, and %d as files, want 2", name, onPage, want,
				inFiles)
		}
	}
}
