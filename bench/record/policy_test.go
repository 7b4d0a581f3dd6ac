package record

import (
	"encoding/json"
	"testing"
)

// Each policy has one text form, and the text form of today's policies is that of committed records.
func TestPolicyText(t *testing.T) {
	for text, want := range map[string]Policy{
		"state":                     statePolicy,
		"vision":                    {Observer: "vision", Network: DefaultNetwork, Head: DefaultHead},
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
