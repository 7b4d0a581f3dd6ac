package table

import (
	"fmt"
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
		{"suites of tasks", "policy,suite,task_id,successes,n\n" + two, "a/0 a/1 b/0"},
		{"a task and a place", "policy,task,location,successes,n\n" + two, "a/0 a/1 b/0"},
		{"an object and a place", "policy,object,place,successes,n\n" + two, "a/0 a/1 b/0"},
		{"seeds", "policy,seed,successes,n\n" + ids, "all"},
		{"words of seeds", "policy,seed,successes,n\n" + counts, "all"},
		{"trainings", "policy,training run,successes,n\n" + counts, "all"},
		{"folds", "policy,fold,successes,n\n" + ids, "all"},
		{"notes", "policy,notes,successes,n\nACT,good,12,20\nACT,bad,15,20\nDP,good,13,20\nDP,bad,11,20\n", "all"},
		{"columns of a scene", "Scene,ACT,DP\n" + wide, "cup bowl"},
		{"columns of a name", "Name,ACT,DP\n" + wide, "cup bowl"},
		{"columns of a case", "Case,ACT,DP\n" + wide, "cup bowl"},
		{"columns of a state", "Initial state,ACT,DP\n" + wide, "cup bowl"},
		{"columns of a robot and a task", "Robot,Task,ACT,DP\nA,x,12/20,13/20\nA,y,15/20,17/20\nB,x,9/20,8/20\n" +
			"B,y,7/20,6/20\n", "A/x A/y B/x B/y"},
		{"amounts", "# demos,ACT,DP\n10,12/20,13/20\n50,15/20,17/20\n", "10 50"},
		{"columns of a trial", "Trial #,ACT,DP\n1,1,0\n2,0,0\n3,1,0\n", "all"},
		{"columns of a trial no.", "Trial no.,ACT,DP\n1,1,0\n2,0,0\n3,1,0\n", "all"},
		{"columns of a seed", "Seed,ACT,DP\n" + wide, "all"},
	} {
		_, taken, err := detected(c.text, Choice{})
		got := strings.Join(taken.Long.Groups, " ")
		if err != nil && c.name != "notes" || err == nil && got != c.groups {
			t.Errorf("%s: groups %s, %v, want %s", c.name, got, err, c.groups)
		}
	}
}

