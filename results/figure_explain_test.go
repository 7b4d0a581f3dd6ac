package results

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"counterpoise/bench"
	"counterpoise/policies/balance"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// explained is an experiment at a small size, with made-up records: success rises with a behaviour's demonstrations and falls with
// the weight of the last group, by rules that a figure can be checked against.
func explained(t testing.TB, name string, trials int) (bench.Plan, shelf) {
	t.Helper()
	p, err := bench.NewPlan(name, func(s *bench.Size) {
		*s = bench.Size{Trials: trials, Rollouts: 20, Steps: 100, Seed: 1, Policy: "state"}
	})
	if err != nil {
		t.Fatal(err)
	}
	s := shelf{}
	e := p.Experiments[0]
	for _, d := range e.Designs {
		for k, a := range d.Arms {
			for trial := range trials {
				c := p.Cell(e, d, a, trial)
				s[c.Hash()] = madeUp(t, c, k, a)
			}
		}
	}
	return p, s
}

// madeUp is a record of a cell: 4 successes of 20, one more for each two demonstrations, up to 6 fewer with the weight of
// the last group, one more or less by trial and arm.
func madeUp(t testing.TB, c bench.Cell, k int, a bench.Arm) bench.Record {
	t.Helper()
	task, err := scenes.Tasks.Get(c.Task)
	if err != nil {
		t.Fatal(err)
	}
	recipe, err := demos.ParseRecipe(c.Task + " " + c.Recipe)
	if err != nil {
		t.Fatal(err)
	}
	r := bench.Record{Cell: c, Data: bench.Data{Hash: "feed", Version: "1"}, Training: bench.Training{Backend: "a test"}}
	demonstrations := map[string]int{}
	for _, n := range recipe.Counts {
		group := n.Behaviour
		if a.Groups == demos.ByStyle {
			group = n.Style
		}
		if !slices.Contains(r.Training.Groups, group) {
			r.Training.Groups = append(r.Training.Groups, group)
		}
		if n.Style == "optimal" {
			demonstrations[n.Behaviour] = n.N
		}
		r.Data.Groups = append(r.Data.Groups, demos.GroupCount{Behaviour: n.Behaviour, Style: n.Style, Demos: n.N, Frames: 40 * n.N})
	}
	alpha := balance.Fixed{}
	if m, err := balance.Named(a.Method); err != nil {
		t.Fatal(err)
	} else if f, ok := m.(balance.Fixed); ok {
		alpha = f
	} else {
		for g := range r.Training.Groups {
			alpha = append(alpha, float64(1+(k+g)%3))
		}
		sum := 0.0
		for _, w := range alpha {
			sum += w
		}
		for g := range alpha {
			alpha[g] /= sum
		}
	}
	r.Training.Alpha = []bench.Point{{Step: 0, Group: alpha}, {Step: 99, Group: alpha}}
	last := alpha[len(alpha)-1]
	for i, b := range task.Behaviours() {
		o := bench.Outcomes{Behaviour: b, Horizon: 360, Steps: make([]int, c.Rollouts)}
		for j := range min(20, max(0, 4+demonstrations[b]/2-int(6*last)+(c.Trial+k+i)%3-1)) {
			o.Steps[j] = 100 + j
		}
		r.Rollouts = append(r.Rollouts, o)
	}
	return r
}

