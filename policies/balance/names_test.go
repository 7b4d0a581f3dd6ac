package balance_test

import (
	"reflect"
	"testing"

	"counterpoise/policies/balance"
)

// The names for people, of docs/words.md, stand for those in records, with settings and without, and are never kept.
func TestNamesForPeople(t *testing.T) {
	for people, recorded := range map[string]string{
		"bc": "natural", "parekh": "ours", "minmax": "zero", "remix-additive": "remix-paper", "oracle-drop": "drop",
		"parekh:EtaT=7": "ours:EtaT=7", "minmax:EtaT=7,Stages=2": "zero:EtaT=7,Stages=2",
	} {
		m, err := balance.Named(people)
		if err != nil {
			t.Fatal(err)
		}
		if want, err := balance.Named(recorded); err != nil || !reflect.DeepEqual(m, want) {
			t.Errorf("%s is %v, and %s %v, %v", people, m, recorded, want, err)
		}
		if got := balance.Canonical(people); got != recorded {
			t.Errorf("Canonical(%s) = %s, want %s", people, got, recorded)
		}
		if got := balance.Called(recorded); got != people {
			t.Errorf("Called(%s) = %s, want %s", recorded, got, people)
		}
		explicit, err := balance.Explicit(people)
		if want, errWant := balance.Explicit(recorded); explicit != want || err != nil || errWant != nil {
			t.Errorf("Explicit(%s) = %s, %v; want %s, %v", people, explicit, err, want, errWant)
		}
		m, _ = balance.Recorded(people)
		if want, _ := balance.Recorded(recorded); !reflect.DeepEqual(m, want) {
			t.Errorf("Recorded(%s) = %v, want %v", people, m, want)
		}
	}
	for _, text := range []string{"weights:bc@0123456789abcdef", "kept:worst,split", "fixed:.2,.8", "remix", "bcc:X"} {
		if got := balance.Canonical(text); got != text {
			t.Errorf("Canonical(%s) = %s", text, got)
		}
	}
}
