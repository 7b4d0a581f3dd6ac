package balance

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"counterpoise/scenes/demos"
)

func TestNamed(t *testing.T) {
	for text, want := range map[string]Method{
		"zero:EtaT=5":                Zero{EtaT: 5, Staging: oneStage},
		"zero:Stages=2,Weights=mean": Zero{EtaT: defaultEtaT, Staging: Staging{2, MeanWeights}},
		"remix-paper:Stages=2,Loss=gaussian": RemixPaper{
			EtaT: defaultEtaT, Staging: Staging{Stages: 2}, Loss: GaussianLoss,
		},
		"remix:Smooth=0,Eta=1":        Remix{Eta: 1},
		"ours:HeldOut=.25,MetaSteps=": nil,
		"equal":                       equal{},
		"fixed:.25,.75":               Fixed{.25, .75},
	} {
		got, err := Named(text)
		if want == nil {
			if err == nil {
				t.Errorf("%s: accepted as %v", text, got)
			}
			continue
		}
		if f, ok := want.(Fixed); ok {
			if g, ok := got.(Fixed); !ok || !slices.Equal(f, g) {
				t.Errorf("%s: %v, %v", text, got, err)
			}
		} else if got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for text, word := range map[string]string{
		"magic":              "unknown method",
		"zero:Eta=5":         `no setting "Eta"; did you mean "EtaT"? known: EtaT`,
		"zero:EtaT=fast":     "want a number in (0, 1e6]",
		"zero:EtaT=Inf":      "want a number in (0, 1e6]",
		"ours:MetaSteps=1.5": "want a whole number",
		"equal:EtaT=1":       "no setting",
		"fixed":              "such as fixed:.2,.8",
		"fixed:.5,-.5":       "at least 0",
		"fixed:.5,.6":        "sum to 1.1",
		"zero:EtaT=1e300":    "want a number in (0, 1e6]",
		"famo:Gamma=1e300":   "want a number in [0, 1e6]",
		"zero:EtaT=0":        "want a number in (0, 1e6]",
		"ours:MetaSteps=-1":  "want a whole number in [0, 100000000]",
		"effective:Beta=1":   "want a number in [0, 1)",
		"temperature:T=.5":   "want a number in [1, 1e6]",
		"ours:Project=2":     "in [0, 1]",
		"ours:Stages=3":      "want a whole number in [1, 2]",
		"zero:Weights=last":  `setting Weights="last": want final or mean`,
		"zero:Loss=huber":    "want policy, squared, gaussian or bins",
		"zero:Loss=squared":  "Loss=squared needs Stages=2",
		"ours:Theta=frozen":  `setting Theta="frozen": want adam, fixed or step`,
		"ours:Minimum=least": `setting Minimum="least": want end, ahead or retrained`,
		"zero:From=data":     `setting From="data": want equal or shares`,
		"ours:Unroll=0":      "want a whole number in [1, 16]",
		"ours:Tolerance=-1":  "want a number in [0, 1)",
		"ours:Theta=fixed,Unroll=3": "settings Theta=fixed and Unroll=3 contradict each other: unrolled steps move " +
			"θ; give Theta=step, or Unroll=1",
		"zero:Weights=mean": "settings Stages=1 and Weights=mean contradict each other",
		"ours:Weights=mean": "settings Stages=1 and Weights=mean contradict each other",
		"famo:Weights=mean": "settings Stages=1 and Weights=mean contradict each other",
	} {
		if _, err := Named(text); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%s: error %v, want %q", text, err, word)
		}
	}
}

