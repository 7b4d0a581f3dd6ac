package table

import (
	"fmt"
	"strings"
	"testing"
)

// Tables as people have them: what is compared, and what the sentence has to say of it.
func TestTablesOfPeople(t *testing.T) {
	twenty := func(header string) string {
		var b strings.Builder
		b.WriteString("method," + header + ",success\n")
		for i := range 20 {
			id := string(rune('a' + i))
			if strings.Contains("init_state initial_state_id rollout_idx reset_seed", header) {
				id = "10" + string(rune('0'+i/10)) + string(rune('0'+i%10))
			}
			fmt.Fprintf(&b, "act,%s,%d\ndp,%[1]s,%d\n", id, i%2, i%3/2)
		}
		return b.String()
	}
	for _, c := range []struct {
		name, text   string
		given        Choice
		units        int
		groups       int
		paired       bool
		starts, said string
	}{
		{"init_state", twenty("init_state"), Choice{}, 20, 1, true, "init_state", ""},
		{"initial_state_id", twenty("initial_state_id"), Choice{}, 20, 1, true, "initial_state_id", ""},
		{"rollout_idx", twenty("rollout_idx"), Choice{}, 20, 1, true, "rollout_idx", ""},
		{"reset_seed", twenty("reset_seed"), Choice{}, 20, 1, true, "reset_seed", ""},
		{"seed of one rollout", twenty("seed"), Choice{}, 20, 1, true, "", "--start seed says so"},
		{"objects in positions", "method,object,position,success\na,cup,left,1\na,cup,right,0\na,can,left,1\n" +
			"a,can,right,1\nb,cup,left,0\nb,cup,right,0\nb,can,left,1\nb,can,right,0\n", Choice{}, 4, 1, true,
			"object, position", "their combinations"},
		{"objects in positions, wide", "object,position,act,dp\ncup,left,5/5,2/5\ncup,right,4/5,2/5\n" +
			"can,left,3/5,1/5\ncan,right,4/5,0/5\n", Choice{}, 1, 4, true, "", `groups in column "object, position"`},
		{"rates beside numbers", "method,sim_success_rate,sim_n,real_sr,real_n\na,85,200,70%,20\nb,75,200,45%,20\n",
			Choice{}, 2, 2, false, "", "success rates and numbers of rollouts"},
		{"run_name", "run_name,success_rate,n_episodes\na_seed1,.7,50\na_seed2,.72,50\nb_seed1,.6,50\nb_seed2,.5,50\n",
			Choice{}, 2, 1, true, "", `in column "run_name" end with their seeds`},
		{"model_id", "model_id,successes,trials\na-s1,17,20\na-s2,15,20\nb-s1,12,20\nb-s2,13,20\n", Choice{}, 2, 1,
			true, "", `in column "model_id" end with their seeds`},
		{"run of Weights & Biases", "Run,Step,success,grad_norm\na_s1,10,.7,3\na_s2,10,.72,4\nb_s1,10,.6,3\n" +
			"b_s2,10,.5,9\n", Choice{}, 2, 1, true, "", `in column "Run" end with their seeds`},
		{"names beside their seeds", "Name,State,seed,success_rate\na_1,finished,1,.7\na_2,finished,2,.72\n" +
			"b_1,finished,1,.6\nb_2,finished,2,.5\n", Choice{}, 2, 1, true, "",
			`in column "Name" end with their seeds`},
		{"scores out of 10", "method,trial,score\na,1,7.5/10\na,2,8/10\nb,1,5/10\nb,2,6.5/10\n", Choice{}, 4, 1, false,
			"", "scores out of 10"},
		{"a kind of tasks", "Category,Task,n,act,dp\nvisual,pot,10,7,5\nvisual,plate,10,6,4\nmotion,lift,10,9,3\n",
			Choice{}, 1, 3, true, "", `left out: "Category"`},
		{"seed of the start beside episodes", "policy,episode_index,seed,success\na,0,1000,1\na,1,1001,0\n" +
			"b,0,1001,1\nb,1,1002,0\n", Choice{}, 3, 1, true, "seed", ""},
		{"a table of runs", "Name,State,Created,policy.type,seed,eval/pc_success\n" +
			"a_1,finished,2026-05-01T10:00:00.000Z,a,1,70\na_2,finished,2026-05-02T10:00:00.000Z,a,2,72\n" +
			"b_1,finished,2026-05-01T10:00:00.000Z,b,1,61\n" +
			"b_2,finished,2026-05-02T10:00:00.000Z,b,2,59\n", Choice{}, 2, 1, true, "", "eval/pc_success"},
		{"chains of CALVIN", "Method,1,2,3,4,5,Avg. Len.\nGR-1,85.4,71.2,59.6,49.7,40.1,3.06\n" +
			"Diffuser,92.2,78.7,63.9,51.2,41.2,3.27\n", Choice{LongColumns: LongColumns{Rollouts: "1000"}}, 2, 1, false,
			"", "stages of the same"},
		{"tasks under conditions", "Task,Method,Seen (%),Unseen (%),Avg\nPick,a,85 (17/20),40 (8/20),62.5\n" +
			"Pick,b,95 (19/20),75 (15/20),85\nPour,a,60 (12/20),25 (5/20),42.5\nPour,b,80 (16/20),70 (14/20),75\n",
			Choice{}, 2, 4, false, "", "conditions"},
		{"a header with its rollouts and an arrow", "Policy,Success (n=20) ↑,Time (s) ↓\na,14,12.3\nb,17,10.1\n",
			Choice{}, 2, 1, false, "", "successes of 20 rollouts"},
		{"a header over two rows in LaTeX", "\\begin{tabular}{lccc}\n\\multirow{2}{*}{Method} & " +
			"\\multicolumn{2}{c}{Task} & \\multirow{2}{*}{Avg.} \\\\\n & Pick & Open & \\\\\n" +
			"a & 14/20 & 10/20 & 60\\% \\\\\nb & 17/20 & 18/20 & 87.5\\% \\\\\n\\end{tabular}\n", Choice{}, 2, 2,
			false, "", `Rows are methods, and columns "Task Pick", "Task Open" tasks`},
		{"a mean of tasks", "Method,Lift,Can,Avg.\na,15/20,12/20,27/40\nb,10/20,9/20,19/40\n", Choice{}, 2, 2, false,
			"", `without "Avg.", a total or mean`},
		{"rates of tasks and one number", "Method,Lift,Can,Average\na,75%,60%,67.5%\nb,50%,45%,47.5%\n",
			Choice{LongColumns: LongColumns{Rollouts: "20"}}, 2, 2, false, "", `without "Average"`},
		{"percent by name and one number", "Method,Lift (%),Can (%)\na,75,60\nb,50,45\n",
			Choice{LongColumns: LongColumns{Rollouts: "20"}}, 2, 2, false, "", "tasks"},
	} {
		_, taken, err := detected(c.text, c.given)
		starts := ""
		if taken.Starts {
			starts = taken.Unit
		}
		if err != nil || len(taken.Long.Trials) != c.units || len(taken.Long.Groups) != c.groups ||
			taken.Paired && !taken.Policies != c.paired && c.groups == 1 || starts != c.starts ||
			!strings.Contains(taken.Sentence, c.said) {
			t.Errorf("%s: %d units, %d groups, paired %v, starts %q, %v\n%s", c.name, len(taken.Long.Trials),
				len(taken.Long.Groups), taken.Paired, starts, err, taken.Sentence)
		}
	}
	got, taken, err := detected("method,score\na,7.5/10\na,8/10\nb,5/10\nb,6/10\n", Choice{})
	if err != nil || !taken.Score || !strings.HasPrefix(got, "a row 1 all 0.75/1; a row 2 all 0.8/1") {
		t.Errorf("scores out of 10: %s, score %v, %v", got, taken.Score, err)
	}
	got, _, err = detected("method,sim_success_rate,sim_n,real_sr,real_n\na,85,200,70%,20\nb,75,200,45%,20\n", Choice{})
	if want := "a a sim 170/200; a a real 14/20; b b sim 150/200; b b real 9/20"; err != nil || got != want {
		t.Errorf("rates beside numbers: %s, %v, want %s", got, err, want)
	}
}

