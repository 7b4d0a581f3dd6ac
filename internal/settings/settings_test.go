package settings

import (
	"strings"
	"testing"
)

type example struct {
	Rate float64 `range:"(0, 1]" help:"share of something"`
	N    int     `range:"[0, 9]" help:"number of something"`
}

// Parse changes only what the text assigns, and Format writes what Parse reads from a zero struct.
func TestParseAndFormat(t *testing.T) {
	got, err := Parse(example{Rate: .5, N: 3}, "N=7")
	if err != nil || got != (example{.5, 7}) {
		t.Errorf("%+v, %v", got, err)
	}
	if text := Format(got); text != "Rate=0.5,N=7" {
		t.Errorf("formatted as %q", text)
	}
	again, err := Parse(example{}, Format(got))
	if err != nil || again != got {
		t.Errorf("read again as %+v, %v", again, err)
	}
	if text := Format(example{}); text != "" {
		t.Errorf("the zero struct is formatted as %q", text)
	}
}

// Changes writes what Parse reads from the value before, zeros included.
func TestChanges(t *testing.T) {
	before, after := example{Rate: .5, N: 3}, example{Rate: .5}
	text := Changes(before, after)
	if again, err := Parse(before, text); text != "N=0" || err != nil || again != after {
		t.Errorf("changes %q are read as %+v, %v", text, again, err)
	}
	if text := Changes(before, before); text != "" {
		t.Errorf("no change is written as %q", text)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"Rate=0":  "want a number in (0, 1]",
		"N=1.5":   "want a whole number",
		"N=x":     "want a number",
		"M=1":     `no setting "M"; known: Rate, N`,
		"":        `no setting ""`,
		"Rate=1,": `no setting ""`,
	} {
		if got, err := Parse(example{}, text); err == nil || !strings.Contains(err.Error(), want) ||
			got != (example{}) {
			t.Errorf("%q: %+v, %v; want %s", text, got, err, want)
		}
	}
}

func TestMalformedRangesAreErrors(t *testing.T) {
	for _, text := range []string{"0, 1", "[0, 1", "[0; 1]", "[a, 1]", "()", "[0,1]"} {
		if _, err := contains(text, .5); err == nil {
			t.Errorf("range %q was accepted", text)
		}
	}
}
