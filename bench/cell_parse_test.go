package bench

import (
	"strings"
	"testing"

	"counterpoise/bench/record"
)

// Every cell of every profile and experiment is found by its name, by its hash, and under an experiment that has it.
func TestCellsAreFoundByName(t *testing.T) {
	seen := map[string]bool{} // plans share most of their cells
	for _, name := range append(Profiles.Names(), Experiments.Names()...) {
		p, err := NewPlan(name, func(*record.Size) {})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range p.Cells() {
			if seen[c.Name()] {
				continue
			}
			seen[c.Name()] = true
			got, err := ParseCell(c.Name())
			if err != nil || got.Name() != c.Name() || got.Experiment == "" {
				t.Fatalf("%s is read as %+v, %v", c.Name(), got, err)
			}
			if len(seen)%5000 == 1 { // it takes half a second
				if got, ok := FindCell(c.Hash()); !ok || got.Name() != c.Name() {
					t.Errorf("%s is found as %+v, %v", c.Hash(), got, ok)
				}
			}
		}
	}
	if c, ok := FindCell("0123456789abcdef"); ok {
		t.Errorf("a hash of nothing is %v", c)
	}
}

var someCell = record.Cell{
	Experiment: "E1", Task: "picking", Recipe: "left=9,middle=27,right=27", Groups: "behaviour", Method: "natural",
	Policy: StatePolicy, Trial: 3,
	Rollouts: 20, Steps: 2000, Seed: 1, Version: Version,
}

// The version of a cell is this program's unless its name says another.
func TestVersionOfNames(t *testing.T) {
	name, _, _ := strings.Cut(someCell.Name(), " version=")
	if c, err := ParseCell(name); err != nil || c.Version != Version || c.Experiment != "E1" {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestWrongNames(t *testing.T) {
	for change, want := range map[string]string{
		"task=picking->task=juggling":          `unknown task "juggling"`,
		"left=9,->left=9,left=9,":              `names "left" twice`,
		"left=9,middle=27->middle=27":          "",
		"left=9,middle=27->middle=27,left=9":   "cells spell it left=9,middle=27,right=27",
		"groups=behaviour->groups=size":        "no way to group",
		"method=natural->method=magic":         "magic",
		"trial=3->trial=-3":                    `"trial=-3": want a whole number from 0`,
		"rollouts=20->rollouts=1000001":        "the cell has trial 3, 1000001 rollouts and ",
		"trial=3->trial=100001":                "the cell has trial 100001, 20 rollouts and ",
		"rollouts=20->rollouts=-1":             `"rollouts=-1": want a whole number from 0`,
		"steps=2000 ->":                        "steps= is missing",
		"seed=1->seed=one":                     `"seed=one"`,
		"seed=1->seed=1 seed=2":                `"seed=2" is not one of its words, or stands there twice`,
		"version=" + Version + "->version=0.1": "the cell is of version 0.1",
		"trial=3->trial=3 reading=each":        `reading "each": no method has readings`,
		"trial=3->trial=3 condition=Fog=1":     "the only condition of a cell is Ambiguity=SHARE",
		"task=picking->task=picking:Fog=1":     `no setting "Fog"; known: Yaw`,
		"task=picking->task=picking:Yaw=022.5": "cells spell it picking",
		"trial=3->colour=red":                  `"colour=red" is not one of its words`,
	} {
		from, to, _ := strings.Cut(change, "->")
		_, err := ParseCell(strings.Replace(someCell.Name(), from, to, 1))
		if want == "" && err == nil || err != nil && want != "" && strings.Contains(err.Error(), want) &&
			!strings.Contains(err.Error(), "\n") {
			continue
		}
		t.Errorf("%s: error %v, want %q", change, err, want)
	}
}

// FuzzParseCell: whatever is read as a cell has a name that is read as the same cell.
func FuzzParseCell(f *testing.F) {
	f.Add(someCell.Name())
	f.Add("task=opening recipe=slider=1 groups=both method=ours:EtaT=5 " +
		"policy=state:Execute=1 trial=0 rollouts=1 steps=1 seed=0")
	f.Add("task=opening recipe=slider=1 groups=both method=natural " +
		"policy=state:Cue=0.2 trial=0 rollouts=1 steps=1 seed=0")
	f.Add("task=opening recipe=slider=1 groups=both method=natural " +
		"policy=vision+mlp+bins condition=Ambiguity=.5 trial=0 rollouts=1 steps=1 seed=0")
	f.Add("task=picking:Yaw=90 recipe=left=1 groups=both method=natural policy=state trial=0 rollouts=1 steps=1 seed=0")
	f.Add("task= recipe==,= trial=0x1")
	f.Fuzz(func(t *testing.T, name string) {
		c, err := ParseCell(name)
		if err != nil {
			return
		}
		again, err := ParseCell(c.Name())
		if err != nil || again != c {
			t.Errorf("%q is read as %+v, and that as %+v, %v", name, c, again, err)
		}
	})
}
