package environment

import (
	"testing"

	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/policies/elsewhere"
	"counterpoise/results/decide"
)

// Another function that decides success makes another result.
func TestIdentity(t *testing.T) {
	identity := func(success string) string {
		of := Trainings{EnvFlags: shared.EnvFlags{Success: success}}
		id, err := of.identity(&Job{Arm: &decide.Arm{}, Data: &elsewhere.Data{}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	if identity("mine:solved") == identity("") || identity("mine:solved") == identity("mine:other") {
		t.Error("another --success has the same identity")
	}
}
