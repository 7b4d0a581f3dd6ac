package bench

import (
	"strings"
	"testing"

	"counterpoise/bench/record"
)

var someCell = record.Cell{
	Experiment: "rare", Task: "picking", Recipe: leftRare, Groups: "behaviour", Method: "natural",
	Policy: StatePolicy, Trial: 3,
	Rollouts: 20, Steps: 2000, Seed: 1, Version: Version,
}

// The version of a cell is this program's unless its name says another.
func TestVersionOfNames(t *testing.T) {
	name, _, _ := strings.Cut(someCell.Name(), " version=")
	if c, err := ParseCell(name); err != nil || c.Version != Version || c.Experiment != "rare" {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestWrongNames(t *testing.T) {
	for change, want := range map[string]string{
		"task=picking->task=juggling":          `unknown task "juggling"`,
		"left=7,->left=7,left=7,":              `names "left" twice`,
		"left=7,middle=21->middle=21":          "",
		"left=7,middle=21->middle=21,left=7":   "cells spell it left=7,middle=21,right=21",
		"groups=behaviour->groups=size":        "no way to group",
		"method=natural->method=magic":         "magic",
		"method=natural->method=bc":            "method bc: cells spell it natural",
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
