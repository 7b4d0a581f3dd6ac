package table

import (
	"strings"
	"testing"
)

// Columns that are made of others, measure something else or tell the conditions of a row are no methods, in any
// language; methods that are called like them stay, and what may be either is an error that names the flag.
func TestColumnsThatAreNoMethods(t *testing.T) {
	for _, c := range []struct{ text, want, said string }{
		// Made of others.
		{"seed,act,bc,diff\n0,.8,.6,.2\n1,.75,.5,.25\n2,.82,.61,.21\n", "act bc", `left out: "diff" (--columns`},
		{"task,act,bc,Improvement (%)\nx,18/20,12/20,50\ny,15/20,9/20,66.7\n", "act bc", "Improvement"},
		{"seed,act,bc,Δ\n0,.8,.6,+.2\n1,.75,.5,+.25\n", "act bc", "Δ"},
		{"seed,act,bc,Unterschied\n0,.8,.6,.2\n1,.75,.5,.25\n2,.82,.61,.21\n", "act bc", "Unterschied"},
		{"seed,act,bc,mean\n0,.8,.6,.7\n1,.75,.5,.625\n2,.82,.61,.715\n", "act bc", "mean"},
		{"seed,act,bc,best\n0,.8,.6,.8\n1,.75,.5,.75\n2,.82,.61,.82\n", "act bc", "best"},
		{"seed,act,bc,Total\n0,16,12,28\n1,15,10,25\n2,17,13,30\n", "act bc", "Total"},
		{"seed,act,bc,p-value\nx,.8,.6,.03\ny,.7,.5,.01\n", "act bc", "p-value"},
		{"seed,act,act_low,act_high,bc,bc_low,bc_high\n0,.8,.7,.9,.6,.5,.7\n1,.7,.6,.8,.5,.4,.6\n", "act bc",
			"act_low"},
		// Measures.
		{"seed,act,bc,time\n0,.8,.6,12.3\n1,.75,.5,11\n", "act bc", "time"},
		{"seed,act,bc,distance_cm\n0,80,60,12\n1,75,50,11\n", "act bc", "distance_cm"},
		{"seed,act_success,act_time,bc_success,bc_time\n0,1,12,0,13\n1,0,10,1,9\n2,1,11,1,9\n", "act bc",
			`Of each method "success" counts, and not "time"`},
		{"Seed;act;bc;Dauer (s)\n0;0,8;0,6;12,5\n1;0,75;0,5;11\n", "act bc", "Dauer"},
		{"task,act,bc,grip force [N]\nx,17/20,12/20,4\ny,15/20,9/20,5\n", "act bc", "grip force"},
		// Conditions and notes.
		{"episode,light,act,bc\n0,300,1,0\n1,500,1,1\n2,300,0,0\n3,700,1,0\n", "act bc", "light"},
		{"episode,x,y,act,bc\n0,.3,.1,1,0\n1,.2,-.4,1,1\n2,.25,.3,0,0\n", "act bc", `"x", "y"`},
		{"episode,camera,act,bc\n0,1,1,0\n1,0,1,1\n2,1,0,0\n3,0,1,0\n", "act bc", "camera"},
		{"seed,act,bc,notes\n0,.8,.6,\n1,.75,.5,3 retries\n", "act bc", "notes"},
		{"seed,act,bc,when\n0,.8,.6,2026-05-01\n1,.75,.5,2026-05-02\n", "act bc", "when"},
		{"trial,act,bc,lighting\n1,1,0,1\n2,1,1,2\n3,0,0,1\n4,1,0,2\n", "act bc", "lighting"},
		{"trial,act,bc,lighting\n1,1,0,dim\n2,1,1,bright\n3,0,0,dim\n4,1,0,bright\n", "act bc", "lighting"},
		{"seed,act,bc,winner\n1,.9,.1,act\n2,.8,.2,act\n3,.1,.3,bc\n4,.5,.6,bc\n", "act bc", "winner"},
		{"seed,act,bc,act>bc\n1,.9,.1,1\n2,.8,.2,1\n3,.1,.3,0\n", "act bc", "act>bc"},
		{"seed,act,bc,demos\n0,.8,.6,50\n1,.7,.5,50\n", "act bc", "demos"},
		{"seed,act,bc,num_steps\n0,80,60,50\n1,70,50,50\n", "act bc", "num_steps"},
		// These are asked about.
		{"seed,act,time\n0,.8,12\n1,.7,13\n", "", `columns "time" are taken for something else: name the methods'`},
		{"seed,act,bc,sensor\n0,.8,.6,40\n1,.7,.5,41\n", "", `"sensor" numbers up to 41: if it is no method, name`},
		{"trial,act,bc,robot\n1,1,0,a\n2,1,1,b\n3,0,0,a\n4,1,0,b\n", "", `column "robot" could hold the methods`},
		// These stay.
		{"seed,force,position,hybrid\n0,.5,.7,.8\n1,.6,.65,.75\n", "force position hybrid", ""},
		{"seed,velocity control,position control\n0,.5,.7\n1,.6,.65\n", "velocity control position control", ""},
		{"seed,10 demos,50 demos,100 demos\n0,.5,.7,.8\n1,.6,.65,.75\n", "10 demos 50 demos 100 demos", ""},
		{"seed,act,act n=1,act n=5\n0,.5,.7,.8\n1,.6,.65,.75\n", "act act n=1 act n=5", ""},
		{"seed,act,act low,act high\n0,.5,.7,.8\n1,.6,.65,.75\n", "act act low act high", ""},
		{"seed,p,q\n0,.5,.7\n1,.6,.65\n", "p q", ""},
		{"method,seed,total\nact,0,12\nact,1,13\nbc,0,15\nbc,1,18\n", "act bc", ""},
		{"seed,act,bc,act+bc\n1,.9,.1,.8\n2,.8,.2,.7\n3,.1,.3,.4\n", "act bc act+bc", ""},
		{"seed,act,bc,best\n0,.8,.6,.7\n1,.75,.5,.9\n2,.82,.61,.6\n", "act bc best", ""},
		{"seed,light,medium,heavy\n0,.8,.6,.7\n1,.75,.5,.9\n", "light medium heavy", ""},
		{"seed,best,worst\n0,.8,.6\n1,.75,.5\n", "best worst", ""},
		{"seed,act_time,bc_time\n0,8,6\n1,7.5,5\n", "act_time bc_time", ""},
		{"seed,mse,l1,huber\n0,.8,.6,.7\n1,.75,.5,.9\n", "mse l1 huber", ""},
		{"seed,P,PI,PID\n0,.8,.6,.7\n1,.75,.5,.9\n", "P PI PID", ""},
		{"x,y,z\n1,2,4\n2,3,3\n5,4,1\n", "x y z", ""},
		{"seed,act,real-time chunking,bc\n0,.8,.9,.6\n1,.75,.8,.5\n", "act real-time chunking bc", ""},
		{"episode,act,bc,dp\n0,1,0,1\n1,1,1,0\n2,0,0,0\n3,1,1,1\n", "act bc dp", ""},
	} {
		s, err := ReadSheet(strings.NewReader(c.text), "x.csv")
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Detect(Choice{})
		said := got.Sentence
		if err != nil {
			said = err.Error()
		}
		if methods := strings.Join(got.Long.Methods, " "); (err != nil) != (c.want == "") ||
			err == nil && methods != c.want || !strings.Contains(said, c.said) ||
			c.said == "" && strings.Contains(said, "left out") {
			t.Errorf("%q: %s, want %s, %s: %s", c.text, methods, c.want, c.said, said)
		}
	}
}

