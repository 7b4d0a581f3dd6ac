package claims

import (
	"strings"
	"testing"

	"counterpoise/internal/recordtest"
	"counterpoise/scenes"
)

// The error of a malformed file of claims names its line and what is wrong.
func TestReadErrors(t *testing.T) {
	head := strings.Join(columns, ",") + "\n"
	good := "X1,E1,picking,left,a < b,t,-2.6,9,p<0.05,,E1 picking left: left starved < balanced,,,\n"
	if cs, err := Read(strings.NewReader(head + good)); err != nil || len(cs) != 1 ||
		cs[0].Parts[0].String() != "E1 picking left: left starved < balanced" {
		t.Fatalf("%v, %v", cs, err)
	}
	for _, c := range [][2]string{
		{"", "can't read the claims' columns: EOF"},
		{"id,claim\n", "line 1: the columns are"},
		{head + "X1,E1\n", "wrong number of fields"},
		{head + good + good, `line 3, claim "X1": its id stands there twice`},
		{head + strings.Replace(good, "X1", "", 1), "an id and a claim are needed"},
		{head + strings.Replace(good, ",t,", ",u,", 1), `unknown kind "u"; known: t, F`},
		{head + strings.Replace(good, "-2.6", "x", 1), `statistic "x" is no number`},
		{head + strings.Replace(good, "-2.6", "NaN", 1), `statistic "NaN" is no number`},
		{head + strings.Replace(good, ",9,", ",9;27,", 1), `degrees of freedom "9;27": t has 1`},
		{head + strings.Replace(good, ",9,", ",9.5,", 1), "want whole numbers"},
		{head + strings.Replace(good, ",t,", ",p,", 1), "of a claim of kind p"},
		{head + strings.Replace(good, ",t,-2.6,9,p<0.05", ",p,,,p=0.05", 1), "reports a bound"},
		{head + strings.Replace(good, ",t,-2.6,9", ",exact,,", 1), "1 tests for a claim of kind exact"},
		{head + strings.Replace(good, "E1 picking left: left starved < balanced", "", 1),
			"0 tests for a claim of kind t"},
		{head + strings.Replace(good, "E1 picking left:", "E1 left:", 1), "want EXPERIMENT TASK BEHAVIOUR"},
		{head + strings.Replace(good, "E1 picking left:", "E0 picking left:", 1), `unknown experiment "E0"`},
		{head + strings.Replace(good, "E1 picking left:", "E1 closing left:", 1), `E1 has no task "closing"`},
		{head + strings.Replace(good, "E1 picking left:", "E1 picking up:", 1),
			`no arm of E1 on picking has demonstrations of "up"`},
		{head + strings.Replace(good, "starved < balanced", "starved", 1), "no <, >, = or <>"},
		{head + strings.Replace(good, "starved < balanced", "starved <> balanced", 1), "<> between 2 arms"},
		{head + strings.Replace(good, "starved < balanced", "starved < balanced < balanced", 1), "< between 3 arms"},
		{head + strings.TrimSuffix(good, ",,\n") +
			"E1 picking left: left starved < balanced; E1 picking left: left starved > balanced,,\n",
			"1 tests, and 2 of the other reading"},
		{head + strings.TrimSuffix(good, ",\n") + "E1 picking left: left starved < balanced,\n",
			"a pattern is relations < and > of a claim of kind F"},
		{head + strings.TrimSuffix(good, "\n") + "E1 picking left: left starved = balanced\n",
			"tests beside a claim have < or >"},
		{head + strings.Replace(good, "starved < balanced", "starving < balanced", 1),
			`E1 has no arm "left starving" on picking`},
	} {
		if _, err := Read(strings.NewReader(c[0])); err == nil || !strings.Contains(err.Error(), c[1]) {
			t.Errorf("%q: error %v, want %s", c[0], err, c[1])
		}
	}
}

// FuzzRead checks that claims that can be read can be evaluated, and that a part is written as it is read.
func FuzzRead(f *testing.F) {
	f.Add(file)
	f.Add([]byte(strings.Join(columns, ",") + "\n" +
		"X,E5,picking,all,x,F,1,3;27,p<.1,,E5 picking all: ours <> zero <> remix,,,\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		cs, err := Read(strings.NewReader(string(data)))
		if err != nil {
			return
		}
		for _, c := range cs {
			for _, p := range append(c.Parts, c.Otherwise...) {
				if again, err := parsePart(p.String()); err != nil || again.String() != p.String() {
					t.Errorf("%q is read as %q: %v", p, again, err)
				}
			}
		}
		if len(cs) < 100 {
			Evaluate(cs, recordtest.Size(2), recordtest.Records{}, scenes.Earned)
		}
	})
}
