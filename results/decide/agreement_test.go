package decide

import (
	"slices"
	"strings"
	"testing"

	"counterpoise/results/advice"
	"counterpoise/scenes/demos"
)

// The drawn recipes have what they are said to have, and are the same whenever they are drawn.
func TestDraw(t *testing.T) {
	all := Agreement.Draw(60, 1)
	told, tasks, good := map[Told]int{}, map[string]int{}, 0
	for i, d := range all {
		told[d.Told]++
		tasks[d.Task]++
		total, bad := 0, 0
		for _, c := range d.Counts {
			if total += c.N; c.Style != "" && c.Style != "optimal" {
				if bad += c.N; !slices.Contains(d.Kind, c.Style) {
					t.Errorf("%s: %s is none of %v", d.Recipe, c.Style, d.Kind)
				}
			}
		}
		share := float64(bad) / float64(total)
		if (d.Bad == 0) != (bad == 0) || share > .85 || d.Bad > 0 && (d.Bad < .05 || d.Bad > .8) {
			t.Errorf("%s: %d of %d bad, drawn share %v", d.Recipe, bad, total, d.Bad)
		}
		if d.Bad == 0 {
			good++
		}
		if alone := Agreement.draw(i, 1); alone.String() != d.String() {
			t.Errorf("recipe %d is %s among others, and %s alone", i, d, alone)
		}
	}
	if len(told) != 6 || told[BySuccess] != 10 || len(tasks) != 2 || good != 12 {
		t.Errorf("%v, %v, %d all good", told, tasks, good)
	}
	if Agreement.Draw(1, 2)[0].String() == all[0].String() {
		t.Error("another seed draws the same recipe")
	}
}

// A drawn dataset says what its recipe tells and no more.
func TestDrawnDatasetsSay(t *testing.T) {
	recipe, err := demos.ParseRecipe("picking left=3,left:miss=2")
	if err != nil {
		t.Fatal(err)
	}
	made, err := demos.Generate(t.Context(), recipe, 1, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	for told, want := range map[Told]string{
		BySuccess: "behaviour success task", ByStyle: "behaviour style success task",
		ByOperator: "behaviour operator task", Nothing: "behaviour task", NothingElse: "task", StyleElse: "style task",
		OperatorElse: "operator task",
	} {
		r := Drawing{Told: told}.Dataset(made, 0)
		for i := range r.Episodes() {
			raw, err := r.Read(i, false)
			var names []string
			for name, value := range raw.Labels {
				if names = append(names, name); name == "operator" && i >= 3 && value != "bob" {
					t.Errorf("%s showed a bad one", value)
				}
			}
			if slices.Sort(names); err != nil || strings.Join(names, " ") != want {
				t.Errorf("%s: %v, want %s (%v)", told, names, want, err)
			}
		}
	}
}

// A decision is what is left out and what is open, whatever the order and the numbers.
func TestDecision(t *testing.T) {
	r := advice.Report{}
	if got := Decision(r); got != "keep all" {
		t.Error(got)
	}
	r.Groups = []advice.Group{{}, {Failed: true}, {Failed: true}}
	r.Failures = []advice.FailedVerdict{{Group: 1, LeaveOut: true}, {Group: 2, LeaveOut: true}}
	r.Verdicts = []advice.Verdict{{Kind: advice.Kind{Name: "noisy"}, Open: true},
		{Kind: advice.Kind{Name: "ann", Reference: "bob"}, Open: true, Undirected: true},
		{Kind: advice.Kind{Name: "miss"}, LeaveOut: true}, {Kind: advice.Kind{Name: "slow"}}}
	if got := Decision(r); got != "leave out failed, miss; can't tell of ann or bob, noisy" {
		t.Error(got)
	}
	a := Agreed{Decisions: []string{"b", "a", "b", "b", "c"}}
	if a.Agree() != 3 {
		t.Errorf("%d agree", a.Agree())
	}
}
