package regret

import (
	"encoding/json"
	"flag"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/policies/weigh"
	"counterpoise/results/advice"
	"counterpoise/scenes/demos"
)

var (
	write   = flag.Bool("write", false, "BenchmarkAdvice writes "+file)
	recipes = flag.Int("recipes", len(study.RegretRecipes()), "number of recipes, the first of the list")
)

const file = "advice.json"

// BenchmarkAdvice makes the advice on the demonstrations of recipes (Advices), see Command. It takes about two
// seconds of one core for each trial of a recipe with suboptimal styles, and no rollout.
func BenchmarkAdvice(b *testing.B) {
	var a Advices
	for range b.N {
		a = Advices{Version: bench.Version, Seed: study.Regret.Size.Seed}
		for i, r := range study.RegretRecipes()[:*recipes] {
			for trial := range study.Regret.Size.Trials {
				if len(r.Styles) > 0 {
					a.Entries = append(a.Entries, advise(b, r, i, trial, a.Seed))
				}
			}
		}
	}
	if *write {
		text, err := json.MarshalIndent(a, "", " ")
		if err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(file, append(text, '\n'), 0o644); err != nil {
			b.Fatal(err)
		}
	}
}

// advise makes the advice on one trial's demonstrations of a recipe, with the seed that the command advise has.
func advise(t testing.TB, r study.RegretRecipe, i, trial int, from uint64) Advice {
	t.Helper()
	d, err := demos.Generate(t.Context(), r.Recipe, record.PoolSeed(r.Task, trial, from), 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	none := func(int, int) {}
	g, err := weigh.ReadGroups(t.Context(), reader{d}, []string{"behaviour", "style"}, none)
	if err != nil {
		t.Fatal(err)
	}
	c, err := weigh.ReadCorpus(t.Context(), reader{d}, g, weigh.CorpusOptions{}, none)
	if err != nil {
		t.Fatal(err)
	}
	m, err := advice.Measure(t.Context(), &g.LabelledGroups, c, advice.Options{Seed: 1, Repeats: advice.DefaultRepeats})
	if err != nil {
		t.Fatal(err)
	}
	return Advice{Recipe: i, Trial: trial, Hash: d.Card.Hash, Alone: leftOut(t, m, nil), Word: leftOut(t, m, r.Styles)}
}

// leftOut returns the styles that the advice leaves out, sorted.
func leftOut(t testing.TB, m advice.Measurement, suboptimal []string) []string {
	t.Helper()
	a, err := advice.Advise(m, suboptimal)
	if err != nil {
		t.Fatal(err)
	}
	styles := []string{}
	for _, v := range a.Verdicts {
		if v.LeaveOut {
			styles = append(styles, v.Name)
		}
	}
	slices.Sort(styles)
	return styles
}

// reader is a dataset in memory.
type reader struct{ *demos.Dataset }

func (r reader) Card() demos.Card                       { return r.Dataset.Card }
func (r reader) Episodes() int                          { return len(r.Dataset.Episodes) }
func (r reader) Close() error                           { return nil }
func (r reader) Read(i int, _ bool) (*demos.Raw, error) { return r.Dataset.Episodes[i].Raw(false), nil }

// The committed advice loads, is of the recipes of the list, and names their styles.
func TestCommittedAdvice(t *testing.T) {
	a, err := Committed()
	if err != nil {
		t.Fatal(err)
	}
	all := study.RegretRecipes()
	for _, e := range a.Entries {
		if e.Recipe < 0 || e.Recipe >= len(all) || e.Trial < 0 || e.Hash == "" {
			t.Fatalf("%+v", e)
		}
		for _, s := range slices.Concat(e.Alone, e.Word) {
			if !slices.Contains(all[e.Recipe].Styles, s) {
				t.Errorf("%+v leaves out %s, recipe has %v", e, s, all[e.Recipe].Styles)
			}
		}
	}
	if len(a.Entries) > 0 && (a.Seed != study.Regret.Size.Seed || a.Version != bench.Version) {
		t.Errorf("advice of seed %d and version %s", a.Seed, a.Version)
	}
}

// The same recipe drawn anew gets the same advice from the data alone: at least 95 % of the advices are that of the
// majority of their recipe.
func TestAdviceAgrees(t *testing.T) {
	a, err := Committed()
	if err != nil {
		t.Fatal(err)
	}
	votes := map[int]map[string]int{}
	for _, e := range a.Entries {
		if votes[e.Recipe] == nil {
			votes[e.Recipe] = map[string]int{}
		}
		votes[e.Recipe][strings.Join(e.Alone, "+")]++
	}
	agree := 0
	for _, of := range votes {
		agree += slices.Max(slices.Collect(maps.Values(of)))
	}
	if len(votes) < 30 || float64(agree) < .95*float64(len(a.Entries)) {
		t.Errorf("%d of %d advices agree, on %d recipes", agree, len(a.Entries), len(votes))
	}
}

// The first entry is what the advice makes of these demonstrations today.
func TestCommittedAdviceIsMadeAgain(t *testing.T) {
	a, err := Committed()
	if err != nil || len(a.Entries) == 0 {
		t.Fatalf("%d entries, %v", len(a.Entries), err)
	}
	e := a.Entries[0]
	again := advise(t, study.RegretRecipes()[e.Recipe], e.Recipe, e.Trial, a.Seed)
	if again.Hash != e.Hash || !slices.Equal(again.Alone, e.Alone) || !slices.Equal(again.Word, e.Word) {
		t.Errorf("committed %+v, today %+v", e, again)
	}
}
