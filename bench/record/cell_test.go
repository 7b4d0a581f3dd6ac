package record

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

var statePolicy = Policy{Observer: "state", Network: DefaultNetwork, Head: DefaultHead}

var someCell = Cell{
	Experiment: "E1", Task: "picking", Recipe: "left=9,middle=27,right=27", Groups: "behaviour", Method: "natural",
	Policy: statePolicy, Trial: 3,
	Rollouts: 20, Steps: 2000, Seed: 1, Version: "3.4",
}

// The hash is part of every store: if it changes, records made before are no longer found.
// Value: the first 16 digits of `printf '%s' "<name>" | sha256sum`.
func TestHashIsPinned(t *testing.T) {
	const name = "task=picking recipe=left=9,middle=27,right=27 groups=behaviour method=natural policy=state " +
		"trial=3 rollouts=20 steps=2000 seed=1 version=2.3"
	c := someCell
	c.Version = "2.3"
	if got := c.Name(); got != name {
		t.Errorf("name\n got %s\nwant %s", got, name)
	}
	if got, want := c.Hash(), "48ed4018cbae175c"; got != want {
		t.Errorf("hash %s, want %s", got, want)
	}
}

// Every field decides the name, except the labels that say where the cell and its seed come from.
func TestNameHasEveryField(t *testing.T) {
	for i := range reflect.TypeFor[Cell]().NumField() {
		c := someCell
		switch f := reflect.ValueOf(&c).Elem().Field(i); f.Kind() {
		case reflect.String:
			f.SetString("other")
		case reflect.Int:
			f.SetInt(99)
		case reflect.Uint64:
			f.SetUint(99)
		}
		if reflect.TypeFor[Cell]().Field(i).Name == "Policy" {
			c.Policy.Observer = "other"
		}
		field := reflect.TypeFor[Cell]().Field(i).Name
		if same := c.Name() == someCell.Name(); same != (field == "Experiment" || field == "SeedSource") ||
			same != c.Same(someCell) {
			t.Errorf("changing %s: same name %v", field, same)
		}
	}
}

// Before tasks had knobs, the ambiguity of opening's instruction was a setting of the policy and then a condition.
// Names and records of those times are read.
func TestAmbiguityOfOldCells(t *testing.T) {
	opening := someCell
	opening.Task, opening.Recipe = "opening", "slider=10,drawer=20"
	for _, old := range []string{
		strings.Replace(opening.Name(), "policy=state", "policy=state:Execute=2,Cue=0.2", 1),
		strings.Replace(opening.Name(), "policy=state", "policy=state:Execute=2 condition=Ambiguity=0.2", 1),
	} {
		var c Cell
		err := c.ReadName(old)
		if err != nil || c.Task != "opening:Ambiguity=0.2" || c.Policy.Settings.Execute != 2 ||
			c.Variation() != "Execute=2" {
			t.Errorf("%s is read as %+v, %v", old, c, err)
		}
	}
	for _, old := range []string{
		`{"task":"opening","policy":"state:Cue=0.1","trial":4}`,
		`{"task":"opening","policy":"state","condition":{"ambiguity":0.1},"trial":4}`,
	} {
		var read, again Cell
		err := json.Unmarshal([]byte(old), &read)
		if want := (Cell{Task: "opening:Ambiguity=0.1", Policy: statePolicy, Trial: 4}); err != nil || read != want {
			t.Errorf("%+v, %v; want %+v", read, err, want)
		}
		if b, err := json.Marshal(read); err != nil || json.Unmarshal(b, &again) != nil || again != read {
			t.Errorf("%s is read as %+v, %v", b, again, err)
		}
	}
}

// Arms of a trial share their randomness; trials, tasks and seeds do not.
func TestPairing(t *testing.T) {
	arm := someCell
	arm.Recipe, arm.Method, arm.Experiment = "left=21,middle=21,right=21", "equal", "E2"
	if arm.TrainingKey() != someCell.TrainingKey() || arm.StartKey() != someCell.StartKey() {
		t.Error("two arms of a trial draw different random numbers")
	}
	arm.Task += ":Yaw=90"
	if arm.TrainingKey() != someCell.TrainingKey() || arm.StartKey() != someCell.StartKey() ||
		PoolSeed(arm.Task, 3, 1) != PoolSeed(someCell.Task, 3, 1) {
		t.Error("two settings of a knob draw different random numbers")
	}
	for _, change := range []func(*Cell){
		func(c *Cell) { c.Trial++ }, func(c *Cell) { c.Seed++ }, func(c *Cell) { c.Task = "opening" },
	} {
		other := someCell
		change(&other)
		if other.TrainingKey() == someCell.TrainingKey() || other.StartKey() == someCell.StartKey() {
			t.Errorf("%+v draws the random numbers of %+v", other, someCell)
		}
	}
	if PoolSeed("picking", 3, 1) == PoolSeed("picking", 4, 1) || someCell.TrainingKey() == someCell.StartKey() {
		t.Error("two purposes share a stream")
	}
}

// What is read has every field, whatever order the words have.
func TestCellIsReadWhole(t *testing.T) {
	all := someCell
	all.Reading = "each"
	words := strings.Fields(all.Name())
	for i := range words {
		words[i], words[0] = words[0], words[i]
	}
	var c Cell
	if err := c.ReadName(strings.Join(words, " ")); err != nil {
		t.Fatal(err)
	}
	for i := range reflect.TypeFor[Cell]().NumField() {
		field := reflect.TypeFor[Cell]().Field(i).Name
		if reflect.ValueOf(c).Field(i).IsZero() != (field == "Experiment" || field == "SeedSource") {
			t.Errorf("%s is read as %v", field, reflect.ValueOf(c).Field(i))
		}
	}
}
