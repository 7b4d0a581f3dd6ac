package table

import (
	"fmt"
	"strings"
	"testing"
)

// Tables as people write them, and what they are taken for: methods, unit, groups, paired or not, and the number of
// observations.
func TestDetect(t *testing.T) {
	for _, c := range []struct {
		name, text string
		given      Choice
		want       string
	}{
		{"long with usual names", "method,seed,task,episode,success\na,1,x,0,1\na,2,x,0,0\nb,1,x,0,1\nb,2,x,0,1\n",
			Choice{},
			"a b; seed 2 paired; x; 4"},
		{"names in capitals", "Policy,Seed,Reward\na,1,2\na,2,2\nb,1,3\nb,2,3\n", Choice{},
			"a b; Seed 2 paired; all; 4"},
		{"names with blanks", "Policy,training-seed,Success Rate,notes\na,1,.2,x\na,2,.2,\nb,1,.3,y\nb,2,.3,z\n",
			Choice{}, "a b; training-seed 2 paired; all; 4"},
		{"words for success", "arm,trial,success\na,1,yes\na,2,no\nb,1,pass\nb,2,fail\n", Choice{},
			"a b; row 4; all; 4"},
		{"no usual name", "robot;fold z;took\nu;1;3.5\nv;1;4.5\nu;2;3\nv;2;4\n", Choice{},
			"u v; fold z 2 paired; all; 4"},
		{"one policy a method, many starts", "method,seed,episode,success\na,1,0,1\na,1,1,0\nb,1,0,1\nb,1,1,1\n",
			Choice{},
			"a b; episode 2 paired starts; all; 4"},
		{"one policy a method, starts within groups", "method,seed,task,episode,success\na,1,x,0,1\na,1,y,1,0\n" +
			"b,1,x,0,1\nb,1,y,1,1\n", Choice{}, "a b; episode 2 paired starts; all; 4"},
		{"no seed, episodes", "method,episode,success\na,0,1\na,1,0\nb,0,1\nb,1,1\n", Choice{},
			"a b; episode 2 paired starts; all; 4"},
		{"no unit", "agent,return\na,1.5\na,2\nb,3\nb,4\n", Choice{}, "a b; row 4; all; 4"},
		{"successes and reward", "method,seed,reward,success\na,1,2.5,1\nb,1,3.5,0\n", Choice{},
			"a b; seed 1 paired; all; 2"},
		{"sums of rollouts", "method,seed,successes,rollouts\na,1,7,10\nb,1,8,10\n", Choice{},
			"a b; seed 1 paired; all; 2"},
		{"missing outcomes", "method,seed,score\na,1,2\na,2,NA\nb,1,3\nb,2,\n", Choice{}, "a b; seed 1 paired; all; 2"},
		{"chosen methods in order", "method,seed,score\na,1,2\nb,1,3\nc,1,4\n",
			Choice{Methods: []string{"c", "a"}}, "c a; seed 1 paired; all; 2"},
		{"named columns", "who,x,y,z\nu,1,5,p\nv,1,6,p\n", Choice{LongColumns: LongColumns{Method: "who", Value: "y",
			Trial: "x", Group: "z"}}, "u v; x 1 paired; p; 2"},
		{"decimal commas", "seed;a;b\n1;0,5;-1,25e1\n2;0,25;,5\n", Choice{}, "a b; seed 2 paired; all; 4"},
		{"wide with seeds", "seed,a,b\n1,2,3\n2,4,5\n", Choice{}, "a b; seed 2 paired; all; 4"},
		{"wide without labels", "a,b,c\n1,2,3\n4,5,6\n", Choice{}, "a b c; row 2 paired; all; 6"},
		{"wide with words for labels", "who,a,b\nann,2,3\nbob,4,\n", Choice{}, "a b; who 2 paired; all; 3"},
		{"wide with groups", "task,seed,a,b\nx,1,2,3\nx,2,4,5\ny,1,2,3\n", Choice{}, "a b; seed 2 paired; x y; 6"},
		{"wide with groups alone", "task,a,b\nx,2,3\nx,4,5\ny,2,3\ny,1,1\n", Choice{}, "a b; row 2 paired; x y; 8"},
		{"wide of ratings", "a,b\n1,2\n2,3\n3,1\n1,1\n", Choice{}, "a b; row 4 paired; all; 8"},
		{"wide of successes", "a,b\n1,0\n0,1\n1,1\n", Choice{}, "a b; row 3 paired; all; 6"},
		{"wide of unequal lengths", "a,b\n1,2\n3,4\n5,\n", Choice{}, "a b; row 5; all; 5"},
		{"wide with a gap", "a,b\n1,2\n,4\n5,6\n", Choice{}, "a b; row 3 paired; all; 5"},
		{"wide, chosen columns", "id,a,note,b\n1,2,u,3\n2,4,v,5\n", Choice{Columns: []string{"b", "a"}},
			"b a; id 2 paired; all; 4"},
		{"wide with a byte order mark", "\xef\xbb\xbfa\tb\n1\t2\n2\t3\n", Choice{}, "a b; row 2 paired; all; 4"},
	} {
		s, err := ReadSheet(strings.NewReader(c.text), "file")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		d, err := s.Detect(c.given)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := fmt.Sprintf("%s; %s %d", strings.Join(d.Long.Methods, " "), d.Unit, len(d.Long.Trials))
		if d.Paired {
			got += " paired"
		}
		if d.Starts {
			got += " starts"
		}
		got += fmt.Sprintf("; %s; %d", strings.Join(d.Long.Groups, " "), len(d.Long.Entries))
		if got != c.want {
			t.Errorf("%s: taken for %s, want %s", c.name, got, c.want)
		}
		if !strings.HasPrefix(d.Sentence, "file: ") || !strings.HasSuffix(d.Sentence, ".") {
			t.Errorf("%s: sentence %q", c.name, d.Sentence)
		}
	}
}

