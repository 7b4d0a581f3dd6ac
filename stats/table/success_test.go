package table

import (
	"fmt"
	"strings"
	"testing"
)

// The column that tells successes is the outcome, whatever stands beside it; of two the user says which.
func TestSuccessBeforeOtherOutcomes(t *testing.T) {
	for _, name := range []string{"task_success", "success?", "Success (0/1)", "success_once", "eval_success",
		"completed", "solved", "goal_reached", "done", "win", "result", "strict_success", "Erfolgreich"} {
		for _, beside := range []string{"reward", "score", "return", "duration"} {
			var b strings.Builder
			fmt.Fprintf(&b, "policy,%s,%s\n", beside, name)
			for i := range 8 {
				fmt.Fprintf(&b, "ours,%g,%d\nbase,%g,%d\n", .3+.01*float64(i), min(i, 1), .6+.01*float64(i), i%2)
			}
			got, err := taken(b.String())
			if err != nil || !strings.Contains(got.Sentence, fmt.Sprintf("outcomes in column %q", name)) ||
				got.Better != Higher {
				t.Errorf("%s beside %s: %v: %s, better: %s", name, beside, err, got.Sentence, got.Better)
			}
		}
	}
	const two = "policy,success_once,success_at_end,return\na,1,1,.3\na,1,0,.4\nb,0,0,.1\nb,1,0,.2\n"
	if _, err := taken(two); err == nil || !strings.Contains(err.Error(), `"success_once", "success_at_end"`) {
		t.Error(err)
	}
	const trained = "model,train/success,eval/success,seed\na,.9,.5,0\na,.8,.6,1\nb,.7,.4,0\nb,.6,.3,1\n"
	if got, err := taken(trained); err != nil || !strings.Contains(got.Sentence, `in column "eval/success"`) {
		t.Errorf("%v: %s", err, got.Sentence)
	}
}

// Checkpoints of rollouts one by one: the last counts. Numbers that tell rollouts apart are none.
func TestCheckpointsOfRollouts(t *testing.T) {
	text := "model,checkpoint,episode,success\n"
	for _, m := range []string{"a", "b"} {
		for at := range 3 {
			for e := range 4 {
				text += fmt.Sprintf("%s,%d,%d,%d\n", m, 1000*(at+1), e, (e+at)%2)
			}
		}
	}
	if got, err := taken(text); err != nil || len(got.Long.Entries) != 8 {
		t.Errorf("%d entries, %v: %s", len(got.Long.Entries), err, got.Sentence)
	}
}

// 100 and 0 of rollouts are successes and failures; -1 among times is none of them.
func TestCodedOutcomes(t *testing.T) {
	for text, want := range map[string]string{
		"policy,success\na,100\na,0\na,100\nb,0\nb,0\nb,100\n":   "100 and 0 in column \"success\" are read as success",
		"policy,time_to_success\na,10\na,-1\na,12\nb,20\nb,21\n": "line 3, column 2: -1 stands among values",
		"policy,success\na,1\na,0\na,-1\nb,0\nb,1\nb,1\n":        "line 4, column 2: -1 stands among values",
		"policy,reward\na,1\na,0\na,-1\nb,0\nb,1\nb,1\n":         `in column "reward"`,
		"policy,time\na,10\na,\na,12\nb,20\nb,21\n":              "left out: 1, all of a",
		"policy,NASA-TLX\na,10\na,11\nb,20\nb,21\n":              "Which is better does not follow from the name",
	} {
		got, err := taken(text)
		if said := fmt.Sprint(got.Sentence, err); !strings.Contains(said, want) {
			t.Errorf("%q: %s", text, said)
		}
	}
}

// What may turn a difference round is told: a condition that the methods have unlike shares of. Training and validation
// are not pooled with a test.
func TestConditionsAndSplits(t *testing.T) {
	text := "demos,policy,success\n"
	for i := range 40 {
		text += fmt.Sprintf("100,a,%d\n10,b,%d\n", min(i%5, 1), min(i%3, 1)^1)
	}
	for i := range 10 {
		text += fmt.Sprintf("10,a,%d\n100,b,1\n", i/9)
	}
	if got, err := taken(text); err != nil || !strings.Contains(got.Look, `unlike shares of the values of "demos"`) {
		t.Errorf("%v: %s", err, got.Look)
	}
	alike := "demos,policy,success\n"
	for i := range 40 {
		alike += fmt.Sprintf("%d,a,%d\n%[1]d,b,%[3]d\n", 10+i%2, i%3/2, i%2)
	}
	if got, err := taken(alike); err != nil || strings.Contains(got.Look, "unlike") {
		t.Errorf("%v: %s", err, got.Look)
	}
	const splits = "method,train_success,test_success,n\na,45,31,50\nb,48,40,50\n"
	got, err := taken(splits)
	if err != nil || len(got.Long.Entries) != 2 || got.Long.Entries[0].Sum != 31 {
		t.Errorf("%v: %+v: %s", err, got.Long.Entries, got.Sentence)
	}
}