// Columns that count seeds, demonstrations or steps are neither units nor rollouts; those of trials are, however they
// are written.
func TestQuantities(t *testing.T) {
	for text, want := range map[string]string{
		"method,successes,# Trials\na,18,20\nb,12,20\n": "a policy a all 18/20; " +
			"b policy b all 12/20",
		"method,successes,no. of tests\na,18,20\nb,12,20\n":                               "",
		"method,count,successes\na,20,18\nb,20,12\n":                                      "",
		"method,successes,samples\na,18,20\nb,12,20\n":                                    "",
		"Methode;Erfolge;Versuche\na;18;20\nb;12;20\n":                                    "",
		"方法,成功次数,次数\na,18,20\nb,12,20\n":                                                  "",
		"model,# of rollouts,#success\na,20,18\nb,20,12\n":                                "",
		"method,success_rate,N\na,.9,20\nb,.6,20\n":                                       "",
		"method,episodes,eval_episodes,successes\na,200,20,18\nb,200,20,12\n":             "",
		"method,successes,n,n seeds\na,18,20,4\nb,12,20,4\n":                              "pooled",
		"method,successes,n,num_demos\na,18,20,50\nb,12,20,50\n":                          "",
		"method,success_rate,n seeds\na,.9,3\nb,.6,3\n":                                   "error",
		"method,successes,demos\na,18,50\nb,12,50\n":                                      "error",
		"method,success_rate,num_steps\na,.9,1000\nb,.6,1000\n":                           "error",
		"method,num_demos,success_rate\na,10,.3\na,50,.6\nb,10,.2\nb,50,.5\n":             "error",
		"method,task,demos,successes,n\na,x,10,3,9\na,x,50,6,9\nb,x,10,2,9\nb,x,50,5,9\n": "error",
	} {
		s, err := ReadSheet(strings.NewReader(text), "x.csv")
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Detect(Choice{})
		switch {
		case want == "error":
			if err == nil || !strings.Contains(err.Error(), "each method has one score") &&
				!strings.Contains(err.Error(), "keep the rows of one value") {
				t.Errorf("%q: %v, %s", text, err, got.Sentence)
			}
		case err != nil || !got.Policies || len(got.Long.Entries) != 2 || got.Long.Entries[0].Sum != 18 ||
			got.Long.Entries[0].Rollouts != 20 || got.Long.Entries[1].Sum != 12 || got.Pooled != (want == "pooled"):
			t.Errorf("%q: %+v, %v", text, got.Long, err)
		}
	}
	// An amount makes groups, a number of a trial pairs as ever, and seeds pair beside amounts.
	for text, want := range map[string]string{
		"method,demos,successes,n\na,50,18,20\na,100,19,20\nb,50,12,20\nb,100,14,20\n":   `groups in column "demos"`,
		"method,success,steps\na,1,210\na,0,300\na,1,180\nb,1,190\nb,1,200\nb,0,300\n":   `left out: "steps"`,
		"method,seed,step,success\na,0,10,.1\na,0,20,.5\nb,0,10,.2\nb,0,20,.6\n":         `checkpoints in`,
		"robot;fold;took\nu;1;3.5\nv;1;4.5\nu;2;3\nv;2;4\n":                              `units in column "fold"`,
		"method,seed,samples,success_rate\na,0,50,.9\na,1,50,.8\nb,0,50,.6\nb,1,50,.7\n": `units in column "seed"`,
	} {
		s, err := ReadSheet(strings.NewReader(text), "x.csv")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := s.Detect(Choice{}); err != nil || !strings.Contains(got.Sentence, want) {
			t.Errorf("%q: %v, %s", text, err, got.Sentence)
		}
	}
}