// TestDetectRefuses has tables that detection took for something else, or refused for another reason. A column of
// numbers with a word in it was one of methods, called 0, 1 and N/A; a group without a name let the tables of a
// comparison panic, which have no column for it.
func TestDetectRefuses(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a word among successes", "a,b\n1,0\n0,1\n1,1\n1,TBD\n0,0\n1,1\n", `line 5, column 2: "TBD" is not a number`},
		{"a word among rates", "seed,a,b\n1,.5,.6\n2,.7,None\n3,.4,.2\n", `line 3, column 3: "None" is not a number`},
		{"a word among three columns", "a,b,c\n.5,1,1\n.5,2,2\n?,2,3\n.5,1,4\n", `line 4, column 1: "?" is not a`},
		{"grouped digits in the first column", "a,b,c\n\"1,234\",2,3\n\"3,456\",4,6\n",
			`line 2, column 1: "1,234" is not`},
		{"percent and none", "seed,a,b\n1,50%,60%\n2,50,60%\n",
			`line 3, column 2: 50 has no sign of percent, and line 2`},
		{"percent and none in a long table", "who,seed,took\na,1,5%\nb,1,6\na,2,5%\nb,2,6%\n",
			`line 3, column 3: 6 has no sign of percent, and line 2`},
		{"successes and a rate", "task,a,b\nx,17/20,14/20\ny,0.5,9/20\n",
			`line 3, column 2: 0.5 tells no number of rollouts, and line 2 does: write all as in 17/20`},
		{"more successes than rollouts", "method,seed,success\na,1,21/20\nb,1,3/20\na,2,3/20\nb,2,4/20\n",
			`line 2, column 3: "21/20" has more successes than rollouts`},
		{"percent without rollouts", "method,success\na,61%\nb,58%\n",
			"of how many rollouts is it? Add a column rollouts, or write 17/20 or 61 % (n=50)"},
		{"percent by task without rollouts", "method,task,success\na,x,61%\na,y,3%\nb,x,58%\nb,y,3%\n",
			"each method has one score a group, and nothing tells how it varies: of how many rollouts is it?"},
		{"words and other numbers", "policy,seed,success\na,1,True\na,2,0.7\nb,1,1\nb,2,0\n",
			`line 2, column 3: "True" stands among numbers other than 0 and 1`},
		{"methods of which one is a number", "who,took\na,.1\n1,.2\na,.3\n1,.4\n",
			`if column "who" holds the methods all the same, name it with --method`},
		{"no outcome", "who,note\na,x\nb,y\na,z\nb,u\n", "no column holds outcomes"},
		{"no group in a wide table", "seed,task,a,b\n1,x,2,3\n1,,4,5\n", "line 3, column 2: the group is missing"},
		{"no group in a long table", "method,task,score\na,x,2\nb,,3\n", "line 3, column 2: the group is missing"},
	} {
		s, err := ReadSheet(strings.NewReader(c.text), "file")
		if err == nil {
			_, err = s.Detect(Choice{})
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %s", c.name, err, c.want)
		}
	}
}

// Whatever a table holds, detection ends with a table whose indices are in range, or with one line.
func FuzzDetect(f *testing.F) {
	f.Add("method,seed,success\na,1,1\nb,1,0\n")
	f.Add("a,b\n1,2\n3,\n")
	f.Add("task;x;y\nu;1;2\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ReadSheet(strings.NewReader(text), "file")
		if err == nil {
			var d Taken
			if d, err = s.Detect(Choice{}); err == nil {
				for _, e := range d.Long.Entries {
					if int(e.Method) >= len(d.Long.Methods) || int(e.Trial) >= len(d.Long.Trials) ||
						int(e.Group) >= len(d.Long.Groups) || e.Rollouts < 1 || int(e.Start) >= max(1, d.Long.Starts) {
						t.Fatalf("%q: entry %+v of %+v", text, e, d.Long)
					}
				}
			}
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: several lines: %v", text, err)
		}
	})
}

// Where each method has one seed, the units are the episodes; a user who names the column of seeds gets seeds, of which
// one tests nothing.
func TestOneSeedThatIsNamed(t *testing.T) {
	text := "method,seed,task,episode,success\n"
	for i := range 40 {
		text += fmt.Sprintf("%c,0,%d,%d,%d\n", 'a'+i%2, i/20, i/2%10, i%3/2)
	}
	sheet, err := ReadSheet(strings.NewReader(text), "one.csv")
	if err != nil {
		t.Fatal(err)
	}
	if found, err := sheet.Detect(Choice{}); err != nil || !found.Starts || len(found.Long.Trials) != 20 {
		t.Errorf("found %+v, %v; want 20 starts", found.Sentence, err)
	}
	named, err := sheet.Detect(Choice{LongColumns: LongColumns{Trial: "seed"}})
	if err != nil || named.Starts || named.Unit != "seed" || len(named.Long.Trials) != 1 ||
		len(named.Long.Groups) != 2 {
		t.Errorf("named %+v, %v; want one seed in two tasks", named.Sentence, err)
	}
}