// Columns of stages, of single rollouts and of a total beside tasks are taken for what they are.
func TestColumnsByTheirNames(t *testing.T) {
	for _, c := range []struct {
		text string
		want string
	}{
		{"Method,Picked block,Placed block\na,18/20,12/20\nb,15/20,4/20\n",
			`the last, "Placed block", is compared alone`},
		{"Method,Pick cup,Place cup\na,18/20,12/20\nb,15/20,4/20\n", `"Pick cup", "Place cup" tasks`},
		{"Task,A trial 1,A trial 2,B trial 1,B trial 2\nx,1,1,0,0\ny,1,0,0,1\n", `"A trial 1" is rollout 1 of A`},
		{",Pick,Place,Total\na,18/20,12/20,30/40\nb,15/20,4/20,19/40\n", `columns "Pick", "Place" tasks`},
		{"Name,seed,success_rate\nact-s0,0,.7\nact-s1,1,.7\ndp-s0,0,.5\ndp-s1,1,.4\n", `"act-s0" is seed 0 of act`},
		{"policy,episode,attempts_to_success\na,1,2\na,2,3\nb,1,1\nb,2,1\n", "Lower is taken for better"},
	} {
		if got, err := taken(c.text); err != nil || !strings.Contains(got.Sentence, c.want) {
			t.Errorf("%q: %v: %s", c.text, err, got.Sentence)
		}
	}
}

