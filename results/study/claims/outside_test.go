package claims

import (
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/recordtest"
	"counterpoise/internal/seed"
	"counterpoise/policies/balance"
	"counterpoise/scenes"
)

// adoptWeights registers E5 with the weights "mine" as an arm, on picking alone, until the test ends.
func adoptWeights(t *testing.T) string {
	t.Helper()
	m, err := balance.Named("weights:mine@0123456789abcdef")
	if err != nil {
		t.Fatal(err)
	}
	e, err := bench.Experiments.Get("E5")
	if err != nil {
		t.Fatal(err)
	}
	w, ok := bench.Weighted(e, []balance.Given{m.(balance.Given)}, func(task, _ string, _ balance.Given) bool {
		return strings.HasPrefix(task, "picking")
	})
	release, err := bench.Adopt(w)
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	t.Cleanup(release)
	return w.Name
}

// outsideRecords are records of E5 in which the arm mine is some points above all others, with complete records of
// some trials.
func outsideRecords(above, trials int, experiments ...string) recordtest.Records {
	return recordtest.RecordsOf(func(_, behaviour, arm string, trial int) int {
		level := 50 + seed.Of("outside", behaviour, arm, trial).Rand().IntN(5)
		if arm == "mine" {
			level += above
		}
		return level
	}, trials, experiments...)
}

// Each verdict on a > b has its word, at the level and the number of trials of the look.
func TestOutsideVerdicts(t *testing.T) {
	name := adoptWeights(t)
	for _, c := range []struct {
		above, trials int
		want          Verdict
	}{
		{12, 10, "better"}, {3, 10, "better, by less than 5 points"}, {0, 10, "equal within 5 points"},
		{-3, 30, "worse, by less than 5 points"}, {-12, 30, "worse"},
	} {
		s := outsideRecords(c.above, c.trials, "E5", name)
		e := Evaluate(All(), recordtest.Size(c.trials), s, scenes.CALVIN)
		found := false
		for _, o := range e.Outside {
			if o.Against != "imbalanced" || o.Behaviour != bench.AllBehaviours {
				continue
			}
			found = true
			if o.Verdict != c.want || (o.Look.Number == 1) != (c.trials == 30) || o.Weights != "mine" {
				t.Errorf("%+d points, %d trials: %v at %v: %s", c.above, c.trials, o.Verdict, o.Look, o.Why)
			}
		}
		if !found {
			t.Errorf("no verdict on all behaviours among %d", len(e.Outside))
		}
	}
}

// Every verdict that the rule of a > b can give has a word.
func TestOutsideWords(t *testing.T) {
	for _, v := range Verdicts {
		if _, ok := outsideVerdicts[v]; !ok && v != NotTestable {
			t.Errorf("%s has no word", v)
		}
	}
}

// Questions are those of the study's claims about its own method, and these keep their verdicts and counts.
func TestOutsideBesideTheStudy(t *testing.T) {
	size := recordtest.Size(10)
	before := Evaluate(All(), size, outsideRecords(12, 10, "E5"), scenes.CALVIN)
	name := adoptWeights(t)
	e := Evaluate(All(), size, outsideRecords(12, 10, "E5", name), scenes.CALVIN)
	if len(before.Outside) != 0 || e.Counts() != before.Counts() {
		t.Errorf("before: %d outside, %s; with weights: %s", len(before.Outside), before.Counts(), e.Counts())
	}
	like := map[string]bool{}
	for _, o := range e.Outside {
		for _, id := range o.Like {
			like[id] = true
		}
		if o.Task != "picking" || o.Experiment != name || o.Why == "" || !o.Test.P.Defined() ||
			o.Holm.Defined() == (o.Behaviour == bench.AllBehaviours) {
			t.Errorf("%+v", o)
		}
	}
	for _, id := range []string{"C21", "C22", "C23", "C24", "C25", "C27"} {
		if !like[id] {
			t.Errorf("nothing is like %s", id)
		}
	}
	s := e.Section()
	if len(s.Tables) != len(before.Section().Tables)+1 || !strings.Contains(strings.Join(s.Lines, "\n"),
		"E5+mine picking left, mine against zero: better: mine 1") {
		t.Errorf("%d tables, %q", len(s.Tables), s.Lines)
	}
	// Without records of the study's claims they stand alone.
	if s := (Evaluation{Size: size, Claims: before.Claims[:0], Outside: e.Outside}).Section(); len(s.Tables) != 1 ||
		!strings.Contains(s.Intro, "No records are of the study's claims") {
		t.Errorf("%d tables: %s", len(s.Tables), s.Intro)
	}
}

// A verdict of the first look has the numbers of its 30 trials, also where 60 are recorded.
func TestOutsideAtItsLook(t *testing.T) {
	name := adoptWeights(t)
	e := Evaluate(All()[:1], recordtest.Size(60), outsideRecords(12, 60, "E5", name), scenes.CALVIN)
	if len(e.Outside) == 0 {
		t.Fatal("no verdicts on the weights")
	}
	for _, o := range e.Outside {
		if o.Verdict != "better" || o.Look.Number != 1 || o.Test.N.Total() != 30 {
			t.Errorf("%s against %s: %v at %v, n = %v", o.Behaviour, o.Against, o.Verdict, o.Look, o.Test.N)
		}
	}
}
