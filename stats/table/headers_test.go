package table

import (
	"fmt"
	"strings"
	"testing"
)

// A corner without a name, or called condition, is that of methods where columns call themselves tasks or have a mean,
// and that of groups where rows do, or a column has differences; conditions are groups without a sign. Else the error
// has the flag.
func TestCorners(t *testing.T) {
	const columns = "ACT clutter 17/20; DP clutter 12/20; ACT dark 15/20; DP dark 9/20"
	const rows = "ACT Task A 17/20; ACT Task B 12/20; DP Task A 15/20; DP Task B 9/20"
	for _, c := range []struct{ text, want string }{
		{"Condition,ACT,DP\nclutter,17/20,12/20\ndark,15/20,9/20\n", columns},
		{"condition,n,ACT,DP\nclutter,20,17,12\ndark,20,15,9\n", columns},
		{"Condition,ACT (n=20),DP (n=20)\nclutter,17,12\ndark,15,9\n", columns},
		{"Condition,ACT,DP,diff\nclutter,17/20,12/20,25%\ndark,15/20,9/20,30%\n", columns},
		{"Condition,ACT,DP\nclutter,17/20,12/20\ndark,15/20,9/20\nmean,80%,52.5%\n", columns},
		{",ACT,DP\nclutter,17/20,12/20\ndark,15/20,9/20\nTotal,32/40,21/40\n", columns},
		{",ACT,DP,Δ,diff\nclutter,17/20,12/20,25,25\ndark,15/20,9/20,30,30\n", columns},
		{"| | ACT | DP |\n|---|---|---|\n| Task A | 17/20 | 15/20 |\n| Task B | 12/20 | 9/20 |\n",
			"ACT Task A 17/20; DP Task A 15/20; ACT Task B 12/20; DP Task B 9/20"},
		{"| | Task A | Task B | Mean |\n|---|---|---|---|\n| ACT | 17/20 | 12/20 | 72.5% |\n" +
			"| DP | 15/20 | 9/20 | 60% |\n", rows},
		{",Task A,Task B\nACT,17/20,12/20\nDP,15/20,9/20\n", rows},
		{"Variant,Task A,Task B\nACT,17/20,12/20\nDP,15/20,9/20\n", rows},
		{"Variant,ACT,DP,diff\nclutter,17/20,12/20,25%\ndark,15/20,9/20,30%\n", columns},
		{"Arm,ACT,DP\nclutter,17/20,12/20\ndark,15/20,9/20\nmean,80%,52.5%\n", columns},
		{"Condition,Task A,Task B\nACT,17/20,12/20\nDP,15/20,9/20\n", rows},
		{",pick,open,Average\nACT,17/20,12/20,72.5%\nDP,15/20,9/20,60%\n",
			"ACT pick 17/20; ACT open 12/20; DP pick 15/20; DP open 9/20"},
		{"condition,success,n\nACT,17,20\nDP,14,20\n", "ACT all 17/20; DP all 14/20"},
		{"Policy,clutter,dark\nACT,17/20,15/20\nDP,12/20,9/20\n",
			"ACT clutter 17/20; ACT dark 15/20; DP clutter 12/20; DP dark 9/20"},
		{"| | ACT | DP |\n|---|---|---|\n| success | 17 | 14 |\n| trials | 20 | 20 |\n", "ACT all 17/20; DP all 14/20"},
		{"Metric,ACT,DP\nsuccesses,17,14\nfailures,3,6\n", "ACT all 17/20; DP all 14/20"},
		{",ACT,DP\nsuccess rate,85%,70%\nn,20,20\n", "ACT all 17/20; DP all 14/20"},
		{"Measure,ACT,DP\nsuccesses,17,14\ntrials,20,20\nsuccess rate,85%,70%\n", "ACT all 17/20; DP all 14/20"},
	} {
		if got, sentence, err := successesOf(t, c.text, Choice{}); err != nil || got != c.want {
			t.Errorf("%q: %s, %v\nwant %s (%s)", c.text, got, err, c.want, sentence)
		}
	}
	for _, c := range []struct{ text, want string }{
		{",A,B\nACT,.8,.7\nDP,.6,.65\n", `--columns "A,B" says so`},
		{",ACT,DP\npick,17/20,15/20\nplace,12/20,9/20\n", `--columns "ACT,DP" says so`},
		{"| | Task A | Task B |\n|---|---|---|\n| ACT | 0.8 | 0.7 |\n| DP | 0.6 | 0.65 |\n", "of how many rollouts"},
		{"Condition,Control,Drug\nA,5.1,6.2\nB,4.8,5.9\n", "--method"},
		{"Case,ACT,DP\neasy,85%,70%\nhard,60%,40%\n", "--trial"},
		{"Setting,ACT,DP\nseen,.85,.7\nunseen,.6,.4\n", "as in 17/20"},
	} {
		if _, _, err := successesOf(t, c.text, Choice{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
	given := Choice{LongColumns: LongColumns{Method: "Condition"}, Columns: []string{"ACT", "DP"}}
	if got, _, err := successesOf(t, "Condition,ACT,DP\na,17/20,12/20\nb,15/20,9/20\n", given); err != nil ||
		!strings.HasPrefix(got, "a ACT 17/20; a DP 12/20; b ACT") {
		t.Errorf("--method Condition --columns ACT,DP: %s, %v", got, err)
	}
	got, _, err := successesOf(t, ",ACT,DP\npick,17/20,15/20\nplace,12/20,9/20\n",
		Choice{Columns: []string{"ACT", "DP"}})
	if err != nil || got != "ACT pick 17/20; DP pick 15/20; ACT place 12/20; DP place 9/20" {
		t.Errorf("--columns ACT,DP: %s, %v", got, err)
	}
	if _, taken, err := detected("subject,A,B\nann,.8,.7\nbob,.6,.65\n", Choice{}); err != nil || !taken.Paired {
		t.Errorf("subjects: paired %v, %v", taken.Paired, err)
	}
}

// The name of a column tells the rollouts of its cells. Methods that are called so stay: a number that no rollouts
// have, and columns that differ in the number alone.
func TestRolloutsInNames(t *testing.T) {
	for _, name := range []string{"Success (n=50)", "Success [n = 50]", "Successes (out of 50)", "Success out of 50",
		"success/50", "Successes (/50)", "Success (50 trials)", "Success, n=50", "Success (of 50 rollouts)"} {
		got, sentence, err := successesOf(t, "Method,\""+name+"\"\nACT,41\nDP,35\n", Choice{})
		if err != nil || got != "ACT all 41/50; DP all 35/50" ||
			!strings.Contains(sentence, "successes of 50 rollouts") {
			t.Errorf("%s: %s, %v, %s", name, got, err, sentence)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"Object,ACT (success/10),DP (successes/10)\ncup,8,5\nbowl,7,6\n",
			"ACT cup 8/10; DP cup 5/10; ACT bowl 7/10; DP bowl 6/10"},
		{"Method,Success % (n=50)\nACT,82\nDP,70\n", "ACT all 41/50; DP all 35/50"},
		{"Method,Success rate (n=50)\nACT,.82\nDP,.7\n", "ACT all 41/50; DP all 35/50"},
		{"Method,Success rate (n=50)\nACT,82%\nDP,70%\n", "ACT all 41/50; DP all 35/50"},
		{"Method,Success rate (n=200)\nACT,82\nDP,70\n", "ACT all 164/200; DP all 140/200"},
		{"Method,Success (n=50)\nACT,41/50\nDP,35/50\n", "ACT all 41/50; DP all 35/50"},
		{"Task,ACT (n=50),DP (n=40)\na,41,35\nb,20,19\n", "ACT a 41/50; DP a 35/40; ACT b 20/50; DP b 19/40"},
		{"Method,Pick (n=50),Place (n=40)\nACT,41,35\nDP,20,19\n",
			"ACT Pick 41/50; ACT Place 35/40; DP Pick 20/50; DP Place 19/40"},
		{"seed,act,act n=1,act n=5\n0,.5,.7,.8\n1,.6,.65,.75\n",
			"act all 0.5/1; act n=1 all 0.7/1; act n=5 all 0.8/1; act all 0.6/1; act n=1 all 0.65/1; " +
				"act n=5 all 0.75/1"},
		{"seed,BC (n=10),BC (n=50)\n0,.5,.7\n1,.6,.6\n", "BC (n=10) all 0.5/1; BC (n=50) all 0.7/1; " +
			"BC (n=10) all 0.6/1; BC (n=50) all 0.6/1"},
		{"seed,ViT-B/16,ViT-B/32\n0,.75,.5\n1,.5,.25\n", "ViT-B/16 all 0.75/1; ViT-B/32 all 0.5/1; " +
			"ViT-B/16 all 0.5/1; ViT-B/32 all 0.25/1"},
		{"seed,ViT/16,MLP/32\n0,.75,.5\n1,.5,.25\n", "ViT/16 all 0.75/1; MLP/32 all 0.5/1; " +
			"ViT/16 all 0.5/1; MLP/32 all 0.25/1"},
		{"method,Score /10\nACT,8\nDP,5\nACT,9\nDP,4\n", "ACT all 8/1; DP all 5/1; ACT all 9/1; DP all 4/1"},
		{"method,success (n=50)\nACT,1\nACT,0\nDP,1\nDP,0\n", "ACT all 1/1; ACT all 0/1; DP all 1/1; DP all 0/1"},
	} {
		if got, sentence, err := successesOf(t, c.text, Choice{}); err != nil || got != c.want {
			t.Errorf("%q: %s, %v\nwant %s (%s)", c.text, got, err, c.want, sentence)
		}
	}
}

// Names of methods that end with seeds are trainings of one method; they stay where the user names their column, where
// a name has none, and where no method has two.
func TestSeedsInNames(t *testing.T) {
	const want = "ours 0 all 17/20; ours 1 all 15/20; dp 0 all 12/20; dp 1 all 9/20"
	for _, form := range []string{"M_seed", "M (seed S)", "M-s", "M seed ", "M [run S]", "M_s="} {
		text := "Method,successes,n\n"
		for i, counts := range []string{"17,20", "15,20", "12,20", "9,20"} {
			seed := string('0' + byte(i%2))
			name := strings.Replace(form, "M", []string{"ours", "dp"}[i/2], 1)
			if !strings.Contains(name, "S") {
				name += seed
			}
			text += strings.Replace(name, "S", seed, 1) + "," + counts + "\n"
		}
		got, taken, err := detected(text, Choice{})
		if err != nil || got != want || !taken.Paired {
			t.Errorf("%s: %s, %v\nwant %s", form, got, err, want)
		}
		given := Choice{LongColumns: LongColumns{Method: "Method"}}
		if _, taken, err := detected(text, given); err != nil || len(taken.Long.Methods) != 4 {
			t.Errorf("%s, --method: %v, %v", form, taken.Long.Methods, err)
		}
	}
	_, taken, err := detected("method,successes,n\nact-s1,17,20\nact-s2,15,20\nbase,12,20\n", Choice{})
	if err != nil || len(taken.Long.Methods) != 3 || !strings.Contains(taken.Sentence, `"act-s1" looks like a seed`) {
		t.Errorf("some names with seeds: %v, %s", err, taken.Sentence)
	}
	for _, c := range []struct{ text, want string }{
		{"task,ours_seed0,ours_seed1,dp_seed0,dp_seed1\na,17/20,15/20,12/20,9/20\n",
			"ours 0 a 17/20; ours 1 a 15/20; dp 0 a 12/20; dp 1 a 9/20"},
		{"method,success_rate\nours-s1,.8\nours-s2,.7\ndp-s1,.6\ndp-s2,.5\n",
			"ours 1 all 0.8/1; ours 2 all 0.7/1; dp 1 all 0.6/1; dp 2 all 0.5/1"},
		{"method,successes,n\nvit-s1,17,20\ndp,12,20\n", "vit-s1 vit-s1 all 17/20; dp dp all 12/20"},
		{"method,successes,n\nvit-s1,17,20\ndp-s1,12,20\n", "vit-s1 vit-s1 all 17/20; dp-s1 dp-s1 all 12/20"},
		{"method,successes,n\nvit-s1,17,20\nvit-s2,12,20\n", "vit-s1 vit-s1 all 17/20; vit-s2 vit-s2 all 12/20"},
	} {
		if got, taken, err := detected(c.text, Choice{}); err != nil || got != c.want {
			t.Errorf("%q: %s, %v\nwant %s (%s)", c.text, got, err, c.want, taken.Sentence)
		}
	}
}

// Columns that are methods have rates of the number of rollouts that the user gives; one that can't be is told.
func TestRolloutsOfAllInWideTables(t *testing.T) {
	for text, want := range map[string]string{
		"suite,a,b\nx,96.8,84.6\ny,98.8,88.4\n":     "a x 484/500; b x 423/500; a y 494/500; b y 442/500",
		"suite,a,b\nx,96.8%,84.6%\ny,98.8%,88.4%\n": "a x 484/500; b x 423/500; a y 494/500; b y 442/500",
		"task,a,b\nx,17,14\ny,12,9\n":               "17 may count successes of 500 rollouts, and be percent",
		"suite,a,b\nx,96.8,84.7\ny,98.8,88.4\n": "line 2, column 3: 84.7 % is no number of successes " +
			"of 500 rollouts",
	} {
		s, err := ReadSheet(strings.NewReader(text), "x.csv")
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Detect(Choice{LongColumns: LongColumns{Rollouts: "500"}})
		var all []string
		for _, e := range got.Long.Entries {
			all = append(all, fmt.Sprintf("%s %s %g/%d", got.Long.Methods[e.Method], got.Long.Groups[e.Group], e.Sum,
				e.Rollouts))
		}
		if said := fmt.Sprint(strings.Join(all, "; "), err); !strings.Contains(said, want) {
			t.Errorf("%q: %s", text, said)
		}
	}
}

// Whole numbers that may count successes and may be percent are asked about.
func TestCountsOrPercent(t *testing.T) {
	s, err := ReadSheet(strings.NewReader("Method,x,y\na,10,20\nb,40,50\n"), "x.csv")
	if err != nil {
		t.Fatal(err)
	}
	const want = "10 may count successes of 50 rollouts, and be percent"
	if _, err = s.Detect(Choice{LongColumns: LongColumns{Rollouts: "50"}}); err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}