// Columns that measure the same rollouts are no tasks: the success is compared, or the user is asked. Votes are no
// rates.
func TestMeasuresOfTheSameRollouts(t *testing.T) {
	for _, c := range []struct {
		text string
		want string
	}{
		{"Method,Success (%),Collision (%),Timeout (%),n\na,70,15,15,20\nb,85,5,10,20\n",
			`"Success (%)" tells the success`},
		{"Method,Success ↑,Collisions ↓\na,14/20,3/20\nb,17/20,1/20\n", `outcomes in column "Success ↑"`},
		{"Method,full success,partial success,n\na,12,5,20\nb,16,3,20\n", `"full success" tells`},
		{"Method,Success,Partial,Fail\na,12,5,3\nb,16,3,1\n", `"Partial" further rollouts`},
		{"Method,success,failed,aborted\na,12,8,3\nb,16,4,1\n", `left out: "aborted"`},
		{"Method,success,failed,aborted\na,12,6,3\nb,16,4,2\n", "neither successes nor failures"},
		{"Method,Grasp success,Task success,n\na,17,11,20\nb,19,16,20\n", `"Task success" tells`},
		{"Method,lenient success,strict success,n\na,17,11,20\nb,19,16,20\n", "in several ways, or be tasks"},
		{"Method,success@1,success@3,n\na,11,17,20\nb,16,19,20\n", "in several ways, or be tasks"},
		{"policy,≥1,≥2,≥3,n\na,18,12,7,20\nb,20,17,13,20\n", `the last, "≥3"`},
		{"Policy,Open,Pick,Whole task\na,17/20,12/20,8/20\nb,19/20,17/20,14/20\n", `"Whole task" tells`},
		{"Method,Pick,Place\na,7/10,5/10\nb,9/10,8/10\n", "may be stages of the same rollouts, or"},
		{"Method,Task A,Task B\na,7/10,5/10\nb,9/10,8/10\n", `columns "Task A", "Task B" tasks`},
		{"Method,Drop box,Lift box\na,7/10,8/10\nb,9/10,8/10\n", `columns "Drop box", "Lift box" tasks`},
		{"method,seed,lift,can\na,0,.9,.7\na,1,.8,.6\nb,0,.7,.9\nb,1,.6,.7\n", `columns "lift", "can" tasks`},
		{"Comparison,a preferred (%),b preferred (%),n\nx,64,36,50\ny,58,42,50\n", "look like votes"},
		{"pair,A wins,B wins\nx,14/20,6/20\ny,11/20,9/20\n", "look like votes"},
		{"map,A wins,B wins\nx,14/20,16/20\ny,11/20,9/20\n", `columns "A wins", "B wins" are the methods`},
		{"policy,success\nACT,1\nact ,0\nACT,0\nDP,1\nDP,1\nDP,0\n", "are two methods here"},
		{"Name,State,seed,score\na,finished,0,.5\na,crashed,1,.1\nb,finished,0,.5\nb,finished,1,.6\n",
			"did not finish"},
		{"policy,start,success\na,0,1\na,0,1\nb,0,0\nb,0,1\n", "all rows have one start"},
		{"ckpt,success,n\no/a_s1/x.pt,31,50\no/a_s2/x.pt,29,50\no/b_s1/x.pt,36,50\no/b_s2/x.pt,38,50\n", "tell seeds"},
		{"method,eval_seed,success,n\na,1,31,50\na,2,33,50\nb,1,36,50\nb,2,38,50\n", "of the evaluation, by its name"},
		{"method,seed,step,score\na,0,1000,.5\na,0,2000,.6\na,1,2000,.7\nb,0,1000,.5\nb,0,2000,.7\nb,1,2000,.8\n",
			"the last of each training"},
		{"seed,a,b\n1000,1,1\n1001,0,0\n1002,1,0\n", "has one rollout of a method"},
		{"method,split,k,n\na,train,48,50\na,test,20,50\nb,train,46,50\nb,test,31,50\n", "rows of test in column"},
		{"Method,Seed,Train,Test\na,0,.9,.6\na,1,.9,.5\nb,0,.9,.7\nb,1,.9,.8\n", `left out: "Train"`},
		{"Method,rate,lower,upper,n\na,.62,.52,.71,100\nb,.8,.71,.87,100\n", `"rate" tells the success`},
		{"Method,Reach,Grasp,Overall success\na,17/20,14/20,12/20\nb,19/20,17/20,16/20\n", `"Overall success" tells`},
		{"Policy,Pick,Insert,Full task,n\na,10,6,6,10\nb,9,8,8,10\n", `"Full task" tells`},
		{"policy,avg_progress,n_episodes\na,.62,50\nb,.8,50\n", "has means of scores"},
		{"Model,Precision,Recall,n\na,.8,.7,100\nb,.9,.75,100\n", "are measures"},
		{"Object,a (# success / 10),b (# success / 10)\nmug,9,6\npen,7,2\n", "successes of 10 rollouts"},
		{"Method,Low shelf,Mid shelf,High shelf\na,18/20,15/20,12/20\nb,15/20,12/20,10/20\n",
			`"Mid shelf", "High shelf" tasks`},
		{"Method,Low,Mid,High\na,.5,.6,.7\nb,.4,.5,.6\n", "of how many rollouts is it?"},
		{"Method,Open top drawer,Open bottom drawer\na,18/20,17/20\nb,15/20,10/20\n", `bottom drawer" tasks`},
		{"Method,Fold towel,Tie knot\na,18/20,15/20\nb,15/20,12/20\n", `"Fold towel", "Tie knot" tasks`},
		{"Method,Empty,Half,Full\na,18/20,15/20,9/20\nb,15/20,12/20,7/20\n", `"Half", "Full" tasks`},
		{"Task,Preference RL,BC\nx,18/20,15/20\ny,15/20,12/20\n", `columns "Preference RL", "BC" are the methods`},
		{"method,train_seed,eval_seed,success\na,0,1,1\na,0,2,0\na,1,1,1\nb,0,1,0\nb,0,2,0\nb,1,1,0\n",
			`units in column "train_seed"`},
		{"method,return,n_episodes\na,210,10\na,220,10\nb,180,10\nb,190,10\n", `outcomes in column "return"`},
		{"Model,Success,SPL,nDTW,n\na,.8,.7,.7,100\nb,.9,.75,.6,100\n", `outcomes in column "Success"`},
		{"task,a,b\nx,14 von 20,18 von 20\ny,6 von 20,11 von 20\n", `columns "a", "b" are the methods`},
	} {
		got, err := taken(c.text)
		if said := fmt.Sprint(got.Sentence, err); !strings.Contains(said, c.want) {
			t.Errorf("%q:\n%s\nwant %s", c.text, said, c.want)
		}
	}
}
