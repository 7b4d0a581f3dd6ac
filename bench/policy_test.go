package bench

import "testing"

func TestPolicyConfig(t *testing.T) {
	if c, err := PolicyConfig("state:Execute=2", 9); err != nil || c.Execute != 2 || c.Steps != 9 || c.Network != "state" {
		t.Errorf("%+v, %v", c, err)
	}
	for _, text := range []string{"sonar", "state:Cue=0.2", "state:Hope=1"} {
		if _, err := PolicyConfig(text, 9); err == nil {
			t.Errorf("%q is a policy", text)
		}
	}
}
