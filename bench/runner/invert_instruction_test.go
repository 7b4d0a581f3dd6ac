package runner

import (
	"context"
	"reflect"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/seed"
	"counterpoise/scenes"
)

// The instruction is inverted in the given share of episodes, and the episodes of a smaller share are among them.
// Only bulb and switch change.
func TestIsAmbiguous(t *testing.T) {
	few, many := 0, 0
	for i := range 2000 {
		k := seed.Of("test", i)
		a, b := isAmbiguous(k, 0.1), isAmbiguous(k, 0.3)
		if a && !b {
			t.Fatal("an episode is ambiguous at .1 and not at .3")
		}
		if a {
			few++
		}
		if b {
			many++
		}
	}
	// Three standard deviations of a binomial of 2,000.
	if few < 160 || few > 240 || many < 538 || many > 662 {
		t.Errorf("%d and %d of 2000 are ambiguous, want about 200 and 600", few, many)
	}
	var o scenes.Observation
	o.Scene[scenes.SceneBulb], o.Scene[scenes.SceneSliders+scenes.Switch], o.Scene[scenes.SceneSliders+scenes.Door] = 1,
		scenes.SwitchTravel, 0.1
	before := o
	invertInstruction(&o)
	if o.Scene[scenes.SceneBulb] != 0 || o.Scene[scenes.SceneSliders+scenes.Switch] != 0 ||
		o.Scene[scenes.SceneSliders+scenes.Door] != before.Scene[scenes.SceneSliders+scenes.Door] ||
		o.Robot != before.Robot {
		t.Errorf("inverted: %v", o.Scene)
	}
	invertInstruction(&o)
	if !reflect.DeepEqual(o, before) {
		t.Error("inverted twice is not as before")
	}
}

// The condition inverts the instruction in demonstrations; without it none is inverted.
func TestAmbiguousDemonstrations(t *testing.T) {
	c := seeing()[0]
	c.Policy, c.Recipe = bench.StatePolicy, "slider=8,drawer=8"
	var l datasetCache
	l.capacity = 1
	plain, err := l.dataset(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	c.Condition.Ambiguity = 0.5
	ambiguous, err := l.dataset(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	wrong := 0
	for i := range ambiguous.Episodes {
		lit := plain.Episodes[i].Behaviour == "drawer"
		if (plain.Episodes[i].Observations[0].Scene[scenes.SceneBulb] == 1) != lit {
			t.Errorf("episode %d: the bulb misleads without the condition", i)
		}
		if (ambiguous.Episodes[i].Observations[0].Scene[scenes.SceneBulb] == 1) != lit {
			wrong++
		}
	}
	if wrong < 2 || wrong > 14 { // of 16 at a half: beyond that once in 1,900 draws
		t.Errorf("the bulb misleads in %d of 16 demonstrations", wrong)
	}
}