// A mean in percent with its spread keeps its sign: 0.9 % is .009, and no rate of 90 %. Of several such columns the
// user names one. Errors say what was left out before them.
func TestSpreadsKeepTheirSign(t *testing.T) {
	const two = "method,A ± SD,B ± SD,seeds\nact,80 ± 2,70 ± 3,3\ndp,70 ± 3,50 ± 3,3\n"
	for _, c := range []struct {
		text, value string
		mean, sd    float64
		err         string
	}{
		{"method,success ± SD,seeds\nact,0.9% ± 0.2%,3\ndp,0.5% ± 0.1%,3\n", "", .009, .002, ""},
		{"method,success ± SD,seeds\nact,85 ± 5 %,3\ndp,70 ± 4 %,3\n", "", .85, .05, ""},
		{"method,success ± SD,seeds\nact,-0.9 ± 0.2,3\ndp,0.5 ± 0.1,3\n", "", -.9, .2, ""},
		{two, "", 0, 0, `"A ± SD" and "B ± SD" hold means with their spread: name one with --value`},
		{two, "B ± SD", 70, 3, ""},
		{"Method,Lift,Can,Average\na,.75,.60,.675\nb,.5,.45,.475\n", "", 0, 0, `without "Average", a total or mean`},
		{"Task,act,dp\nLift,75%,60%\nCan,50%,40%\nAverage,62.5%,50%\n", "", 0, 0, `(first: "Average", line 4`},
		{"Method,1,2,3,Avg. Len.\na,85.4,71.2,59.6,3.06\nb,92.2,78.7,63.9,3.27\n", "", 0, 0,
			"of how many rollouts is it?"},
		{"task,method,mean,std,seeds\npick,a,60,5,3\npick,b,75,4,3\nopen,a,50,6,3\nopen,b,62,5,3\n", "", 0, 0,
			"in one task: keep the rows of one to compare by these"},
		{"method,return\na,4523.1 (312.4)\nb,3120.5 (150.2)\n", "", 0, 0, "a mean with its spread"},
	} {
		_, taken, err := detected(c.text, Choice{Summaries: true, LongColumns: LongColumns{Value: c.value}})
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%q: error %v, want one with %s", c.text, err, c.err)
			}
			continue
		}
		if err != nil || len(taken.Summaries) != 2 {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		first := taken.Summaries[0]
		if mean, sd := first.Mean.Or(0), first.SD.Or(0); !near(mean, c.mean) || !near(sd, c.sd) {
			t.Errorf("%q: %v ± %v, want %v ± %v", c.text, mean, sd, c.mean, c.sd)
		}
	}
}

