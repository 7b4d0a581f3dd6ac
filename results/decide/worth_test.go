package decide

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench/record"
	"counterpoise/policies/weightfile"
	"counterpoise/scenes/demos"
)

// The recipes of the list are those that the page says.
func TestRegretList(t *testing.T) {
	told, good, unseen := map[Told]int{}, 0, 0
	for i, d := range Regret.Draw(64, 5) {
		told[d.Told]++
		if d.Bad == 0 {
			good++
		}
		if Unseen(i) {
			unseen++
		}
		for _, style := range d.Kind {
			if slices.Contains([]string{"fumble", "hasty", "mistake", "release", "slow"}, style) != Unseen(i) {
				t.Errorf("recipe %d has %s", i, style)
			}
		}
	}
	if len(told) != 7 || told[NothingElse] != 16 || told[BySuccess] != 8 || good != 16 || unseen != 21 {
		t.Errorf("%v, %d all good, %d unseen", told, good, unseen)
	}
}

// Choices that are written are read again.
func TestChoices(t *testing.T) {
	all := []Choice{{0, 1, ArmAdvised, "aa", "3,7-9", true, "keep all; can't tell of \"a, b\""},
		{2, 0, ArmPlain, "bb", "", false, ""}}
	var text bytes.Buffer
	if err := WriteChoices(&text, all); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadChoices(strings.NewReader(text.String())); err != nil || !reflect.DeepEqual(got, all) {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range []string{"", "a,b\n", strings.Replace(text.String(), "true", "perhaps", 1)} {
		if _, err := ReadChoices(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// Arms that keep the same demonstrations are one arm.
func TestTrueArms(t *testing.T) {
	recipe, err := demos.ParseRecipe("picking left=2,middle=4,left:miss=1")
	if err != nil {
		t.Fatal(err)
	}
	made, err := demos.Generate(t.Context(), recipe, 1, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	good := make([]bool, 7)
	for i := range good {
		good[i] = made.Episodes[i].Style == optimal
	}
	some := slices.Clone(good)
	some[slices.Index(some, true)] = false
	for _, c := range []struct {
		kept []bool
		want string // name of the advised arm
	}{{good, ArmDropped}, {slices.Repeat([]bool{true}, 7), ArmPlain}, {some, ArmAdvised}} {
		arms := TrueArms(made, c.kept, make([]weightfile.Frames, 7))
		if got := arms[ArmAdvised].Name; got != c.want || len(arms) != 5 {
			t.Errorf("%v: %s, %d arms", c.kept, got, len(arms))
		}
	}
	if named := NamedGood(made); len(named) != 2 || !good[named[0]] || !good[named[1]] {
		t.Errorf("named good: %v of %v", named, good)
	}
}

// Worth by hand: of two recipes of four draws with ten rollouts each, one is told nothing and loses what leaving out
// would gain, the other leaves out. A recipe without all its records does not count.
func TestWorth(t *testing.T) {
	list := Regret.Draw(3, 1)
	list[0].Told, list[0].Bad = NothingElse, .5
	list[1].Told, list[1].Bad = BySuccess, .5
	of := map[string]record.Record{}
	var choices []Choice
	add := func(recipe, draw int, arm, cell string, success int) {
		if success >= 0 {
			o := record.Outcomes{Steps: make([]int, 10), EarnedSteps: make([]int, 10)}
			for i := range success {
				o.EarnedSteps[i] = 1
			}
			of[cell] = record.Record{Rollouts: []record.Outcomes{o}}
		}
		choices = append(choices, Choice{Recipe: recipe, Draw: draw, Arm: arm, Cell: cell, Open: recipe == 0,
			Out: map[bool]string{true: "1"}[recipe == 1 && arm == ArmAdvised]})
	}
	for draw := range 4 {
		name := func(arm string) string { return fmt.Sprint(arm, draw) }
		add(0, draw, ArmPlain, name("a"), 4)
		add(0, draw, ArmDropped, name("b"), 6+draw%2)
		add(0, draw, ArmAdvised, name("a"), 4)
		add(1, draw, ArmPlain, name("c"), 2)
		add(1, draw, ArmDropped, name("d"), 5)
		add(1, draw, ArmAdvised, name("d"), 5)
		add(2, draw, ArmPlain, name("e"), 5-6*(draw/3))
		add(2, draw, ArmAdvised, name("e"), 5-6*(draw/3))
	}
	delete(of, "e3")
	all := WorthOf(list, choices, of)
	if len(all) != 2 {
		t.Fatalf("%d recipes", len(all))
	}
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
	if w := all[0]; !near(w.Regret, 25) || w.Gain != 0 || !near(w.Gap, 25) || w.Open != 4 || w.Changes != 0 {
		t.Errorf("%+v", w)
	}
	if w := all[1]; !near(w.Regret, 0) || !near(w.Gain, 30) || w.Changes != 4 || w.Same != 4 {
		t.Errorf("%+v", w)
	}
	s := Summarise("both", all)
	if !near(s.Regret.MeanDifference.Or(0), 12.5) || !near(s.Gain.MeanDifference.Or(0), 15) || !near(s.Agree, 1) {
		t.Errorf("%+v", s)
	}
	text := strings.Join(Page(all, 3, 4, 10).Lines, "\n")
	for _, want := range []string{"2 of 3 recipes have all their records", "no recipe is shown to lose more than 8"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
