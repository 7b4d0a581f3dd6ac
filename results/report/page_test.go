package report

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/study"
	"counterpoise/internal/recordtest"
	"counterpoise/results/frame"
)

// The page has the words of an experiment, and escapes those that would be HTML.
func TestReportEscapes(t *testing.T) {
	p, s := recordtest.FourMethods(t)
	const evil = `<img src=x onerror=alert(1)> & "quotes"`
	p.Experiments[0].Question = evil
	p.Experiments[0].Designs[0].Arms[1].Name = evil
	for i, c := range p.Experiments[0].Designs[0].Comparisons {
		if c.Against == "zero" {
			p.Experiments[0].Designs[0].Comparisons[i].Against = evil
		}
	}
	page, err := Page{Dir: evil, Frames: frame.Frames([]bench.Plan{p}, s), Notes: []string{evil}}.HTML()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(page), "<img src=x") || !strings.Contains(html.UnescapeString(string(page)), evil) {
		t.Error("words of an experiment became HTML, or are not on the page")
	}
}

// Commands on the page name the folder as a shell reads it.
func TestPageQuotesItsFolder(t *testing.T) {
	p, s := recordtest.FourMethods(t)
	page, err := Page{Dir: "Ann's records", Frames: frame.Frames([]bench.Plan{p}, s)}.HTML()
	if err != nil {
		t.Fatal(err)
	}
	text := html.UnescapeString(string(page))
	for _, want := range []string{
		`counterpoise report 'Ann'\''s records'`, ` --out 'Ann'\''s records'`, `stats ttest 'Ann'\''s records/tables/`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

func BenchmarkReport(b *testing.B) {
	p, s := recordtest.FourMethods(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := (Page{Dir: "out", Frames: frame.Frames([]bench.Plan{p}, s)}).HTML(); err != nil {
			b.Fatal(err)
		}
	}
}

// The page and the document of a plan have a section of claims if and only if the plan has all experiments of the
// study.
func TestClaimsOnThePage(t *testing.T) {
	names := []string{"E1", "E2", "E3", "E4", "E5", "E6"}
	s := recordtest.RecordsOf(recordtest.Varied(nil), 2, names...)
	for _, c := range []struct {
		names []string
		want  bool
	}{{names, true}, {names[1:], false}} {
		var plans []bench.Plan
		whole := bench.Plan{Name: "study", Size: recordtest.Size(2)}
		for _, name := range c.names {
			e, _ := bench.Experiments.Get(name)
			plans = append(plans, bench.Plan{Name: name, Experiments: []bench.Experiment{e},
				Size: recordtest.Size(2)})
			whole.Experiments = append(whole.Experiments, e)
		}
		page, err := Page{Dir: "out", Frames: frame.Frames(plans, s)}.HTML()
		if err != nil {
			t.Fatal(err)
		}
		document := Document(frame.Of(whole, s))
		last := document.Sections[len(document.Sections)-1]
		if got := strings.Contains(string(page),
			"<h2 id=\"claims-state-seed1-steps10-rollouts100-title\">Claims</h2>"); got != c.want ||
			(last.Title == "Claims") != c.want {
			t.Errorf("%q: claims on the page %v, last section %s", c.names, got, last.Title)
		}
	}
}

// The page has each table of an experiment once, and the table of the comparisons under a heading of its own.
func TestPageHasEveryTableOnce(t *testing.T) {
	p, s := recordtest.FourMethods(t)
	e := describe(frame.Of(p, s).Findings()[0])
	page, err := Page{Dir: "out", Frames: frame.Frames([]bench.Plan{p}, s)}.HTML()
	if err != nil {
		t.Fatal(err)
	}
	if len(e.tables) != 4 {
		t.Errorf("%d tables, want success, intervals, findings and weights", len(e.tables))
	}
	for _, table := range append(e.tables, e.arms) {
		caption := "<caption><span>" + html.EscapeString(table.Title) + "</span></caption>"
		if n := strings.Count(string(page), caption); n != 1 {
			t.Errorf("table %s stands %d times on the page", table.Name, n)
		}
	}
	heading := strings.Index(string(page), "<h3>Findings</h3>")
	table := strings.Index(string(page), "<span>Our method against the others (success by")
	success := strings.Index(string(page), "<h3>All tables</h3>")
	if !(0 < heading && heading < table && table < success) {
		t.Errorf("heading at %d, table of comparisons at %d, other tables from %d", heading, table, success)
	}
}

// A page of records of the experiments on rivals begins with what all methods do over both tasks, before experiments
// that share their policies.
func TestPageComparesEveryMethod(t *testing.T) {
	var plans []bench.Plan // E6 first, as it comes first by name
	for _, name := range []string{"E6", study.RivalsStarved} {
		e, err := bench.Experiments.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		plans = append(plans, bench.Plan{Name: name, Experiments: []bench.Experiment{e}, Size: recordtest.Size(3)})
	}
	records := recordtest.RecordsOf(recordtest.Varied(nil), 3, "E6", study.RivalsStarved)
	page, err := Page{Dir: "out", Frames: frame.Frames(plans, records)}.HTML()
	if err != nil {
		t.Fatal(err)
	}
	text := string(page)
	at := strings.Index(text, `-title">Every method beside plain cloning: rivals-starved</h2>`)
	if at < 0 || at > strings.Index(text, `<h2 id="e6-picking-title">`) {
		t.Error("the page does not begin with the comparison of all methods")
	}
}

// What methods do in each quadrant of demonstrations stands among the findings.
func TestQuadrantsAreFindings(t *testing.T) {
	e, err := bench.Experiments.Get(study.KnownGoodPictures)
	if err != nil {
		t.Fatal(err)
	}
	plan := bench.Plan{Name: e.Name, Experiments: []bench.Experiment{e}, Size: recordtest.Size(3)}
	records := recordtest.RecordsOf(recordtest.Varied(nil), 3, e.Name)
	data, err := Page{Dir: "out", Frames: frame.Frames([]bench.Plan{plan}, records)}.HTML()
	if err != nil {
		t.Fatal(err)
	}
	page, last := string(data), 0
	for _, want := range []string{"<h3>Findings</h3>", "<caption><span>Styles, and the effect of each method",
		"<caption><span>The effect of each method in each quadrant", "<caption><span>The worst behaviour, each method",
		"<h3>All tables</h3>", "<caption><span>Success in percent"} {
		at := strings.Index(page, want)
		if at < last {
			t.Errorf("%s stands at %d, the one before at %d", want, at, last)
		}
		last = at
	}
}

// The table of contents has an item for each experiment with its question, and under it a line for each variant: the
// experiment itself first, each with a link for each task. All links lead to a part.
func TestContents(t *testing.T) {
	names := []string{"E1-precision", "E3-additive", "E1", "E3"}
	var plans []bench.Plan
	for _, name := range names {
		e, err := bench.Experiments.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		plans = append(plans, bench.Plan{Name: name, Experiments: []bench.Experiment{e}, Size: recordtest.Size(2)})
	}
	records := recordtest.RecordsOf(recordtest.Varied(nil), 2, names...)
	data, err := Page{Dir: "out", Frames: frame.Frames(plans, records)}.HTML()
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	if !strings.Contains(page, `<h2 id="appendix-title">Contents</h2>`) {
		t.Error("a page without claims has an appendix, or no contents")
	}
	_, nav, _ := strings.Cut(page, `<nav id="appendix"`)
	nav, _, _ = strings.Cut(nav, "</nav>")
	last := 0
	for _, want := range []string{
		"<strong>E1</strong> <span class=\"quiet\">Does a behaviour succeed less often",
		`<li><a href="#e1-picking">picking</a> · <a href="#e1-opening">opening</a></li>`,
		`difficulty precision:</span> <a href="#e1-precision-picking-yaw22.5-opening60">picking</a> · `,
		"<strong>E3</strong>", `<li><a href="#e3-picking">picking</a>`,
		`reading additive:</span> <a href="#e3-additive-picking">picking</a>`,
	} {
		at := strings.Index(nav, want)
		if at < last {
			t.Errorf("%s stands at %d, the one before at %d:\n%s", want, at, last, nav)
		}
		last = at
	}
	links := regexp.MustCompile(`href="#([^"]*)"`).FindAllStringSubmatch(nav, -1)
	for _, l := range links {
		if strings.Count(page, `<section id="`+l[1]+`"`) != 1 {
			t.Errorf("#%s leads to no part", l[1])
		}
	}
	if len(links) != 8 {
		t.Errorf("%d links, want 8", len(links))
	}
}
