package bench

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

var someCell = Cell{
	Experiment: "E1", Task: "picking", Recipe: "left=9,middle=27,right=27", Groups: "behaviour", Method: "natural",
	Policy: StatePolicy, Trial: 3,
	Rollouts: 20, Steps: 2000, Seed: 1, Version: Version,
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
		switch field := reflect.TypeFor[Cell]().Field(i).Name; field {
		case "Policy":
			c.Policy.Observer = "other"
		case "Condition":
			c.Condition.Ambiguity = 0.3
		}
		field := reflect.TypeFor[Cell]().Field(i).Name
		if same := c.Name() == someCell.Name(); same != (field == "Experiment" || field == "SeedSource") ||
			same != c.Same(someCell) {
			t.Errorf("changing %s: same name %v", field, same)
		}
	}
}

// Before a condition was a field of its own, it was a setting of the policy: names and records of that time are read.
func TestConditionOfOldCells(t *testing.T) {
	old := strings.Replace(someCell.Name(), "policy=state", "policy=state:Execute=2,Cue=0.2", 1)
	c, err := ParseCell(old)
	if err != nil || c.Condition.Ambiguity != 0.2 || c.Policy.Settings.Execute != 2 ||
		c.Variation() != "Execute=2,Ambiguity=0.2" {
		t.Errorf("%+v, %v", c, err)
	}
	if !strings.Contains(c.Name(), " policy=state:Execute=2 condition=Ambiguity=0.2 trial=") {
		t.Errorf("named %s", c.Name())
	}
	var read Cell
	err = json.Unmarshal([]byte(`{"task":"opening","policy":"state:Cue=0.1","trial":4}`), &read)
	if want := (Cell{Task: "opening", Policy: StatePolicy, Condition: Condition{0.1}, Trial: 4}); err != nil ||
		read != want {
		t.Errorf("%+v, %v; want %+v", read, err, want)
	}
	again := Cell{}
	if b, err := json.Marshal(read); err != nil || json.Unmarshal(b, &again) != nil || again != read {
		t.Errorf("%s is read as %+v, %v", b, again, err)
	}
}

// Arms of a trial share their randomness; trials, tasks and seeds do not.
func TestPairing(t *testing.T) {
	arm := someCell
	arm.Recipe, arm.Method, arm.Experiment = "left=21,middle=21,right=21", "equal", "E2"
	if arm.TrainingKey() != someCell.TrainingKey() || arm.StartKey() != someCell.StartKey() {
		t.Error("two arms of a trial draw different random numbers")
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