// What can't be told is asked for, with the flag or the line that would do.
func TestAskedWithTheFlag(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"name,succ,tot\nact,17,20\ndp,12,20\n", `--method "name" --value "succ" --rollouts-column "tot"`},
		{"episode,ACT,DP\n1,S,F\n2,S,S\n3,F,F\n4,S,F\n", `hold "S" and "F" alone, which may be success and failure`},
		{"method,succeeded,n\na,17,20\nb,30,20\n", "line 3, column 2: 30 is no number of successes of 20 rollouts"},
		{"method,failures,n\na,3,20\nb,30,20\n", "line 3, column 2: 30 is beyond the 20 rollouts of its row"},
		{"id,policy,outcome\n1,a,S\n2,a,F\n3,b,F\n4,b,F\n", `"S" is not a number, and the outcome is taken from`},
		{"model,task,success_rate,n\na,x,96.8,500\na,y,98.8,500\nb,x,84.7,500\nb,y,88.4,500\n",
			"the rate 0.847 of line 4 (the nearest is 423/500 or 424/500)"},
		{"method,success_mean,success_std,length_mean,length_std,n_seeds\na,.8,.1,9,1,5\nb,.7,.1,8,1,5\n", "--value"},
		{"model,spatial,object,avg\na,96.8,98.8,97.8\nb,84.7,88.4,86.55\n", "of how many rollouts is it?"},
	} {
		if _, taken, err := detected(c.text, Choice{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s: %s", c.text, err, c.want, taken.Sentence)
		}
	}
	given := Choice{LongColumns: LongColumns{Method: "name", Value: "succ", Rollouts: "tot"}}
	if got, _, err := detected("name,succ,tot\nact,17,20\ndp,12,20\n", given); err != nil ||
		got != "act act all 17/20; dp dp all 12/20" {
		t.Errorf("named: %s, %v", got, err)
	}
}
