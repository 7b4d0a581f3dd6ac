package results

import (
	"bytes"
	"encoding/xml"
	"image"
	_ "image/png"
	"io"
	"regexp"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/scenes/demos"
	"counterpoise/stats"
)

// methods is an experiment of four methods on one recipe, all compared with the last, and records of three trials in
// which weights move.
func methods(t testing.TB) (bench.Plan, shelf) {
	t.Helper()
	names := []string{"imbalanced", "zero", "remix", "our"}
	d := bench.Design{Task: "picking", Compared: "Our method against the others", Sides: [2]string{"our", "other"}}
	for _, n := range names {
		d.Arms = append(d.Arms, bench.Arm{Name: n, Recipe: "left=9,middle=27,right=27", Groups: "behaviour", Method: n})
	}
	for _, b := range []string{"left", "middle", "right"} {
		for _, n := range names[:3] {
			d.Comparisons = append(d.Comparisons, bench.Comparison{Behaviour: b, Arm: "our", Against: n})
		}
	}
	e := bench.Experiment{Name: "methods", Question: "Which?", Source: "a test", Designs: []bench.Design{d}}
	p := bench.Plan{Name: "methods", Experiments: []bench.Experiment{e}, Size: bench.Size{Trials: 3, Rollouts: 10, Steps: 100, Seed: 1, Policy: "state"}}
	s := shelf{}
	for k, a := range d.Arms {
		for trial := range 3 {
			c := p.Cell(e, d, a, trial)
			r := record(c, 4+k+trial%2, 5+(k*trial)%3, 6)
			r.Data.Groups = []demos.GroupCount{{Behaviour: "left", Demos: 9}, {Behaviour: "middle", Demos: 27}, {Behaviour: "right", Demos: 27}}
			r.Training.Groups = []string{"left", "middle", "right"}
			for step := 0; step < 100; step += 20 {
				shift := float64(k*step) / 1000
				r.Training.Alpha = append(r.Training.Alpha, bench.Point{Step: step, Group: []float64{0.2 + shift, 0.4, 0.4 - shift}})
			}
			s[c.Hash()] = r
		}
	}
	return p, s
}

// drawings are the figures of E1 and of the four methods.
func drawings(t testing.TB) map[string]Figure {
	t.Helper()
	all := map[string]Figure{}
	e1 := planned(t, 4)
	p, s := methods(t)
	graded := recorded(e1, four)
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
	for _, r := range append(readings(e1, graded), readings(p, s)...) {
		for _, f := range r.figures() {
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
		if !ok || len(f.panels) != panels {
			t.Errorf("%s: %v, %d panels, want %d", name, ok, len(f.panels), panels)
			continue
		}
		if len(f.Alt) < 60 || len(f.Caption) < 60 {
			t.Errorf("%s is described too briefly: %q, %q", name, f.Alt, f.Caption)
		}
		forms(t, f)
	}
	if len(all) != 6 {
		t.Errorf("%d figures, want 6: constant weights and a single dose have none", len(all))
	}
}

// forms checks that every form can be read, and is the same bytes twice.
func forms(t *testing.T, f Figure) {
	t.Helper()
	for _, make := range []func() []byte{f.SVG, f.PNG, f.PDF, func() []byte { return []byte(f.Inline()) }} {
		if !bytes.Equal(make(), make()) {
			t.Errorf("%s is drawn in two ways", f.Name)
		}
	}
	w, h := f.size()
	m, _, err := image.DecodeConfig(bytes.NewReader(f.PNG()))
	if err != nil || m.Width < int(2*w) || m.Height < int(2*h) {
		t.Errorf("%s: PNG of %d x %d, %v", f.Name, m.Width, m.Height, err)
	}
	if pdf := f.PDF(); !bytes.HasPrefix(pdf, []byte("%PDF-")) || !bytes.Contains(pdf, []byte("(D:19700101000000)")) {
		t.Errorf("%s: no PDF, or one with a date", f.Name)
	}
	for _, svg := range []string{string(f.SVG()), f.Inline()} {
		d := xml.NewDecoder(strings.NewReader(svg))
		for {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Errorf("%s: SVG: %v", f.Name, err)
				break
			}
		}
	}
	inline := f.Inline()
	if strings.Contains(inline, "#000000") || !strings.Contains(inline, `fill="currentColor"`) || !strings.Contains(inline, `aria-label="`) {
		t.Errorf("%s: the inline figure has its own ink, or no description", f.Name)
	}
	if strings.Contains(inline, "NaN") || strings.Contains(inline, "Inf") {
		t.Errorf("%s draws a number that is none", f.Name)
	}
}

// The weights' labels are the groups', and the figure says in words where they end: method k at 0.2 + 0.08 k and so on.
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

// Every word of a figure is ASCII: the PDF library's fonts have no more in common with the others.
func TestFiguresAreASCII(t *testing.T) {
	for name, f := range drawings(t) {
		for _, m := range regexp.MustCompile(`<text[^>]*>([^<]*)</text>`).FindAllStringSubmatch(string(f.SVG()), -1) {
			for _, c := range m[1] {
				if c > 126 {
					t.Errorf("%s says %q", name, m[1])
				}
			}
		}
	}
}

// The bars' labels are the findings' numbers.
func TestBarsSayWhatWasFound(t *testing.T) {
	svg := string(drawings(t)["e1-picking-bars"].SVG())
	for _, want := range []string{">p = .037 *<", ">p = .495<", ">p = .205<", ">balanced<", ">starved<", ">left<", ">middle<", ">right<"} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %s in the figure", want)
		}
	}
}

// Brackets never lie on each other: two in one row share no stretch between bars.
func TestBracketsKeepApart(t *testing.T) {
	p, s := methods(t)
	r := readings(p, s)[0]
	for _, b := range r.barPanels(r.findings()) {
		for i, x := range b.brackets {
			for _, y := range b.brackets[:i] {
				if x.level == y.level && x.from < y.to && y.from < x.to {
					t.Errorf("%s: brackets %v and %v lie on each other", b.behaviour, x, y)
				}
			}
		}
	}
}

// An ANOVA over the methods is the one that stats makes of the same counts.
func TestOmnibus(t *testing.T) {
	p, s := methods(t)
	r := readings(p, s)[0]
	os := r.omnibus()
	if len(os) != 4 || os[0].Behaviour != everyBehaviour || len(os[0].Arms) != 4 {
		t.Fatalf("%d ANOVAs, want one of all behaviours and three: %+v", len(os), os)
	}
	var data [][]float64
	for trial := range 3 {
		var row []float64
		for k := range 4 {
			row = append(row, float64(4+k+trial%2))
		}
		data = append(data, row)
	}
	want, err := stats.RepeatedMeasures(data)
	if err != nil || os[1].Behaviour != "left" || os[1].ANOVA.F != want.F || os[1].ANOVA.PartialEta2 != want.PartialEta2 {
		t.Errorf("left: %+v, want F %v (%v)", os[1], want.F, err)
	}
	if e1 := planned(t, 4); len(readings(e1, recorded(e1, four))[0].omnibus()) > 0 {
		t.Error("E1 compares two arms a behaviour and has an ANOVA")
	}
}

func BenchmarkFigure(b *testing.B) {
	f := drawings(b)["methods-picking-bars"]
	for name, make := range map[string]func() []byte{"svg": f.SVG, "png": f.PNG, "pdf": f.PDF} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				make()
			}
		})
	}
}
