package table

import (
	"strings"
	"testing"
)

// Columns that the methods share are groups whatever their names, alone and together; only what a name says are units.
// Controls are tables of seeds.
func TestRolesOfSharedColumns(t *testing.T) {
	counts := "ACT,cup,12,20\nACT,bowl,15,20\nDP,cup,13,20\nDP,bowl,17,20\n"
	ids := "ACT,0,12,20\nACT,1,15,20\nDP,0,13,20\nDP,1,17,20\n"
	two := "ACT,a,0,12,20\nACT,a,1,15,20\nACT,b,0,9,20\nDP,a,0,13,20\nDP,a,1,17,20\nDP,b,0,8,20\n"
	singles := "ACT,cup,1\nACT,cup,0\nACT,bowl,1\nACT,bowl,1\nDP,cup,1\nDP,cup,1\nDP,bowl,0\nDP,bowl,1\n"
	wide := "cup,12/20,13/20\nbowl,15/20,17/20\n"
	for _, header := range []string{"task", "object", "Setting", "Condition", "Scene", "Suite", "Skill", "Split",
		"Benchmark", "Instruction", "location", "lighting", "day", "operator", "category", "phase"} {
		const want = "ACT ACT cup 12/20; ACT ACT bowl 15/20; DP DP cup 13/20; DP DP bowl 17/20"
		got, taken, err := detected("policy,"+header+",successes,n\n"+counts, Choice{})
		if err != nil || got != want || !taken.Policies {
			t.Errorf("%s: %s, %v\nwant %s", header, got, err, want)
		}
		if header == "task" || header == "lighting" || header == "day" || header == "operator" || header == "phase" {
			continue
		}
		const rollouts = "ACT ACT cup 1/1; ACT ACT cup 0/1; ACT ACT bowl 1/1"
		got, taken, err = detected("policy,"+header+",success\n"+singles, Choice{})
		if header != "Scene" && (err != nil || !strings.HasPrefix(got, rollouts) || !taken.Policies) {
			t.Errorf("rollouts of each %s: %s, %v\nwant %s", header, got, err, rollouts)
		}
	}
	for _, c := range []struct{ name, text, groups string }{
		{"ids", "policy,task_id,successes,n\n" + ids, "0 1"},
		{"ids in capitals", "policy,TaskID,successes,n\n" + ids, "0 1"},
		{"numbers of anything", "policy,shelf,successes,n\n" + ids, "0 1"},
		{"suites of tasks", "policy,suite,task_id,successes,n\n" + two, "a, 0 a, 1 b, 0"},
		{"a task and a place", "policy,task,location,successes,n\n" + two, "a, 0 a, 1 b, 0"},
		{"an object and a place", "policy,object,place,successes,n\n" + two, "a, 0 a, 1 b, 0"},
		{"seeds", "policy,seed,successes,n\n" + ids, "all"},
		{"words of seeds", "policy,seed,successes,n\n" + counts, "all"},
		{"trainings", "policy,training run,successes,n\n" + counts, "all"},
		{"folds", "policy,fold,successes,n\n" + ids, "all"},
		{"notes", "policy,notes,successes,n\nACT,good,12,20\nACT,bad,15,20\nDP,good,13,20\nDP,bad,11,20\n", "all"},
		{"columns of a scene", "Scene,ACT,DP\n" + wide, "cup bowl"},
		{"columns of a name", "Name,ACT,DP\n" + wide, "cup bowl"},
		{"columns of a case", "Case,ACT,DP\n" + wide, "cup bowl"},
		{"columns of a state", "Initial state,ACT,DP\n" + wide, "cup bowl"},
		{"columns of a seed", "Seed,ACT,DP\n" + wide, "all"},
	} {
		_, taken, err := detected(c.text, Choice{})
		got := strings.Join(taken.Long.Groups, " ")
		if err != nil && c.name != "notes" || err == nil && got != c.groups {
			t.Errorf("%s: groups %s, %v, want %s", c.name, got, err, c.groups)
		}
	}
}

// A score of each task is no training: where few of them could be either, the user says what they are.
func TestScoresOfUnknownUnits(t *testing.T) {
	scores := "ACT,a,.6\nACT,b,.7\nACT,c,.5\nDP,a,.8\nDP,b,.85\nDP,c,.7\n"
	for _, header := range []string{"object", "place", "z"} {
		_, _, err := detected("policy,"+header+",score\n"+scores, Choice{})
		if err == nil || !strings.Contains(err.Error(), "--trial") || !strings.Contains(err.Error(), "--group") {
			t.Errorf("%s: %v", header, err)
		}
		_, taken, err := detected("policy,"+header+",score\n"+scores, Choice{LongColumns: LongColumns{Trial: header}})
		if err != nil || taken.Unit != header || !taken.Paired {
			t.Errorf("--trial %s: unit %s, %v", header, taken.Unit, err)
		}
	}
	if _, taken, err := detected("policy,seed,score\n"+scores, Choice{}); err != nil || !taken.Paired || taken.Starts {
		t.Errorf("seeds: %v, paired %v, starts %v", err, taken.Paired, taken.Starts)
	}
}

// A number that counts the rollouts of each method pairs nothing, and starts again in each task; seeds pair, and so
// does what --paired says of it.
func TestCountersPairNothing(t *testing.T) {
	const rows = "ACT,1,1\nACT,2,0\nACT,3,1\nDP,1,0\nDP,2,\nDP,3,1\n"
	const tasks = "ACT,a,1,1\nACT,a,2,0\nACT,b,1,1\nACT,b,2,1\nDP,a,1,0\nDP,a,2,0\nDP,b,1,1\nDP,b,2,0\n"
	for _, header := range []string{"trial", "rep", "run", "repeat"} {
		for _, text := range []string{"policy," + header + ",success\n" + rows,
			"policy,task," + header + ",success\n" + tasks} {
			_, taken, err := detected(text, Choice{})
			if err != nil || taken.Paired {
				t.Errorf("%s: paired %v, %v, of\n%s", header, taken.Paired, err, text)
			}
			if _, taken, err = detected(text, Choice{Paired: true}); err != nil || !taken.Paired {
				t.Errorf("%s, --paired: paired %v, %v, of\n%s", header, taken.Paired, err, text)
			}
		}
	}
	if _, taken, err := detected("policy,seed,success\n"+rows, Choice{}); err != nil || !taken.Paired {
		t.Errorf("seed: paired %v, %v", taken.Paired, err)
	}
	scores := "policy,trial,score\n" + strings.ReplaceAll(rows, ",0\n", ",.4\n")
	if _, taken, err := detected(scores, Choice{}); err != nil || !taken.Paired {
		t.Errorf("scores: paired %v, %v", taken.Paired, err)
	}
}
