package wording

import (
	"strings"
	"testing"
)

func TestPlural(t *testing.T) {
	for n, want := range map[int]string{0: "0 trials", 1: "1 trial", 2: "2 trials"} {
		if got := Plural(n, "trial"); got != want {
			t.Errorf("Plural(%d) = %q, want %q", n, got, want)
		}
	}
}

// Halves are rounded upwards, whichever way 100 k/n falls in floating point.
func TestPercent(t *testing.T) {
	for want, of := range map[string][2]int{
		"0.4": {7, 2000}, "0.3": {5, 2000}, "0.0": {0, 3}, "100.0": {7, 7}, "33.3": {1, 3}, "66.7": {2, 3},
		"99.7": {1993, 2000}, "0.1": {1, 2000},
	} {
		if got := Percent(of[0], of[1]); got != want {
			t.Errorf("%d of %d: %s, want %s", of[0], of[1], got, want)
		}
	}
}

func TestSample(t *testing.T) {
	for want, trials := range map[string][]int{
		"n = 1 trial, 50 rollouts of each behaviour in each; whiskers: 95 % intervals.":        {1, 1},
		"n = 6 to 13 trials, 50 rollouts of each behaviour in each; whiskers: 95 % intervals.": {13, 6, 13},
	} {
		if got := Sample(trials, 50, "95 % intervals"); got != want {
			t.Errorf("Sample(%v) = %q, want %q", trials, got, want)
		}
	}
}

func TestSourced(t *testing.T) {
	for source, want := range map[string]string{"": "Why?", "Table 1": "Why? (Table 1)"} {
		if got := Sourced("Why?", source); got != want {
			t.Errorf("Sourced(%q) = %q, want %q", source, got, want)
		}
	}
}

func TestCapitalize(t *testing.T) {
	for s, want := range map[string]string{"": "", "mean": "Mean", "Mean": "Mean", "ηp²": "ηp²",
		"3 trials": "3 trials"} {
		if got := Capitalize(s); got != want {
			t.Errorf("Capitalize(%q) = %q, want %q", s, got, want)
		}
	}
}

func TestList(t *testing.T) {
	for want, words := range map[string][]string{"": nil, "a": {"a"}, "a and b": {"a", "b"},
		"a, b and c": {"a", "b", "c"}} {
		if got := List(words); got != want {
			t.Errorf("List(%q) = %q, want %q", words, got, want)
		}
	}
}

func TestDistinct(t *testing.T) {
	if got := Distinct([]string{"xla", "go", "xla"}); got != "go and xla" {
		t.Errorf("Distinct = %q", got)
	}
	if got := Distinct(nil); got != "" {
		t.Errorf("Distinct(nil) = %q", got)
	}
}

func TestNameWords(t *testing.T) {
	for name, want := range map[string]string{
		"humanQuality": "human quality", "human_quality": "human quality", "is-good.2": "is good", "SR": "sr", "": "",
		"Qualität": "qualität", "epIsGood": "ep is good",
	} {
		if got := strings.Join(NameWords(name), " "); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