func near(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }

// TestTablesOfSpreadsheets holds tables with merged cells, retries, settings and two measures to what a reader sees.
func TestTablesOfSpreadsheets(t *testing.T) {
	const halves = "policy,trial,outcome\nA,1,1\nA,2,.5\nA,3,1\nA,4,0\nB,1,0\nB,2,.5\nB,3,0\nB,4,1\n"
	for _, c := range []struct{ text, want string }{
		{"method,task,successes,rollouts\na,pick,17,20\n,open,12,20\nb,pick,14,20\n,open,10,20\n",
			`Empty cells of column "method" have the text above them`},
		{"method,task,successes,rollouts\na,pick,17,20\n,open,12,20\nb,pick,14,20\nb,open,10,20\n",
			"line 3, column 1: the method is missing"},
		{"method,task,successes,rollouts\na,pick,17,20\n,open,12,20\nb,pick,14,20\n,stack,10,20\n",
			"line 3, column 1: the method is missing"},
		{"method,rollout,attempt,success\na,1,1,0\na,1,2,1\na,2,1,1\na,3,1,0\nb,1,1,0\nb,2,1,1\nb,3,1,0\n",
			"line 3: the row is attempt 2 of the rollout in line 2"},
		{"method,attempt,success\na,1,0\na,2,1\na,1,1\nb,1,0\nb,2,1\n", `left out: "attempt"`},
		{"method,lr,success_rate\na,1e-4,.8\na,3e-4,.7\nb,1e-4,.6\nb,3e-4,.5\n",
			`column "lr" has one score of each method in each of 2 values`},
		{"method,time_s,energy_J\na,12.1,55\na,13.4,61\nb,14.1,50\nb,15.2,52\n",
			`columns "time_s", "energy_J" could each be the outcome`},
		{"method,seed,train_success\na,0,.9\na,1,.93\nb,0,.8\nb,1,.82\n", "is of the training by its name"},
		{"method,seed,sim,real\na,0,.8,.6\na,1,.9,.7\nb,0,.7,.5\nb,1,.6,.6\n",
			`Simulation and reality count as one: --value "real"`},
		{"robot_policy,trial,result\na,1,OK\na,2,NOK\nb,1,OK\nb,2,OK\n", `column "result" holds "OK" and "NOK" alone`},
		{halves, `column "trial" counts the rollouts of each method and pairs nothing`},
	} {
		_, d, err := detected(c.text, Choice{})
		got := d.Sentence
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}

// TestCrossedColumns holds columns that join methods with measures, conditions or stages to their methods.
func TestCrossedColumns(t *testing.T) {
	for _, c := range []struct{ text, want, said string }{
		{"seed,A_SR,A_CR,B_SR,B_CR\n0,71,22,88,10\n1,69,25,85,12\n", "A 0 0.71/1; B 0 0.88/1; A 1 0.69/1; B 1 0.85/1",
			`Of each method "SR" counts, and not "CR"`},
		{"task,A sim,A real,B sim,B real\npick,45/50,14/20,47/50,16/20\nopen,30/50,8/20,36/50,11/20\n",
			"A pick/sim 45/50; A pick/real 14/20; B pick/sim 47/50; B pick/real 16/20; A open/sim 30/50; " +
				"A open/real 8/20; B open/sim 36/50; B open/real 11/20", `join a method with "sim", "real"`},
		{"object,A grasp,A place,B grasp,B place\nmug,8/10,6/10,9/10,9/10\ncan,9/10,5/10,9/10,7/10\n",
			"A row 1 mug 6/10; B row 1 mug 9/10; A row 1 can 5/10; B row 1 can 7/10", "the last of stages that fall"},
		{"participant,Q1 old,Q1 new,Q2 old,Q2 new\n1,3,4,2,4\n2,2,5,3,4\n",
			"old 1 Q1 3/1; old 1 Q2 2/1; new 1 Q1 4/1; new 1 Q2 4/1; old 2 Q1 2/1; old 2 Q2 3/1; " +
				"new 2 Q1 5/1; new 2 Q2 4/1",
			`join a method with "Q1", "Q2"`},
		{"task,raw pi0,raw vla,tuned pi0,tuned vla\na,2/10,0/10,7/10,4/10\nb,3/10,1/10,8/10,5/10\n", "",
			"do not tell which are the methods"},
		{"participant,old_time,old_errors,new_time,new_errors\n1,81,3,55,1\n2,92,4,61,2\n", "",
			"do not tell which counts"},
		{"task,a_s0,a_s1,b_s0,b_s1\nx,.9,.8,.7,.6\ny,.8,.9,.6,.7\n", "", ""},
	} {
		s, err := ReadSheet(strings.NewReader(c.text), "file")
		if err != nil {
			t.Fatal(err)
		}
		d, err := s.Detect(Choice{})
		got, said := "", d.Sentence
		if err != nil {
			said = err.Error()
		}
		for i, e := range d.Long.Entries {
			if i > 0 {
				got += "; "
			}
			got += d.Long.Methods[e.Method]
			if !d.Policies && d.Long.Trials[e.Trial] != d.Long.Methods[e.Method] {
				got += " " + d.Long.Trials[e.Trial]
			}
			if g := d.Long.Groups[e.Group]; g != "all" {
				got += " " + g
			}
			got += fmt.Sprintf(" %.4g/%d", e.Sum, e.Rollouts)
		}
		if c.want != "" && got != c.want || !strings.Contains(said, c.said) {
			t.Errorf("%s: %s, want %s; %s, want %s", c.text, got, c.want, said, c.said)
		}
	}
}

// TestRowsThatAreNoRepeats holds curves, starts of several tasks, conditions of yes and no and total confounding to
// what a careful reader takes them for.
func TestRowsThatAreNoRepeats(t *testing.T) {
	long := func(header string, of func(method string, i int) string) string {
		text := header + "\n"
		for i := range 12 {
			text += of("a", i) + "\n" + of("b", i) + "\n"
		}
		return text
	}
	const curve = "rises or falls from row to row"
	for _, c := range []struct{ text, want string }{
		{"env_steps,a,b\n10,.1,.2\n20,.3,.4\n50,.5,.6\n", `column "env_steps" ` + curve},
		{"num_objects,a,b\n1,.9,.97\n3,.8,.9\n5,.7,.8\n", curve},
		{"timesteps,a return,b return\n1000,12,10\n2000,55,80\n3000,91,150\n", curve},
		{"a,b\n.1,.2\n.3,.1\n.5,.4\n", "each row is a unit (3)"},
		{"seed,a,b\n1,.2,.3\n2,.3,.1\n3,.5,.4\n", `units in column "seed"`},
		{"n_demos,a,b\n10,5/20,8/20\n50,9/20,14/20\n100,13/20,17/20\n", `groups in column "n_demos"`},
		{"pos_x,pos_y,a,b\n.1,.2,1,1\n.3,.1,0,1\n.2,.4,1,0\n", `left out: "pos_x", "pos_y"`},
		{"participant,age,a,b\n1,24,3,4\n2,31,2,4\n3,27,3,3\n", `left out: "age"`},
		{"rollout,strict,lenient\n1,0,1\n2,1,1\n", "measure the same rollouts by their names"},
		{"method,distractors,success,trials\na,no,16,20\na,yes,7,20\nb,no,17,20\nb,yes,14,20\n",
			`groups in column "distractors"`},
		{"method,attempt 1,attempt 2,n\na,6,11,20\nb,10,16,20\n", "may count the same rollouts"},
		{long("task,init_state_id,policy,success", func(m string, i int) string {
			return fmt.Sprintf("%d,%d,%s,%d", i/4, i%4, m, i%3%2)
		}), "of each task its own"},
		{long("policy,object,success", func(m string, i int) string {
			return fmt.Sprintf("%s,%s%d,%d", m, m, i%2, i%3%2)
		}), `no two methods share a value of "object"`},
		{long("policy,robot,success", func(m string, i int) string {
			return fmt.Sprintf("%s,r%s,%d", m, m, i%3%2)
		}), `no two methods share a value of "robot"`},
		{long("policy,backbone,success", func(m string, i int) string {
			return fmt.Sprintf("%s,net-%s,%d", m, m, i%3%2)
		}), `left out: "backbone".`},
		{long("policy,rollout_id,score", func(m string, i int) string {
			return fmt.Sprintf("%s,%d,%d", m, i, i%5)
		}), "of one number are taken to begin alike"},
		{long("policy,position,success", func(m string, i int) string {
			return fmt.Sprintf("%s,%d,%d", m, i+1, i%3%2)
		}), `units in column "position" (12 values, starts by its name`},
		{"Method,SR,n\na,62.0,500\nb,71.4,500\n", "in percent"},
		{"Mode,Runs,Success Rate\nstereo,25,0.00\nmono,25,0.00\n", `numbers of rollouts in column "Runs"`},
		{",a,b\nSuccess,12/20,17/20\nMean time (s),31.2,28\n", `outcomes in column "Success"`},
		{"Evaluation,,\n,,\nTask,a,b\nx,8/10,9/10\ny,5/10,7/10\n", `"Evaluation", is taken for a title`},
		{"user,phase,score\n1,before,41\n1,after,55\n2,before,38\n2,after,49\n", `units in column "user"`},
	} {
		_, d, err := detected(c.text, Choice{})
		got := d.Sentence
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}

// TestRolloutsOfTrainings holds columns called trial beside those of trainings, days, operators, votes and measures to
// what they are.
func TestRolloutsOfTrainings(t *testing.T) {
	rows := func(header string, of func(method string, i int) string) string {
		text := header + "\n"
		for i := range 12 {
			text += of("a", i) + "\n" + of("b", i) + "\n"
		}
		return text
	}
	for _, c := range []struct{ text, want string }{
		{rows("policy,seed,trial_id,success", func(m string, i int) string {
			return fmt.Sprintf("%s,%d,%d,%d", m, i/4, i%4, i%3%2)
		}), `units in column "seed" (3 values); each row is one rollout, since column "trial_id" numbers them`},
		{rows("participant,method,trial,success", func(m string, i int) string {
			return fmt.Sprintf("P%d,%s,%d,%d", i/4, m, i%4, i%3%2)
		}), `units in column "participant"`},
		{rows("policy,seed,trial,success", func(m string, i int) string { // a seed of each start
			return fmt.Sprintf("%s,%d,%d,%d", m, 100+i, i+1, i%3%2)
		}), `counts the rollouts of each method`},
		{rows("date,policy,trial,success", func(m string, i int) string {
			return fmt.Sprintf("2025-03-%02d,%s,%d,%d", 1+i/6, m, 1+i%6, i%3%2)
		}), `column "trial" counts the rollouts of each method and pairs nothing`},
		{rows("operator,policy,trial,success", func(m string, i int) string {
			return fmt.Sprintf("O%d,%s,%d,%d", i/6, m, 1+i%6, i%3%2)
		}), `left out: "operator"`},
		{rows("algo,seed,timestep,episode_return", func(m string, i int) string {
			return fmt.Sprintf("%s,%d,%d,%d", m, i/4, 1000*(1+i%4), 10*i)
		}), `checkpoints in column "timestep"`},
		{rows("algo,env,seed,return", func(m string, i int) string {
			return fmt.Sprintf("%s,%s,%d,%d", m, []string{"cheetah", "hopper"}[i%2], i/2, []int{9000, 2000}[i%2]+i)
		}), "scores are on unlike scales, cheetah 9e+03 and hopper 2.01e+03 on average"},
		{"rater,video_a,video_b,winner\n1,a,b,b\n2,a,b,a\n3,b,a,a\n", "look like votes"},
		{"Metric,a,b\nSuccess rate (%),70,85\nTime (s),32,25\nCollisions,4,1\n", "rows measure different things"},
		{"method,max_success,n_eval\na,.92,50\nb,.96,50\n", "is the best of several by its name"},
		{"aug,depth,successes,trials\nyes,yes,18,20\nyes,no,15,20\nno,no,9,20\n", "their combinations"},
		{"chunk_size,success,trials\n1,3,20\n10,11,20\n", "--method chunk_size"},
		{"Task,,a,,b\nx,,8/10,,9/10\ny,,5/10,,7/10\n", `columns "a", "b" are the methods`},
		{"方法,任务,是否成功\na,x,是\na,x,否\nb,x,是\nb,x,是\n", `outcomes in column "是否成功"`},
		{"subject,age,condition,trust\n1,20,a,4\n1,20,b,5\n2,30,a,3\n2,30,b,6\n", `outcomes in column "trust"`},
	} {
		_, d, err := detected(c.text, Choice{})
		got := d.Sentence
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
	s, err := ReadSheet(strings.NewReader("seed,a,b\n0,.04,.02\n1,.05,.03\n2,.03,.02\n"), "runs/rmse.csv")
	if err != nil {
		t.Fatal(err)
	}
	if d, err := s.Detect(Choice{}); err != nil || d.Better != Lower || !d.Score {
		t.Errorf("rmse.csv: better %s, score %v, %v", d.Better, d.Score, err)
	}
	if _, err := ReadSheet(strings.NewReader("#{\"t_start\": 1}\nr,l,t\n1,2,3\n"), "monitor.csv"); err == nil {
		t.Error("the episodes of a training are read as a test")
	}
}
