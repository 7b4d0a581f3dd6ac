package bench

import (
	"reflect"
	"testing"
)

var someCell = Cell{
	Experiment: "E1", Task: "picking", Recipe: "left=9,middle=27,right=27", Groups: "behaviour", Method: "natural", Policy: "state", Trial: 3,
	Rollouts: 20, Steps: 2000, Seed: 1, Version: "2.3",
}

// The hash is part of every store: if it changes, records made before are lost from sight.
// Value: the first 16 digits of `printf '%s' "<name>" | sha256sum`.
func TestHashIsPinned(t *testing.T) {
	const name = "task=picking recipe=left=9,middle=27,right=27 groups=behaviour method=natural policy=state trial=3 rollouts=20 steps=2000 seed=1 version=2.3"
	if got := someCell.Name(); got != name {
		t.Errorf("name\n got %s\nwant %s", got, name)
	}
	if got, want := someCell.Hash(), "48ed4018cbae175c"; got != want {
		t.Errorf("hash %s, want %s", got, want)
	}
}

// Every field decides the name, except the one that says who asked.
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
		field := reflect.TypeFor[Cell]().Field(i).Name
		if same := c.Name() == someCell.Name(); same != (field == "Experiment") {
			t.Errorf("changing %s: same name %v", field, same)
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