// Which figures the experiments that explain have, with how many panels.
func TestExplainedFigures(t *testing.T) {
	for name, want := range map[string]map[string]int{
		"diversity":    {"diversity-picking-levels": 3, "diversity-picking-trials": 4, "diversity-opening-levels": 2, "diversity-opening-trials": 4},
		"dose":         {"dose-picking-levels": 1, "dose-picking-trials": 4, "dose-opening-levels": 1, "dose-opening-trials": 3},
		"alpha":        {"alpha-picking-simplex": 4, "alpha-opening-sweep": 3},
		"alpha-styles": {"alpha-styles-picking-sweep": 4},
		"styles":       {"styles-picking-sweep": 6, "styles-picking-trials": 6},
		"cue":          {"cue-opening-levels": 2, "cue-opening-trials": 4},
		"chunk":        {"chunk-picking-levels": 3, "chunk-picking-trials": 4, "chunk-opening-levels": 2, "chunk-opening-trials": 4},
	} {
		p, s := explained(t, name, 3)
		got := map[string]int{}
		for _, r := range readings(p, s) {
			for _, f := range r.figures() {
				got[f.Name] = len(f.panels)
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

// One figure of each kind in every form, from all records and from a few.
func TestExplainedForms(t *testing.T) {
	for name, kind := range map[string]string{"cue": "cue-opening-levels", "styles": "styles-picking-sweep", "alpha": "alpha-picking-simplex"} {
		p, s := explained(t, name, 2)
		for _, few := range []bool{false, true} {
			for _, r := range readings(p, s) {
				if few {
					first := r.plan.Cell(r.experiment, r.design, r.design.Arms[0], 0)
					delete(s, first.Hash())
				}
				for _, f := range r.figures() {
					if f.Name != kind {
						continue
					}
					forms(t, f)
					for _, c := range string(f.SVG()) {
						if c > 126 {
							t.Errorf("%s says %q", f.Name, c)
						}
					}
				}
			}
		}
	}
	p, _ := explained(t, "alpha", 1)
	for _, r := range readings(p, shelf{}) {
		if f := r.figures(); len(f) > 0 {
			t.Errorf("%s: %d figures of no records", r.design.Task, len(f))
		}
	}
}

// The figure of levels says in words what the records were made with: of 20 rollouts 4 and half the demonstrations succeed,
// less 3, 1, 2, 3 and 1 for the last group's weight; what varies by trial averages out.
func TestLevelsAreTheRecords(t *testing.T) {
	p, s := explained(t, "dose", 3)
	f, ok := readings(p, s)[0].levels()
	if want := "middle: 10 at 3, 35 at 9, 45 at 15, 55 at 21, 80 at 27"; !ok || !strings.Contains(f.Alt, want) {
		t.Errorf("%q lacks %q", f.Alt, want)
	}
}

// The best of three given weights by all trials is b (5, 9, 4: mean 6). Left out in turn, the other trials choose b (9+4), a
// (6+6 against 5+4: 12 beats 9) and b (5+9), whose own trials are 5, 6 and 4.
func TestCrossValidated(t *testing.T) {
	a := place{name: "a", given: true, mean: 16. / 3, trials: []float64{6, 4, 6}}
	b := place{name: "b", given: true, mean: 6, trials: []float64{5, 9, 4}}
	method := place{name: "ours", mean: 99, trials: []float64{99, 99, 99}}
	if got := best([]place{method, a, b}); got.name != "b" {
		t.Errorf("%s is best", got.name)
	}
	if got, ok := crossValidated([]place{method, a, b}); !ok || got != 13./3 {
		t.Errorf("%v, %v, want a mean of 5, 4 and 4", got, ok)
	}
	b.trials = []float64{5, math.NaN(), math.NaN()}
	if _, ok := crossValidated([]place{a, b}); ok {
		t.Error("one whole trial validates nothing")
	}
}

// Names keep their distance and the order of their marks, and stay where there is room.
func TestNamesKeepApart(t *testing.T) {
	at := func(ys ...vg.Length) (ls []leader) {
		for _, y := range ys {
			ls = append(ls, leader{at: vg.Point{Y: y}})
		}
		return ls
	}
	for _, c := range []struct{ marks, want []vg.Length }{
		{[]vg.Length{20, 50}, []vg.Length{20, 50}},
		{[]vg.Length{50, 50, 52}, []vg.Length{50, 60, 70}},
		{[]vg.Length{-5, 98, 99}, []vg.Length{0, 90, 100}},
	} {
		if got := apart(at(c.marks...), 10, 0, 100); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.marks, got, c.want)
		}
	}
}

// All weight on a group is its corner, equal weights are the centre.
func TestInsideTheTriangle(t *testing.T) {
	if x, y := onTriangle([]float64{0, 1, 0}); x != 0.5 || math.Abs(y-0.8660254) > 1e-7 {
		t.Errorf("the second corner is at %v, %v", x, y)
	}
	if x, y := onTriangle([]float64{1. / 3, 1. / 3, 1. / 3}); math.Abs(x-0.5) > 1e-12 || math.Abs(y-0.28867513) > 1e-7 {
		t.Errorf("the centre is at %v, %v", x, y)
	}
}

// Where a behaviour is compared more than once, each finding names its arms.
func TestFindingsNameTheirArms(t *testing.T) {
	p, s := explained(t, "cue", 3)
	section := readings(p, s)[0].section()
	if want := "slider: upsampled, 0.2 "; !slices.ContainsFunc(section.Lines, func(l string) bool { return strings.HasPrefix(l, want) }) {
		t.Errorf("no line begins with %q: %q", want, section.Lines)
	}
	findings := section.Tables[len(section.Tables)-1]
	if got := findings.Texts()[2][1]; got != "upsampled, 0.2 - as it is, 0.2" || findings.Titles()[1] != "arms" {
		t.Errorf("the third row is of %q", got)
	}
}
