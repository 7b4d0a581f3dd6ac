package train

import (
	"strings"
	"testing"

	"counterpoise/bench/record"
	"counterpoise/policies/network"
)

func TestPolicyErrors(t *testing.T) {
	for text, want := range map[string]string{
		"": `unknown policy ""`,
		"sonar": `unknown policy "sonar": policies are named OBSERVER[+NETWORK[+HEAD]], and the observers are ` +
			strings.Join(network.Observers.Names(), ", "),
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
	p := record.Policy{Observer: "state", Network: record.DefaultNetwork, Head: record.DefaultHead}
	p.Settings.Execute = 2
	q := record.Policy{Observer: "vision", Network: "cnn", Head: "squared",
		Settings: record.PolicySettings{History: 2, Shifts: 4, Batch: 16}}
	if c, err := ConfigOf(q, 9); err != nil || c.History != 2 || c.Shifts != 4 || c.Batch != 16 || PolicyOf(c) != q {
		t.Errorf("%+v, %v", c, err)
	}
	r := record.Policy{Observer: "vision", Network: "mlp", Head: "squared", Settings: record.PolicySettings{Looks: 4}}
	if c, err := ConfigOf(r, 9); err != nil || c.Looks != 4 || PolicyOf(c) != r {
		t.Errorf("%+v, %v", c, err)
	}
	if c, err := ConfigOf(p, 9); err != nil || c.Execute != 2 || c.Steps != 9 || c.Observer != "state" ||
		c.Network != "mlp" ||
		c.Head != "squared" {
		t.Errorf("%+v, %v", c, err)
	}
}

// PolicyOf finds the policy of a configuration.
func TestPolicyOfConfig(t *testing.T) {
	p := record.Policy{Observer: "vision", Network: record.DefaultNetwork, Head: record.DefaultHead}
	p.Settings.Execute = 2
	for _, p := range []record.Policy{p.Base(), p} {
		c, err := ConfigOf(p, 7)
		if again := PolicyOf(c); err != nil || again != p {
			t.Errorf("%v is %v, %v", p, again, err)
		}
	}
}
