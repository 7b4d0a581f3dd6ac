package table

import (
	"strings"
	"testing"
)

// Numbers of one cell or row that contradict each other are an error that names both; those that agree within their
// digits are none.
func TestContradictions(t *testing.T) {
	for text, want := range map[string]string{
		"method,result\na,55% (9/20)\nb,30% " +
			"(6/20)\n": `line 2, column 2: "55% (9/20)" contradicts itself: 9/20 is 45 %`,
		"method,success\na,17/20 (80%)\nb,6/20 (30%)\n":    `"17/20 (80%)" contradicts itself`,
		"task,a,b\nlift,.9 (18/20),.7 (11/20)\n":           `".7 (11/20)" contradicts itself`,
		"Methode;Erfolg\na;0,85 (17 / 20)\nb;0,5 (6/20)\n": "contradicts itself",
		"method,success,n\na,17/20,10\nb,14/20,10\n":       `"17/20" is of 20 rollouts, and column "n" says 10`,
		"method,Erfolge,Versuche\na,17 of 20,20\nb,14 of " +
			"20,25\n": `"14 of 20" is of 20 rollouts, and column "Versuche" says 25`,
		"method,successes,n,success_rate\na,18,20,.85\nb,12,20,.6\n":    `".85" is not the rate of 18 of 20`,
		"method,successes,trials,success (%)\na,18,20,90\nb,12,20,70\n": `"70" is not the rate of 12 of 20`,
		"method,successes,failures,total\na,18,2,20\nb,12,8,21\n": "12 successes and 8 failures are not 21 " +
			"rollouts",
		"method,episode,success\na,0,1\na,1,2\nb,0,2\nb,1,1\n": "holds 1 and 2 alone: which is a success?",
		"method,trial,solved\na,0,1\na,1,-1\nb,0,-1\nb,1,1\n":  "holds 1 and -1 alone",
		"policy,Success\na,1\na,2\na,1\nb,1\nb,2\nb,2\n":       "holds 1 and 2 alone",

		"method,result\na,45% (9/20)\nb,30% (6/20)\n":                     "",
		"method,result\na,33% (7/21)\nb,0.286 (6/21)\n":                   "",
		"method,success,n\na,17/20,20\nb,14/20,20\n":                      "",
		"method,successes,n,success_rate\na,18,21,.86\nb,12,21,57.1%\n":   "",
		"method,successes,n,grasp success rate\na,18,20,.5\nb,12,20,.6\n": "",
		"method,stage\na,1\na,2\na,1\nb,1\nb,2\nb,2\n":                    "",
		"method,seed,rank\na,0,1\na,1,2\nb,0,2\nb,1,1\n":                  "",
	} {
		s, err := ReadSheet(strings.NewReader(text), "x.csv")
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Detect(Choice{})
		if (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// A success of one half is partial credit, a score; rates are none, however they are called.
func TestPartialCredit(t *testing.T) {
	for text, want := range map[string]bool{
		"method,episode,success\na,0,1\na,1,.5\na,2,0\nb,0,0\nb,1,.5\nb,2,1\n":             true,
		"method,trial,success\na,0,1\na,1,0.5\na,2,0\nb,0,0\nb,1,0.5\nb,2,1\n":             true,
		"method,trial,partial success\na,0,1\na,1,.25\na,2,0\nb,0,0\nb,1,.75\nb,2,1\n":     true,
		"episode,act,bc\n0,1,.5\n1,.5,0\n2,1,1\n3,0,0\n":                                   true,
		"method,seed,success_rate\na,0,1\na,1,.5\na,2,0\nb,0,0\nb,1,.5\nb,2,1\n":           false,
		"method,seed,success\na,0,.6\na,1,.5\na,2,.4\nb,0,.3\nb,1,.5\nb,2,.9\n":            false,
		"method,seed,success\na,0,1/2\na,1,2/2\na,2,0/2\nb,0,1/2\nb,1,1/2\nb,2,2/2\n":      false,
		"method,seed,success,n\na,0,.5,2\na,1,1,2\na,2,0,2\nb,0,.5,2\nb,1,.5,2\nb,2,1,2\n": false,
		"episode,act,bc\n0,1,0\n1,1,0\n2,1,1\n3,0,0\n":                                     false,
	} {
		s, err := ReadSheet(strings.NewReader(text), "x.csv")
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Detect(Choice{})
		if err != nil || got.Score != want || strings.Contains(got.Look, "partial credit") != want {
			t.Errorf("%q: score %v, %v: %s", text, got.Score, err, got.Look)
		}
	}
}