// The sentence says that combinations of columns are groups, and of one column how else it may be taken.
func TestRolesOfSharedColumnsSaid(t *testing.T) {
	for header, c := range map[string]struct{ rows, want, without string }{
		"object,place": {"ACT,a,0,12,20\nACT,a,1,15,20\nACT,b,0,9,20\nDP,a,0,13,20\nDP,a,1,17,20\nDP,b,0,8,20\n",
			"their combinations", "taken for tasks"},
		"object": {"ACT,a,12,20\nACT,b,15,20\nDP,a,13,20\nDP,b,17,20\n", "taken for tasks (--group)", "combinations"},
	} {
		_, taken, err := detected("policy,"+header+",successes,n\n"+c.rows, Choice{})
		if err != nil || !strings.Contains(taken.Sentence, c.want) || strings.Contains(taken.Sentence, c.without) {
			t.Errorf("%s: %v: %s", header, err, taken.Sentence)
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
	_, taken, err := detected("policy,obj,trial,success\n"+strings.TrimPrefix(tasks, "policy"), Choice{})
	if err != nil || taken.Paired || len(taken.Long.Groups) != 2 {
		t.Errorf("trials of each object: paired %v, groups %v, %v", taken.Paired, taken.Long.Groups, err)
	}
	if _, taken, err := detected("policy,seed,success\n"+rows, Choice{}); err != nil || !taken.Paired {
		t.Errorf("seed: paired %v, %v", taken.Paired, err)
	}
	scores := "policy,trial,score\n" + strings.ReplaceAll(rows, ",0\n", ",.4\n")
	if _, taken, err := detected(scores, Choice{}); err != nil || taken.Paired {
		t.Errorf("scores: paired %v, %v", taken.Paired, err)
	}
}

// Totals of events of which a rollout may have several are no rates of successes, unless the user says that the
// rollouts were counted; events that end a rollout, and names that count rollouts, are failures.
func TestTotalsOfEvents(t *testing.T) {
	for _, name := range []string{"collisions", "Interventions", "# drops", "takeovers", "violations per episode",
		"collisions_per_rollout", "estops"} {
		text := "method," + name + ",rollouts\nACT,2,20\nDP,9,20\n"
		_, _, err := detected(text, Choice{})
		if err == nil || !strings.Contains(err.Error(), `--rollouts-column "rollouts" says so`) {
			t.Errorf("%s: %v", name, err)
		}
		given := Choice{LongColumns: LongColumns{Value: name, Rollouts: "rollouts"}}
		if _, taken, err := detected(text, given); err != nil || !taken.Policies {
			t.Errorf("%s, --rollouts-column: %v", name, err)
		}
		_, _, err = detected(strings.Replace(text, ",9,", ",25,", 1), given)
		if err == nil || !strings.Contains(err.Error(), "a row for each rollout") {
			t.Errorf("25 %s of 20 rollouts: %v", name, err)
		}
	}
	for _, name := range []string{"crashed", "crashes", "timeouts", "collision rate", "rollouts with collisions",
		"failures", "collision"} {
		text := "method," + name + ",n\nACT,2,20\nDP,9,20\n"
		if name == "collision rate" {
			text = "method," + name + ",n\nACT,.1,20\nDP,.45,20\n"
		}
		got, _, err := detected(text, Choice{})
		if err != nil || got != "ACT ACT all 18/20; DP DP all 11/20" {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
	_, taken, err := detected("method,seed,interventions\nACT,0,3\nACT,1,5\nDP,0,9\nDP,1,7\n", Choice{})
	if err != nil || taken.Better != Lower || !taken.Paired {
		t.Errorf("by seed: %s, %v", taken.Better, err)
	}
}

// Columns of one method a row are trainings, rollouts, checkpoints or stages of the same rollouts by their names and
// values; the others are tasks.
func TestColumnsOfRepeats(t *testing.T) {
	const counts = "ACT,41/50,38/50,40/50\nDP,35/50,33/50,36/50\n"
	const rates = "ACT,.82,.76,.80\nDP,.70,.66,.72\n"
	const singles = "ACT,1,0,1\nDP,0,0,1\n"
	const falling = "ACT,18/20,15/20,12/20\nDP,17/20,16/20,10/20\n"
	const seeds = "ACT 1 all 41/50; ACT 2 all 38/50; ACT 3 all 40/50; DP 1 all 35/50; DP 2 all 33/50; DP 3 all 36/50"
	const means = "ACT 1 all 0.82/1; ACT 2 all 0.76/1; ACT 3 all 0.8/1; DP 1 all 0.7/1; DP 2 all 0.66/1; " +
		"DP 3 all 0.72/1"
	const rollouts = "ACT row 1 all 1/1; ACT row 2 all 0/1; ACT row 3 all 1/1; DP row 4 all 0/1; DP row 5 all 0/1; " +
		"DP row 6 all 1/1"
	const last = "ACT ACT all 40/50; DP DP all 36/50"
	const stage = "ACT ACT all 12/20; DP DP all 10/20"
	const tasks = "ACT ACT a 41/50; ACT ACT b 38/50; ACT ACT c 40/50; DP DP a 35/50; DP DP b 33/50; DP DP c 36/50"
	for _, c := range []struct{ header, rows, want string }{
		{"seed 1,seed 2,seed 3", counts, seeds}, {"Seed1,Seed2,Seed3", counts, seeds}, {"s1,s2,s3", counts, seeds},
		{"run1,run2,run3", counts, seeds}, {"Run 1,Run 2,Run 3", counts, seeds}, {"#1,#2,#3", counts, seeds},
		{"seed 1,seed 2,seed 3", rates, means}, {"S1,S2,S3", rates, means}, {"rep1,rep2,rep3", rates, means},
		{"trial 1,trial 2,trial 3", singles, rollouts}, {"1,2,3", singles, rollouts}, {"0,1,2", singles, rollouts},
		{"episode 1,episode 2,episode 3", singles, rollouts}, {"Run 1,Run 2,Run 3", singles, rollouts},
		{"10k,20k,30k", counts, last}, {"ckpt_10000,ckpt_20000,ckpt_50000", counts, last},
		{"epoch 1,epoch 2,epoch 3", counts, last},
		{"Grasp,Lift,Place", falling, stage}, {"Stage 1,Stage 2,Stage 3", falling, stage},
		{"Success@1,Success@3,Success@5", falling, stage},
		{"1,2,3,Avg. Len.", "ACT,18/20,15/20,12/20,2.25\nDP,17/20,16/20,10/20,2.15\n", stage},
		{"reached,grasped,placed", falling, stage}, {"1/3,2/3,3/3", falling, stage},
		{"Pick,Stack,Pour", falling, "ACT ACT Pick 18/20; ACT ACT Stack 15/20; ACT ACT Pour 12/20; DP DP Pick 17/20; " +
			"DP DP Stack 16/20; DP DP Pour 10/20"},
		{"a,b,c", counts, tasks},
		{"success_seed1,success_seed2,success_seed3", rates, means}, {"SR s1,SR s2,SR s3", counts, seeds},
		{"SR@10k,SR@20k,SR@50k", counts, last},
		{"Pick,Place,Stack,Avg.", "ACT,18/20,15/20,12/20,75%\nDP,17/20,16/20,10/20,72%\n", "ACT ACT Pick 18/20; " +
			"ACT ACT Place 15/20; ACT ACT Stack 12/20; DP DP Pick 17/20; DP DP Place 16/20; DP DP Stack 10/20"},
		{"Stage 1,Stage 2,Stage 3,Avg.", "ACT,18/20,15/20,12/20,75%\nDP,17/20,16/20,10/20,72%\n", stage},
	} {
		if got, taken, err := detected("Method,"+c.header+"\n"+c.rows, Choice{}); err != nil || got != c.want {
			t.Errorf("%s: %s, %v\nwant %s (%s)", c.header, got, err, c.want, taken.Sentence)
		}
	}
	for _, header := range []string{"0,1,2", "1,2,3", "7,8,9"} {
		for _, rows := range []string{counts, falling} {
			if _, _, err := detected("Method,"+header+"\n"+rows, Choice{}); err == nil {
				t.Errorf("%s: no error, and numbers may be of seeds, tasks or stages", header)
			}
		}
	}
	const two = "method,grasp,place,n\nACT,18,15,20\nDP,14,9,20\n"
	got, _, err := detected(two, Choice{})
	if err == nil || !strings.Contains(err.Error(), `--value "place" compares`) {
		t.Errorf("two stages, or tasks: %s, %v", got, err)
	}
	as := Choice{LongColumns: LongColumns{Method: "method"}, Columns: []string{"grasp", "place"}}
	if _, taken, err := detected(two, as); err != nil || len(taken.Long.Groups) != 2 {
		t.Errorf("two stages that are tasks: %v, %v", taken.Long.Groups, err)
	}
	_, taken, err := detected("Method,cube,mug,can,bowl\nACT,9/20,8/20,7/20,6/20\nDP,8/20,7/20,6/20,5/20\n", Choice{})
	if err != nil || len(taken.Long.Groups) != 4 || !strings.Contains(taken.Sentence, `--value "bowl"`) {
		t.Errorf("tasks that fall: %s, %v", taken.Sentence, err)
	}
	if _, taken, err := detected("Method,Task 1,Task 2,Task 3\n"+falling, Choice{}); err != nil ||
		len(taken.Long.Groups) != 3 {
		t.Errorf("tasks that fall: groups %v, %v", taken.Long.Groups, err)
	}
}

// Stages of the same rollouts in rows count by the last; stages that are no parts of each other are groups.
func TestRowsOfStages(t *testing.T) {
	const rows = "ACT,grasp,18,20\nACT,lift,15,20\nACT,place,12,20\nDP,grasp,17,20\nDP,lift,16,20\nDP,place,10,20\n"
	for _, header := range []string{"stage", "Subtask", "phase"} {
		const want = "ACT ACT all 12/20; DP DP all 10/20"
		got, _, err := detected("Method,"+header+",successes,n\n"+rows, Choice{})
		if err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", header, got, err, want)
		}
		rises := strings.Replace(rows, "DP,place,10", "DP,place,19", 1)
		_, taken, err := detected("Method,"+header+",successes,n\n"+rises, Choice{})
		if err != nil || len(taken.Long.Groups) != 3 {
			t.Errorf("%s that rises: groups %v, %v", header, taken.Long.Groups, err)
		}
		given := Choice{LongColumns: LongColumns{Group: header}}
		_, taken, err = detected("Method,"+header+",successes,n\n"+rows, given)
		if err != nil || len(taken.Long.Groups) != 3 {
			t.Errorf("--group %s: groups %v, %v", header, taken.Long.Groups, err)
		}
	}
}

// A column that is the sum of the others of each row is a summary and no number of rollouts, but beside successes and
// failures of all, which are the rollouts. Without a number of rollouts nothing is compared.
func TestSumsAreNoRollouts(t *testing.T) {
	for _, text := range []string{
		"method,cup,drawer,cloth,total\nACT,17,12,5,34\nOurs,19,15,11,45\n",
		"method,T1,T2,T3,T4,T5,Total\nACT,1,1,0,0,1,3\nOurs,1,1,1,1,0,4\n",
		"method,cup success,box success,n\nACT,17,12,29\nOurs,19,15,34\n",
	} {
		if got, taken, err := detected(text, Choice{}); err == nil {
			t.Errorf("%q: %s, %s", text, got, taken.Sentence)
		}
	}
	for text, want := range map[string]string{
		"method,cup,drawer,total,n\nA,3,5,8,20\nB,6,9,15,20\n": "A A cup 3/20; A A drawer 5/20; B B cup 6/20; " +
			"B B drawer 9/20",
		"method,successes,failures,total\nA,3,5,8\nB,6,9,15\n":         "A A all 3/8; B B all 6/15",
		"method,success,partial,missed,total\nA,3,5,1,9\nB,6,9,5,20\n": "A A all 3/9; B B all 6/20",
		"method,success_count,total_count,success_rate\nACT,17,20,0.85\nDP,12,20,0.6\n": "ACT ACT all 17/20; " +
			"DP DP all 12/20",
	} {
		if got, _, err := detected(text, Choice{}); err != nil || got != want {
			t.Errorf("%q: %s, %v\nwant %s", text, got, err, want)
		}
	}
}

// Columns or rows that count the failures of tasks have failures, beside numbers of rollouts too.
func TestFailuresOfTasks(t *testing.T) {
	const want = "A A cup 17/20; A A box 15/20; B B cup 14/20; B B box 11/20"
	for _, text := range []string{
		"method,cup failures,box failures,n\nA,3,5,20\nB,6,9,20\n",
		"method,failures cup,failures box\nA,3/20,5/20\nB,6/20,9/20\n",
		",A,B\nfailures cup,3,6\nfailures box,5,9\nn,20,20\n",
		"metric,A,B\ncup failures,3,6\nbox failures,5,9\nn,20,20\n",
	} {
		got, taken, err := detected(text, Choice{})
		got = strings.NewReplacer("failures cup", "cup", "failures box", "box", " failures", "").Replace(got)
		if err != nil || got != want || taken.Better != Higher {
			t.Errorf("%q: %s, %v\n%s", text, got, err, taken.Sentence)
		}
	}
	const rows = "A row 1 cup failures 17/20; B row 1 cup failures 14/20; A row 1 box failures 15/20"
	got, _, err := detected("task,A,B\ncup failures,3/20,6/20\nbox failures,5/20,9/20\n", Choice{})
	if err != nil || !strings.HasPrefix(got, rows) {
		t.Errorf("%s, %v, want %s", got, err, rows)
	}
	for _, mixed := range []string{"method,cup failures,box,n\nA,3,5,20\nB,6,9,20\n",
		"task,A,B\ncup failures,3/20,6/20\nbox,5/20,9/20\n"} {
		if got, _, err := detected(mixed, Choice{}); err == nil {
			t.Errorf("%q: %s", mixed, got)
		}
	}
}

// Only a column whose name says a number of a rollout numbers rollouts; of others nothing is said, and they pair
// nothing. A trial that merely counts up pairs neither successes nor scores.
func TestNumbersOfRollouts(t *testing.T) {
	for header, want := range map[string]bool{"score": false, "difficulty": false, "floor": false, "stars": false,
		"index": true, "row": true, "attempt": true, "test nr": true, "#": true} {
		_, taken, err := detected("policy,success,"+header+"\nA,1,3\nA,0,1\nA,1,2\nB,1,1\nB,1,3\nB,0,2\n", Choice{
			LongColumns: LongColumns{Value: "success"}})
		if err != nil || taken.Paired || strings.Contains(taken.Sentence, "numbers them") != want {
			t.Errorf("%s: %v: %s", header, err, taken.Sentence)
		}
	}
	for _, c := range []struct {
		header, values string
		paired         bool
	}{{"trial,success", "1010", false}, {"trial,score", "3487", false}, {"seed,score", "3487", true}} {
		text := "policy," + c.header + "\n"
		for i, v := range c.values {
			for j, m := range []string{"A", "B"} {
				text += fmt.Sprintf("%s,%d,%d\n", m, i+1, int(v-'0')^j)
			}
		}
		if _, taken, err := detected(text, Choice{}); err != nil || taken.Paired != c.paired {
			t.Errorf("%s: paired %v, %v: %s", c.header, taken.Paired, err, taken.Sentence)
		}
		if _, taken, err := detected(text, Choice{Paired: true}); err != nil || !taken.Paired {
			t.Errorf("%s with --paired: %v: %s", c.header, err, taken.Sentence)
		}
	}
}