// A cell that the program plans has EtaT written out; one that lacks it, of an earlier time, means what it meant then.
func TestEtaTIsWrittenOut(t *testing.T) {
	for text, want := range map[string]string{
		"zero": "zero:EtaT=15.75", "ours": "ours:EtaT=15.75", "remix-paper:Stages=2": "remix-paper:EtaT=15.75,Stages=2",
		"ours:MetaSteps=3,EtaT=2": "ours:MetaSteps=3,EtaT=2", "zero:EtaT=20": "zero:EtaT=20", "natural": "natural",
		"autolambda": "autolambda", "fixed:.5,.5": "fixed:.5,.5", "remix:Eta=1": "remix:Eta=1",
		"weights:mine@0123456789abcdef": "weights:mine@0123456789abcdef",
	} {
		got, err := Explicit(text)
		if err != nil || got != want {
			t.Errorf("%s becomes %s, %v; want %s", text, got, err, want)
		}
		now, _ := Named(text)
		if planned, err := Recorded(want); err != nil || reflect.ValueOf(now).Comparable() && planned != now {
			t.Errorf("%s means %v in a cell, %v now", want, planned, now)
		}
	}
	for text, want := range map[string]Method{
		"zero": Zero{EtaT: 2.25, Staging: oneStage}, "zero:Stages=2": Zero{EtaT: 2.25, Staging: Staging{Stages: 2}},
		"remix-paper": RemixPaper{EtaT: 2.25, Staging: oneStage}, "equal": equal{},
	} {
		if got, err := Recorded(text); err != nil || got != want {
			t.Errorf("a cell of %s means %v, %v; want %v", text, got, err, want)
		}
	}
	if m, err := Recorded("ours:MetaSteps=9"); err != nil || m.(Ours).EtaT != 2.25 || m.(Ours).MetaSteps != 9 {
		t.Errorf("a cell of ours means %v, %v", m, err)
	}
	if _, err := Recorded("ours:Theta=fixed,Unroll=2"); err == nil {
		t.Error("a contradiction is no error in a cell")
	}
}

// Every setting of every registered method has a range with two ends that holds its default, and a help text; with its
// default written out, the method is the registered one.
func TestEverySettingIsDocumented(t *testing.T) {
	for _, name := range Methods.Names() {
		m, _ := Methods.Get(name)
		for _, s := range Settings(m) {
			if s.Range == "" || strings.Contains(s.Range, "inf") || len(s.Meaning) < 10 {
				t.Errorf("%s: setting %+v has no range, no end of it, or no help", name, s)
			}
			if got, err := Named(name + ":" + s.Key + "=" + s.Default); err != nil || got != m {
				t.Errorf("%s with its default %s=%s: %v, %v", name, s.Key, s.Default, got, err)
			}
		}
	}
}

func TestSweep(t *testing.T) {
	grid := Sweep(3, 4)
	if len(grid) != 15 { // 6 choose 2
		t.Fatalf("%d points", len(grid))
	}
	seen := map[[3]float64]bool{}
	for _, f := range grid {
		if err := simplex(f, 3); err != nil {
			t.Error(err)
		}
		seen[[3]float64(f)] = true
	}
	if len(seen) != 15 || !seen[[3]float64{.25, .75, 0}] || !seen[[3]float64{0, 0, 1}] {
		t.Errorf("the grid has %d different points: %v", len(seen), grid)
	}
	if got := Sweep(1, 9); len(got) != 1 || got[0][0] != 1 {
		t.Errorf("one group: %v", got)
	}
}

func TestDrop(t *testing.T) {
	g := demos.Groups{Frames: []int{10, 30, 20}}
	for _, c := range []struct {
		names []string
		want  []float64
	}{
		{[]string{"left:optimal", "left:biased", "right:optimal"}, []float64{1. / 3, 0, 2. / 3}},
		{[]string{"optimal", "noisy", "retry"}, []float64{1, 0, 0}},
		{[]string{"left", "middle", "right"}, []float64{1. / 6, .5, 1. / 3}},
		{[]string{"suboptimal", "optimality", "optimal:biased"}, []float64{1. / 6, .5, 1. / 3}},
	} {
		g.Names = c.names
		for i, a := range (drop{}).Start(g).Alpha() {
			if math.Abs(a-c.want[i]) > 1e-12 {
				t.Errorf("%v: group %d weighs %v, want %v", c.names, i, a, c.want[i])
			}
		}
	}
}

// Methods with settings that the pages of the repository name are accepted.
func TestDocumentedMethodsAreAccepted(t *testing.T) {
	pages, err := filepath.Glob("../../results/*/*.md")
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	pages = append(pages, more...)
	for _, page := range []string{
		"README.md", "CONTRIBUTING.md", "docs/results/networks.md", "results/README.md",
		"results/answer.md", "stats/README.md",
	} {
		pages = append(pages, "../../"+page)
	}
	named := regexp.MustCompile(`\b(` + strings.Join(Methods.Names(), "|") + `):[A-Z]\w*=[-+\w.,=]*`)
	found := map[string]bool{}
	for _, path := range pages {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, method := range named.FindAllString(string(text), -1) {
			method = strings.TrimRight(method, ".,")
			found[method] = true
			if _, err := Named(method); err != nil {
				t.Errorf("%s: %s: %v", path, method, err)
			}
		}
	}
	if len(found) < 3 {
		t.Errorf("%d methods, expected more", len(found))
	}
}
