package bench

import (
	"encoding/json"
	"strings"
	"testing"

	"counterpoise/policies/network"
)

// Each policy has one text form, and the text form of today's policies is that of committed records.
func TestPolicyText(t *testing.T) {
	for text, want := range map[string]Policy{
		"state":                     StatePolicy,
		"vision":                    VisionPolicy,
		"state:Execute=1":           {"state", "mlp", "squared", PolicySettings{Execute: 1}},
		"state+mlp+gaussian":        {"state", "mlp", "gaussian", PolicySettings{}},
		"vision+mlp+bins:Execute=8": {"vision", "mlp", "bins", PolicySettings{Execute: 8}},
		"vision+cnn:History=2,Shifts=4,Batch=16": {
			"vision", "cnn", "squared", PolicySettings{History: 2, Shifts: 4, Batch: 16}},
		"vision:Shifts=1,Looks=4": {"vision", "mlp", "squared", PolicySettings{Shifts: 1, Looks: 4}},
	} {
		p, err := ParsePolicy(text)
		if err != nil || p != want || p.String() != text {
			t.Errorf("%q is read as %+v with the text %q, %v", text, p, p, err)
		}
		var again Policy
		if b, err := json.Marshal(p); err != nil || json.Unmarshal(b, &again) != nil || again != p {
			t.Errorf("%s in JSON is read as %+v, %v", b, again, err)
		}
	}
	if p, err := ParsePolicy("state:History=1"); err != nil || p.String() != "state" {
		t.Errorf("a history of one, the default, is written out as %q, %v", p, err)
	}
	if p, err := ParsePolicy("state+mlp+squared"); err != nil || p.String() != "state" {
		t.Errorf("the default network and head are written out as %q, %v", p, err)
	}
}

func TestPolicyErrors(t *testing.T) {
	for text, want := range map[string]string{
		"": `unknown policy ""`,
		"sonar": `unknown policy "sonar": policies are named OBSERVER[+NETWORK[+HEAD]], and the observers are ` +
			strings.Join(Policies(), ", "),
		"state+abacus":              `unknown network "abacus"; known: ` + strings.Join(network.Networks.Names(), ", "),
		"state+mlp+oracular":        `unknown head "oracular"`,
		"state+mlp+":                "want OBSERVER[+NETWORK[+HEAD]]",
		"state+a+b+c":               "want OBSERVER[+NETWORK[+HEAD]]",
		"state:Cue=0.2":             "name the task opening:Ambiguity=0.2",
		"state:Hope=1":              `no setting "Hope"; known: Execute`,
		"state:Execute=1,Execute=2": "setting Execute is given twice; give it once",

		"state:Execute=0":    "want a whole number in [1, 8]",
		"state:History=9":    "want a whole number in [1, 8]",
		"state:Shifts=2":     `observer "state", which sees none`,
		"state:Looks=2":      `observer "state", which sees none`,
		"vision:Looks=17":    "want a whole number in [1, 16]",
		"vision+cnn:Looks=2": `network "cnn", which reads the pictures itself`,
	} {
		if p, err := ParsePolicy(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is read as %+v, %v; want %s", text, p, err, want)
		}
	}
}

func TestPolicyConfig(t *testing.T) {
	p := StatePolicy
	p.Settings.Execute = 2
	q := Policy{"vision", "cnn", "squared", PolicySettings{History: 2, Shifts: 4, Batch: 16}}
	if c, err := q.Config(9); err != nil || c.History != 2 || c.Shifts != 4 || c.Batch != 16 || PolicyOf(c) != q {
		t.Errorf("%+v, %v", c, err)
	}
	r := Policy{"vision", "mlp", "squared", PolicySettings{Looks: 4}}
	if c, err := r.Config(9); err != nil || c.Looks != 4 || PolicyOf(c) != r {
		t.Errorf("%+v, %v", c, err)
	}
	if c, err := p.Config(9); err != nil || c.Execute != 2 || c.Steps != 9 || c.Observer != "state" ||
		c.Network != "mlp" ||
		c.Head != "squared" {
		t.Errorf("%+v, %v", c, err)
	}
}

// An arm's settings take the place of the plan's, one by one, and without those of its arms a cell's policy is the
// plan's again.
func TestSettingsOfArms(t *testing.T) {
	policy, err := ParsePolicy("vision+cnn:Batch=64,Shifts=2")
	if err != nil {
		t.Fatal(err)
	}
	e, err := Experiments.Get("chunk")
	if err != nil {
		t.Fatal(err)
	}
	p := Plan{Name: e.Name, Experiments: []Experiment{e}, Size: Size{Trials: 1, Rollouts: 1, Steps: 9, Policy: policy}}
	varied := 0
	for _, d := range e.Designs {
		for _, a := range d.Arms {
			c := p.Cell(e, d, a, 0)
			if s := c.Policy.Settings; s.Batch != 64 || s.Shifts != 2 || s.Execute != a.Settings.Execute {
				t.Errorf("%s: %v under %v", a.Name, c.Policy, a.Settings)
			}
			if c.Policy.Settings.Without(e.VariedSettings()) != policy.Settings {
				t.Errorf("%s: %v", a.Name, c.Policy)
			}
			varied += min(1, a.Settings.Execute)
			read, err := ParseCell(c.Name())
			if err != nil || read.Experiment == "" || !read.Same(c) {
				t.Errorf("%s: read as of %q, %v", a.Name, read.Experiment, err)
			}
		}
	}
	if varied == 0 {
		t.Error("no arm varies a setting")
	}
}
